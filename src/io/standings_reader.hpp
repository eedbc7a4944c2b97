// Reading of a results file what is shown, not compared: ladders, spreads of points, figures of the rules.
#pragma once

#include "io/json.hpp"
#include "tournament/design.hpp"
#include "tournament/statistics.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace balak::io {

/// A row of a ladder.
struct LadderRow {
    std::string name;
    bool sees_all = false;
    std::vector<std::string> groups;
    std::int64_t matches = 0;
    std::int64_t wins = 0;
    std::int64_t draws = 0;
    std::int64_t losses = 0;
    std::int64_t forfeits = 0; ///< matches lost by faults of a bot
    tournament::Estimate win_rate;
    double even_win_rate = 0.5; ///< of an equal of all others
    tournament::Estimate elo;
    tournament::Estimate points_per_round;
    tournament::Estimate points_per_match;
    std::optional<double> nash_share;
};

/// How the points of single matches or rounds of a pairing were spread, seen from its first strategy.
struct Spread {
    tournament::Estimate mean;
    std::optional<double> sd;
    std::int64_t bin_width = 1; ///< points from edge to edge
    /// The points in the middle of a bin and what fell into it, in ascending order, bins of nothing left out.
    std::vector<std::pair<std::int64_t, std::int64_t>> bins;
};

struct PairingStandings {
    std::string a;
    std::string b;
    std::int64_t matches = 0;
    std::int64_t rounds = 0;
    std::int64_t wins = 0;
    std::int64_t draws = 0;
    std::int64_t losses = 0;
    std::optional<double> duplication_gain;
    Spread match_points;
    Spread round_points;
    std::optional<std::string> decision; ///< of the stopping rule, if there was one
};

/// What was played under one rule set.
struct RulesStandings {
    std::string title;
    std::int64_t matches = 0;
    std::int64_t rounds = 0;
    std::vector<LadderRow> ladder;                ///< from its top
    std::vector<tournament::DesignFigure> design; ///< in the order of `design_ratios`
    std::vector<PairingStandings> pairings;       ///< in the order of `Results`
};

/// What `read_results` leaves out of a file that it has accepted: the same rule sets in the same order. Throws
/// InputError.
std::vector<RulesStandings> read_standings(const Json& json, const std::string& file);

} // namespace balak::io
