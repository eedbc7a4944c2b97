#include "report/chart.hpp"

#include "report/page_text.hpp"
#include "report/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>

namespace balak::report {
namespace {

using io::Json;
using Unit = io::FigureChange::Unit;

/// A figure of the page. The height is that of the plot alone, in pixels.
Json figure(std::string_view chart, const std::string& caption, std::size_t height, Json rows, Json signals) {
    return {{"chart", chart},
            {"caption", caption},
            {"height", height},
            {"data", script_json({{"height", height}, {"rows", std::move(rows)}, {"signals", std::move(signals)}})}};
}

/// d3-format's words for the ticks of an axis.
std::string_view tick_format(Unit unit) {
    return unit == Unit::share ? ".1~%" : ",.2~f";
}

} // namespace

Json interval_chart(const std::string& caption, const std::string& axis, Unit unit, double even,
                    const std::vector<IntervalRow>& rows) {
    constexpr std::size_t row_height = 26;
    Json values = Json::array();
    double from = even;
    double to = even;
    for (const IntervalRow& row : rows) {
        const tournament::Estimate& estimate = row.estimate;
        const tournament::Interval interval =
            estimate.interval.value_or(tournament::Interval{estimate.mean, estimate.mean});
        from = std::min(from, interval.low);
        to = std::max(to, interval.high);
        values.push_back({{"name", row.name},
                          {"mean", estimate.mean},
                          {"low", interval.low},
                          {"high", interval.high},
                          {"real", row.real},
                          {"text", row.text}});
    }
    return figure("intervals", caption, row_height * std::max<std::size_t>(rows.size(), 2), std::move(values),
                  {{"title", axis}, {"format", tick_format(unit)}, {"even", even}, {"from", from}, {"to", to}});
}

Json matrix_chart(const std::string& caption, const std::vector<std::string>& names,
                  const std::vector<MatrixCell>& cells) {
    constexpr std::size_t row_height = 28;
    Json values = Json::array();
    for (const MatrixCell& one : cells) {
        values.push_back({{"row", one.row},
                          {"column", one.column},
                          {"value", one.share},
                          {"label", fmt::format("{}{:.0f}", one.separated ? "" : "≈", 100 * one.share)},
                          {"text", fmt::format("{} wins {:.2f} % against {}{}", one.row, 100 * one.share, one.column,
                                               one.separated ? "" : ", not separated from even")}});
    }
    return figure("matrix", caption, row_height * names.size(), std::move(values),
                  {{"names", names}, {"format", ".0%"}, {"title", "share that the row wins"}});
}

Json histogram_chart(const std::string& caption, const std::string& what, const io::Spread& spread,
                     std::pair<double, double> points) {
    constexpr std::size_t height = 130;
    Json values = Json::array();
    const double half = static_cast<double>(spread.bin_width) / 2;
    for (const auto& [middle, count] : spread.bins) {
        values.push_back({{"low", static_cast<double>(middle) - half},
                          {"high", static_cast<double>(middle) + half},
                          {"count", count},
                          {"side", middle < 0   ? -1
                                   : middle > 0 ? 1
                                                : 0},
                          {"text", fmt::format("{:+} points: {} {}", middle, grouped(count), what)}});
    }
    return figure("histogram", caption, height, std::move(values),
                  {{"title", "points"},
                   {"count", what},
                   {"mean", spread.mean.mean},
                   {"from", points.first},
                   {"to", points.second}});
}

} // namespace balak::report
