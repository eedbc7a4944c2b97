#include "report/standings.hpp"

#include "io/comparison_words.hpp"
#include "report/chart.hpp"
#include "report/limits.hpp"
#include "report/parts.hpp"
#include "report/spreads.hpp"
#include "report/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace balak::report {
namespace {

using io::Json;
using io::LadderRow;
using io::PairingResults;
using io::PairingStandings;
using Unit = io::FigureChange::Unit;

std::string shown_name(const LadderRow& row) {
    return row.name + (row.sees_all ? " (sees all)" : "");
}

std::string groups(const LadderRow& row) {
    const bool single = std::ranges::all_of(row.groups, [](const std::string& name) { return name.size() == 1; });
    return fmt::format("{}", fmt::join(row.groups, single ? "" : ","));
}

Json ladder_chart(const Section& section) {
    const std::vector<LadderRow>& ladder = section.standings->ladder;
    std::vector<IntervalRow> rows;
    for (const LadderRow& row : ladder) {
        if (rows.size() < limits::chart_rows) {
            rows.push_back({shown_name(row), row.win_rate, row.win_rate.separated_from(row.even_win_rate) != 0,
                            fmt::format("{}: {}", row.name, io::estimate_text(row.win_rate, Unit::share))});
        }
    }
    const LadderRow& first = ladder.front();
    const LadderRow& last = ladder[rows.size() - 1];
    return interval_chart(
        fmt::format("The ladder: the share of {} that each strategy won, with its 95 % interval, for {} strategies. {} "
                    "has most with {}, {} least with {}. The broken line is what an equal of all others would win, "
                    "{:.0f} %; a dot is filled where the interval leaves that out.",
                    unit_word(*section.results), first_of(rows.size(), ladder.size()), first.name,
                    io::estimate_text(first.win_rate, Unit::share), last.name,
                    io::estimate_text(last.win_rate, Unit::share), 100 * first.even_win_rate),
        fmt::format("share of {} won", unit_word(*section.results)), Unit::share, first.even_win_rate, rows);
}

Json elo_cell(const LadderRow& row) {
    tournament::Estimate rounded = row.elo;
    const std::string reach =
        rounded.interval ? fmt::format(" ± {:.0f}", (rounded.interval->high - rounded.interval->low) / 2) : "";
    return cell(row.elo.mean, fmt::format("{:+.0f}{}", std::round(row.elo.mean) + 0.0, reach));
}

Json ladder_table(const Section& section, std::size_t most_rows) {
    const std::vector<LadderRow>& ladder = section.standings->ladder;
    const bool rounds = section.results->unit == "round";
    const bool forfeits = std::ranges::any_of(ladder, [](const LadderRow& row) { return row.forfeits > 0; });
    const bool nash = std::ranges::any_of(ladder, [](const LadderRow& row) { return row.nash_share.has_value(); });
    std::vector<std::string> columns{"strategy", "group", std::string(unit_word(*section.results)),
                                     "won",      "drawn", "lost",
                                     "win rate", "Elo",   "points a round"};
    if (!rounds) {
        columns.emplace_back("points a match");
    }
    if (nash) {
        columns.emplace_back("Nash share");
    }
    if (forfeits) {
        columns.emplace_back("lost by faults");
    }
    Table table("The ladder. Strategies that share a group's letter are not separated or have not met.", columns,
                most_rows);
    for (const LadderRow& row : ladder) {
        Json cells = {cell(groups(row)), cell(row.matches),
                      cell(row.wins),    cell(row.draws),
                      cell(row.losses),  cell(row.win_rate, Unit::share),
                      elo_cell(row),     cell(row.points_per_round, Unit::points)};
        if (!rounds) {
            cells.push_back(cell(row.points_per_match, Unit::points));
        }
        if (nash) {
            cells.push_back(row.nash_share ? cell(*row.nash_share, fmt::format("{:.1f} %", 100 * *row.nash_share))
                                           : cell(""));
        }
        if (forfeits) {
            cells.push_back(cell(row.forfeits));
        }
        table.add(shown_name(row), std::move(cells));
    }
    return table.json();
}

/// Who wins against whom; nothing where there are only two.
Json matrices(const Section& section) {
    const std::vector<LadderRow>& ladder = section.standings->ladder;
    if (ladder.size() < 3) {
        return Json::array();
    }
    std::vector<std::string> names;
    for (const LadderRow& row : ladder) {
        if (names.size() < limits::matrix) {
            names.push_back(row.name);
        }
    }
    std::vector<MatrixCell> cells;
    std::size_t separated = 0;
    for (const PairingResults& pairing : section.rules->pairings) {
        separated += pairing.separated() != 0 ? 1 : 0;
        const auto is_shown = [&](const std::string& name) { return std::ranges::find(names, name) != names.end(); };
        if (is_shown(pairing.a) && is_shown(pairing.b)) {
            const double share = pairing.win_rate.mean;
            cells.push_back({pairing.a, pairing.b, share, pairing.separated() != 0});
            cells.push_back({pairing.b, pairing.a, 1 - share, pairing.separated() != 0});
        }
    }
    if (cells.empty()) {
        return Json::array();
    }
    return Json::array({matrix_chart(
        fmt::format("Who beats whom: the percentage of {} that the strategy of a row won against that of a column, "
                    "from orange (loses) to violet (wins), for {} strategies in the order of the ladder. {} of {} "
                    "pairings are separated; ≈ stands before those that are not.",
                    unit_word(*section.results), first_of(names.size(), ladder.size()), separated,
                    section.rules->pairings.size()),
        names, cells)});
}

Json pairings_table(const Section& section, std::size_t most_rows) {
    const std::vector<PairingStandings>& standings = section.standings->pairings;
    const bool rounds = section.results->unit == "round";
    const bool stop = !section.results->stop.is_null();
    std::vector<std::string> columns{
        "pairing, seen from the first", "won", "drawn", "lost", "win rate", "p (Holm)", "points a round", "p (Holm)"};
    if (!rounds) {
        columns.emplace_back("points a match");
    }
    columns.emplace_back("gain");
    if (stop) {
        columns.emplace_back("stopping rule");
    }
    Table table("The pairings. Gain: so many times as many unpaired matches would give points a match as surely.",
                columns, most_rows);
    for (std::size_t i = 0; i < standings.size(); ++i) {
        const PairingResults& tested = section.rules->pairings[i];
        const PairingStandings& pairing = standings[i];
        Json cells = {cell(pairing.wins),
                      cell(pairing.draws),
                      cell(pairing.losses),
                      cell(tested.win_rate, Unit::share),
                      p_cell(tested.p_win_rate),
                      cell(tested.points_per_round, Unit::points),
                      p_cell(tested.p_points_per_round)};
        if (!rounds) {
            cells.push_back(cell(pairing.match_points.mean, Unit::points));
        }
        cells.push_back(pairing.duplication_gain
                            ? cell(*pairing.duplication_gain, fmt::format("{:.2f}", *pairing.duplication_gain))
                            : cell(""));
        if (stop) {
            cells.push_back(cell(pairing.decision.value_or("")));
        }
        table.add(fmt::format("{} - {}", pairing.a, pairing.b), std::move(cells));
    }
    return table.json();
}

Json pairing_sentences(const Section& section) {
    Json list = Json::array();
    for (const PairingResults& pairing : section.rules->pairings) {
        if (list.size() == limits::sentences) {
            list.push_back(fmt::format("The table has the other {} pairings.",
                                       section.rules->pairings.size() - limits::sentences));
            break;
        }
        list.push_back(sentence(pairing, *section.rules, section.results->unit));
    }
    return list;
}

} // namespace

Json standings_section(const Section& section, std::size_t sections) {
    const std::size_t most_rows = std::max<std::size_t>(limits::table_rows / sections, 1);
    const io::RulesStandings& standings = *section.standings;
    Json sentences = Json::array();
    if (sections > 1) { // of one the page has said it
        sentences.push_back(verdict(section).sentence);
    }
    sentences.push_back(fmt::format("{} deals, {} matches, {} rounds.", grouped(section.rules->deals),
                                    grouped(standings.matches), grouped(standings.rounds)));
    return {{"title", section.title},
            {"sentences", std::move(sentences)},
            {"parts",
             {part("Ladder", Json::array({ladder_chart(section)}), Json::array({ladder_table(section, most_rows)}),
                   Json::array()),
              part("Who beats whom", matrices(section), Json::array({pairings_table(section, most_rows)}),
                   pairing_sentences(section)),
              spreads_part(section, sections)}}};
}

} // namespace balak::report
