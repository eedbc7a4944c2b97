// The kernels, compiled for each SIMD target, and the choice among them.
#pragma once

#include "batch/columns.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace balak::batch {

/// What is compiled for a target.
struct Kernels {
    std::int64_t target; ///< Highway's number of it
    int lanes;           ///< rounds that a register holds
    /// Lays the first tile of rounds in which the opener may lay any: the opener is the seat of the last hand.
    void (*open)(const Batch& batch, Positions& positions);
    /// Plays all positions to the end.
    void (*play)(const Batch& batch, const Positions& positions, Outcomes& outcomes);
    /// Who wins, and the points.
    void (*score)(const RuleSet& rules, const Outcomes& outcomes, Scores& scores);
};

/// Whether seats draw tiles under these rules.
bool draws_tiles(const RuleSet& rules);
/// Whether a strategy of the batch looks at more than its hand and the ends, so that the columns for that are read.
bool needs_table(const Batch& batch);
/// Whether rounds of this rule set can be played in lanes.
bool can_play(const RuleSet& rules);

/// A SIMD target that this machine has.
struct Target {
    std::string name; ///< in lower case: `avx2`
    Kernels kernels;
};

/// The targets of this machine, the best one first, the portable one last.
const std::vector<Target>& targets();

} // namespace balak::batch
