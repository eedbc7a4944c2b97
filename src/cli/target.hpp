// The target of the slices, as the user names it.
#pragma once

#include "cli/options.hpp"
#include "slices/target.hpp"

namespace balak::cli {

/// Adds --target.
void add_target_option(po::options_description& options);

/// The target that --target names, else the one that the environment names, else the best one; null for the plain
/// engine. Throws UserError for a name that is no target of this machine.
const slices::Target* target_option(const po::variables_map& values);

/// Prints the targets of this machine and says which one is used.
void list_targets(const slices::Target* used);

} // namespace balak::cli
