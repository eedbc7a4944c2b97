// What a round gives to whom, from the pips of the sides: what the engine and searches share.
#pragma once

#include "balak/round.hpp"
#include "balak/rules.hpp"
#include "balak/seat.hpp"

#include <algorithm>
#include <bit>
#include <optional>

namespace balak {

struct Score {
    std::optional<Side> winner;
    PerSide<int> points;
};

namespace detail {

/// The side with the fewest of something among `candidates` (one bit a side), as one bit a side.
inline unsigned fewest(const PerSide<int>& amount, unsigned candidates, int side_count) {
    unsigned best = 0;
    int least = 0;
    for (const Side side : sides(side_count)) {
        const unsigned bit = 1U << side.number();
        if ((candidates & bit) == 0 || (best != 0 && amount[side] > least)) {
            continue;
        }
        best = best != 0 && amount[side] == least ? best | bit : bit;
        least = amount[side];
    }
    return best;
}

template <class Tiles>
std::optional<Side> block_winner(const RuleSet& rules, std::optional<Side> last, const PerSide<int>& pips,
                                 Tiles tiles) {
    if (rules.block.winner == BlockWinner::blocker) {
        return last;
    }
    const int side_count = rules.side_count();
    unsigned best = fewest(pips, (1U << side_count) - 1, side_count);
    if (!std::has_single_bit(best) && rules.block.tie == BlockTie::fewest_tiles) {
        best = fewest(tiles(), best, side_count);
    }
    return std::has_single_bit(best) ? std::optional(Side(std::countr_zero(best))) : std::nullopt;
}

/// What the winner takes, bonuses aside: all pips on the table are `everyone`, its own `own`.
inline int won_points(const RuleSet& rules, Ending ending, int everyone, int own) {
    if (ending == Ending::out) {
        return rules.out.score == OutScore::all_hands ? everyone : everyone - own;
    }
    switch (rules.block.score) {
    case BlockScore::all_hands:
        return everyone;
    case BlockScore::losing_side:
        return everyone - own;
    case BlockScore::others_minus_own:
        break;
    }
    return std::max(0, everyone - 2 * own);
}

} // namespace detail

/// The winner and the points of a round that has ended with these pips in the hands of each side. `last` is the side
/// that laid the last tile; `tiles()` gives the tiles in the hands of each side, and is asked only where pips tie.
template <class Tiles>
Score score_of(const RuleSet& rules, Ending ending, std::optional<Side> last, bool capicu, const PerSide<int>& pips,
               Tiles tiles) {
    Score score;
    score.winner = ending == Ending::out ? last : detail::block_winner(rules, last, pips, tiles);
    int everyone = 0;
    for (const Side side : sides(rules.side_count())) {
        everyone += pips[side];
        score.points[side] = rules.scoring == Scoring::penalty ? -pips[side] : 0;
    }
    if (!score.winner) {
        return score;
    }
    if (rules.scoring == Scoring::winner_takes) {
        score.points[*score.winner] = detail::won_points(rules, ending, everyone, pips[*score.winner]);
    }
    if (ending == Ending::out) {
        score.points[*score.winner] += rules.out.bonus + (capicu ? rules.capicu_bonus : 0);
    }
    return score;
}

} // namespace balak
