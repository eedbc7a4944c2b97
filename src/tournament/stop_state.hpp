// Where a stopping rule stands with a pairing: plain numbers, to be kept with the tallies they belong to.
#pragma once

#include <cstdint>

namespace balak::tournament {

enum class Decision : std::uint8_t {
    none,          ///< not yet, or not at all
    h0,            ///< SPRT
    h1,            ///< SPRT
    a_better,      ///< confidence sequence: the interval is above what two equals would get
    b_better,      ///< it is below
    width_reached, ///< it is as narrow as was asked for
};

/// The new records that an LLR set on its way up or down, looked at for how far it jumps beyond a bound.
struct Excursions {
    std::int64_t count = 0;
    double record = 0; ///< the highest (or lowest) LLR at a look so far, 0 at the start
    double sum = 0;    ///< of how far each new record was beyond the one before
    double squares = 0;
};

/// A pairing after its last look, or after the look that decided it: nothing changes from then on.
struct PairingStop {
    std::int64_t looks = 0;
    std::int64_t deals = 0; ///< at that look
    Decision decision = Decision::none;
    double estimate = 0; ///< the plain one then, in the measure of the rule

    // SPRT
    double llr = 0;
    double lower_bound = 0; ///< h0 is taken at an LLR of this or below; corrected for overshoot
    double upper_bound = 0; ///< h1 is taken at this or above
    Excursions down;
    Excursions up;
    /// (h1 - h0)^2 over the variance of the estimate: the time of the Brownian motion that the LLR is like.
    double information = 0;

    // Confidence sequence
    double low = 0;
    double high = 0;
};

} // namespace balak::tournament
