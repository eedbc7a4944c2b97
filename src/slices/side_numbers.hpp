// Numbers of all sides, which are added and compared at once.
#pragma once

#include "balak/seat.hpp"

#include <cstdint>
#include <cstring>

namespace balak {

/// A number of each side; the sides beyond the table's have 0.
using SideNumbers __attribute__((vector_size(sizeof(int) * max_seats))) = int;

inline SideNumbers numbers_of(const PerSide<int>& sides) {
    SideNumbers numbers;
    std::memcpy(&numbers, sides.values.data(), sizeof numbers);
    return numbers;
}

inline PerSide<int> per_side(SideNumbers numbers) {
    PerSide<int> sides;
    std::memcpy(sides.values.data(), &numbers, sizeof numbers);
    return sides;
}

/// The same number for all.
inline SideNumbers for_all(int number) {
    return SideNumbers{} + number;
}

/// Whether a comparison is true for some side.
inline bool for_some(SideNumbers compared) {
    using Halves __attribute__((vector_size(sizeof(SideNumbers)))) = std::int64_t;
    const auto halves = (Halves)compared;
    return (halves[0] | halves[1]) != 0;
}

} // namespace balak
