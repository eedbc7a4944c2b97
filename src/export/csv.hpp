// Comma-separated values, as RFC 4180 has them but for the ends of lines, which are line feeds.
#pragma once

#include "tournament/statistics.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace balak::exports {

/// Writes a table, cell by cell, each of a row's columns once.
class CsvWriter {
public:
    /// Writes the row of the columns' names. `sink` gets the text in parts; what it throws is passed on.
    CsvWriter(std::function<void(std::string_view)> sink, const std::vector<std::string>& columns);

    /// A text in quotes, plain (io::plain). One that a spreadsheet would take for a formula has an apostrophe before
    /// it.
    CsvWriter& text(std::string_view value);
    CsvWriter& count(std::int64_t value);
    /// With all its digits.
    CsvWriter& number(double value);
    /// An empty cell where there is none.
    CsvWriter& number(const std::optional<double>& value);
    CsvWriter& truth(bool value);
    /// Four cells: the mean, its standard error, and the ends of its interval.
    CsvWriter& estimate(const tournament::Estimate& value);
    void end_row();
    /// Hands on what is left. Returns the number of rows below the columns' names.
    std::size_t finish();

private:
    CsvWriter& cell(std::string_view text);

    std::function<void(std::string_view)> sink_;
    std::size_t columns_;
    std::size_t cells_ = 0;
    std::size_t rows_ = 0;
    std::string text_;
};

} // namespace balak::exports
