#include "tournament/plan.hpp"

#include "balak/random.hpp"

#include <fmt/format.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace balak::tournament {

void Chunk::clear() {
    tally.clear(first, count);
    records.clear();
    notes.clear();
    forfeits.clear();
    rounds_in_slices = 0;
    roll_outs_in_slices = false;
    failure = nullptr;
}

std::string Plan::without_end() const {
    return fmt::format("the match goes on without end: nobody reaches the target of {} in {} rounds under the "
                       "rules \"{}\"",
                       rules.match.target, most_rounds(), describe(rules));
}

std::string Plan::place(std::uint64_t deal, std::size_t leg_number) const {
    std::string text = describe(rules) + ", deal " + std::to_string(deal);
    for (const Seat seat : seats(rules.players)) {
        text += ", " + entrant_in(leg(deal, leg_number), seat).name + " in seat " + std::to_string(seat.number());
    }
    return text + ": ";
}

std::optional<std::uint64_t> Plan::record_number(std::uint64_t deal, std::size_t leg) const {
    const std::uint64_t wanted = options.record_matches;
    const std::uint64_t per_table = legs_per_table;
    const std::uint64_t tables = schedule.legs_per_deal / per_table;
    const std::uint64_t before = deal * per_table; // matches of each table with earlier deals
    if (before >= wanted) {
        return std::nullopt;
    }
    const std::uint64_t of_deal = std::min(per_table, wanted - before);
    if (leg % per_table >= of_deal) {
        return std::nullopt;
    }
    return first_match + before * tables + leg / per_table * of_deal + leg % per_table;
}

std::uint64_t Plan::opaque_number(std::uint64_t deal, std::size_t leg) const {
    const Leg& played_leg = this->leg(deal, leg);
    std::string names = describe(rules);
    for (const Side side : sides(rules.side_count())) {
        names += '\0' + tournament.entrants[played_leg.entrants[side]].name;
    }
    const std::uint64_t meeting = XXH3_64bits(names.data(), names.size());
    const auto words = random_block(tournament.seed, Purpose::match, deal, static_cast<std::uint32_t>(meeting),
                                    static_cast<std::uint32_t>(meeting >> 32U));
    constexpr std::uint64_t most = (std::uint64_t{1} << 53U) - 1;
    return std::max<std::uint64_t>(1, ((std::uint64_t{words[0]} << 32U) | words[1]) & most);
}

bool Plan::play_on(std::uint64_t deal, std::size_t leg_number, OngoingMatch& match, PlayedMatch& played,
                   const PerSeat<Strategy*>& players, const std::function<const Deal&(int)>& deal_of_round) const {
    while (!match.over()) {
        if (match.between_rounds()) {
            if (match.round_number() == most_rounds()) {
                throw std::runtime_error(without_end());
            }
            match.begin_round(deal_of_round(match.round_number()));
        }
        if (!match.play_on(players)) {
            return false;
        }
        const RoundResult result = match.end_round(played);
        if (const auto number = record_number(deal, leg_number)) {
            PerSeat<std::string_view> names;
            for (const Seat seat : seats(rules.players)) {
                names[seat] = entrant_in(leg(deal, leg_number), seat).name;
            }
            options.format_record({*number, match.round_number() - 1, rule_set, rules, names, match.deal(),
                                   match.round(), result, match.match()},
                                  played.records);
        }
    }
    return true;
}

void Plan::count(std::uint64_t deal, std::size_t leg_number, const PlayedMatch& played, Chunk& chunk) const {
    played.count(rules, leg(deal, leg_number), chunk.tally);
    chunk.records += played.records;
    chunk.notes += played.notes;
    if (played.forfeit) {
        if (const auto number = record_number(deal, leg_number)) {
            chunk.forfeits.push_back({*number, rule_set, static_cast<int>(played.rounds.size()) - 1,
                                      leg(deal, leg_number).entrants[played.forfeit->side], *played.forfeit});
        }
    }
}

void Plan::add_note(std::uint64_t match, const Observation& seen, std::string_view note, PlayedMatch& played) {
    fmt::format_to(std::back_inserter(played.notes),
                   "{{\"match\":{},\"round\":{},\"turn\":{},\"seat\":{},\"note\":{}}}\n", match, seen.round,
                   seen.table.turn, seen.seat.number(), note);
}

} // namespace balak::tournament
