// From exact tallies to estimates: the only place where floating point begins. The unit of observation is the deal with
// all its legs.
#pragma once

#include "tournament/tally.hpp"

#include <optional>

namespace balak::tournament {

struct Interval {
    double low = 0;
    double high = 0;
};

/// An estimated mean and its 95 % t interval over deals (none from fewer than two deals).
struct Estimate {
    double mean = 0;
    std::optional<double> standard_error;
    std::optional<Interval> interval;

    /// Whether the interval lies to one side of `value`: -1 below it, 1 above it, 0 neither.
    int separated_from(double value) const;
};

/// The share of matches won, 0..1; ties for the first place are shared.
Estimate win_rate(const DealSums& sums);

/// Points a match. `scale` is what the margins were multiplied by.
Estimate margin_per_match(const DealSums& sums, int scale);

/// Points a round: the ratio of all points to all rounds, its error by the delta method for ratio estimates (Cochran,
/// "Sampling Techniques", 1977, section 6.3; here without finite-population correction).
Estimate margin_per_round(const DealSums& sums, int scale);

/// The standard deviation of single matches or rounds, from the sum and the sum of squares of `count` margins.
std::optional<double> deviation(std::int64_t count, std::int64_t sum, Int128 squares, int scale);

} // namespace balak::tournament
