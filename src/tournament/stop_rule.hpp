// When a comparison may end before all its matches are played: what a user asks for.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

namespace balak::tournament {

/// Wald's test of two hypotheses about a pairing, seen from its first entrant. If h0 is true, h1 is taken in a share of
/// alpha of the runs at most; if h1 is true, h0 in a share of beta.
struct Sprt {
    enum class Measure : std::uint8_t {
        elo,   ///< normalized Elo, from the multinomial of a deal's shares
        points ///< points a round
    };
    Measure measure = Measure::elo;
    double h0 = 0;
    double h1 = 0;
    double alpha = 0.05;
    double beta = 0.05;
};

/// An interval that holds at all looks at once in a share of 1 - alpha of the runs at least.
struct ConfidenceSequence {
    enum class Measure : std::uint8_t {
        points,  ///< points a match, of a over b
        win_rate ///< the share of matches that a wins
    };
    Measure measure = Measure::points;
    double alpha = 0.05;
    /// It ends once the interval is so narrow, from end to end; without it, once the interval does not hold what two
    /// equals would get.
    std::optional<double> width = std::nullopt;
};

using StopRule = std::variant<Sprt, ConfidenceSequence>;

} // namespace balak::tournament
