#include "tournament/gsprt.hpp"

#include "tournament/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace balak::tournament {
namespace {

constexpr double elo_unit = 800 / std::numbers::ln10;

struct Moments {
    double mean = 0;
    double sd = 0;
};

double total(std::span<const ShareOutcome> outcomes) {
    double sum = 0;
    for (const ShareOutcome& outcome : outcomes) {
        sum += outcome.weight;
    }
    return sum;
}

/// Of outcomes whose weights sum to 1.
Moments moments(std::span<const ShareOutcome> outcomes, std::span<const double> weights) {
    Moments made;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        made.mean += weights[i] * outcomes[i].value;
    }
    double variance = 0;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        variance += weights[i] * (outcomes[i].value - made.mean) * (outcomes[i].value - made.mean);
    }
    made.sd = std::sqrt(variance);
    return made;
}

/// The likeliest probabilities p_i = w_i / (1 + t g_i) with sum p_i g_i = 0, where the w_i were seen. Needs g of both
/// signs.
std::vector<double> likeliest(std::span<const double> seen, std::span<const double> g) {
    // No probability is above 1, so t lies in a closed interval where 1 + t g_i >= w_i > 0 for all i.
    double low = -HUGE_VAL;
    double high = HUGE_VAL;
    for (std::size_t i = 0; i < g.size(); ++i) {
        const double most = (1 - seen[i]) / std::abs(g[i]);
        if (g[i] > 0) {
            low = std::max(low, -most);
        } else if (g[i] < 0) {
            high = std::min(high, most);
        }
    }
    const auto slope = [&](double t) {
        double sum = 0;
        for (std::size_t i = 0; i < g.size(); ++i) {
            sum += seen[i] * g[i] / (1 + t * g[i]);
        }
        return sum;
    };
    // It falls from the one end to the other; rounding may hide that where an end is the root.
    const double at_low = slope(low);
    const double at_high = slope(high);
    double t = 0;
    if (at_low <= 0) {
        t = low;
    } else if (at_high >= 0) {
        t = high;
    } else {
        const auto [below, above] = around_root(slope, low, high, at_low, at_high, 50, 100);
        t = (below + above) / 2;
    }
    std::vector<double> made;
    double sum = 0;
    for (std::size_t i = 0; i < g.size(); ++i) {
        made.push_back(seen[i] / (1 + t * g[i]));
        sum += made.back();
    }
    for (double& p : made) {
        p /= sum;
    }
    return made;
}

/// The likeliest probabilities with (mean - 1/2) / sd = score. The condition is linearised about the last
/// probabilities, again and again. For score > 0 the linearised condition never puts (mean - 1/2) below score times sd
/// (that is the inequality of the arithmetic and geometric mean), so that a start beyond it keeps every step solvable;
/// score < 0 is its mirror image.
std::vector<double> likeliest_with_score(std::span<const ShareOutcome> outcomes, std::span<const double> seen,
                                         double score) {
    const std::size_t count = outcomes.size();
    const auto beyond = [&](const Moments& now) {
        return score >= 0 ? now.mean - 0.5 >= score * now.sd : now.mean - 0.5 <= score * now.sd;
    };
    // From even weights towards the best (or the worst) outcome alone.
    std::vector<double> probabilities(count, 1.0 / static_cast<double>(count));
    const auto by_value = [](const ShareOutcome& one, const ShareOutcome& other) { return one.value < other.value; };
    const auto extreme =
        score >= 0 ? std::ranges::max_element(outcomes, by_value) : std::ranges::min_element(outcomes, by_value);
    while (!beyond(moments(outcomes, probabilities))) {
        for (double& p : probabilities) {
            p /= 2;
        }
        probabilities[static_cast<std::size_t>(extreme - outcomes.begin())] += 0.5;
    }
    constexpr int most_steps = 200;
    std::vector<double> g(count);
    for (int step = 0; step < most_steps; ++step) {
        const auto [mean, sd] = moments(outcomes, probabilities);
        for (std::size_t i = 0; i < count; ++i) {
            const double off = outcomes[i].value - mean;
            g[i] = outcomes[i].value - 0.5 - (score == 0 ? 0 : score * (sd + off * off / sd) / 2);
        }
        std::vector<double> next = likeliest(seen, g);
        double moved = 0;
        for (std::size_t i = 0; i < count; ++i) {
            moved = std::max(moved, std::abs(next[i] / probabilities[i] - 1));
        }
        probabilities = std::move(next);
        if (moved < 1e-13) {
            break;
        }
    }
    return probabilities;
}

} // namespace

