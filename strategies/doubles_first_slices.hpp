#pragma once

#include "slices/play.hpp"

namespace balak::strategies {

/// The slice form of doubles-first.
struct DoublesFirstSlices {
    static constexpr std::string_view name = "doubles-first";
    static constexpr const auto& order = slices::doubles_first;
};

} // namespace balak::strategies
