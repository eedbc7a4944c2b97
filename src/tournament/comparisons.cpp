#include "tournament/comparisons.hpp"

#include "tournament/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace balak::tournament {
namespace {

std::vector<PairingTest> tests(const std::vector<std::optional<double>>& p_values) {
    std::vector<double> known;
    for (const auto& p : p_values) {
        if (p) {
            known.push_back(*p);
        }
    }
    const std::vector<double> adjusted = holm(known);
    std::vector<PairingTest> made;
    std::size_t next = 0;
    for (const auto& p : p_values) {
        made.push_back({p, p ? std::optional(adjusted[next++]) : std::nullopt});
    }
    return made;
}

} // namespace

std::optional<double> p_value(const Estimate& estimate, double value, std::int64_t deals) {
    if (!estimate.standard_error || deals < 2) {
        return std::nullopt;
    }
    const double distance = std::abs(estimate.mean - value);
    if (distance == 0) {
        return 1.0;
    }
    double p = 0;
    if (*estimate.standard_error > 0) {
        p = 2 * t_above(static_cast<double>(deals - 1), distance / *estimate.standard_error);
    }
    return std::clamp(p, std::exp2(1 - static_cast<double>(deals)), 1.0);
}

std::vector<double> holm(std::span<const double> p_values) {
    std::vector<std::size_t> order(p_values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p_values[i]; });
    std::vector<double> adjusted(p_values.size());
    double least = 0; // an adjusted p-value is not below that of a smaller p-value
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        const auto left = static_cast<double>(order.size() - rank);
        least = std::max(least, std::min(1.0, left * p_values[order[rank]]));
        adjusted[order[rank]] = least;
    }
    return adjusted;
}

std::vector<std::vector<std::size_t>> groups_of(const std::vector<std::vector<bool>>& separated,
                                                std::span<const std::size_t> order) {
    std::vector<std::vector<std::size_t>> groups(separated.size());
    const auto share_one = [&](std::size_t i, std::size_t j) {
        return std::ranges::any_of(groups[i],
                                   [&](std::size_t group) { return std::ranges::count(groups[j], group) > 0; });
    };
    std::size_t next = 0;
    for (std::size_t first = 0; first < order.size(); ++first) {
        for (std::size_t second = first; second < order.size(); ++second) {
            const std::size_t a = order[first];
            const std::size_t b = order[second];
            if (separated[a][b] || (a != b ? share_one(a, b) : !groups[a].empty())) {
                continue;
            }
            // A group with both, and with all that are separated from none of it.
            std::vector<std::size_t> members{a};
            const auto join = [&](std::size_t who) {
                if (std::ranges::none_of(members,
                                         [&](std::size_t member) { return member == who || separated[member][who]; })) {
                    members.push_back(who);
                }
            };
            join(b);
            std::ranges::for_each(order, join);
            for (const std::size_t member : members) {
                groups[member].push_back(next);
            }
            ++next;
        }
    }
    return groups;
}

std::optional<std::array<std::size_t, 3>> find_cycle(const std::vector<std::vector<bool>>& above,
                                                     std::span<const std::size_t> order) {
    for (const std::size_t i : order) {
        for (const std::size_t j : order) {
            for (const std::size_t k : order) {
                if (above[i][j] && above[j][k] && above[k][i]) {
                    return std::array{i, j, k};
                }
            }
        }
    }
    return std::nullopt;
}

std::string group_name(std::size_t number) {
    const std::string last(1, static_cast<char>('a' + static_cast<int>(number % 26)));
    return number < 26 ? last : group_name(number / 26 - 1) + last;
}

Comparisons compare_all(const Schedule& schedule, const Tally& tally, std::span<const std::size_t> order) {
    std::vector<std::optional<double>> by_win_rate;
    std::vector<std::optional<double>> by_points;
    for (const PairingTally& pairing : tally.pairings()) {
        by_win_rate.push_back(p_value(win_rate(pairing.deals), 0.5, pairing.deals.deals));
        by_points.push_back(p_value(margin_per_round(pairing.deals, schedule.scale), 0, pairing.deals.deals));
    }
    Comparisons all;
    all.win_rate = tests(by_win_rate);
    all.points_per_round = tests(by_points);
    const std::size_t entrants = schedule.entrants;
    std::vector<std::vector<bool>> above(entrants, std::vector<bool>(entrants));
    std::vector<std::vector<bool>> separated = above;
    for (std::size_t i = 0; i < schedule.pairings.size(); ++i) {
        const auto [a, b] = schedule.pairings[i];
        const std::optional<double>& p = all.win_rate[i].adjusted;
        const bool apart = p && *p <= significance;
        const bool a_above = win_rate(tally.pairings()[i].deals).mean > 0.5;
        all.separated.push_back(!apart ? 0 : a_above ? 1 : -1);
        separated[a][b] = separated[b][a] = apart;
        above[a][b] = apart && a_above;
        above[b][a] = apart && !a_above;
    }
    all.groups = groups_of(separated, order);
    all.cycle = find_cycle(above, order);
    return all;
}

} // namespace balak::tournament
