// The tables that results are exported as: tidy ones, a row for each observation.
#pragma once

#include "export/csv.hpp"
#include "io/results_reader.hpp"
#include "io/standings_reader.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace balak::exports {

/// What the rows are made of: one rule set of a file.
struct RulesTable {
    const io::RulesResults& results;
    const io::RulesStandings& standings;
};

struct CsvTable {
    std::string_view file; ///< its name
    std::vector<std::string> columns;
    void (*add_rows)(CsvWriter& csv, const RulesTable& rules);
};

/// All tables, in the order of docs/export.md.
std::span<const CsvTable> csv_tables();

} // namespace balak::exports
