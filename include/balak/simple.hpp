// The strategies that are arithmetic on masks: which there are, and their options.
#pragma once

#include <cstdint>

namespace balak::batch {

enum class SimpleKind : std::uint8_t { random, greedy_heavy, doubles_first, tile_counting };

/// The options of tile-counting, by their names; 0..1000 each. A unit is about a sixteenth of a point.
struct CountingWeights {
    int scarce = 14;
    int partner = 3;
    int reach = 28;
    int ours = 14;
    int link = 13;
    int doubles = 12;
    int danger = 3;
    int pip = 7;
    int block = 24;
    bool operator==(const CountingWeights&) const = default;
};

/// A simple strategy as the lanes play it.
struct Simple {
    SimpleKind kind = SimpleKind::random;
    CountingWeights weights{}; ///< of tile-counting
    bool operator==(const Simple&) const = default;
};

} // namespace balak::batch
