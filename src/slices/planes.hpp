// Planes: words that hold one bit of each round, and arithmetic on numbers that lie in several of them, the lowest bit
// first. All is written over the type of the word: an unsigned integer, or a vector of 64-bit integers, which the
// compiler maps to whatever registers it may use.
#pragma once

#include "balak/tile.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

/// Hints for loops over the tiles, whose numbers must be constants.
#define BALAK_SLICES_INLINE [[gnu::always_inline]] inline
#define BALAK_SLICES_LAMBDA __attribute__((always_inline))

namespace balak::slices {

/// Rounds of a block, on every target.
inline constexpr std::size_t block_rounds = 256;

/// A number of each round of a block.
using Column = std::uint32_t[block_rounds];

inline constexpr std::size_t numbers = max_pip + 1;
inline constexpr std::size_t tiles = tile_count;

/// Whether a round has a bit.
template <class Word>
BALAK_SLICES_INLINE bool any(const Word& word) {
    if constexpr (sizeof(Word) == sizeof(std::uint64_t)) {
        return word != 0;
    } else {
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < sizeof(Word) / sizeof(std::uint64_t); ++i) {
            bits |= word[i];
        }
        return bits != 0;
    }
}

/// All bits of a word as one bit.
template <class Word>
BALAK_SLICES_INLINE Word all_if(bool bit) {
    return bit ? ~Word{} : Word{};
}

/// The bits of `yes` where `where` has one, else those of `no`.
template <class Word>
BALAK_SLICES_INLINE Word select(const Word& where, const Word& yes, const Word& no) {
    return no ^ (where & (yes ^ no));
}

/// Exchanges the upper bits of parts of a word with the lower ones of another.
template <int distance, class Word>
BALAK_SLICES_INLINE void exchange(Word& here, Word& there, std::uint64_t mask) {
    const Word swapped = ((here >> distance) ^ there) & mask;
    there ^= swapped;
    here ^= swapped << distance;
}

/// Turns 32 words with a number of 32 bits of each round, in the order of memory, into planes, of which the first
/// `size` are wanted, and back. The bit of a plane that belongs to a place in memory is the same for all planes. Two
/// steps, so that what is exchanged with each other stays in registers.
template <std::size_t size, class Word>
[[gnu::noinline]] void transpose(const void* from, void* to) {
    Word parts[32];
#pragma GCC unroll 8
    for (std::size_t i = 0; i < 8; ++i) {
        Word a[4];
#pragma GCC unroll 4
        for (std::size_t j = 0; j < 4; ++j) {
            std::memcpy(&a[j], static_cast<const char*>(from) + (i + 8 * j) * sizeof(Word), sizeof(Word));
        }
        exchange<16>(a[0], a[2], 0x0000FFFF0000FFFF);
        exchange<16>(a[1], a[3], 0x0000FFFF0000FFFF);
        exchange<8>(a[0], a[1], 0x00FF00FF00FF00FF);
        exchange<8>(a[2], a[3], 0x00FF00FF00FF00FF);
#pragma GCC unroll 4
        for (std::size_t j = 0; j < 4; ++j) {
            parts[i + 8 * j] = a[j];
        }
    }
#pragma GCC unroll 4
    for (std::size_t first = 0; first < size; first += 8) {
        Word a[8];
#pragma GCC unroll 8
        for (std::size_t i = 0; i < 8; ++i) {
            a[i] = parts[first + i];
        }
#pragma GCC unroll 4
        for (std::size_t i = 0; i < 4; ++i) {
            exchange<4>(a[i], a[i + 4], 0x0F0F0F0F0F0F0F0F);
        }
#pragma GCC unroll 4
        for (std::size_t i = 0; i < 4; ++i) {
            exchange<2>(a[i + (i & 2)], a[i + (i & 2) + 2], 0x3333333333333333);
        }
#pragma GCC unroll 4
        for (std::size_t i = 0; i < 4; ++i) {
            exchange<1>(a[2 * i], a[2 * i + 1], 0x5555555555555555);
        }
#pragma GCC unroll 8
        for (std::size_t i = 0; i < 8; ++i) {
            if (first + i < size) {
                std::memcpy(static_cast<char*>(to) + (first + i) * sizeof(Word), &a[i], sizeof(Word));
            }
        }
    }
}

/// Rounds in a word.
template <class Word>
inline constexpr std::size_t rounds_in = 8 * sizeof(Word);

/// The first planes of the rounds of a column from `first` on.
template <std::size_t size, class Word>
BALAK_SLICES_INLINE void planes_of(const Column& column, std::size_t first, Word* planes) {
    static_assert(32 * sizeof(Word) == rounds_in<Word> * sizeof(std::uint32_t));
    transpose<size, Word>(column + first, planes);
}

/// The way back.
template <class Word>
BALAK_SLICES_INLINE void column_of(const Word (&planes)[32], Column& column, std::size_t first) {
    transpose<32, Word>(planes, column + first);
}

