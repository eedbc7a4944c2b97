// Results as a page for a browser: one file of HTML with charts, which needs nothing else.
#pragma once

#include "io/json.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace balak::report {

/// A results file that was parsed.
// NOLINTNEXTLINE(bugprone-exception-escape): moving JSON throws nothing.
struct Source {
    std::string file;
    io::Json json;
};

struct Report {
    std::string html;
    std::string lead;                  ///< what won, and whether it is real, for a terminal
    std::vector<std::string> warnings; ///< what a reader must know of the runs, for a terminal
};

/// A page of one or more results: ladders, pairings, spreads of points, the rule sets side by side, and what changed:
/// of one file between its rule sets, of several from the first to each other that is comparable with it, all changes
/// tested as one family. Throws InputError for what is no results file.
Report make_report(const std::vector<Source>& sources);

} // namespace balak::report
