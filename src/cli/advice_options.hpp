// The options that say how advice is found.
#pragma once

#include "balak/strategy.hpp"
#include "cli/options.hpp"
#include "study/advice.hpp"

#include <string>

namespace balak::cli {

/// Adds --worlds, --objective, --rollout, --belief and --model.
void add_advice_options(po::options_description& options, const std::string& worlds);

/// What they say. Throws UserError, whose text begins with `place`.
study::AdviceSettings advice_options(const po::variables_map& values, const StrategyTable& strategies,
                                     const std::string& place);

} // namespace balak::cli
