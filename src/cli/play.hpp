// Running a config: what `balak tournament` and `balak match` share.
#pragma once

#include "balak/strategy.hpp"
#include "cli/saving.hpp"
#include "io/checkpoint.hpp"
#include "io/config.hpp"
#include "io/output_file.hpp"

#include <optional>

namespace balak::cli {

/// The exit code of a run that was interrupted.
inline constexpr int interrupted_status = 130;

/// Writes the results to their file, prints the tables, and says where what is. Returns whether the results are where
/// they should be; if not they are on standard output.
bool present(const io::Json& json, const io::Config& config, const tournament::Outcome& outcome,
             const io::OutputFile* results);

/// Runs a config: introduces its bots, shows progress, writes checkpoints, results and records, prints the tables. What
/// is named `-` goes to stdout, and the tables then to stderr. Returns the exit code.
int play(io::Config config, const StrategyTable& strategies, const RunMode& mode);

} // namespace balak::cli
