// A tournament counted a second time, from the definitions and not from the first count: every match is played one
// after the other and kept as a list, and each figure is looked up in the list by itself. Of balak it uses the engine
// alone.
#pragma once

#include "tournament_runs.hpp"

#include "tournament/tournament.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace balak::testing {

struct PlayedRound {
    std::size_t opener = 0; ///< a side, as all below
    std::optional<std::size_t> winner;
    std::vector<double> points;
    bool blocked = false;
    bool capicu = false;
    int plays = 0;
    int passes = 0;
    int draws = 0;
};

struct PlayedMatch {
    std::uint64_t deal = 0;
    std::vector<std::size_t> seating; ///< entrants by side
    std::vector<PlayedRound> rounds;

    bool round_decides = false; ///< whether who wins the only round wins the match, whatever the round gives

    std::vector<double> score() const;
    /// By side what decides the match: the score, or 1 for who won the round that decides.
    std::vector<double> deciding() const;
    /// The side with most of what decides; nobody if several have that.
    std::optional<std::size_t> winner() const;
};

/// All matches of the deals 0 to deals - 1 under one rule set.
std::vector<PlayedMatch> play_all(const tournament::Tournament& tournament, const RuleSet& rules, std::uint64_t deals);

/// The widths of the bins of histograms, in points.
struct BinWidths {
    std::int64_t match = 1;
    std::int64_t round = 1;
};

/// What `counts` of the tally of these matches must be.
Counts recount(const tournament::Tournament& tournament, const RuleSet& rules, std::uint64_t deals,
               const std::vector<PlayedMatch>& matches, BinWidths widths);

} // namespace balak::testing
