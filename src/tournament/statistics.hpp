// From exact tallies to estimates. The unit of observation is the deal with all its legs.
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

/// The estimate from the sum of squared residuals of all deals: `residuals` / (K - 1) is the variance of a deal's
/// residual, and the estimate is the sum of the deals' values over `denominator`.
Estimate estimate_of(double mean, long double residuals, std::int64_t deals, double denominator);

/// The sum of (x - mean x)(y - mean y), from exact sums: the difference of large numbers is taken in integers.
long double centred(std::int64_t count, Int128 sum_x, Int128 sum_y, Int128 products);

/// The share of matches won, 0..1; ties for the first place are shared.
Estimate win_rate(const CentredSums& sums);

/// Points a match. `scale` is what the margins were multiplied by.
Estimate margin_per_match(const CentredSums& sums, int scale);

/// Points a round: the ratio of all points to all rounds, its error by the delta method for ratio estimates (Cochran,
/// "Sampling Techniques", 1977, section 6.3; here without finite-population correction).
Estimate margin_per_round(const CentredSums& sums, int scale);

/// The standard deviation of single matches or rounds, from the sum and the sum of squares of `count` margins.
std::optional<double> deviation(std::int64_t count, std::int64_t sum, Int128 squares, int scale);

/// How many times as many matches it would take for the same error of an estimate of points a match if each had a deal
/// of its own: the variance of the mean of so many independent matches over the squared error that there is. `squares`
/// is the sum of the squared margins of single matches. None where there is no error, or one of 0.
std::optional<double> gain(const DealSums& sums, Int128 squares, int scale, const Estimate& estimate);

/// The same of margin_per_match(): what playing each deal in every seating gains.
std::optional<double> duplication_gain(const DealSums& sums, Int128 squares, int scale);

} // namespace balak::tournament
