#include "export/csv.hpp"

#include "io/shown.hpp"

#include <csv.h>
#include <fmt/format.h>

#include <cassert>

namespace balak::exports {
namespace {

constexpr std::size_t part_size = 1U << 16U;

std::string quoted(const std::string& text) {
    std::string made(2 * text.size() + 2, '\0');
    made.resize(csv_write(made.data(), made.size(), text.data(), text.size()));
    return made;
}

/// Whether spreadsheets take a cell of this text for a formula, in quotes or not.
bool is_formula(std::string_view text) {
    return !text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos;
}

} // namespace

CsvWriter::CsvWriter(std::function<void(std::string_view)> sink, const std::vector<std::string>& columns)
    : sink_(std::move(sink)), columns_(columns.size()) {
    for (const std::string& column : columns) {
        cell(column);
    }
    end_row();
}

CsvWriter& CsvWriter::text(std::string_view value) {
    const std::string plain = io::plain(value);
    return cell(quoted(is_formula(plain) ? "'" + plain : plain));
}

CsvWriter& CsvWriter::count(std::int64_t value) {
    return cell(fmt::format("{}", value));
}

CsvWriter& CsvWriter::number(double value) {
    return cell(fmt::format("{}", value));
}

CsvWriter& CsvWriter::number(const std::optional<double>& value) {
    return value ? number(*value) : cell("");
}

CsvWriter& CsvWriter::truth(bool value) {
    return cell(value ? "TRUE" : "FALSE");
}

CsvWriter& CsvWriter::estimate(const tournament::Estimate& value) {
    number(value.mean).number(value.standard_error);
    return value.interval ? number(value.interval->low).number(value.interval->high) : cell("").cell("");
}

void CsvWriter::end_row() {
    assert(cells_ == columns_);
    text_ += '\n';
    cells_ = 0;
    ++rows_;
    if (text_.size() >= part_size) {
        sink_(text_);
        text_.clear();
    }
}

std::size_t CsvWriter::finish() {
    sink_(text_);
    text_.clear();
    return rows_ - 1; // the first has the names
}

CsvWriter& CsvWriter::cell(std::string_view text) {
    text_ += cells_++ == 0 ? "" : ",";
    text_ += text;
    return *this;
}

} // namespace balak::exports
