#pragma once

#include "slices/play.hpp"

namespace balak::strategies {

/// The slice form of doubles-first.
struct DoublesFirstSlices {
    static constexpr std::string_view name = "doubles-first";

    template <class Word>
    static void choose(slices::Turn<Word>& turn) {
        turn.template lay_first<slices::doubles_first>();
    }
};

} // namespace balak::strategies
