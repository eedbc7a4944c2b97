// The limits of what a user may ask for. Those of rule options and of strategies' options stand in their tables.
#pragma once

#include <cstdint>

namespace balak::io::limits {

inline constexpr std::int64_t matches = 1'000'000'000'000;
inline constexpr std::int64_t threads = 1024;
inline constexpr double tables = 10'000;        ///< for each deal: what is counted for each must fit in memory
inline constexpr std::int64_t anchor = 100'000; ///< an anchor's Elo is from minus this to this
inline constexpr double hypothesis = 1000;      ///< h0 and h1 of an SPRT are from minus this to this
inline constexpr double least_chance = 1e-6;    ///< of alpha and beta
inline constexpr double most_chance = 0.4;      ///< of alpha and beta
inline constexpr double least_width = 1e-6;     ///< of an interval to stop at, from end to end
inline constexpr double most_width = 1e6;       ///< the same in points

} // namespace balak::io::limits
