// Rounds in slices: what is known of them as planes, and a turn of one seat in all of them at once. Every step is made
// for all rounds; a round in which it does not happen has no bit in it.
#pragma once

#include "slices/block.hpp"
#include "slices/boneyard.hpp"
#include "slices/planes.hpp"

#include <array>
#include <cstring>
#include <type_traits>

namespace balak::slices {

/// The rounds of a word.
template <class Word>
struct Rounds {
    const Block* block = nullptr;
    std::size_t first_row = 0;
    int players = 0;
    int turn = 0; ///< plays and passes so far, of all rounds that go on

    Word live{};
    Word left[numbers] = {}; ///< the number at the left end
    Word right[numbers] = {};
    Word hand[max_seats][tiles]; ///< by place
    Word passes[2] = {};         ///< in a row, as a number
    Word bone[tiles];            ///< tiles in the boneyard
    Boneyard<Word> boneyard;
    // Where a strategy looks at the table:
    Word owned[max_seats][tiles]; ///< tiles that a seat was dealt or has drawn
    Word lacks[max_seats][numbers];
    // Of rounds that have ended:
    Word out{}; ///< somebody went out
    Word capicu{};
    Word nobody_laid{};
    Word last[2] = {};  ///< the place that laid the last tile, as a number
    Word turns[8] = {}; ///< plays and passes, as a number

    int seat_of(int place) const { return (block->first_seat + place) % players; }
    int next(int place) const { return place + 1 == players ? 0 : place + 1; }
};

/// All tiles in some order.
using TileOrder = std::array<std::uint8_t, tiles>;

inline constexpr TileOrder heaviest_first = [] {
    TileOrder order{};
    for (std::size_t i = 0; i < tiles; ++i) {
        order[i] = static_cast<std::uint8_t>(tiles - 1 - i);
    }
    return order;
}();

/// Doubles before all others: doubles-first lays so, and who has to open with the highest double.
inline constexpr TileOrder doubles_first = [] {
    TileOrder order{};
    std::size_t next = 0;
    for (const bool doubles : {true, false}) {
        for (const std::uint8_t tile : heaviest_first) {
            if (is_double(tile) == doubles) {
                order[next++] = tile;
            }
        }
    }
    return order;
}();

/// What a strategy sees of a turn, and what it answers. It asks for what its seat may know, in planes.
template <class Word>
struct Turn {
    Turn(const Rounds<Word>& all_rounds, int own_place, bool opens, const Word& where_it_lays)
        : rounds(all_rounds), place(own_place), opening(opens), lays(where_it_lays) {}

    const Rounds<Word>& rounds;
    int place;
    bool opening; ///< nothing lies on the table, and any tile may be laid
    Word lays;    ///< rounds in which it has something to lay
    // The answer:
    Word pick[tiles]; ///< the tile laid; none where there is nothing to lay
    Word at_right{};  ///< laid at the right end though it fits at the left too

    const Word (&hand() const)[tiles] { return rounds.hand[place]; }
    const RuleSet& rules() const { return *rounds.block->rules; }
    const SliceForm& form() const { return rounds.block->forms[static_cast<std::size_t>(place)]; }
    /// The tiles in other hands or the boneyard.
    void find_unseen(Word (&unseen)[tiles]) const {
        std::memcpy(unseen, rounds.bone, sizeof unseen);
        for (int other = rounds.next(place); other != place; other = rounds.next(other)) {
            for (std::size_t tile = 0; tile < tiles; ++tile) {
                unseen[tile] |= rounds.hand[other][tile];
            }
        }
    }

