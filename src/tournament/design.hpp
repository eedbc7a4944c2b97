// What a rule set is like to play: figures for people who design rules, each with its interval over deals.
#pragma once

#include "tournament/statistics.hpp"
#include "tournament/tally.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace balak::tournament {

/// The counts of a block of deals that the figures are made of.
struct DesignCounts {
    std::int64_t deals = 0;
    std::int64_t matches = 0;
    std::int64_t rounds = 0;
    std::int64_t rounds_decided = 0; ///< that somebody won
    std::int64_t rounds_opener_won = 0;
    std::int64_t blocked_rounds = 0;
    std::int64_t turns = 0;
    std::int64_t tiles_drawn = 0;
    std::int64_t comebacks = 0;
    std::int64_t rounds_better_won = 0; ///< by the one of a pairing that won more matches
    std::int64_t rounds_either_won = 0; ///< by one of a pairing; at tables of several pairings counted for each
    std::int64_t capicu = 0;
    std::int64_t shut_outs = 0;

    /// Calls f(name, count) for each, in a fixed order.
    template <class F, class Self>
    static void each_count(const F& f, Self& self) {
        f("deals", self.deals);
        f("matches", self.matches);
        f("rounds", self.rounds);
        f("rounds_decided", self.rounds_decided);
        f("rounds_opener_won", self.rounds_opener_won);
        f("blocked_rounds", self.blocked_rounds);
        f("turns", self.turns);
        f("tiles_drawn", self.tiles_drawn);
        f("comebacks", self.comebacks);
        f("rounds_better_won", self.rounds_better_won);
        f("rounds_either_won", self.rounds_either_won);
        f("capicu", self.capicu);
        f("shut_outs", self.shut_outs);
    }
};

/// The counts of all block_count blocks.
std::vector<DesignCounts> design_counts(const Tally& tally);

/// A figure as the ratio of two counts.
struct DesignRatio {
    std::string_view key;   ///< in results
    std::string_view title; ///< in a table
    bool is_rate = false;   ///< a share, 0 to 1 (an edge: a difference of shares)
    std::int64_t DesignCounts::*numerator = nullptr;
    std::int64_t DesignCounts::*denominator = nullptr;
    bool above_even = false; ///< less an even share of the sides
};

/// All figures, in the order of `design_figures`.
std::span<const DesignRatio> design_ratios();

struct DesignFigure {
    std::string_view key;
    std::string_view title;
    bool is_rate = false;
    Estimate estimate;
};

/// The figures of a rule set, always the same ones in the same order:
///
/// - opener's edge: of the rounds that somebody won the share that the opening side won, above an even share
/// - blocked rounds; turns and tiles drawn a round; rounds a match
/// - comebacks: matches won by a side that was behind the leader halfway (at half the target or of the rounds)
/// - skill: of the rounds that one of a pairing won the share won by the one with more matches; 1/2 is luck alone.
///   As the same matches say who that is, equals come out a little above 1/2.
/// - rounds won by capicu; matches won with nothing for anybody else
///
/// Errors are those of ratios, from the spread between blocks of deals.
std::vector<DesignFigure> design_figures(const RuleSet& rules, const Tally& tally);

/// The ratio of two sums over blocks that were played, its error by the delta method, and its 95 % interval by t over
/// the blocks (none from fewer than two). 0 where the second sum is. `shift` is added to the ratio.
Estimate ratio_over_blocks(const std::vector<std::int64_t>& numerators, const std::vector<std::int64_t>& denominators,
                           double shift = 0);

} // namespace balak::tournament
