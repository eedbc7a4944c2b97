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

/// The log-likelihood ratio of `h1` against `h0` points a round: of two normal laws of a deal's margin less h times its
/// rounds, which is 0 on average if h is true, each with its likeliest variance. `scale` is that of the margins. A
/// lopsided law moves the error rates apart: with the skewness of 2 of an exponential law and hypotheses 0.08 standard
/// deviations of a deal apart, 2.9 % and 8.7 % instead of 5 %. Deals have a skewness from -0.6 to 0.1.
double points_log_likelihood_ratio(const DealSums& sums, int scale, double h0, double h1);

} // namespace balak::tournament
