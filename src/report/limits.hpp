// How much of the largest results a page shows, so that it stays below 30 MB and opens within 10 s. What is left out is
// said where it is.
#pragma once

#include <cstddef>

namespace balak::report::limits {

inline constexpr std::size_t sections = 40;      ///< rule sets with a section of their own
inline constexpr std::size_t changes = 20;       ///< rule sets that are compared
inline constexpr std::size_t table_rows = 12000; ///< of all tables of one kind on a page, divided among its sections
inline constexpr std::size_t open_rows = 250;    ///< a longer table is folded up until a reader asks for it
inline constexpr std::size_t side_by_side = 400; ///< rule sets in the table of their figures
inline constexpr std::size_t sentences = 24;     ///< in a list
inline constexpr std::size_t chart_rows = 40;    ///< of a chart with intervals
inline constexpr std::size_t matrix = 30;        ///< strategies of a matrix
inline constexpr std::size_t spreads = 96;       ///< histograms of a page, divided among its sections
inline constexpr std::size_t section_spreads = 24;

} // namespace balak::report::limits
