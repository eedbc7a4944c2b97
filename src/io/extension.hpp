// Adding to a run: what the results of an earlier one spare a run.
#pragma once

#include "io/config.hpp"
#include "tournament/runner.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace balak::io {

struct Extension {
    std::vector<std::optional<tournament::Played>> played; ///< by rule set; its tallies refer to the config's rules
    std::string digest;                                    ///< of the counts that were taken
    std::size_t pairings = 0;                              ///< that were found in the results, of all rule sets
};

/// What of a config's run the results in a file have: under each rule set the pairings of two entrants that are the
/// same and listed in the same order, with the same seed and unit, whoever else took part. In a free-for-all all
/// entrants must be the same. `config` knows its bots already, and outlives what is returned. Throws InputError if the
/// file is not results that can be extended, or has nothing of this run, or more of a pairing than is asked for.
Extension read_extension(const std::string& file, const Config& config, const StrategyTable& strategies);

/// The digest of the first deal of a tournament under its first rule set: it is played for that. With bots "bots": what
/// they play may come out otherwise, and a run's identity has what they say of themselves.
std::string signature(const tournament::Tournament& tournament, const StrategyTable& strategies);

} // namespace balak::io
