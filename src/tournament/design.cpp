#include "tournament/design.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <cmath>
#include <numeric>

namespace balak::tournament {
namespace {

using Values = std::vector<std::int64_t>;

/// Something of each block that has deals, by the number of the block.
template <class F>
Values of_blocks(const Tally& tally, const F& value) {
    Values values;
    for (std::size_t i = 0; i < block_count; ++i) {
        if (tally.table_blocks()[i].matches > 0) {
            values.push_back(value(i));
        }
    }
    return values;
}

} // namespace

Estimate ratio_over_blocks(const Values& numerators, const Values& denominators, double shift) {
    const auto whole = static_cast<double>(std::accumulate(denominators.begin(), denominators.end(), std::int64_t{0}));
    if (whole == 0) {
        return {};
    }
    const double ratio =
        static_cast<double>(std::accumulate(numerators.begin(), numerators.end(), std::int64_t{0})) / whole;
    Estimate made{.mean = ratio + shift, .standard_error = std::nullopt, .interval = std::nullopt};
    double squares = 0;
    const auto blocks = static_cast<double>(denominators.size());
    for (std::size_t i = 0; i < denominators.size(); ++i) {
        const double residual = static_cast<double>(numerators[i]) - ratio * static_cast<double>(denominators[i]);
        squares += residual * residual;
    }
    if (blocks >= 2) {
        const double error = std::sqrt(squares * blocks / (blocks - 1)) / whole;
        const double reach = boost::math::quantile(boost::math::students_t(blocks - 1), 0.975) * error;
        made.standard_error = error;
        made.interval = {made.mean - reach, made.mean + reach};
    }
    return made;
}

std::vector<DesignFigure> design_figures(const RuleSet& rules, const Tally& tally) {
    const auto count = [&](std::int64_t TableTally::*member) {
        return of_blocks(tally, [&](std::size_t i) { return tally.table_blocks()[i].*member; });
    };
    const Values rounds = count(&TableTally::rounds);
    const Values matches = count(&TableTally::matches);
    const Values decided = of_blocks(
        tally, [&](std::size_t i) { return tally.table_blocks()[i].rounds - tally.table_blocks()[i].nobody_won; });
    const Values by_better = of_blocks(tally, [&](std::size_t i) {
        std::int64_t won = 0;
        for (const PairingTally& pairing : tally.pairings()) {
            const Contest& contest = pairing.contests[i];
            won += win_rate(pairing.deals).mean >= 0.5 ? contest.rounds_won_by_a : contest.rounds_won_by_b;
        }
        return won;
    });
    const Values by_either = of_blocks(tally, [&](std::size_t i) {
        std::int64_t won = 0;
        for (const PairingTally& pairing : tally.pairings()) {
            won += pairing.contests[i].rounds_won_by_a + pairing.contests[i].rounds_won_by_b;
        }
        return won;
    });
    const double even = 1.0 / rules.side_count();
    return {
        {"opener_edge", "opener's edge", true, ratio_over_blocks(count(&TableTally::opener_won), decided, -even)},
        {"blocked_rate", "blocked", true, ratio_over_blocks(count(&TableTally::blocked), rounds)},
        {"turns_per_round", "turns a round", false, ratio_over_blocks(count(&TableTally::turns), rounds)},
        {"tiles_drawn_per_round", "draws a round", false, ratio_over_blocks(count(&TableTally::tiles_drawn), rounds)},
        {"rounds_per_match", "rounds a match", false, ratio_over_blocks(rounds, matches)},
        {"comeback_rate", "comebacks", true, ratio_over_blocks(count(&TableTally::comebacks), matches)},
        {"skill", "skill", true, ratio_over_blocks(by_better, by_either)},
        {"capicu_rate", "capicu", true, ratio_over_blocks(count(&TableTally::capicu), rounds)},
        {"shut_out_rate", "shut-outs", true, ratio_over_blocks(count(&TableTally::shut_outs), matches)},
    };
}

} // namespace balak::tournament
