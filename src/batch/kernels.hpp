// The kernels, compiled for each SIMD target, and the choice among them.
#pragma once

#include "batch/columns.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace balak::batch {

/// What is compiled for a target.
struct Kernels {
    std::int64_t target; ///< Highway's number of it
    int lanes;           ///< rounds that a register holds
    /// Makes deals, the same as Dealer's.
    void (*deal)(const DealOrder& order, DealColumns& deals);
    /// Lays the first tile of rounds in which the opener may lay any: the opener is the seat of the last hand.
    void (*open)(const Batch& batch, Positions& positions);
    /// Plays all positions to the end.
    void (*play)(const Batch& batch, const Positions& positions, Outcomes& outcomes);
    /// Who wins, and the points.
    void (*score)(const Batch& batch, const Outcomes& outcomes, Scores& scores);
};

/// The kernels in plain C++, one lane at a time.
Kernels portable_kernels();

/// Whether seats draw tiles under these rules.
bool draws_tiles(const RuleSet& rules);
// Which columns of positions are read beside those of hands, ends and boneyards:
/// What lies on the table and what hands are known to lack, for tile-counting.
bool needs_table(const Batch& batch);
/// The keys, for random.
bool needs_keys(const Batch& batch);
/// Whether rounds of this rule set can be played in lanes.
bool can_play(const RuleSet& rules);

/// A SIMD target that this machine has.
struct Target {
    std::string name; ///< in lower case: `avx2`
    Kernels kernels;
};

/// The targets of this machine, the best one first, the portable one last.
const std::vector<Target>& targets();

/// The name of the plain engine among the targets: nothing runs in lanes.
inline constexpr std::string_view plain_target = "plain";

/// The environment variable that names a target.
inline constexpr const char* target_variable = "BALAK_TARGET";

/// Makes everything run on the target of this name from now on, or on the plain engine. Returns whether this machine
/// has it. Not while rounds are being played.
bool choose_target(std::string_view name);

/// The target that everything runs on: the one chosen, else the one that the environment names, else the best one.
/// Nothing for the plain engine. A name in the environment that is not known counts as none.
const Target* current_target();
/// Its name.
std::string_view current_target_name();

} // namespace balak::batch
