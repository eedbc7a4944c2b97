// Who opens a round, and with what.
#include "core/opening.hpp"

#include <cassert>

namespace balak {

Opening opening_by_tile(const RuleSet& rules, const PerSeat<TileSet>& hands) {
    TileSet dealt;
    for (const Seat seat : seats(rules.players)) {
        dealt |= hands[seat];
    }
    const TileSet dealt_doubles = dealt & doubles;
    const Tile tile = (dealt_doubles.empty() ? dealt : dealt_doubles).heaviest();
    Opening opening;
    for (const Seat seat : seats(rules.players)) {
        if (hands[seat].contains(tile)) {
            opening.seat = seat;
        }
    }
    if (opening_tile_is_forced(rules)) {
        opening.tile = tile;
    }
    return opening;
}

Opening first_opening(const RuleSet& rules, const Deal& deal) {
    switch (rules.opening.first_round) {
    case FirstRound::lot:
        return {deal.lot, std::nullopt};
    // The highest double is 6-6 wherever that was dealt.
    case FirstRound::double_six:
    case FirstRound::highest_double:
        break;
    }
    return opening_by_tile(rules, deal.hands);
}

Opening later_opening(const RuleSet& rules, const Deal& deal, Seat opener, std::optional<Seat> last_seat) {
    switch (rules.opening.later_rounds) {
    case LaterRounds::winner:
        return {last_seat.value_or(opener), std::nullopt};
    case LaterRounds::alternate:
        return {opener.next(rules.players), std::nullopt};
    case LaterRounds::highest_double:
        break;
    }
    return opening_by_tile(rules, deal.hands);
}

bool tile_decides_opening(const RuleSet& rules, int round) {
    return round == 0 ? rules.opening.first_round != FirstRound::lot
                      : rules.opening.later_rounds == LaterRounds::highest_double;
}

bool opening_tile_is_forced(const RuleSet& rules) {
    return rules.opening.tile == OpeningTile::forced && rules.starter == Starter::none;
}

Opening opening_seen(const Observation& seen) {
    const Table& table = seen.table;
    assert(table.turn > 0);
    if (tile_decides_opening(seen.rules, seen.round) && opening_tile_is_forced(seen.rules)) {
        return {table.opener, table.events().front().tile()};
    }
    return {table.opener, std::nullopt};
}

} // namespace balak
