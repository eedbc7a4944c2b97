#include "io/results.hpp"

#include "balak/version.hpp"
#include "io/bot_results.hpp"
#include "io/standings.hpp"
#include "io/stop_config.hpp"
#include "slices/target.hpp"
#include "tournament/adjusted.hpp"
#include "tournament/design.hpp"
#include "tournament/statistics.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>

namespace balak::io {
namespace {

using namespace tournament;

template <class T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json estimate_json(const Estimate& estimate) {
    Json json = {{"mean", estimate.mean}, {"standard_error", or_null(estimate.standard_error)}, {"ci95", nullptr}};
    if (estimate.interval) {
        json["ci95"] = {estimate.interval->low, estimate.interval->high};
    }
    return json;
}

/// Pairs of a bin's middle and its count, for bins that are not empty.
Json histogram_json(const Histogram& histogram) {
    Json bins = Json::array();
    for (std::size_t bin = 0; bin < histogram.counts().size(); ++bin) {
        if (histogram.counts()[bin] != 0) {
            bins.push_back({histogram.middle(bin), histogram.counts()[bin]});
        }
    }
    return {{"bin_width", histogram.width()}, {"bins", std::move(bins)}};
}

Json adjusted_json(const PairingTally& pairing, int scale) {
    const std::optional<Adjusted> estimates = adjusted(pairing, scale);
    if (!estimates) {
        return nullptr;
    }
    return {{"measures", luck_names},
            {"win_rate", estimate_json(estimates->win_rate)},
            {"points_per_match", estimate_json(estimates->margin_per_match)},
            {"points_per_round", estimate_json(estimates->margin_per_round)},
            {"gain", or_null(gain(pairing.deals, pairing.match_margin_squared, scale, estimates->margin_per_match))}};
}

Json spread_json(const Estimate& estimate, std::optional<double> sd, const Histogram& histogram) {
    Json json = estimate_json(estimate);
    json["sd"] = or_null(sd);
    json["histogram"] = histogram_json(histogram);
    return json;
}

double ratio(std::int64_t part, std::int64_t whole) {
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

Json split_json(const Split& split) {
    return {{"a", split.a}, {"b", split.b}, {"nobody", split.nobody}};
}

Json opened_json(const PairingTally::Opened& opened, int scale) {
    return {{"rounds", opened.rounds},
            {"won", split_json(opened.won)},
            {"win_rate", ratio(opened.won.a, opened.rounds)},
            {"points_per_round", ratio(opened.margin, opened.rounds * scale)}};
}

/// The results of a in each place; the two seats of a partnership are one.
Json by_seat_json(const PairingTally& pairing, const RuleSet& rules) {
    Json list = Json::array();
    const int others = rules.side_count() - 1;
    for (const Side side : sides(rules.side_count())) {
        Json seats_of_side = Json::array();
        for (const Seat seat : seats(rules.players)) {
            if (rules.side_of(seat) == side) {
                seats_of_side.push_back(seat.number());
            }
        }
        const PairingTally::Place& place = pairing.by_side[side];
        list.push_back({{"seats", std::move(seats_of_side)},
                        {"matches", place.matches},
                        {"win_rate", ratio(place.shares, place.matches * full_share)},
                        {"points_per_match", ratio(place.margin, place.matches * others)}});
    }
    return list;
}

/// One number of each block, separated by spaces: on one line of the file.
template <class Value>
std::string block_text(const ByBlock<BlockSums>& blocks, const Value& value) {
    std::string text;
    for (const auto& [deals, block] : blocks.all()) {
        fmt::format_to(std::back_inserter(text), "{}{}", text.empty() ? "" : " ", value(block));
    }
    return text;
}

Json blocks_json(const ByBlock<BlockSums>& blocks) {
    return {{"shares", block_text(blocks, [](const DealTotals& block) { return block.shares; })},
            {"margin", block_text(blocks, [](const DealTotals& block) { return block.margin; })},
            {"rounds", block_text(blocks, [](const DealTotals& block) { return block.rounds; })}};
}

/// The counts of the table, and the units of the pairings' blocks.
Json table_blocks_json(const Tally& tally, const Schedule& schedule) {
    Json json = {{"count", block_count}, {"shares_of_match", full_share}, {"margins_of_point", schedule.scale}};
    const std::vector<DesignCounts> blocks = design_counts(tally);
    std::map<std::string_view, std::string> texts;
    for (const DesignCounts& block : blocks) {
        DesignCounts::each_count(
            [&](std::string_view name, std::int64_t count) {
                std::string& text = texts[name];
                fmt::format_to(std::back_inserter(text), "{}{}", text.empty() ? "" : " ", count);
            },
            block);
    }
    DesignCounts::each_count([&](std::string_view name, std::int64_t) { json[std::string(name)] = texts[name]; },
                             blocks.front());
    return json;
}

Json pairing_json(const Tournament& tournament, const RuleSet& rules, const Schedule& schedule, std::size_t number,
                  const PairingTally& pairing, const Standings& standings) {
    const DealSums& sums = pairing.deals;
    const int scale = schedule.scale;
    const std::string& a = tournament.entrants[schedule.pairings[number].a].name;
    Json json = {
        {"a", a},
        {"b", tournament.entrants[schedule.pairings[number].b].name},
        {"seen_from", a},
        {"deals", sums.deals},
        {"matches", sums.matches},
        {"wins", pairing.wins},
        {"draws", pairing.draws},
        {"losses", pairing.losses},
        {"win_rate", estimate_json(win_rate(sums))},
        {"points_per_match", spread_json(margin_per_match(sums, scale),
                                         deviation(sums.matches, sums.sum.margin, pairing.match_margin_squared, scale),
                                         pairing.match_margins)},
        {"points_per_round",
         spread_json(margin_per_round(sums, scale),
                     deviation(sums.sum.rounds, sums.sum.margin, pairing.round_margin_squared, scale),
                     pairing.round_margins)},
        {"duplication_gain", or_null(duplication_gain(sums, pairing.match_margin_squared, scale))},
        {"rounds", sums.sum.rounds},
        {"rounds_won", split_json(pairing.rounds_won)},
        {"blocked_rounds_won", split_json(pairing.blocked_won)},
        {"capicu", {{"a", pairing.capicu.a}, {"b", pairing.capicu.b}}},
        {"shut_outs", {{"a", pairing.shut_outs.a}, {"b", pairing.shut_outs.b}}},
        {"by_seat", by_seat_json(pairing, rules)},
        {"by_opener", {{"a", opened_json(pairing.opened_by_a, scale)}, {"b", opened_json(pairing.opened_by_b, scale)}}},
    };
    if (has_bots(tournament)) {
        json["forfeits"] = {{"a", pairing.forfeits.a}, {"b", pairing.forfeits.b}};
    }
    if (tournament.adjust) {
        json["adjusted"] = adjusted_json(pairing, scale);
    }
    add_tests(json, standings, number);
    json["blocks"] = blocks_json(pairing.blocks);
    return json;
}

Json ladder_json(const Tournament& tournament, const RuleSet& rules, const Tally& tally, const Standings& standings) {
    Json ladder = Json::array();
    const int others = rules.side_count() - 1;
    const std::vector<EntrantTally> entrants = tally.entrants();
    for (const std::size_t number : standings.order) {
        const EntrantTally& entrant = entrants[number];
        const CentredSums& sums = entrant.deals;
        ladder.push_back({{"rank", ladder.size() + 1},
                          {"name", tournament.entrants[number].name},
                          {"type", tournament.entrants[number].type},
                          {"matches", sums.matches},
                          {"wins", entrant.wins},
                          {"draws", entrant.draws},
                          {"losses", entrant.losses},
                          {"rounds", sums.sum.rounds},
                          {"win_rate", estimate_json(win_rate(sums))},
                          {"even_win_rate", even_win_rate(tournament, rules)},
                          {"points_per_match", estimate_json(margin_per_match(sums, others))},
                          {"points_per_round", estimate_json(margin_per_round(sums, others))}});
        if (tournament.entrants[number].sees_all) {
            ladder.back()["sees_all"] = true;
        }
        if (tournament.entrants[number].bot) {
            ladder.back()["faults"] = faults_json(entrant);
        }
        add_standing(ladder.back(), standings, number);
    }
    return ladder;
}

Json totals_json(const TableTally& table, std::int64_t deals) {
    return {
        {"deals", deals},
        {"matches", table.matches},
        {"drawn_matches", table.drawn_matches},
        {"shut_outs", table.shut_outs},
        {"rounds", table.rounds},
        {"rounds_per_match", ratio(table.rounds, table.matches)},
        {"blocked_rounds", table.blocked},
        {"blocked_rate", ratio(table.blocked, table.rounds)},
        {"rounds_nobody_won", table.nobody_won},
        {"rounds_opener_won", table.opener_won},
        {"opener_win_rate", ratio(table.opener_won, table.rounds)},
        {"capicu", table.capicu},
        {"turns", table.turns},
        {"turns_per_round", ratio(table.turns, table.rounds)},
        {"passes", table.passes},
        {"tiles_drawn", table.tiles_drawn},
        {"tiles_drawn_per_round", ratio(table.tiles_drawn, table.rounds)},
    };
}

Json design_json(const RuleSet& rules, const Tally& tally) {
    Json json;
    for (const DesignFigure& figure : design_figures(rules, tally)) {
        json[figure.key] = estimate_json(figure.estimate);
    }
    return json;
}

} // namespace

std::vector<std::size_t> ladder_order(const Tally& tally) {
    const std::vector<EntrantTally> entrants = tally.entrants();
    std::vector<std::size_t> order(entrants.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto key = [&](std::size_t number) {
        const CentredSums& sums = entrants[number].deals;
        return std::pair(win_rate(sums).mean, margin_per_round(sums, 1).mean);
    };
    std::ranges::stable_sort(order, std::greater<>(), key);
    return order;
}

double even_win_rate(const Tournament& tournament, const RuleSet& rules) {
    return tournament.format == Format::free_for_all ? 1.0 / rules.side_count() : 0.5;
}

Json statistics_json(const Tournament& tournament, const Outcome& outcome) {
    Json list = Json::array();
    for (std::size_t i = 0; i < outcome.tallies.size(); ++i) {
        const RuleSet& rules = tournament.rules[i];
        const Tally& tally = outcome.tallies[i];
        const Schedule schedule = make_schedule(tournament.format, rules, tournament.entrants.size());
        const Standings standing = standings(tournament, rules, schedule, tally);
        Json pairings = Json::array();
        for (std::size_t number = 0; number < tally.pairings().size(); ++number) {
            pairings.push_back(pairing_json(tournament, rules, schedule, number, tally.pairings()[number], standing));
            if (tournament.stop) {
                const std::vector<PairingStop>& stops = outcome.stops[i];
                pairings.back()["stop"] =
                    stop_json(*tournament.stop, number < stops.size() ? stops[number] : PairingStop());
            }
        }
        list.push_back({{"rules", describe(rules)},
                        {"totals", totals_json(tally.table(), tally.deals())},
                        {"design", design_json(rules, tally)},
                        {"strategies", ladder_json(tournament, rules, tally, standing)},
                        {"ratings", ratings_json(tournament, standing)},
                        {"pairings", std::move(pairings)},
                        {"blocks", table_blocks_json(tally, schedule)}});
    }
    return list;
}

/// The targets that rounds or roll-outs were played on: `avx2`, of parts of a run on several machines `avx2+avx3`,
/// without any `plain`.
std::string target_text(const Outcome& outcome) {
    return outcome.targets.empty() ? std::string(slices::plain_target)
                                   : fmt::format("{}", fmt::join(outcome.targets, "+"));
}

Json results_json(const Config& config, const Outcome& outcome) {
    const auto rate = [&](std::uint64_t count) {
        return outcome.seconds > 0 ? static_cast<double>(count) / outcome.seconds : 0.0;
    };
    Json json = {{"schema", results_schema},
                 {"config", to_json(config)},
                 {"statistics", statistics_json(config.tournament, outcome)},
                 {"run",
                  {{"complete", outcome.complete},
                   {"version", version()},
                   {"target", target_text(outcome)},
                   {"rounds_in_slices", outcome.rounds_in_slices},
                   {"threads", outcome.threads},
                   {"seconds", outcome.seconds},
                   {"matches_per_second", rate(outcome.matches() - outcome.matches_before)},
                   {"rounds_per_second", rate(outcome.rounds() - outcome.rounds_before)}}}};
    if (outcome.matches_before > 0) {
        json["run"]["matches_before"] = outcome.matches_before;
    }
    if (!outcome.failure.empty()) {
        json["run"]["failure"] = outcome.failure;
    }
    if (has_bots(config.tournament)) {
        add_bots(json["run"], config.tournament, outcome);
    }
    return json;
}

} // namespace balak::io
