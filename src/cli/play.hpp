// Running a config: what `balak tournament` and `balak match` share.
#pragma once

#include "balak/strategy.hpp"
#include "cli/options.hpp"
#include "cli/saving.hpp"
#include "io/config.hpp"

namespace balak::cli {

/// Adds the options that override a config.
void add_play_options(po::options_description& options);

/// Throws UserError if the results or records of a config would overwrite the file that it was read from.
void require_config_kept(const std::string& file, const io::Config& config);

/// Overrides a config by the options given, and the target of the table. Throws UserError.
void apply_play_options(const po::variables_map& values, io::Config& config, StrategyTable& strategies);

/// How the options say to run a config. The files of a shard get its number into their names, unless the options name
/// them. Throws UserError.
RunMode apply_run_mode(const po::variables_map& values, io::Config& config);

/// Throws UserError if results and records cannot be written where the config says.
void require_outputs(const io::Config& config);

/// Writes the results and prints the tables of what was played. Returns the exit code.
int present(const io::Config& config, const tournament::Outcome& outcome);

/// Runs a config as it is given: shows progress, writes checkpoints, results and records, prints the tables. Results or
/// records named
/// `-` go to stdout, and the tables then to stderr. Returns the exit code.
int play(const io::Config& given, const StrategyTable& strategies, const RunMode& mode);

} // namespace balak::cli
