#include "tournament/confidence_sequence.hpp"

#include "tournament/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace balak::tournament {
namespace {

/// Shares of what a player has that are bet.
std::vector<double> bets(std::uint64_t most_count) {
    // The best share for n values of standard deviation s is about 3 / (s sqrt(n)), and s is at most 1/2. Up to 1/2
    // the capital falls with the mean it is held against, whatever the values are: each cut is at one place.
    constexpr double largest = 0.5;
    const double smallest = 6 / std::sqrt(static_cast<double>(std::max<std::uint64_t>(most_count, 1)));
    std::vector<double> made{largest};
    while (made.back() > smallest) {
        made.push_back(made.back() / std::numbers::sqrt2);
    }
    return made;
}

/// The logarithm of what the player has who bets on values above `mean`, where all values are 0..1.
double log_capital(double count, double sum, double squares, double mean, const std::vector<double>& shares) {
    const double above = sum - count * mean;
    const double spread = std::max(squares - 2 * mean * sum + count * mean * mean, 0.0);
    std::vector<double> logs;
    for (const double b : shares) {
        logs.push_back(b * above + (std::log1p(-b) + b) * spread);
    }
    const double most = *std::ranges::max_element(logs);
    double capital = 0;
    for (const double log : logs) {
        capital += std::exp(log - most);
    }
    return most + std::log(capital / static_cast<double>(logs.size()));
}

/// The least mean, in 0..1, that is not cut off.
double least_mean(double count, double sum, double squares, double alpha, const std::vector<double>& shares) {
    const double enough = std::log(2 / alpha);
    const auto left = [&](double mean) { return log_capital(count, sum, squares, mean, shares) - enough; };
    const double seen = sum / count;
    const double at_zero = left(0);
    const double at_seen = left(seen);
    if (at_zero <= 0 || at_seen >= 0) {
        return 0;
    }
    return around_root(left, 0.0, seen, at_zero, at_seen, 45, 200).first;
}

} // namespace

Interval anytime_interval(const BoundedSums& sums, double alpha, std::uint64_t most_count) {
    const auto least = static_cast<double>(sums.least);
    const double range = static_cast<double>(sums.most) - least;
    if (sums.count == 0) {
        return {least, static_cast<double>(sums.most)};
    }
    const std::vector<double> shares = bets(most_count);
    const auto count = static_cast<double>(sums.count);
    // Moved and shrunk to 0..1 while the sums are integers still.
    const Int128 moved = Int128{sums.sum} - Int128{sums.count} * sums.least;
    const Int128 moved_squares =
        sums.squares - 2 * Int128{sums.sum} * sums.least + Int128{sums.count} * sums.least * sums.least;
    const double sum = static_cast<double>(moved) / range;
    const double squares = static_cast<double>(moved_squares) / (range * range);
    const double low = least_mean(count, sum, squares, alpha, shares);
    const double high = 1 - least_mean(count, count - sum, count - 2 * sum + squares, alpha, shares);
    return {least + range * low, least + range * high};
}

} // namespace balak::tournament
