// Tables of text.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace balak::cli {

/// Rows of cells, the first column to the left, the others to the right. The first row is the heading.
class Table {
public:
    /// The cells may be texts from outside.
    void add(std::vector<std::string> cells);
    /// As lines for a terminal.
    std::string text() const;
    /// As a table of Markdown. Rows that are too short get empty cells.
    std::string markdown() const;

private:
    std::size_t width_of(std::size_t column) const;

    std::vector<std::vector<std::string>> rows_;
};

/// A text of which Markdown makes nothing but itself.
std::string markdown_text(const std::string& text);

} // namespace balak::cli
