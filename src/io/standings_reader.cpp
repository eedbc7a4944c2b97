#include "io/standings_reader.hpp"

#include "io/results_nodes.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace balak::io {
namespace {

using namespace tournament;

Estimate read_elo(const Node& row) {
    constexpr double most_elo = 1e9;
    return {member(row, "elo").number(-most_elo, most_elo), number_or_null(member(row, "elo_error"), 0, most_elo),
            read_interval(member(row, "elo_ci95"))};
}

LadderRow read_ladder_row(const Node& node) {
    LadderRow row;
    row.name = member(node, "name").name();
    row.sees_all = node.has("sees_all") && node.at("sees_all").boolean();
    for (const Node& group : list(member(node, "groups"))) {
        row.groups.push_back(group.name());
    }
    row.matches = count(member(node, "matches"));
    row.wins = count(member(node, "wins"));
    row.draws = count(member(node, "draws"));
    row.losses = count(member(node, "losses"));
    if (node.has("faults")) {
        const Node faults = node.at("faults");
        if (!faults.is_object()) {
            faults.expected("an object");
        }
        for (const auto& [kind, unused] : faults.value().items()) {
            row.forfeits += count(faults.at(kind));
        }
    }
    row.win_rate = read_estimate(member(node, "win_rate"));
    row.even_win_rate = member(node, "even_win_rate").number(0, 1);
    row.elo = read_elo(node);
    row.points_per_round = read_estimate(member(node, "points_per_round"));
    row.points_per_match = read_estimate(member(node, "points_per_match"));
    row.nash_share = number_or_null(member(node, "nash_share"), 0, 1);
    return row;
}

Spread read_spread(const Node& node) {
    constexpr std::int64_t most_points = 1'000'000'000;
    Spread spread;
    spread.mean = read_estimate(node);
    spread.sd = number_or_null(member(node, "sd"), 0, 1e15);
    const Node histogram = member(node, "histogram");
    spread.bin_width = member(histogram, "bin_width").integer(1, most_points);
    for (const Node& bin : list(member(histogram, "bins"))) {
        const std::vector<Node> pair = list(bin);
        if (pair.size() != 2) {
            bin.expected("a pair: the middle of a bin and its count");
        }
        const std::int64_t middle = pair[0].integer(-most_points, most_points);
        if (!spread.bins.empty() && middle <= spread.bins.back().first) {
            pair[0].expected("more points than in the bin before");
        }
        spread.bins.emplace_back(middle, count(pair[1]));
    }
    return spread;
}

PairingStandings read_pairing_standings(const Node& node) {
    PairingStandings pairing;
    pairing.a = member(node, "a").name();
    pairing.b = member(node, "b").name();
    pairing.matches = count(member(node, "matches"));
    pairing.rounds = count(member(node, "rounds"));
    pairing.wins = count(member(node, "wins"));
    pairing.draws = count(member(node, "draws"));
    pairing.losses = count(member(node, "losses"));
    pairing.duplication_gain = number_or_null(member(node, "duplication_gain"), 0, 1e15);
    pairing.match_points = read_spread(member(node, "points_per_match"));
    pairing.round_points = read_spread(member(node, "points_per_round"));
    if (node.has("stop")) {
        pairing.decision = member(node.at("stop"), "decision").name();
    }
    return pairing;
}

RulesStandings read_rules_standings(const Node& node) {
    RulesStandings rules;
    rules.title = member(node, "rules").name();
    const Node totals = member(node, "totals");
    rules.matches = count(member(totals, "matches"));
    rules.rounds = count(member(totals, "rounds"));
    for (const Node& row : list(member(node, "strategies"))) {
        rules.ladder.push_back(read_ladder_row(row));
    }
    if (rules.ladder.size() < 2) {
        node.at("strategies").expected("a list of at least two strategies");
    }
    const Node design = member(node, "design");
    for (const DesignRatio& figure : design_ratios()) {
        rules.design.push_back({figure.key, figure.title, figure.is_rate, read_estimate(member(design, figure.key))});
    }
    for (const Node& pairing : list(member(node, "pairings"))) {
        rules.pairings.push_back(read_pairing_standings(pairing));
    }
    return rules;
}

} // namespace

std::vector<RulesStandings> read_standings(const Json& json, const std::string& file) {
    std::vector<RulesStandings> all;
    for (const Node& part : list(member(Node(json, file), "statistics"))) {
        if (count(member(member(part, "totals"), "deals")) > 0) {
            all.push_back(read_rules_standings(part));
        }
    }
    return all;
}

} // namespace balak::io
