// The SIMD target that rounds are played on, as the user names it.
#pragma once

#include "cli/options.hpp"

namespace balak::cli {

/// Adds --target.
void add_target_option(po::options_description& options);

/// Chooses the target that --target names, else the one that the environment names, else the best one. Throws UserError
/// for a name that is no target of this machine.
void apply_target_option(const po::variables_map& values);

/// Prints the targets of this machine and says which one is the current one.
void list_targets();

} // namespace balak::cli
