#include "tournament/changes.hpp"

#include "tournament/comparisons.hpp"
#include "tournament/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace balak::tournament {
namespace {

/// A figure, and by how much each block moves it.
struct Residuals {
    double value = 0;
    std::vector<double> blocks;
    std::int64_t played = 0; ///< blocks with deals
};

Residuals residuals_of(const BlockRatio& figure) {
    Residuals made;
    made.blocks.resize(figure.deals.size());
    made.played = std::ranges::count_if(figure.deals, [](std::int64_t deals) { return deals > 0; });
    const auto sum = [](const std::vector<std::int64_t>& values) {
        return static_cast<double>(std::accumulate(values.begin(), values.end(), std::int64_t{0}));
    };
    const double whole = sum(figure.denominators);
    if (whole == 0) {
        return made;
    }
    const double ratio = sum(figure.numerators) / whole;
    for (std::size_t i = 0; i < figure.deals.size(); ++i) {
        made.blocks[i] =
            (static_cast<double>(figure.numerators[i]) - ratio * static_cast<double>(figure.denominators[i])) /
            (whole * figure.unit);
    }
    made.value = ratio / figure.unit + figure.shift;
    return made;
}

double sum_of_squares(const std::vector<double>& values) {
    return std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
}

/// Of so many independent blocks.
double variance(const std::vector<double>& residuals, std::int64_t blocks) {
    return sum_of_squares(residuals) * static_cast<double>(blocks) / static_cast<double>(blocks - 1);
}

Change change(const Residuals& one, const Residuals& other, double variance, double degrees, std::int64_t blocks) {
    Change made{.one = one.value, .other = other.value, .difference = {}, .p = {}, .variance_factor = {}};
    made.difference.mean = other.value - one.value;
    const double error = std::sqrt(variance);
    const double reach = t_quantile(degrees, 0.975) * error;
    made.difference.standard_error = error;
    made.difference.interval = {made.difference.mean - reach, made.difference.mean + reach};
    const double distance = std::abs(made.difference.mean);
    if (distance == 0) {
        made.p = 1;
        return made;
    }
    const double p = error > 0 ? 2 * t_above(degrees, distance / error) : 0;
    // Blocks that all moved alike prove what their signs prove.
    made.p = std::clamp(p, std::exp2(1 - static_cast<double>(blocks)), 1.0);
    return made;
}

Change unknown_change(const Residuals& one, const Residuals& other) {
    Change made{.one = one.value, .other = other.value, .difference = {}, .p = {}, .variance_factor = {}};
    made.difference.mean = other.value - one.value;
    return made;
}

} // namespace

Change matched_change(const BlockRatio& one, const BlockRatio& other) {
    const Residuals first = residuals_of(one);
    const Residuals second = residuals_of(other);
    const std::int64_t blocks = std::min(first.played, second.played);
    if (blocks < 2) {
        return unknown_change(first, second);
    }
    std::vector<double> moved(first.blocks.size());
    std::ranges::transform(second.blocks, first.blocks, moved.begin(), std::minus<>());
    const double matched = variance(moved, blocks);
    Change made = change(first, second, matched, static_cast<double>(blocks - 1), blocks);
    if (matched > 0) {
        made.variance_factor = (variance(first.blocks, blocks) + variance(second.blocks, blocks)) / matched;
    }
    return made;
}

Change independent_change(const BlockRatio& one, const BlockRatio& other) {
    const Residuals first = residuals_of(one);
    const Residuals second = residuals_of(other);
    const std::int64_t blocks = std::min(first.played, second.played);
    if (blocks < 2) {
        return unknown_change(first, second);
    }
    const double of_first = variance(first.blocks, first.played);
    const double of_second = variance(second.blocks, second.played);
    const double both = of_first + of_second;
    double degrees = static_cast<double>(blocks - 1);
    if (both > 0) {
        degrees = both * both /
                  (of_first * of_first / static_cast<double>(first.played - 1) +
                   of_second * of_second / static_cast<double>(second.played - 1));
    }
    return change(first, second, both, degrees, blocks);
}

std::optional<double> deals_to_show(const Estimate& estimate, std::int64_t deals, std::size_t tests) {
    if (!estimate.standard_error || *estimate.standard_error == 0 || estimate.mean == 0 || tests == 0) {
        return std::nullopt;
    }
    const double reach = normal_quantile(1 - significance / (2 * static_cast<double>(tests))) + normal_quantile(0.8);
    const double ratio = reach * *estimate.standard_error / estimate.mean;
    return static_cast<double>(deals) * ratio * ratio;
}

} // namespace balak::tournament
