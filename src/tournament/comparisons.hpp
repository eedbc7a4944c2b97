// Which differences of a rule set are real, with all pairings tested at once.
#pragma once

#include "tournament/statistics.hpp"
#include "tournament/tally.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace balak::tournament {

/// The chance that two are called different though no two are, over all pairings of a rule set.
inline constexpr double significance = 0.05;

/// The two-sided p-value of a mean being `value`, by a t test over deals. It is never below 2^(1 - deals), the least
/// that a sign-flip test of so many deals can give: deals that all came out the same have no variance, and prove no
/// more. None from fewer than two deals.
std::optional<double> p_value(const Estimate& estimate, double value, std::int64_t deals);

/// Holm's adjusted p-values (1979): rejecting those up to a level errs on any true hypothesis with at most that chance,
/// whatever the tests have in common.
std::vector<double> holm(std::span<const double> p_values);

struct PairingTest {
    std::optional<double> p;
    std::optional<double> adjusted; ///< over all pairings
};

/// The tests of all pairings of a rule set.
struct Comparisons {
    std::vector<PairingTest> win_rate;         ///< by pairing
    std::vector<PairingTest> points_per_round; ///< by pairing; a family of its own
    /// By pairing: 1 if a's win rate is above even by Holm's test, -1 if below, 0 if not separated.
    std::vector<int> separated;
    /// By entrant: the numbers of its groups. Two share a group if and only if they are not separated (or have not
    /// met).
    std::vector<std::vector<std::size_t>> groups;
    /// Three of which each is separated above the next, and the last above the first, if there are any.
    std::optional<std::array<std::size_t, 3>> cycle;
};

/// `order` is that of the ladder: groups are numbered from its top.
Comparisons compare_all(const Schedule& schedule, const Tally& tally, std::span<const std::size_t> order);

/// Groups of those that are not separated, from a matrix that says which are: as few letters as a greedy search finds
/// in the order given. By entrant, the numbers of its groups.
std::vector<std::vector<std::size_t>> groups_of(const std::vector<std::vector<bool>>& separated,
                                                std::span<const std::size_t> order);

/// Three of which each is above the next, and the last above the first, the first such in the order given.
std::optional<std::array<std::size_t, 3>> find_cycle(const std::vector<std::vector<bool>>& above,
                                                     std::span<const std::size_t> order);

/// a, b, ... z, aa, ab, ...
std::string group_name(std::size_t number);

} // namespace balak::tournament
