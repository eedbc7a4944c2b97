// Log-likelihood ratios of two hypotheses about a pairing, from the tallies of its deals.
#pragma once

#include "tournament/tally.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace balak::tournament {

/// A value that a deal can have, and the weight of the deals that had it.
struct ShareOutcome {
    double value = 0; ///< share of the deal's matches that a won, 0..1
    double weight = 0;
};

/// The outcomes of deals by a's share, from `PairingTally::deals_by_shares`. Each half match that no deal has come to
/// yet gets the weight of a thousandth deal, so that no likelihood is 0 or infinite (fishtest does the same).
std::vector<ShareOutcome> share_outcomes(std::span<const std::int64_t> deals_by_shares);

/// Elo in units of the spread: (mean - 1/2) / (sd of a deal's share * sqrt(matches of a deal)) * 800 / ln 10.
/// With two matches a deal it is fishtest's normalized Elo of pairs. Needs outcomes that are not all the same.
double normalized_elo(std::span<const ShareOutcome> outcomes, std::int64_t matches_of_deal);

/// (mean - 1/2) / sd of a deal's share that belongs to a normalized Elo.
double score_per_sd(double normalized_elo, std::int64_t matches_of_deal);

/// The log-likelihood ratio of (mean - 1/2) / sd being `score1` against `score0`: of the two likeliest multinomials
/// with these values (generalised SPRT; Van den Bergh, "A practical introduction to the GSPRT", section 4.1). Needs
/// values on both sides of 1/2. Always finite.
double log_likelihood_ratio(std::span<const ShareOutcome> outcomes, double score0, double score1);

/// The log-likelihood ratio of `h1` against `h0` points a round. If h is true, a deal's margin less h times its rounds,
/// e, is 0 on average. For N deals of margin and rounds by a two-dimensional normal law whose spread is not known, the
/// ratio is the difference over both hypotheses of N / 2 ln(1 + z^2), z = mean(e) / sd(e) (Wilks' ratio for a linear
/// hypothesis about the mean). Matches to a target are lopsided, by which error rates of 5 % would come to 4 % and 6.5
/// %: z is therefore multiplied by 1 + skewness z / 3, the next term of the empirical likelihood (Owen, "Empirical
/// Likelihood", 2001, section 2.6). The skewness is measured on blocks of deals and shrunk by the part of it that may
/// be noise. `scale` is that of the margins. Always finite; needs a deal.
double points_log_likelihood_ratio(const DealSums& sums, const ByBlock<BlockSums>& blocks, int scale, double h0,
                                   double h1);

} // namespace balak::tournament
