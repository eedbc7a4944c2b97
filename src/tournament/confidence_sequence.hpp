// An interval that may be looked at any number of times.
#pragma once

#include "tournament/statistics.hpp"
#include "tournament/tally.hpp"

#include <cstdint>

namespace balak::tournament {

/// Integer values x_k, each from `least` to `most`: how many, their sum and the sum of their squares.
struct BoundedSums {
    std::int64_t count = 0;
    std::int64_t sum = 0;
    Int128 squares = 0;
    std::int64_t least = 0;
    std::int64_t most = 0;
};

/// An interval for the mean of independent values within known limits. The chance that it misses the mean at any of
/// however many looks is at most `alpha`, for every law of the values and every number of them.
///
/// For a mean m let y_k = (x_k - m) / (most - least), which is at least -1. Then 1 + b y is at least
/// exp(b y + (ln(1 - b) + b) y^2) for 0 <= b < 1 (Fan, Grama, Liu 2015, lemma 4.1; the empirical-Bernstein
/// supermartingales of Howard et al., arXiv 1810.08240, rest on it). So exp(b sum y + (ln(1 - b) + b) sum y^2) is what
/// a player has at most who begins with 1 and bets the share b of it on x_k > m in a game that is fair if m is true; so
/// is the average over a fixed set of b. It ever reaches 2 / alpha with chance alpha / 2 at most (Ville). Means for
/// which it has are cut off below, and by the mirror image above. The b are spread evenly on a logarithmic scale, from
/// 1/2 to the best for `most_count` values of the largest variance; that choice moves the width and not the guarantee.
Interval anytime_interval(const BoundedSums& sums, double alpha, std::uint64_t most_count);

} // namespace balak::tournament
