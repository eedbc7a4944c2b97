#include "report/table.hpp"

#include "io/comparison_words.hpp"
#include "report/limits.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cassert>

namespace balak::report {

io::Json cell(const std::string& text) {
    return {{"value", nullptr}, {"text", text}};
}

io::Json cell(double value, const std::string& text) {
    return {{"value", io::Json(value).dump()}, {"text", text}};
}

io::Json cell(std::int64_t count) {
    return {{"value", fmt::format("{}", count)}, {"text", grouped(count)}};
}

io::Json cell(const tournament::Estimate& estimate, io::FigureChange::Unit unit) {
    return cell(estimate.mean, io::estimate_text(estimate, unit));
}

io::Json p_cell(const std::optional<double>& p) {
    return p ? cell(*p, io::p_cell(p)) : cell("");
}

std::string grouped(std::int64_t number) {
    return number < 1000 ? fmt::format("{}", number) : fmt::format("{},{:03}", grouped(number / 1000), number % 1000);
}

void Table::add(const std::string& name, io::Json cells) {
    assert(cells.size() + 1 == columns_.size());
    if (rows_.size() == most_) {
        ++left_out_;
        return;
    }
    rows_.push_back({{"name", name}, {"cells", std::move(cells)}});
}

io::Json Table::json() const {
    return {{"caption", caption_},
            {"columns", columns_},
            {"rows", rows_},
            {"is_folded", is_folded_ || rows_.size() > limits::open_rows},
            {"note", left_out_ == 0 ? io::Json(nullptr)
                                    : io::Json(fmt::format("{} more rows are left out here; the results file has them.",
                                                           grouped(static_cast<std::int64_t>(left_out_))))}};
}

} // namespace balak::report
