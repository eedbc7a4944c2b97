#include "tournament/statistics.hpp"

#include "tournament/distributions.hpp"

#include <algorithm>
#include <cmath>

namespace balak::tournament {
namespace {

constexpr double confidence = 0.95;

} // namespace

Estimate estimate_of(double mean, long double residuals, std::int64_t deals, double denominator) {
    Estimate made{.mean = mean, .standard_error = std::nullopt, .interval = std::nullopt};
    if (deals < 2) {
        return made;
    }
    const auto count = static_cast<double>(deals);
    const double variance = static_cast<double>(std::max(residuals, 0.0L)) / (count - 1);
    const double error = std::sqrt(variance * count) / denominator;
    const double reach = t_quantile(count - 1, 0.5 + confidence / 2) * error;
    made.standard_error = error;
    made.interval = {mean - reach, mean + reach};
    return made;
}

long double centred(std::int64_t count, Int128 sum_x, Int128 sum_y, Int128 products) {
    return static_cast<long double>(products * count - sum_x * sum_y) / static_cast<long double>(count);
}

namespace {

/// A mean over deals of a value whose unit is `unit`, per match.
Estimate per_match(const CentredSums& sums, std::int64_t sum, long double squares, double unit) {
    if (sums.matches == 0) {
        return {};
    }
    // Every deal has the same number of matches.
    const double denominator = static_cast<double>(sums.matches) * unit;
    return estimate_of(static_cast<double>(sum) / denominator, squares, sums.deals, denominator);
}

} // namespace

int Estimate::separated_from(double value) const {
    return !interval ? 0 : interval->low > value ? 1 : interval->high < value ? -1 : 0;
}

Estimate win_rate(const CentredSums& sums) {
    Estimate rate = per_match(sums, sums.sum.shares, sums.shares_squared, full_share);
    if (rate.interval) {
        rate.interval = {std::max(rate.interval->low, 0.0), std::min(rate.interval->high, 1.0)};
    }
    return rate;
}

Estimate margin_per_match(const CentredSums& sums, int scale) {
    return per_match(sums, sums.sum.margin, sums.margin_squared, scale);
}

Estimate margin_per_round(const CentredSums& sums, int scale) {
    if (sums.sum.rounds == 0) {
        return {};
    }
    // The residual of a deal is its margin less the ratio times its rounds. The residuals sum to 0, so the margins and
    // rounds may be centred first.
    const DealTotals& sum = sums.sum;
    const long double ratio = static_cast<long double>(sum.margin) / static_cast<long double>(sum.rounds);
    const long double residuals =
        sums.margin_squared - 2 * ratio * sums.margin_times_rounds + ratio * ratio * sums.rounds_squared;
    const double denominator = static_cast<double>(sum.rounds) * scale;
    return estimate_of(static_cast<double>(sum.margin) / denominator, residuals, sums.deals, denominator);
}

std::optional<double> deviation(std::int64_t count, std::int64_t sum, Int128 squares, int scale) {
    if (count < 2) {
        return std::nullopt;
    }
    const long double variance = centred(count, sum, sum, squares) / static_cast<long double>(count - 1);
    return static_cast<double>(std::sqrt(std::max(variance, 0.0L))) / scale;
}

std::optional<double> gain(const DealSums& sums, Int128 squares, int scale, const Estimate& estimate) {
    const std::optional<double> single = deviation(sums.matches, sums.sum.margin, squares, scale);
    const double error = estimate.standard_error.value_or(0);
    if (!single || error <= 0) {
        return std::nullopt;
    }
    return *single * *single / static_cast<double>(sums.matches) / (error * error);
}

std::optional<double> duplication_gain(const DealSums& sums, Int128 squares, int scale) {
    return gain(sums, squares, scale, margin_per_match(sums, scale));
}

} // namespace balak::tournament
