// The chance to win a match from a score.
#pragma once

#include "balak/rules.hpp"
#include "balak/seat.hpp"
#include "balak/strategy.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace balak {

/// The chance of each side to win a match from a score between rounds, when all sides are equally strong: each further
/// round comes out like one of those that a strategy played against itself, with the sides in any order. A match that
/// nobody wins counts in equal shares.
///
/// Exact for two sides up to a target of 128, and in matches of so many rounds with up to 32 to go. Beyond that scores
/// are on a grid, with straight lines between; more rounds to go count as 32; and with more than two sides in a match
/// of so many rounds the others are taken as if each were alone against the side.
class MatchChances {
public:
    /// Plays so many rounds to learn what rounds come to.
    MatchChances(const RuleSet& rules, Strategy& player, int rounds = 2000);

    /// The chance of `side` to win the match that stands like this after so many rounds, 1 at least, of which
    /// `last_winner` won the last one.
    double of(Side side, const PerSide<int>& score, int rounds, std::optional<Side> last_winner) const;
    const RuleSet& rules() const { return rules_; }

private:
    void count_to_target(const std::vector<PerSide<int>>& results);
    void count_rounds(const std::vector<PerSide<int>>& results);
    double on_grid(Side side, const PerSide<int>& score) const;
    double of_lead(int lead, int rounds_left) const;

    RuleSet rules_;
    int sides_;
    // Matches to a target: the chance of side 0 at each point of the grid.
    int points_ = 0; // of the grid on each axis, the target not included
    double step_ = 1;
    // Matches of so many rounds: the chance by rounds left and lead.
    int most_lead_ = 0;
    std::vector<double> chance_;
};

} // namespace balak
