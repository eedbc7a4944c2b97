// What is known after an SPRT has stopped. It stops when a comparison looks extreme, so the plain mean is too far out.
#pragma once

#include "tournament/statistics.hpp"
#include "tournament/stop_rule.hpp"
#include "tournament/stop_state.hpp"

#include <optional>

namespace balak::tournament {

/// Where a Brownian motion of variance 1 a unit of time, begun at 0, has ended.
struct StoppedMotion {
    double lower = 0; ///< bounds, below and above 0
    double upper = 0;
    double time = 0;
    double place = 0; ///< `lower` or below, `upper` or above: it has reached that bound at that time
};

/// The chance that a motion with this drift comes to an end as high as this one or higher: ends at the upper bound are
/// higher the earlier, those at the lower bound the later; those that the time has cut off lie between, by place.
double chance_of_higher(const StoppedMotion& end, double drift);

/// In the measure of the rule: the value for which half of all runs would end higher, and the values for which 97.5 %
/// and 2.5 % would.
struct StoppedEstimate {
    double median_unbiased = 0;
    std::optional<Interval> interval; ///< none if the estimate is so far off the hypotheses that it would be too narrow
};

/// None where the LLR is not even nearly a motion that is watched all the time: hypotheses so far apart that a few
/// looks decide (more than 30 normalized Elo with two matches a deal), or deals without any spread.
std::optional<StoppedEstimate> stopped_estimate(const Sprt& rule, const PairingStop& state);

} // namespace balak::tournament