    /// The moves by the end and the number that it shows afterwards: the left end's seven, then the right one's. That
    /// goes up from the lightest tile. Where both ends show the same number there is none at the right.
    void find_moves(Word* moves) const {
        Word equal{};
        for (std::size_t n = 0; n < numbers; ++n) {
            equal |= rounds.left[n] & rounds.right[n];
        }
        const Word at_left = lays;
        const Word right_differs = lays & ~equal;
#pragma GCC unroll 7
        for (std::size_t shown = 0; shown < numbers; ++shown) {
            Word left{};
            Word right{};
#pragma GCC unroll 7
            for (std::size_t n = 0; n < numbers; ++n) {
                left |= rounds.left[n] & hand()[tile_of(n, shown)];
                right |= rounds.right[n] & hand()[tile_of(n, shown)];
            }
            moves[shown] = left & at_left;
            moves[numbers + shown] = right & right_differs;
        }
    }

    /// Lays one of such moves.
    void lay_moves(const Word* moves) {
        const Word* const to_left = moves;
        const Word* const to_right = moves + numbers;
#pragma GCC unroll 28
        for (std::size_t tile = 0; tile < tiles; ++tile) {
            const std::size_t high = tile_high[tile];
            const std::size_t low = tile_low[tile];
            pick[tile] = (rounds.left[high] & to_left[low]) | (rounds.right[high] & to_right[low]);
            if (!is_double(tile)) {
                pick[tile] |= (rounds.left[low] & to_left[high]) | (rounds.right[low] & to_right[high]);
            }
        }
        at_right = Word{};
        for (std::size_t n = 0; n < numbers; ++n) {
            at_right |= to_right[n];
        }
    }

    /// Lays the first tile of the hand in an order, whatever lies on the table.
    template <const TileOrder& order>
    BALAK_SLICES_INLINE void lay_first() {
        Word open = lays;
#pragma GCC unroll 28
        for (std::size_t i = 0; i < tiles; ++i) {
            const std::size_t tile = order[i];
            pick[tile] = hand()[tile] & open;
            open &= ~hand()[tile];
        }
    }
};

/// A strategy that lays the first playable tile of an order, and says no more than that.
template <class Form>
concept LaysInOrder = requires {
    Form::order;
};

/// What has been laid in a turn.
template <class Word>
struct Laid {
    Word lays{};              ///< rounds in which something was
    Word shown[numbers] = {}; ///< the numbers of tiles that are no double
    Word doubles{};
    Word rest{}; ///< rounds in which tiles are left in the hand

