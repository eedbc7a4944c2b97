#pragma once

#include "slices/play.hpp"

namespace balak::strategies {

/// The slice form of greedy-heavy.
struct GreedyHeavySlices {
    static constexpr std::string_view name = "greedy-heavy";
    static constexpr const auto& order = slices::heaviest_first;
};

} // namespace balak::strategies
