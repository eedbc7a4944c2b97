// Comparing counts with probabilities.
#pragma once

#include <boost/math/distributions/chi_squared.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

namespace balak::testing {

/// Whether a chi-square statistic is neither larger nor smaller than a true one would be with probability
/// `false_alarm`, half of it at each end: counts that are too even are wrong as well. (With few cells they come out
/// exactly even now and then, so only the upper end is tested below 20 degrees of freedom.)
inline ::testing::AssertionResult plausible(double statistic, double degrees, double false_alarm) {
    const boost::math::chi_squared law(degrees);
    const double low = degrees < 20 ? 0 : quantile(law, false_alarm / 2);
    const double high = quantile(complement(law, false_alarm / 2));
    if (statistic < low || statistic > high) {
        return ::testing::AssertionFailure() << "chi-square is " << statistic << " with " << degrees
                                             << " degrees of freedom, must be from " << low << " to " << high;
    }
    return ::testing::AssertionSuccess();
}

/// Pearson's chi-square of independent trials: `counts[i]` of them came out as `i`, which has this probability. The
/// chi-square law is an approximation that wants some ten expected trials in each cell.
inline ::testing::AssertionResult fits(const std::vector<std::uint64_t>& counts,
                                       const std::vector<double>& probabilities, double false_alarm = 1e-6) {
    const auto trials = static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
    double statistic = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double expected = trials * probabilities.at(i);
        const double off = static_cast<double>(counts[i]) - expected;
        statistic += off * off / expected;
    }
    return plausible(statistic, static_cast<double>(counts.size() - 1), false_alarm);
}

/// The same where all outcomes are equally likely.
inline ::testing::AssertionResult uniform(const std::vector<std::uint64_t>& counts, double false_alarm = 1e-6) {
    return fits(counts, std::vector<double>(counts.size(), 1.0 / static_cast<double>(counts.size())), false_alarm);
}

/// Each trial draws `drawn` of counts.size() things without putting back; `counts[i]` trials had thing i. The counts
/// have covariance n p (1 - p) k / (k - 1) (I - J / k), so the sum of squares is scaled to chi-square with k - 1.
inline ::testing::AssertionResult uniform_subsets(const std::vector<std::uint64_t>& counts, std::uint64_t trials,
                                                  int drawn, double false_alarm = 1e-6) {
    const auto k = static_cast<double>(counts.size());
    const double p = drawn / k;
    const double expected = static_cast<double>(trials) * p;
    double statistic = 0;
    for (const std::uint64_t count : counts) {
        const double off = static_cast<double>(count) - expected;
        statistic += off * off / (expected * (1 - p));
    }
    return plausible(statistic * (k - 1) / k, k - 1, false_alarm);
}

} // namespace balak::testing
