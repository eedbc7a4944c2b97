// Running a config: what `balak tournament` and `balak match` share.
#pragma once

#include "balak/strategy.hpp"
#include "cli/options.hpp"
#include "io/config.hpp"

namespace balak::cli {

/// Adds the options that override a config.
void add_play_options(po::options_description& options);

/// Throws UserError if the results or records of a config would overwrite the file that it was read from.
void require_config_kept(const std::string& file, const io::Config& config);

/// Overrides a config by the options given. Throws UserError.
void apply_play_options(const po::variables_map& values, io::Config& config);

/// Runs a config: shows progress, writes results and records, prints the tables. Results or records named `-` go to
/// stdout, and the tables then to stderr. Returns the exit code.
int play(const io::Config& config, const StrategyTable& strategies);

} // namespace balak::cli
