// What readers of results files have in common.
#pragma once

#include "io/reader.hpp"
#include "tournament/statistics.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace balak::io {

/// Of any count in a results file: the sum of all blocks fits into 64 bits.
inline constexpr std::int64_t most_count = 1'000'000'000'000'000;

/// The member of an object that must have it. These functions throw InputError, as those of Node do.
Node member(const Node& node, std::string_view key);
std::vector<Node> list(const Node& node);
std::int64_t count(const Node& node);
std::optional<double> number_or_null(const Node& node, double least, double greatest);
/// The two ends of an interval, or none for null.
std::optional<tournament::Interval> read_interval(const Node& node);
/// An object with `mean`, `standard_error` and `ci95`.
tournament::Estimate read_estimate(const Node& node);

} // namespace balak::io
