// Whether tournaments tell the truth: equals come out equal, and the strategies come in the order of their strength.
// All seeds are fixed, so a test that passes goes on passing; the false-alarm rates say how often such a test would
// fail for a change that alters the games but breaks nothing.
#include "tournament/runner.hpp"
#include "tournament/statistics.hpp"

#include "rule_sets.hpp"
#include "tournament_runs.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace balak::tournament {
namespace {

Tally play(Tournament tournament, std::uint64_t deals, int threads) {
    tournament.matches = testing::matches_of(tournament, deals);
    Outcome outcome = testing::play(tournament, testing::on_threads(threads));
    EXPECT_TRUE(outcome.complete) << outcome.failure;
    return outcome.tallies.front();
}

Tournament tournament_of(Format format, const RuleSet& rules, std::vector<Entrant> entrants, std::uint64_t seed) {
    return testing::tournament_of(format, {rules}, std::move(entrants), 0, seed);
}

/// So many entrants of one type, under different names.
std::vector<Entrant> clones(std::string_view type, int count) {
    std::vector<Entrant> all;
    for (int i = 0; i < count; ++i) {
        all.push_back(testing::entrant(type, "clone " + std::to_string(i)));
        if (type == "monte-carlo") {
            all.back().options.set("determinizations", std::int64_t{3});
        }
        if (type == "clairvoyant") {
            all.back().options.set("positions", std::int64_t{1'000});
            all.back().options.set("rollouts", std::int64_t{3});
        }
    }
    return all;
}

TEST(Clones, CancelToNothingInEveryDeal) {
    // Every seat of every leg sees the same game, for strategies are functions of what they see, and the random numbers
    // of a strategy are keyed by deal, seat and turn: so that holds for `random` and `monte-carlo` too. What one clone
    // wins in a seat another one wins there in another leg. No false alarms.
    const StrategyTable strategies = StrategyTable::builtin();
    for (const RuleSet& rules : testing::all_presets()) {
        for (const StrategyType& type : strategies.types()) {
            for (const Format format : testing::formats) {
                const bool tables = format == Format::free_for_all && rules.side_count() > 2;
                SCOPED_TRACE(describe(rules) + ", " + std::string(type.name) + ", format " +
                             std::to_string(static_cast<int>(format)));
                const Tally tally =
                    play(tournament_of(format, rules, clones(type.name, tables ? rules.side_count() : 2), 80),
                         type.searches ? 2 : 40, 1);
                for (const PairingTally& pairing : tally.pairings()) {
                    EXPECT_TRUE(pairing.deals.margin_squared == 0);
                    EXPECT_GT(pairing.match_margin_squared, 0) << "single matches are won and lost";
                    EXPECT_EQ(margin_per_round(pairing.deals, 1).standard_error, 0);
                    if (!tables) {
                        EXPECT_EQ(win_rate(pairing.deals).mean, 0.5);
                        EXPECT_EQ(win_rate(pairing.deals).standard_error, 0);
                    }
                }
                for (const EntrantTally& entrant : tally.entrants()) {
                    EXPECT_TRUE(entrant.deals.margin_squared == 0);
                    EXPECT_NEAR(win_rate(entrant.deals).mean, tables ? 1.0 / rules.side_count() : 0.5, 1e-12);
                    EXPECT_EQ(win_rate(entrant.deals).standard_error, 0);
                }
            }
        }
    }
}

TEST(Clones, ScoreMoreThanEachOtherEquallyOftenInAFreeForAll) {
    // Who of two scores more does not cancel in a deal, where one always sits behind the other, but over the deals with
    // all circular orders. Nine comparisons at 4.9 standard errors: false alarms below 1e-5.
    for (const int players : {3, 4}) {
        const Tally tally = play(
            tournament_of(Format::free_for_all, *preset("playboard", players), clones("doubles-first", players), 81),
            6'000, 0);
        for (const PairingTally& pairing : tally.pairings()) {
            const Estimate rate = win_rate(pairing.deals);
            EXPECT_LT(std::abs(rate.mean - 0.5), 4.9 * *rate.standard_error);
            EXPECT_LT(*rate.standard_error, 0.005);
        }
    }
}

TEST(FreeForAll, DoesNotDependOnTheOrderInWhichStrategiesAreListed) {
    // With rotations of one circular order the player behind the strongest one loses some 6 points a round by it, and
    // listing the three differently turns the order of the other two around. Six comparisons at 4.9 standard errors:
    // false alarms below 1e-5.
    const std::array<std::string_view, 3> names{"tile-counting", "random", "greedy-heavy"};
    const RuleSet rules = *preset("playboard", 3);
    const Tally listed = play(
        tournament_of(Format::free_for_all, rules, testing::entrants({names[0], names[1], names[2]}), 82), 3'000, 0);
    const Tally otherwise = play(
        tournament_of(Format::free_for_all, rules, testing::entrants({names[1], names[0], names[2]}), 83), 3'000, 0);
    const std::array<std::size_t, 3> place{1, 0, 2};
    for (std::size_t i = 0; i < 3; ++i) {
        for (const auto& estimate : std::vector<std::function<Estimate(const CentredSums&)>>{
                 &win_rate, [](const CentredSums& sums) { return margin_per_round(sums, 2); }}) {
            const Estimate one = estimate(listed.entrants()[i].deals);
            const Estimate other = estimate(otherwise.entrants()[place[i]].deals);
            EXPECT_LT(std::abs(one.mean - other.mean), 4.9 * std::hypot(*one.standard_error, *other.standard_error))
                << names[i];
        }
    }
}

TEST(SimpleStrategies, ComeInTheOrderOfTheirStrengthUnderEveryPublishedRuleSet) {
    // The true differences are at least 15 standard errors from 0: no false alarms to speak of. (Not under `block`,
    // which is no published rule set: there greedy-heavy is a little better than doubles-first.)
    for (const RuleSet& rules : testing::all_presets()) {
        if (rules.name == "block") {
            continue;
        }
        for (const auto& [better, worse] : std::vector<std::pair<std::string_view, std::string_view>>{
                 {"doubles-first", "greedy-heavy"}, {"tile-counting", "doubles-first"}, {"greedy-heavy", "random"}}) {
            const Tournament tournament =
                tournament_of(Format::round_robin, rules, testing::entrants({better, worse}), 84);
            const Tally tally = play(tournament, 2'000, 0);
            const Estimate points = margin_per_round(tally.pairings().front().deals, rules.side_count() - 1);
            EXPECT_EQ(points.separated_from(0), 1) << describe(rules) << ": " << better << " over " << worse << ' '
                                                   << points.mean << " +- " << *points.standard_error;
        }
    }
}

} // namespace
} // namespace balak::tournament
