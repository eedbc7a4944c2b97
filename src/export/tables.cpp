#include "export/tables.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace balak::exports {
namespace {

using Columns = std::vector<std::string>;

/// Columns with the four of each estimate: `win_rate`, `win_rate_error`, `win_rate_low`, `win_rate_high` for
/// `~win_rate`.
Columns columns(const std::vector<std::string_view>& names) {
    Columns made;
    for (const std::string_view name : names) {
        if (!name.starts_with('~')) {
            made.emplace_back(name);
            continue;
        }
        made.emplace_back(name.substr(1));
        for (const std::string_view part : {"error", "low", "high"}) {
            made.push_back(fmt::format("{}_{}", name.substr(1), part));
        }
    }
    return made;
}

void add_ladder(CsvWriter& csv, const RulesTable& rules) {
    std::int64_t rank = 0;
    for (const io::LadderRow& row : rules.standings.ladder) {
        csv.text(rules.results.title).count(++rank).text(row.name).truth(row.sees_all);
        csv.text(fmt::format("{}", fmt::join(row.groups, " ")));
        csv.count(row.matches).count(row.wins).count(row.draws).count(row.losses).count(row.forfeits);
        csv.estimate(row.win_rate).number(row.even_win_rate).estimate(row.elo).estimate(row.points_per_round);
        csv.estimate(row.points_per_match).number(row.nash_share).end_row();
    }
}

/// Begins a row about a pairing.
CsvWriter& begin(CsvWriter& csv, const RulesTable& rules, const std::string& a, const std::string& b) {
    return csv.text(rules.results.title).text(a).text(b);
}

void add_pairings(CsvWriter& csv, const RulesTable& rules) {
    for (std::size_t i = 0; i < rules.results.pairings.size(); ++i) {
        const io::PairingResults& tested = rules.results.pairings[i];
        const io::PairingStandings& pairing = rules.standings.pairings[i];
        begin(csv, rules, pairing.a, pairing.b).count(rules.results.deals).count(pairing.matches);
        csv.count(pairing.rounds).count(pairing.wins).count(pairing.draws).count(pairing.losses);
        csv.estimate(tested.win_rate).number(tested.p_win_rate).estimate(tested.points_per_round);
        csv.number(pairing.round_points.sd).number(tested.p_points_per_round).estimate(pairing.match_points.mean);
        csv.number(pairing.match_points.sd).truth(tested.separated() != 0).number(pairing.duplication_gain);
        csv.text(pairing.decision.value_or("")).end_row();
    }
}

void add_spread(CsvWriter& csv, const RulesTable& rules, const io::PairingStandings& pairing, std::string_view of,
                const io::Spread& spread) {
    for (const auto& [middle, count] : spread.bins) {
        begin(csv, rules, pairing.a, pairing.b).text(of).count(middle).count(spread.bin_width).count(count).end_row();
    }
}

void add_spreads(CsvWriter& csv, const RulesTable& rules) {
    for (const io::PairingStandings& pairing : rules.standings.pairings) {
        add_spread(csv, rules, pairing, "match", pairing.match_points);
        add_spread(csv, rules, pairing, "round", pairing.round_points);
    }
}

void add_design(CsvWriter& csv, const RulesTable& rules) {
    for (const tournament::DesignFigure& figure : rules.standings.design) {
        csv.text(rules.results.title).text(figure.key).estimate(figure.estimate).end_row();
    }
}

void add_pairing_blocks(CsvWriter& csv, const RulesTable& rules) {
    const io::RulesResults& results = rules.results;
    for (const io::PairingResults& pairing : results.pairings) {
        for (std::size_t block = 0; block < results.blocks.size(); ++block) {
            begin(csv, rules, pairing.a, pairing.b).count(static_cast<std::int64_t>(block));
            csv.count(results.blocks[block].deals).count(pairing.matches_of_block(results, block));
            csv.number(static_cast<double>(pairing.shares[block]) / static_cast<double>(results.shares_of_match));
            csv.number(static_cast<double>(pairing.margins[block]) / static_cast<double>(results.margins_of_point));
            csv.count(pairing.rounds[block]).end_row();
        }
    }
}

Columns rules_block_columns() {
    Columns made = columns({"rules", "block"});
    const tournament::DesignCounts counts;
    tournament::DesignCounts::each_count([&](std::string_view name, std::int64_t) { made.emplace_back(name); }, counts);
    return made;
}

void add_rules_blocks(CsvWriter& csv, const RulesTable& rules) {
    for (std::size_t block = 0; block < rules.results.blocks.size(); ++block) {
        csv.text(rules.results.title).count(static_cast<std::int64_t>(block));
        tournament::DesignCounts::each_count([&](std::string_view, std::int64_t count) { csv.count(count); },
                                             rules.results.blocks[block]);
        csv.end_row();
    }
}

} // namespace

std::span<const CsvTable> csv_tables() {
    static const std::vector<CsvTable> tables{
        {"ladder.csv",
         columns({"rules", "rank", "strategy", "sees_all", "groups", "matches", "wins", "draws", "losses", "forfeits",
                  "~win_rate", "even_win_rate", "~elo", "~points_per_round", "~points_per_match", "nash_share"}),
         &add_ladder},
        {"pairings.csv",
         columns({"rules", "a", "b", "deals", "matches", "rounds", "wins", "draws", "losses", "~win_rate",
                  "win_rate_p_holm", "~points_per_round", "points_per_round_sd", "points_per_round_p_holm",
                  "~points_per_match", "points_per_match_sd", "separated", "duplication_gain", "stop_decision"}),
         &add_pairings},
        {"spreads.csv", columns({"rules", "a", "b", "of", "points", "bin_width", "count"}), &add_spreads},
        {"design.csv", columns({"rules", "figure", "~mean"}), &add_design},
        {"pairing-blocks.csv", columns({"rules", "a", "b", "block", "deals", "matches", "wins", "points", "rounds"}),
         &add_pairing_blocks},
        {"rules-blocks.csv", rules_block_columns(), &add_rules_blocks},
    };
    return tables;
}

} // namespace balak::exports
