// What a simple strategy is written in: words of 32 bits that hold tile sets, numbers or counts, either one (the plain
// engine) or as many as a SIMD register holds (rounds in lockstep). A strategy is a template over `Words`, which names
// the types and the operations beyond & | + - that it may use; lanes-inl.hpp has the same for lanes.
#pragma once

#include "balak/rules.hpp"
#include "balak/tile.hpp"

#include <bit>
#include <cstdint>

namespace balak::batch {

/// One round at a time. Numbers are signed where the name does not say otherwise.
struct ScalarWords {
    using Word = std::uint32_t;
    using Mask = bool;

    static Word set(std::uint32_t value) { return value; }
    static Mask is_zero(Word word) { return word == 0; }
    static Mask not_zero(Word word) { return word != 0; }
    static Mask less(Word a, Word b) { return static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b); }
    static Mask both(Mask one, Mask other) { return one && other; }
    static bool any(Mask mask) { return mask; }
    static Word where(Mask mask, Word yes, Word no) { return mask ? yes : no; }
    static Word only_where(Mask mask, Word value) { return mask ? value : 0; }
    static Word max(Word a, Word b) { return less(a, b) ? b : a; }
    static Word times(Word a, std::uint32_t factor) { return a * factor; }
    static Word product(Word a, Word b) { return a * b; }
    /// a / b, unsigned, both below 2^20, b above 0.
    static Word quotient(Word a, Word b) { return a / b; }
    template <int count>
    static Word shift_right(Word word) {
        return word >> count;
    }
    /// The upper half of the unsigned product.
    static Word upper_product(Word a, Word b) { return static_cast<Word>((std::uint64_t{a} * b) >> 32); }

    /// The tiles of the first set that are not in the other.
    static Word without(Word tiles, Word others) { return tiles & ~others; }
    static Word size(Word tiles) { return static_cast<Word>(std::popcount(tiles)); }
    /// The sizes of two sets, 15 at most each: size of the first | size of the other << 4.
    static Word sizes(Word first, Word other) { return size(first) | size(other) << 4; }
    static Word pips_of_all(Word tiles) { return static_cast<Word>(TileSet(tiles).pips()); }
    /// The heaviest or lightest tile of a set, as a set; the empty set for itself.
    static Word heaviest(Word tiles) { return std::bit_floor(tiles); }
    static Word lightest(Word tiles) { return tiles & (0 - tiles); }
    // Of a set of one tile; anything for the empty set:
    static Word bit(Word tile) { return static_cast<Word>(std::countr_zero(tile)) & 31; }
    static Word pips(Word tile) { return static_cast<Word>(Tile::from_bit(static_cast<int>(bit(tile)) % 28).pips()); }
    static Word high(Word tile) { return static_cast<Word>(Tile::from_bit(static_cast<int>(bit(tile)) % 28).high()); }
    /// The set of one tile with this bit number.
    static Word tile_of_bit(Word bit) { return Word{1} << bit; }
    /// All tiles that show a number.
    static Word suit(Word number) { return tiles_with(static_cast<int>(number)).bits(); }
    /// table[index], index 0..15.
    static Word lookup(const std::uint8_t (&table)[16], Word index) { return table[index]; }
};

/// What a strategy lays: a tile as a set, and whether at the left end.
template <class Words>
struct Choice {
    typename Words::Word tile;
    typename Words::Mask left;
};

/// What the seat to move can lay: tile sets. Where both ends show the same number `right` is empty, as in LegalMoves.
template <class Words>
struct Moves {
    typename Words::Word left;
    typename Words::Word right;
};

/// A number from which a best move is read: of two moves of the same worth one at the left comes first, then the
/// heavier.
inline constexpr std::uint32_t code_of_left = 32; // a bit above the number of a tile
inline constexpr std::uint32_t code_of_worth = 64;

/// The move of the most worth, by worth(tile, at_right, of): of(word) is what a word, of those that there is one a
/// round of, is for the round in which the move is made.
template <class Worth>
inline Choice<ScalarWords> best_move(const Moves<ScalarWords>& legal, Worth worth) {
    const auto of = [](std::uint32_t word) { return word; };
    std::uint32_t best = 0x80000000;
    for (std::uint32_t rest = legal.left; rest != 0; rest &= rest - 1) {
        const std::uint32_t tile = ScalarWords::lightest(rest);
        best = ScalarWords::max(best, worth(tile, false, of) * code_of_worth + code_of_left + ScalarWords::bit(tile));
    }
    for (std::uint32_t rest = legal.right; rest != 0; rest &= rest - 1) {
        const std::uint32_t tile = ScalarWords::lightest(rest);
        best = ScalarWords::max(best, worth(tile, true, of) * code_of_worth + ScalarWords::bit(tile));
    }
    return {ScalarWords::tile_of_bit(best & (code_of_left - 1)), (best & code_of_left) != 0};
}

} // namespace balak::batch
