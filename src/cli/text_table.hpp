// Tables for people.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace balak::cli {

/// Rows of cells, the first column to the left, the others to the right.
class TextTable {
public:
    void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
    std::string text() const {
        std::string out;
        for (const auto& row : rows_) {
            for (std::size_t column = 0; column < row.size(); ++column) {
                const std::size_t width = width_of(column);
                if (column == 0) {
                    fmt::format_to(std::back_inserter(out), "  {:<{}}", row[column], width);
                } else {
                    fmt::format_to(std::back_inserter(out), "   {:>{}}", row[column], width);
                }
            }
            out += '\n';
        }
        return out;
    }

private:
    std::size_t width_of(std::size_t column) const {
        std::size_t width = 0;
        for (const auto& row : rows_) {
            width =
                std::max(width, column < row.size() ? fmt::formatted_size("{}", row[column]) - extra(row[column]) : 0);
        }
        return width;
    }
    /// Bytes of a UTF-8 text that are no characters of their own.
    static std::size_t extra(const std::string& text) {
        return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) == 0x80; }));
    }

    std::vector<std::vector<std::string>> rows_;
};

} // namespace balak::cli
