// Counter-based random numbers: every number is a function of what it is for, so that any of them can be made again
// without the ones before it, and no consumer can disturb another.
#pragma once

#include "balak/seat.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace balak {

/// What a block of random words is for; a part of the counter, so that purposes share no numbers.
enum class Purpose : std::uint8_t { deal = 1, lot = 2, strategy = 3, match = 4 };

/// Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011): four uniform 32-bit words
/// for (seed, purpose, deal, round, block). Deal numbers use 56 bits.
std::array<std::uint32_t, 4> random_block(std::uint64_t seed, Purpose purpose, std::uint64_t deal, std::uint32_t round,
                                          std::uint32_t block);

/// Fills `words` with the words of the blocks 0, 1, 2 and so on.
void random_words(std::uint64_t seed, Purpose purpose, std::uint64_t deal, std::uint32_t round,
                  std::span<std::uint32_t> words);

/// What a seat's strategy streams in a round are keyed by.
struct SeatKey {
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    bool operator==(const SeatKey&) const = default;
};

/// The keys of a round. Those of a deal are words of random_block() of their own: nothing that a seat makes of its key
/// tells anything of another seat's.
using RoundKey = PerSeat<SeatKey>;

/// A strategy's own stream of random numbers for one turn, keyed by deal, round, seat and turn. A counter-based hash
/// on 32-bit words, cheap enough for many rounds at once.
class TurnRandom {
public:
    constexpr TurnRandom(SeatKey key, int turn)
        : base_(mix(key.first + golden * static_cast<std::uint32_t>(turn)) ^ key.second) {}

    /// The next uniform 32-bit word.
    constexpr std::uint32_t word() { return mix(base_ + golden * count_++); }
    /// The word that comes when so many others were taken before it.
    constexpr std::uint32_t word_after(std::uint32_t others) const { return mix(base_ + golden * (count_ + others)); }
    /// Leaves words out.
    constexpr void skip(std::uint32_t words) { count_ += words; }
    /// Uniform in 0..bound-1, bound > 0. The bias is below bound / 2^32.
    constexpr std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>((std::uint64_t{word()} * bound) >> 32);
    }
    /// Uniform in 0..bound-1 for a bound up to 2^63. The bias is below bound / 2^64.
    constexpr std::uint64_t below_wide(std::uint64_t bound) {
        __extension__ using Wide = unsigned __int128;
        const std::uint64_t high = std::uint64_t{word()} << 32;
        return static_cast<std::uint64_t>((static_cast<Wide>(high | word()) * bound) >> 64);
    }
    /// A key for streams below this one (of a simulated round). All seats have the same: a turn is of one seat alone,
    /// and no seat of a simulated round learns its own stream.
    constexpr RoundKey key() {
        const std::uint32_t first = word();
        const SeatKey one{first, word()};
        return {{one, one, one, one}};
    }

    /// A key with which the stream of this turn begins with this word. A stream is told by its first word.
    static constexpr SeatKey key_of(std::uint32_t first_word, int turn) {
        // What is mixed first is then 0, of which nothing comes.
        return {0U - golden * static_cast<std::uint32_t>(turn), unmix(first_word)};
    }

private:
    static constexpr std::uint32_t golden = 0x9E3779B9; // 2^32 / golden ratio: the increment of a Weyl sequence

    /// A bijection in which every input bit flips about half of the output bits (Wellons, "lowbias32", 2018).
    static constexpr std::uint32_t mix(std::uint32_t x) {
        x ^= x >> 16;
        x *= 0x7FEB352D;
        x ^= x >> 15;
        x *= 0x846CA68B;
        x ^= x >> 16;
        return x;
    }

    /// The word that `mix` makes this one of.
    static constexpr std::uint32_t unmix(std::uint32_t x) {
        x ^= x >> 16;
        x *= 0x43021123; // times 0x846CA68B it is 1
        x ^= x >> 15 ^ x >> 30;
        x *= 0x1D69E2A5; // times 0x7FEB352D it is 1
        x ^= x >> 16;
        return x;
    }

    std::uint32_t base_;
    std::uint32_t count_ = 0;
};

} // namespace balak
