// Elo ratings: one Bradley-Terry fit over all pairings of a rule set.
#pragma once

#include "tournament/statistics.hpp"
#include "tournament/tally.hpp"
#include "tournament/tournament.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace balak::tournament {

/// What a fit starts from: who met whom, and how it ended.
struct RatedField {
    std::size_t entrants = 0;
    std::vector<Pairing> pairings;               ///< they connect all entrants
    std::vector<std::vector<Meetings>> meetings; ///< by pairing, then by block of deals
    /// What a is ahead by among equals in each kind of meeting, on the natural logarithm's scale of odds.
    std::array<double, 2> head_start{};
    /// Whether the kinds of meetings are who opened; else there is no term for it.
    bool openers = false;
    std::int64_t deals = 0;
};

RatedField rated_field(Format format, const RuleSet& rules, const Schedule& schedule, const Tally& tally);

/// A number on the Elo scale: 400 are odds of 10 to 1.
struct Rating {
    double elo = 0;
    /// Its standard error from the spread between blocks of deals. Where a fit has no finite maximum it is the Fisher
    /// one, as blocks that came out alike say nothing. None from fewer than two deals.
    std::optional<double> error;
    std::optional<Interval> interval;   ///< 95 %
    std::optional<double> fisher_error; ///< as if all matches were independent; to compare with
};

struct Ratings {
    std::vector<Rating> entrants;
    /// What opening the first round is worth; two sides only.
    std::optional<Rating> opener;
    /// Draws: from how far below the other one wins half of what is not drawn between equals; 0 would be no draws.
    std::optional<Rating> draws;
    /// How probable it is that one is better than another, given all results and no other knowledge. 1/2 on the
    /// diagonal. Empty from fewer than two deals.
    std::vector<std::vector<double>> superiority;
    /// Whether the results alone bound the ratings: not if some won everything against all others. Then only the prior
    /// keeps them finite.
    bool finite = true;
};

/// Fits by maximum likelihood
///
///     P(a wins) = 1 / (1 + 10^((-D - h + d) / 400))     D: the difference of the ratings and a's head start
///     P(b wins) = 1 / (1 + 10^((D + h + d) / 400))      h: for a if a opened, against a if b did; d: draws
///
/// (Bradley-Terry with ties as Rao and Kupper, 1967, and a seat term as in BayesElo.) Each pairing gets one virtual
/// match, won in the parts that equals would win: the weak prior that keeps everything finite. The anchor is an entrant
/// with a given rating; without it the mean is 0. Errors are those of the difference to the anchor.
Ratings rate(const RatedField& field, const std::optional<Anchor>& anchor);

} // namespace balak::tournament