    BALAK_SLICES_INLINE void take(std::size_t tile, const Word& pick, Word* hand) {
        hand[tile] ^= pick;
        rest |= hand[tile];
        if (is_double(tile)) {
            doubles |= pick;
        } else {
            shown[tile_high[tile]] |= pick;
            shown[tile_low[tile]] |= pick;
        }
    }
};

/// Ends rounds, and notes how; `at_right` as in Turn.
template <class Word>
BALAK_SLICES_INLINE void end_turn(Rounds<Word>& rounds, int place, const Laid<Word>& laid, const Word& at_right) {
    Word fits_left{};
    for (std::size_t n = 0; n < numbers; ++n) {
        fits_left |= laid.shown[n] & rounds.left[n];
    }
    const Word out = laid.lays & ~laid.rest;
    const Word pass = rounds.live & ~laid.lays;
    const Word& low = rounds.passes[0];
    const Word& high = rounds.passes[1];
    const Word blocked = pass & (rounds.players == 2 ? low : rounds.players == 3 ? high : low & high);
    const Word ended = out | blocked;
    if (any(ended)) {
        Word equal{};
        Word fits_right{};
        for (std::size_t n = 0; n < numbers; ++n) {
            equal |= rounds.left[n] & rounds.right[n];
            fits_right |= laid.shown[n] & rounds.right[n];
        }
        rounds.capicu |= out & fits_left & fits_right & ~equal;
        rounds.out |= out;
        // So many passes in a row come back to who laid the last tile, or all of the round's turns were passes.
        rounds.nobody_laid |= all_if<Word>(rounds.turn + 1 == rounds.players) & blocked;
        for (int bit = 0; bit < 2; ++bit) {
            rounds.last[bit] |= (place >> bit & 1) != 0 ? ended : Word{};
        }
        for (int bit = 0; bit < 8; ++bit) {
            rounds.turns[bit] |= ((rounds.turn + 1) >> bit & 1) != 0 ? ended : Word{};
        }
        rounds.live &= ~ended;
    }
    const Word left = fits_left & ~at_right;
    const Word right = laid.lays & ~(left | laid.doubles);
    // The bit of the old number falls, that of the tile's other number rises.
    for (std::size_t n = 0; n < numbers; ++n) {
        rounds.left[n] ^= (laid.shown[n] | rounds.left[n]) & left;
        rounds.right[n] ^= (laid.shown[n] | rounds.right[n]) & right;
    }
    rounds.passes[1] = pass & (low ^ high);
    rounds.passes[0] = pass & ~low;
    ++rounds.turn;
}

/// Where a tile fits an end.
template <class Word>
BALAK_SLICES_INLINE Word fits(const Word (&ends)[numbers], std::size_t tile) {
    return is_double(tile) ? ends[tile_high[tile]] : ends[tile_high[tile]] | ends[tile_low[tile]];
}

/// Where a seat has a tile that fits, after it has drawn where it had none.
template <class Word, bool draws>
BALAK_SLICES_INLINE Word find_playable(Rounds<Word>& rounds, int place, const Word (&ends)[numbers], bool follows) {
    Word playable{};
#pragma GCC unroll 28
    for (std::size_t tile = 0; tile < tiles; ++tile) {
        playable |= rounds.hand[place][tile] & fits(ends, tile);
    }
    const Word stuck = rounds.live & ~playable;
    Word kept{};
    if (draws && any(stuck)) {
        playable |= rounds.boneyard.draw(rounds.seat_of(place), ends, stuck, rounds.bone, rounds.hand[place], kept);
    }
    if (follows) {
        // Tiles that were drawn and did not fit may show what the seat lacked before.
        for (std::size_t n = 0; n < numbers; ++n) {
            rounds.lacks[place][n] = (rounds.lacks[place][n] & ~kept) | (ends[n] & stuck);
        }
        for (std::size_t tile = 0; draws && tile < tiles; ++tile) {
            rounds.owned[place][tile] |= rounds.hand[place][tile];
        }
    }
    return playable & rounds.live;
}

/// The turn of a place in all rounds that go on: `Form` is the slice form of its strategy.
template <class Word, class Form, bool draws>
[[gnu::noinline]] void take_turn(Rounds<Word>& rounds, int place, bool follows) {
    Word ends[numbers];
    for (std::size_t n = 0; n < numbers; ++n) {
        ends[n] = rounds.left[n] | rounds.right[n];
    }
    Word* const hand = rounds.hand[place];
    Laid<Word> laid;
    if constexpr (LaysInOrder<Form>) {
        // In one go: where nothing is drawn and nobody looks, what is playable need not be known before.
        if (draws || follows) {
            find_playable<Word, draws>(rounds, place, ends, follows);
        }
        Word open = rounds.live;
#pragma GCC unroll 28
        for (std::size_t i = 0; i < tiles; ++i) {
            const std::size_t tile = Form::order[i];
            const Word playable = hand[tile] & fits(ends, tile);
            laid.take(tile, playable & open, hand);
            open &= ~playable;
        }
        laid.lays = rounds.live & ~open;
        end_turn(rounds, place, laid, Word{});
    } else {
        Turn<Word> turn(rounds, place, false, find_playable<Word, draws>(rounds, place, ends, follows));
        Form::choose(turn);
#pragma GCC unroll 28
        for (std::size_t tile = 0; tile < tiles; ++tile) {
            laid.take(tile, turn.pick[tile], hand);
        }
        laid.lays = turn.lays;
        end_turn(rounds, place, laid, turn.at_right);
    }
}

} // namespace balak::slices
