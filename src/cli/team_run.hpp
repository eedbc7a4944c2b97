// One run of several processes, as mpirun starts them.
#pragma once

#include "balak/strategy.hpp"
#include "cli/saving.hpp"
#include "cli/team.hpp"
#include "io/config.hpp"

namespace balak::cli {

/// Plays this process's part of a config and joins what all have played. Returns the exit code of all of them.
int play_in_team(const io::Config& config, const StrategyTable& strategies, RunMode mode, const Team& team);

} // namespace balak::cli
