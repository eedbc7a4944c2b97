// Tables of a page, as values for its template.
#pragma once

#include "io/comparison.hpp"
#include "io/json.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace balak::report {

/// A cell that shows a text.
io::Json cell(const std::string& text);
/// A cell that shows a number. The page has it with all its digits, as results files have; sorting goes by it.
io::Json cell(double value, const std::string& text);
io::Json cell(std::int64_t count);
/// A mean and half of its interval.
io::Json cell(const tournament::Estimate& estimate, io::FigureChange::Unit unit);
io::Json p_cell(const std::optional<double>& p);

/// `1,234,567`
std::string grouped(std::int64_t number);

/// A table whose first column names its rows, with at most `most` of them.
class Table {
public:
    Table(std::string caption, std::vector<std::string> columns, std::size_t most)
        : caption_(std::move(caption)), columns_(std::move(columns)), most_(most) {}

    /// Folded up until a reader asks for it.
    void fold() { is_folded_ = true; }
    /// `cells` is a list, one for each column but the first.
    void add(const std::string& name, io::Json cells);
    io::Json json() const;

private:
    std::string caption_;
    std::vector<std::string> columns_;
    std::size_t most_;
    bool is_folded_ = false;
    std::vector<io::Json> rows_;
    std::size_t left_out_ = 0;
};

} // namespace balak::report
