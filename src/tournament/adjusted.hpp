// Estimates with the luck taken off: a regression of what a deal came to on measures of its luck, whose mean is known
// to be 0 (control variates).
#pragma once

#include "tournament/statistics.hpp"

#include <optional>

namespace balak::tournament {

/// The estimates of a pairing, adjusted for luck.
struct Adjusted {
    Estimate win_rate;
    Estimate margin_per_match;
    Estimate margin_per_round;
};

/// Unbiased as the plain estimates are (where the number of deals is fixed beforehand): each part of the deals is
/// adjusted with coefficients learnt from the other parts, so that a deal has no say in its own adjustment. The
/// standard errors are from the residuals that this leaves: where luck explains nothing they come out a little larger
/// than the plain ones. Nothing where luck was not measured, from fewer than
/// `fewest_adjusted` deals, and where matches were forfeited: what they came to has nothing to do with luck.
std::optional<Adjusted> adjusted(const PairingTally& pairing, int scale);

inline constexpr std::int64_t fewest_adjusted = 100;

} // namespace balak::tournament
