#include "report/changes.hpp"

#include "io/comparison_words.hpp"
#include "io/reader.hpp"
#include "report/chart.hpp"
#include "report/limits.hpp"
#include "report/parts.hpp"
#include "report/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace balak::report {
namespace {

using io::FigureChange;
using io::Json;
using io::PairingChange;
using io::RulesChange;

std::string names(const PairingChange& pairing) {
    return fmt::format("{} - {}", pairing.a, pairing.b);
}

IntervalRow interval_row(const std::string& name, const FigureChange& figure) {
    return {name, figure.change.difference, figure.real() != 0,
            fmt::format("{}: {}", name, io::difference_text(figure))};
}

/// A chart of the differences of figures of one kind.
Json difference_chart(const RulesChange& change, std::string_view what, FigureChange::Unit unit,
                      const std::vector<IntervalRow>& all) {
    const std::vector<IntervalRow> rows(
        all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), limits::chart_rows)));
    const auto real = std::ranges::count_if(rows, &IntervalRow::real);
    return interval_chart(fmt::format("Change of {} from {} to {}, with 95 % intervals, for {}. {} of {} are real (the "
                                      "dot is filled); the broken line is no change.",
                                      what, change.one, change.other, first_of(rows.size(), all.size()), real,
                                      rows.size()),
                          fmt::format("change of {}", what), unit, 0, rows);
}

Json charts(const RulesChange& change) {
    Json figures = Json::array();
    if (!change.pairings.empty()) {
        // All pairings have the same figures in the same order.
        for (std::size_t i = 0; i < change.pairings.front().figures.size(); ++i) {
            std::vector<IntervalRow> rows;
            for (const PairingChange& pairing : change.pairings) {
                rows.push_back(interval_row(names(pairing), pairing.figures[i]));
            }
            const FigureChange& first = change.pairings.front().figures[i];
            figures.push_back(difference_chart(change, first.title, first.unit, rows));
        }
    }
    for (const auto& [unit, what] : {std::pair(FigureChange::Unit::share, "the rules' rates"),
                                     std::pair(FigureChange::Unit::number, "the rules' numbers")}) {
        std::vector<IntervalRow> rows;
        for (const FigureChange& figure : change.table) {
            if (figure.unit == unit) {
                rows.push_back(interval_row(std::string(figure.title), figure));
            }
        }
        if (!rows.empty()) {
            figures.push_back(difference_chart(change, what, unit, rows));
        }
    }
    return figures;
}

void add_row(Table& table, const RulesChange& change, const std::string& name, const FigureChange& figure) {
    Json cells = {cell(std::string(figure.title)),
                  cell(figure.change.one, io::value_text(figure, figure.change.one)),
                  cell(figure.change.other, io::value_text(figure, figure.change.other)),
                  cell(figure.change.difference.mean, io::difference_text(figure)),
                  p_cell(figure.change.p),
                  p_cell(figure.p_holm),
                  cell(figure.real() != 0 ? "real" : "not shown")};
    if (change.matched) {
        const auto& factor = figure.change.variance_factor;
        cells.push_back(factor ? cell(*factor, fmt::format("{:.2g}", *factor)) : cell(""));
    }
    table.add(name, std::move(cells));
}

Json table(const RulesChange& change, std::size_t most_rows) {
    std::vector<std::string> columns{
        "pairing, seen from the first", "figure", change.one, change.other, "change", "p", "p (Holm)", "verdict"};
    if (change.matched) {
        columns.emplace_back("matching");
    }
    Table table(fmt::format("What changed from {} to {}.", change.one, change.other), columns, most_rows);
    for (const FigureChange& figure : change.table) {
        add_row(table, change, "figures of the rules", figure);
    }
    for (const PairingChange& pairing : change.pairings) {
        for (const FigureChange& figure : pairing.figures) {
            add_row(table, change, names(pairing), figure);
        }
    }
    return table.json();
}

Json sentences(const RulesChange& change) {
    Json list = table_sentences(change);
    for (const PairingChange& pairing : change.pairings) {
        if (list.size() >= limits::sentences) {
            list.push_back("The table has the other pairings.");
            break;
        }
        list.push_back(sentence(pairing, change));
    }
    return list;
}

} // namespace

Json change_section(const RulesChange& change, std::size_t changes) {
    Json paragraphs = Json::array({change.matching});
    if (!change.differences.empty()) {
        paragraphs.push_back(fmt::format("The rules differ: {}.", fmt::join(change.differences, "; ")));
    }
    for (const std::string& note : change.notes) {
        paragraphs.push_back(note);
    }
    return {{"title", fmt::format("What changed from {} to {}{}", change.one, change.other,
                                  change.rules_one == change.rules_other ? " under " + change.rules_one : "")},
            {"sentences", std::move(paragraphs)},
            {"parts",
             Json::array({part("", charts(change),
                               Json::array({table(change, std::max<std::size_t>(limits::table_rows / changes, 1))}),
                               sentences(change))})}};
}

} // namespace balak::report
