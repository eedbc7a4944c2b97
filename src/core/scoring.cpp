// What a round gives to whom.
#include "core/scoring.hpp"

#include "balak/round.hpp"

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
    const Score score = score_of(rules, ending, last_seat ? std::optional(rules.side_of(*last_seat)) : std::nullopt,
                                 capicu, by_side(rules, [&](Seat seat) { return result.pips[seat]; }),
                                 [&] { return by_side(rules, [&](Seat seat) { return hands[seat].size(); }); });
    result.winner = score.winner;
    result.points = score.points;
    return result;
}

} // namespace balak
