// What a rule set is like to play: figures for people who design rules, each with its interval over deals.
#pragma once

#include "tournament/statistics.hpp"
#include "tournament/tally.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace balak::tournament {

struct DesignFigure {
    std::string_view key;   ///< in results
    std::string_view title; ///< in a table
    bool is_rate = false;   ///< a share, 0 to 1 (an edge: a difference of shares)
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
