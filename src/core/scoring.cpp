// What a round gives to whom.
#include "balak/round.hpp"

#include <algorithm>

namespace balak {
namespace {

template <class PerSeatValue>
PerSide<int> by_side(const RuleSet& rules, PerSeatValue value_of) {
    PerSide<int> sum;
    for (const Seat seat : seats(rules.players)) {
        sum[rules.side_of(seat)] += value_of(seat);
    }
    return sum;
}

/// The side with the fewest of something among `candidates` (one bit a side), as one bit a side.
unsigned fewest(const PerSide<int>& amount, unsigned candidates, int side_count) {
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

std::optional<Side> block_winner(const RuleSet& rules, std::optional<Seat> last_seat, const PerSide<int>& pips,
                                 const PerSeat<TileSet>& hands) {
    if (rules.block.winner == BlockWinner::blocker) {
        return last_seat ? std::optional(rules.side_of(*last_seat)) : std::nullopt;
    }
    const int side_count = rules.side_count();
    unsigned best = fewest(pips, (1U << side_count) - 1, side_count);
    if (!std::has_single_bit(best) && rules.block.tie == BlockTie::fewest_tiles) {
        const PerSide<int> tiles = by_side(rules, [&](Seat seat) { return hands[seat].size(); });
        best = fewest(tiles, best, side_count);
    }
    return std::has_single_bit(best) ? std::optional(Side(std::countr_zero(best))) : std::nullopt;
}

/// What the winner takes, bonuses aside: all pips on the table are `everyone`, its own `own`.
int won_points(const RuleSet& rules, Ending ending, int everyone, int own) {
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

} // namespace

RoundResult score_round(const RuleSet& rules, Ending ending, std::optional<Seat> last_seat, bool capicu,
                        const PerSeat<TileSet>& hands) {
    RoundResult result;
    result.ending = ending;
    result.capicu = capicu;
    result.last_seat = last_seat;
    for (const Seat seat : seats(rules.players)) {
        result.pips[seat] = hands[seat].pips();
    }
    const PerSide<int> pips = by_side(rules, [&](Seat seat) { return result.pips[seat]; });
    result.winner =
        ending == Ending::out ? std::optional(rules.side_of(*last_seat)) : block_winner(rules, last_seat, pips, hands);

    int everyone = 0;
    for (const Side side : sides(rules.side_count())) {
        everyone += pips[side];
        result.points[side] = rules.scoring == Scoring::penalty ? -pips[side] : 0;
    }
    if (!result.winner) {
        return result;
    }
    if (rules.scoring == Scoring::winner_takes) {
        result.points[*result.winner] = won_points(rules, ending, everyone, pips[*result.winner]);
    }
    if (ending == Ending::out) {
        result.points[*result.winner] += rules.out.bonus + (capicu ? rules.capicu_bonus : 0);
    }
    return result;
}

} // namespace balak