/// sum + carry * 2 = a + b + c.
template <class Word>
BALAK_SLICES_INLINE void full_add(const Word& a, const Word& b, const Word& c, Word& sum, Word& carry) {
    const Word half = a ^ b;
    const Word both = a & b;
    sum = half ^ c;
    carry = both | (half & c);
}

/// a += b + carry for numbers of so many bits; returns the carry out of the last.
template <std::size_t bits, class Word>
BALAK_SLICES_INLINE Word add(Word* a, const Word* b, Word carry = Word{}) {
#pragma GCC unroll 16
    for (std::size_t i = 0; i < bits; ++i) {
        full_add(a[i], b[i], carry, a[i], carry);
    }
    return carry;
}

/// a += b where b has fewer bits than a; nothing may be carried out of a.
template <std::size_t bits, std::size_t fewer, class Word>
BALAK_SLICES_INLINE void add_to(Word* a, const Word* b) {
    Word carry = add<fewer>(a, b);
#pragma GCC unroll 16
    for (std::size_t i = fewer; i < bits; ++i) {
        const Word sum = a[i] ^ carry;
        carry &= a[i];
        a[i] = sum;
    }
}

/// a -= b; returns where b was more.
template <std::size_t bits, class Word>
BALAK_SLICES_INLINE Word subtract(Word* a, const Word* b) {
    Word carry = ~Word{};
#pragma GCC unroll 16
    for (std::size_t i = 0; i < bits; ++i) {
        full_add(a[i], Word(~b[i]), carry, a[i], carry);
    }
    return ~carry;
}

/// The numbers of a tile as constants.
inline constexpr auto& tile_high = detail::tiles.high;
inline constexpr auto& tile_low = detail::tiles.low;

constexpr bool is_double(std::size_t tile) {
    return tile_high[tile] == tile_low[tile];
}

constexpr std::size_t tile_of(std::size_t one, std::size_t other) {
    return detail::tiles.bit[one][other];
}

/// How many of seven planes each round has a bit in.
template <class Word>
BALAK_SLICES_INLINE void count_seven(const Word& a, const Word& b, const Word& c, const Word& d, const Word& e,
                                     const Word& f, const Word& g, Word* count) {
    Word sum[2];
    Word carry[3];
    full_add(a, b, c, sum[0], carry[0]);
    full_add(d, e, f, sum[1], carry[1]);
    full_add(sum[0], sum[1], g, count[0], carry[2]);
    full_add(carry[0], carry[1], carry[2], count[1], count[2]);
}

/// How many of fourteen, of which no more than `size` are looked at.
template <std::size_t size, class Word, class Plane>
BALAK_SLICES_INLINE void count_fourteen(Plane plane, Word* count) {
    const auto at = [&](std::size_t i) BALAK_SLICES_LAMBDA { return i < size ? plane(i) : Word{}; };
    Word more[3];
    count_seven<Word>(at(0), at(1), at(2), at(3), at(4), at(5), at(6), count);
    count_seven<Word>(at(7), at(8), at(9), at(10), at(11), at(12), at(13), more);
    count[3] = add<3>(count, more);
}

/// How many of the tiles each round has a bit in.
template <class Word>
[[gnu::noinline]] void count_tiles(const Word* planes, Word (&count)[5]) {
    Word more[4];
    count_fourteen<14, Word>([&](std::size_t i) BALAK_SLICES_LAMBDA { return planes[i]; }, count);
    count_fourteen<14, Word>([&](std::size_t i) BALAK_SLICES_LAMBDA { return planes[14 + i]; }, more);
    count[4] = add<4>(count, more);
}

/// Tiles whose pips have a bit.
struct TilesOfWeight {
    std::size_t tile[14] = {};
    std::size_t size = 0;
};

template <std::size_t bit>
inline constexpr TilesOfWeight tiles_of_weight = [] {
    TilesOfWeight of;
    for (std::size_t tile = 0; tile < tiles; ++tile) {
        if ((detail::tiles.pips[tile] >> bit & 1) != 0) {
            of.tile[of.size++] = tile;
        }
    }
    return of;
}();

inline constexpr std::size_t pip_bits = 8; ///< of the pips of all tiles, 168

/// The pips of all tiles that each round has a bit in.
template <class Word>
[[gnu::noinline]] void count_pips(const Word* planes, Word* pips) {
    const auto add_weight = [&]<std::size_t bit>(std::integral_constant<std::size_t, bit>) BALAK_SLICES_LAMBDA {
        constexpr const TilesOfWeight& of = tiles_of_weight<bit>;
        Word count[4];
        count_fourteen<of.size, Word>([&](std::size_t i) BALAK_SLICES_LAMBDA { return planes[of.tile[i]]; }, count);
        add_to<pip_bits - bit, 4>(pips + bit, count);
    };
    for (std::size_t bit = 0; bit < pip_bits; ++bit) {
        pips[bit] = Word{};
    }
    add_weight(std::integral_constant<std::size_t, 0>());
    add_weight(std::integral_constant<std::size_t, 1>());
    add_weight(std::integral_constant<std::size_t, 2>());
    add_weight(std::integral_constant<std::size_t, 3>());
}

} // namespace balak::slices
