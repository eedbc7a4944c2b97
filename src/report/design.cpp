#include "report/design.hpp"

#include "io/comparison_words.hpp"
#include "report/chart.hpp"
#include "report/limits.hpp"
#include "report/parts.hpp"
#include "report/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace balak::report {
namespace {

using io::Json;
using Unit = io::FigureChange::Unit;

Unit unit_of(const tournament::DesignFigure& figure) {
    return figure.is_rate ? Unit::share : Unit::number;
}

} // namespace

Json design_section(const std::vector<Section>& sections) {
    const std::vector<tournament::DesignFigure>& first = sections.front().standings->design;
    std::vector<std::string> columns{"rules"};
    Json figures = Json::array();
    for (std::size_t i = 0; i < first.size(); ++i) {
        columns.emplace_back(first[i].title);
        std::vector<IntervalRow> rows;
        for (const Section& section : sections) {
            const tournament::DesignFigure& figure = section.standings->design[i];
            if (rows.size() < limits::chart_rows) {
                rows.push_back(
                    {section.title, figure.estimate, true,
                     fmt::format("{}: {}", section.title, io::estimate_text(figure.estimate, unit_of(figure)))});
            }
        }
        if (sections.size() > 1) {
            const auto mean = [](const IntervalRow& row) { return row.estimate.mean; };
            const IntervalRow& least = *std::ranges::min_element(rows, {}, mean);
            const IntervalRow& most = *std::ranges::max_element(rows, {}, mean);
            figures.push_back(interval_chart(
                fmt::format("{}, with 95 % intervals, for {} rule sets: from {} ({}) to {} ({}). The broken line is "
                            "the first rule set's.",
                            first[i].title, first_of(rows.size(), sections.size()),
                            io::estimate_text(least.estimate, unit_of(first[i])), least.name,
                            io::estimate_text(most.estimate, unit_of(first[i])), most.name),
                std::string(first[i].title), unit_of(first[i]), rows.front().estimate.mean, rows));
        }
    }
    Table table("What the rules are like to play, by those who played here; ± is half of a 95 % interval.", columns,
                limits::side_by_side);
    for (const Section& section : sections) {
        Json cells = Json::array();
        for (const tournament::DesignFigure& figure : section.standings->design) {
            cells.push_back(cell(figure.estimate, unit_of(figure)));
        }
        table.add(section.title, std::move(cells));
    }
    return {{"title", sections.size() > 1 ? "The rule sets side by side" : "What the rules are like to play"},
            {"sentences", Json::array()},
            {"parts", Json::array({part("", std::move(figures), Json::array({table.json()}), Json::array())})}};
}

} // namespace balak::report