std::vector<ShareOutcome> share_outcomes(std::span<const std::int64_t> deals_by_shares) {
    constexpr double unseen = 1e-3;
    std::vector<ShareOutcome> outcomes;
    const auto most = static_cast<double>(deals_by_shares.size() - 1);
    for (std::size_t shares = 0; shares < deals_by_shares.size(); ++shares) {
        const std::int64_t deals = deals_by_shares[shares];
        if (deals > 0 || shares % (full_share / 2) == 0) {
            outcomes.push_back({static_cast<double>(shares) / most, deals > 0 ? static_cast<double>(deals) : unseen});
        }
    }
    return outcomes;
}

double score_per_sd(double normalized_elo, std::int64_t matches_of_deal) {
    return normalized_elo / elo_unit * std::sqrt(static_cast<double>(matches_of_deal));
}

double normalized_elo(std::span<const ShareOutcome> outcomes, std::int64_t matches_of_deal) {
    const double sum = total(outcomes);
    std::vector<double> seen;
    for (const ShareOutcome& outcome : outcomes) {
        seen.push_back(outcome.weight / sum);
    }
    const auto [mean, sd] = moments(outcomes, seen);
    return (mean - 0.5) / (sd * std::sqrt(static_cast<double>(matches_of_deal))) * elo_unit;
}

double log_likelihood_ratio(std::span<const ShareOutcome> outcomes, double score0, double score1) {
    const double sum = total(outcomes);
    std::vector<double> seen;
    for (const ShareOutcome& outcome : outcomes) {
        seen.push_back(outcome.weight / sum);
    }
    const std::vector<double> with0 = likeliest_with_score(outcomes, seen, score0);
    const std::vector<double> with1 = likeliest_with_score(outcomes, seen, score1);
    double ratio = 0;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        ratio += outcomes[i].weight * (std::log(with1[i]) - std::log(with0[i]));
    }
    return ratio;
}

double points_log_likelihood_ratio(const DealSums& sums, const ByBlock<BlockSums>& blocks, int scale, double h0,
                                   double h1) {
    using Real = long double;
    const auto deals = static_cast<Real>(sums.deals);
    const Real unit = scale;
    // How much speaks against h, with e a deal's margin less h times its rounds.
    const auto against = [&](double h) {
        const Real slope = h * unit;
        const Real mean = (static_cast<Real>(sums.sum.margin) - slope * static_cast<Real>(sums.sum.rounds)) / deals;
        const Real squares = static_cast<Real>(sums.margin_squared) -
                             2 * slope * static_cast<Real>(sums.margin_times_rounds) +
                             slope * slope * static_cast<Real>(sums.rounds_squared);
        // One more deal that is off by a point: deals that are all the same leave no spread.
        const Real variance = (std::max(squares - deals * mean * mean, Real{0}) + unit * unit) / deals;
        // Third central moments of independent deals add up, so those of blocks tell that of a deal.
        Real cubes = 0;
        Real noise = 0;
        for (std::size_t i = 0; i < block_count; ++i) {
            const DealTotals& block = blocks[i].totals;
            const Real off = static_cast<Real>(block.margin) - slope * static_cast<Real>(block.rounds) -
                             mean * static_cast<Real>(blocks[i].deals);
            const Real cube = off * off * off;
            cubes += cube;
            noise += cube * cube;
        }
        const Real believed = noise > 0 ? cubes * cubes / (cubes * cubes + noise) : Real{0};
        const Real skewness = believed * cubes / deals / (variance * std::sqrt(variance));
        const Real distance = mean / std::sqrt(variance);
        // The limits keep it rising with the distance.
        const Real corrected = distance * std::clamp(1 + skewness * distance / 3, Real{0.5}, Real{2});
        return deals / 2 * std::log1p(corrected * corrected);
    };
    return static_cast<double>(against(h0) - against(h1));
}

} // namespace balak::tournament
