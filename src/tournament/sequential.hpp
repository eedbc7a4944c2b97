// Sequential testing: looks at the pairings at fixed numbers of deals, and ends a run once all are decided.
#pragma once

#include "tournament/runner.hpp"
#include "tournament/statistics.hpp"
#include "tournament/stop_rule.hpp"
#include "tournament/stop_state.hpp"
#include "tournament/tally.hpp"
#include "tournament/tournament.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace balak::tournament {

/// The number of deals of the first look above `deals`: every 16 deals from 64 on, later every 1/32 of what was played.
/// Fewer deals say too little of the spread for an SPRT to keep its error rates.
std::uint64_t next_look(std::uint64_t deals);

/// What a look must know about a pairing beside its tally.
struct DealFrame {
    std::int64_t matches = 0;     ///< of a pairing in a deal
    int scale = 1;                ///< of the margins
    std::int64_t most_margin = 0; ///< the most points a match can be won by
    std::uint64_t most_deals = 0; ///< that will be played
};

/// Looks at a pairing that is not decided. `state` is that of the last look.
void look(PairingStop& state, const StopRule& rule, const DealFrame& frame, const PairingTally& pairing);

/// The rule for a run of a tournament that has one (`Tournament::stop`). A rule set ends when each of its pairings is
/// decided; alpha and beta are those of each pairing.
StoppingRule stopping_rule(const Tournament& tournament);

/// The bounds of the LLR without correction: ln(beta / (1 - alpha)) and ln((1 - beta) / alpha).
Interval wald_bounds(const Sprt& rule);

} // namespace balak::tournament
