#include "cli/text_table.hpp"

#include "io/shown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace balak::cli {
namespace {

/// Bytes of a UTF-8 text that are no characters of their own.
std::size_t extra(const std::string& text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) == 0x80; }));
}

} // namespace

void Table::add(std::vector<std::string> cells) {
    for (std::string& cell : cells) {
        // Here, for it changes how wide they are.
        cell = io::plain(cell);
    }
    rows_.push_back(std::move(cells));
}

std::string Table::text() const {
    std::string out;
    for (const auto& row : rows_) {
        for (std::size_t column = 0; column < row.size(); ++column) {
            const std::size_t width = width_of(column);
            if (column == 0) {
                fmt::format_to(std::back_inserter(out), "  {:<{}}", row[column], row.size() > 1 ? width : 0);
            } else {
                fmt::format_to(std::back_inserter(out), "   {:>{}}", row[column], width);
            }
        }
        // A last cell may be empty.
        out.erase(out.find_last_not_of(' ') + 1);
        out += '\n';
    }
    return out;
}

std::string Table::markdown() const {
    std::size_t columns = 0;
    for (const auto& row : rows_) {
        columns = std::max(columns, row.size());
    }
    std::string out;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        out += '|';
        for (std::size_t column = 0; column < columns; ++column) {
            out += ' ' + (column < rows_[i].size() ? markdown_text(rows_[i][column]) : "") + " |";
        }
        out += '\n';
        if (i == 0) {
            out += '|';
            for (std::size_t column = 0; column < columns; ++column) {
                out += column == 0 ? "---|" : "---:|";
            }
            out += '\n';
        }
    }
    return out;
}

std::size_t Table::width_of(std::size_t column) const {
    std::size_t width = 0;
    for (const auto& row : rows_) {
        width = std::max(width, column < row.size() ? fmt::formatted_size("{}", row[column]) - extra(row[column]) : 0);
    }
    return width;
}

std::string markdown_text(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (std::string_view("\\`*_[]<>|#~&").find(c) != std::string_view::npos) {
            out += '\\';
        }
        out += c;
    }
    return out;
}

} // namespace balak::cli
