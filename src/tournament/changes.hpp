// How much a figure differs between two runs, and whether that is more than chance.
#pragma once

#include "tournament/statistics.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace balak::tournament {

/// A figure of a run: the ratio of two sums over deals, divided by `unit`, from what the deals of each block come to.
/// All lists have the same blocks. A block without deals has no part in anything.
struct BlockRatio {
    std::vector<std::int64_t> deals;
    std::vector<std::int64_t> numerators;
    std::vector<std::int64_t> denominators;
    double unit = 1;
    double shift = 0; ///< is added to the ratio
};

/// What a figure is in the other run less what it is in the first.
struct Change {
    double one = 0;
    double other = 0;
    Estimate difference;     ///< no error and no interval where a run has fewer than two blocks with deals
    std::optional<double> p; ///< two-sided, of no difference
    /// Matched only: how many times larger the variance were if the runs were taken as independent. None where the
    /// difference has no variance.
    std::optional<double> variance_factor;
};

/// The change between two runs whose blocks of the same number have deals in common.
///
/// Ratios N/D are compared through the residuals of their blocks (Cochran, "Sampling Techniques", 1977, section 6.3):
/// block k moves the difference by about e_k = (n'_k - R' d'_k) / D' - (n_k - R d_k) / D, and the blocks are
/// independent of each other, so the variance of the difference is K/(K-1) times the sum of e_k squared; what both runs
/// owe to the luck of the deals cancels inside of e_k. K is the number of blocks with deals, of the two runs the lesser
/// one, and t has K - 1 degrees of freedom. The runs may have different numbers of deals.
Change matched_change(const BlockRatio& one, const BlockRatio& other);

/// The change between two runs that have no deal in common: the sum of both variances, t with the degrees of freedom of
/// Welch and Satterthwaite.
Change independent_change(const BlockRatio& one, const BlockRatio& other);

/// The deals (of each run) after which a difference as large as this one would be called real in 4 of 5 runs, among so
/// many tests. None where there is no difference or no error. It is a guess: the difference may be another one.
std::optional<double> deals_to_show(const Estimate& estimate, std::int64_t deals, std::size_t tests);

} // namespace balak::tournament
