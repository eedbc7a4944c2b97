// The results of a tournament as JSON.
#pragma once

#include "io/config.hpp"
#include "tournament/runner.hpp"
#include "tournament/schedule.hpp"

#include <cstddef>
#include <vector>

namespace balak::io {

/// The schema that results files name.
inline constexpr std::string_view results_schema = "balak.results/1";

/// The order of a ladder: entrants by win rate, then by points a round, then as listed.
std::vector<std::size_t> ladder_order(const tournament::Tally& tally);

/// The rate at which an entrant as good as all others wins: half of the matches, at a free-for-all table a share of
/// them.
double even_win_rate(const tournament::Tournament& tournament, const RuleSet& rules);

/// The part of a results file that is a function of the config alone: for each rule set that was begun its totals, the
/// ladder and the pairings.
Json statistics_json(const tournament::Tournament& tournament, const tournament::Outcome& outcome);

/// A whole results file: schema, config, statistics, and how the run went.
Json results_json(const Config& config, const tournament::Outcome& outcome);

} // namespace balak::io
