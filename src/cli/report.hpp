// Results as tables for people.
#pragma once

#include "io/config.hpp"
#include "tournament/runner.hpp"

#include <string>

namespace balak::cli {

/// The ladder and the pairings under each rule set, and how the run went.
std::string report(const io::Config& config, const tournament::Outcome& outcome);

} // namespace balak::cli
