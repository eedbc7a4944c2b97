// The options that `balak tournament` and `balak match` share.
#pragma once

#include "cli/options.hpp"
#include "cli/saving.hpp"
#include "io/config.hpp"

namespace balak::cli {

/// Adds the options that override a config.
void add_play_options(po::options_description& options);

/// Overrides a config by the options given, and the target of the table. Throws UserError.
void apply_play_options(const po::variables_map& values, io::Config& config, StrategyTable& strategies);

/// How the options say to run a config. The files of a shard get its number into their names, unless the options name
/// them. Throws UserError.
RunMode apply_run_mode(const po::variables_map& values, io::Config& config);

} // namespace balak::cli
