// Rounds in slices: what is known of them as planes, and a turn of one seat in all of them at once. Every step is made
// for all rounds; a round in which it does not happen has no bit in it.
#pragma once

#include "slices/block.hpp"
#include "slices/planes.hpp"

#include <array>
#include <cstring>
#include <type_traits>

namespace balak::slices {

/// The boneyard as seats draw from it: by ranks (DealPlan), which are places.
template <class Word>
struct Boneyard {
    static constexpr std::size_t most = 32;

    int first = 0; ///< rank of the tile in front
    int end = 0;   ///< rank beyond the last one
    int bits = 0;
    Word left[most];           ///< whether the tile is still there
    Word shows[numbers][most]; ///< whether it shows a number
    Word rank[5][tiles];       ///< of each tile, as a number
};

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
    const Rounds<Word>& rounds;
    int place;
    bool opening;     ///< nothing lies on the table, and any tile may be laid
    Word lays;        ///< rounds in which it has something to lay
    Word fits[tiles]; ///< tiles that fit an end
    // The answer:
    Word pick[tiles]; ///< the tile laid; none where there is nothing to lay
    Word at_right{};  ///< laid at the right end though it fits at the left too

    const Word (&hand() const)[tiles] { return rounds.hand[place]; }
    const RuleSet& rules() const { return *rounds.block->rules; }
    const SliceForm& form() const { return rounds.block->forms[static_cast<std::size_t>(place)]; }
    /// Whether a tile is in another hand or the boneyard.
    Word unseen(std::size_t tile) const {
        Word held = rounds.bone[tile];
        for (int other = 0; other < rounds.players; ++other) {
            held |= other != place ? rounds.hand[other][tile] : Word{};
        }
        return held;
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

    /// Lays the first playable tile of an order.
    template <const TileOrder& order>
    BALAK_SLICES_INLINE void lay_first() {
        Word open = lays;
#pragma GCC unroll 28
        for (std::size_t i = 0; i < tiles; ++i) {
            const std::size_t tile = order[i];
            const Word playable = hand()[tile] & fits[tile];
            pick[tile] = playable & open;
            open &= ~playable;
        }
    }
};

/// The order of a seat: its keys are the ranks with these bits turned round.
BALAK_SLICES_INLINE int turned_bits(int seat, int bits) {
    const int top = 1 << (bits - 1);
    return seat == 0 ? 0 : seat == 1 ? 2 * top - 1 : seat == 2 ? top : top - 1;
}

/// Moves the tiles to the hand whose key is not above `last`.
template <int bits, bool low_turned, bool top_turned, class Word>
[[gnu::noinline]] void take_up_to(const Word (*rank)[tiles], const Word* last, const Word& drawing, Word* bone,
                                  Word* hand) {
#pragma GCC unroll 28
    for (std::size_t tile = 0; tile < tiles; ++tile) {
        Word taken = ~Word{};
#pragma GCC unroll 5
        for (int bit = 0; bit < bits; ++bit) {
            // Not above: below in this bit, or as before where it is the same.
            const Word& own = rank[bit][tile];
            const bool turned = bit == bits - 1 ? top_turned : low_turned;
            taken = turned ? (last[bit] & own) | (taken & (last[bit] | own))
                           : (last[bit] & ~own) | (taken & (last[bit] | ~own));
        }
        taken &= bone[tile] & drawing;
        hand[tile] |= taken;
        bone[tile] ^= taken;
    }
}

/// What may be drawn, by keys: all that is left but the last ones of the order.
template <class Word>
void find_drawable(const Boneyard<Word>& boneyard, int turned, int reserve, Word* drawable) {
    Word beyond[tiles] = {}; // so many tiles and one more come later
    for (int key = (1 << boneyard.bits) - 1; key >= 0; --key) {
        const Word& left = boneyard.left[key ^ turned];
        drawable[key] = left & beyond[reserve - 1];
        for (int i = reserve - 1; i > 0; --i) {
            beyond[i] |= left & beyond[i - 1];
        }
        beyond[0] |= left;
    }
}

/// Draws where a seat is stuck, until a tile fits or none may be drawn. Returns where one fits; `kept` gets where
/// others were drawn.
template <class Word>
[[gnu::noinline]] Word draw(Rounds<Word>& rounds, int place, const Word (&ends)[numbers], const Word& stuck,
                            Word& kept) {
    constexpr int most = static_cast<int>(Boneyard<Word>::most);
    Boneyard<Word>& boneyard = rounds.boneyard;
    const int seat = rounds.seat_of(place);
    const int turned = turned_bits(seat, boneyard.bits);
    const int keys = 1 << boneyard.bits;
    const int reserve = rounds.block->rules->boneyard_reserve;
    Word drawable[most];
    if (reserve > 0) {
        find_drawable(boneyard, turned, reserve, drawable);
    }
    Word open = stuck; // still drawing
    Word drawn{};
    Word several{};
    Word taken[most + 1];
    for (int key = 0; key < keys; ++key) {
        const int rank = key ^ turned;
        if (rank < boneyard.first || rank >= boneyard.end) {
            taken[key] = Word{};
            continue;
        }
        Word fits{};
#pragma GCC unroll 7
        for (std::size_t n = 0; n < numbers; ++n) {
            fits |= boneyard.shows[n][rank] & ends[n];
        }
        const Word here = (reserve > 0 ? drawable[key] : boneyard.left[rank]) & open;
        open &= ~(here & fits);
        boneyard.left[rank] ^= here;
        several |= drawn & here;
        drawn |= here;
        taken[key] = here;
    }
    // The key of the last one that is taken, from whether one is taken from each key on.
    taken[keys] = Word{};
    for (int key = keys; key-- > 0;) {
        taken[key] |= taken[key + 1];
    }
    Word last[5] = {};
    for (int bit = 0; bit < boneyard.bits; ++bit) {
        for (int key = 1 << bit; key < keys; key += 2 << bit) {
            last[bit] |= taken[key] & ~taken[key + (1 << bit)];
        }
    }
    const auto take = [&]<int bits>(std::integral_constant<int, bits>) {
        auto* const take_in_order = seat == 0   ? &take_up_to<bits, false, false, Word>
                                    : seat == 1 ? &take_up_to<bits, true, true, Word>
                                    : seat == 2 ? &take_up_to<bits, false, true, Word>
                                                : &take_up_to<bits, true, false, Word>;
        take_in_order(boneyard.rank, last, drawn, rounds.bone, rounds.hand[place]);
    };
    boneyard.bits == 4 ? take(std::integral_constant<int, 4>()) : take(std::integral_constant<int, 5>());
    const Word found = stuck & ~open;
    kept = several | (drawn & ~found);
    return found;
}

/// Lays the tiles picked, ends rounds, and notes how.
template <class Word>
[[gnu::always_inline]] inline void lay(Rounds<Word>& rounds, int place, const Turn<Word>& turn) {
    Word shown[numbers] = {}; // by tiles that are no double
    Word laid_double{};
    Word rest{};
    Word* const hand = rounds.hand[place];
#pragma GCC unroll 28
    for (std::size_t tile = 0; tile < tiles; ++tile) {
        const Word pick = turn.pick[tile];
        hand[tile] ^= pick;
        rest |= hand[tile];
        if (is_double(tile)) {
            laid_double |= pick;
        } else {
            shown[tile_high[tile]] |= pick;
            shown[tile_low[tile]] |= pick;
        }
    }
    Word fits_left{};
    for (std::size_t n = 0; n < numbers; ++n) {
        fits_left |= shown[n] & rounds.left[n];
    }
    const Word out = turn.lays & ~rest;
    const Word pass = rounds.live & ~turn.lays;
    const Word& low = rounds.passes[0];
    const Word& high = rounds.passes[1];
    const Word blocked = pass & (rounds.players == 2 ? low : rounds.players == 3 ? high : low & high);
    const Word ended = out | blocked;
    if (any(ended)) {
        Word equal{};
        Word fits_right{};
        for (std::size_t n = 0; n < numbers; ++n) {
            equal |= rounds.left[n] & rounds.right[n];
            fits_right |= shown[n] & rounds.right[n];
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
    const Word at_left = fits_left & ~turn.at_right;
    const Word at_right = turn.lays & ~(at_left | laid_double);
    // The bit of the old number falls, that of the tile's other number rises.
    for (std::size_t n = 0; n < numbers; ++n) {
        rounds.left[n] ^= (shown[n] | rounds.left[n]) & at_left;
        rounds.right[n] ^= (shown[n] | rounds.right[n]) & at_right;
    }
    rounds.passes[1] = pass & (low ^ high);
    rounds.passes[0] = pass & ~low;
}

/// The turn of a place in all rounds that go on: `Form` is the slice form of its strategy.
template <class Word, class Form, bool draws>
[[gnu::noinline]] void take_turn(Rounds<Word>& rounds, int place, bool follows) {
    Word ends[numbers];
    for (std::size_t n = 0; n < numbers; ++n) {
        ends[n] = rounds.left[n] | rounds.right[n];
    }
    Turn<Word> turn{.rounds = rounds, .place = place, .opening = false, .lays = {}, .fits = {}, .pick = {}};
    Word playable{};
#pragma GCC unroll 28
    for (std::size_t tile = 0; tile < tiles; ++tile) {
        turn.fits[tile] = is_double(tile) ? ends[tile_high[tile]] : ends[tile_high[tile]] | ends[tile_low[tile]];
        playable |= turn.hand()[tile] & turn.fits[tile];
    }
    const Word stuck = rounds.live & ~playable;
    Word kept{};
    if (draws && any(stuck)) {
        playable |= draw(rounds, place, ends, stuck, kept);
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
    turn.lays = rounds.live & playable;
    Form::choose(turn);
    lay(rounds, place, turn);
    ++rounds.turn;
}

} // namespace balak::slices
