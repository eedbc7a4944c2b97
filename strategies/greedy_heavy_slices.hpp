#pragma once

#include "slices/play.hpp"

namespace balak::strategies {

/// The slice form of greedy-heavy.
struct GreedyHeavySlices {
    static constexpr std::string_view name = "greedy-heavy";

    template <class Word>
    static void choose(slices::Turn<Word>& turn) {
        turn.template lay_first<slices::heaviest_first>();
    }
};

} // namespace balak::strategies
