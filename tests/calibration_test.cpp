// Whether what is said of small tournaments is true as often as it says: thousands of them are played. All seeds are
// fixed; the false-alarm rates say how often a test would fail for a change that alters the games but breaks nothing.
#include "tournament/comparisons.hpp"
#include "tournament/runner.hpp"
#include "tournament/statistics.hpp"

#include "tournament_runs.hpp"

#include <boost/math/distributions/binomial.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

namespace balak::tournament {
namespace {

using boost::math::binomial;

constexpr int tournaments = 4'000;
constexpr std::uint64_t deals = 50;

Tally play(Tournament tournament, std::uint64_t count, int threads, const StrategyTable& strategies) {
    tournament.matches = testing::matches_of(tournament, count);
    Outcome outcome = run(tournament, strategies, testing::on_threads(threads));
    EXPECT_TRUE(outcome.complete) << outcome.failure;
    return outcome.tallies.front();
}

/// Plays by chance as `random` does, but with other numbers: its equal and not its clone, for it does not cancel.
class Twin final : public Strategy {
public:
    explicit Twin(std::int64_t number) : number_(number) {}
    Move choose(const Observation& seen) override {
        TurnRandom random = seen.random();
        for (std::int64_t i = 0; i < number_; ++i) {
            random.below(2);
        }
        return seen.legal.nth(static_cast<int>(random.below(static_cast<std::uint32_t>(seen.legal.size()))));
    }

private:
    std::int64_t number_;
};

StrategyTable with_twins() {
    StrategyTable strategies = StrategyTable::builtin();
    strategies.add({.name = "twin",
                    .summary = "any of the legal moves",
                    .options = {},
                    .make = [](const OptionValues& options, const StrategyTable&) -> std::unique_ptr<Strategy> {
                        return std::make_unique<Twin>(options.integer("number"));
                    }});
    return strategies;
}

std::vector<Entrant> twins(int count) {
    std::vector<Entrant> all;
    for (int i = 0; i < count; ++i) {
        Entrant& twin = all.emplace_back("twin " + std::to_string(i), "twin", OptionValues());
        twin.options.set("number", std::int64_t{i});
    }
    return all;
}

TEST(Equals, AreToldApartNoMoreOftenThanStated) {
    // Four equals, six pairings. Of the intervals of a pairing 4 to 6 % miss; a true rate of 5 % fails once in 260
    // changes. After Holm's correction 5 % of the tournaments at most may separate any two; a true rate of 5 % fails
    // with chance 1e-3.
    const StrategyTable strategies = with_twins();
    const RuleSet rules = testing::one_round(*preset("playboard"));
    const Schedule schedule = make_schedule(Format::round_robin, rules, 4);
    std::vector<std::size_t> order(4);
    std::iota(order.begin(), order.end(), std::size_t{0});
    int missed_rate = 0;
    int missed_points = 0;
    int separated = 0;
    int won = 0;
    for (int number = 0; number < tournaments; ++number) {
        const Tally tally = play(testing::tournament_of(Format::round_robin, {rules}, twins(4), 0,
                                                        1'000'000 + static_cast<std::uint64_t>(number)),
                                 deals, 1, strategies);
        const DealSums& first = tally.pairings()[0].deals;
        missed_rate += win_rate(first).separated_from(0.5) != 0 ? 1 : 0;
        missed_points += margin_per_round(first, schedule.scale).separated_from(0) != 0 ? 1 : 0;
        won += win_rate(first).separated_from(0.5) == 1 ? 1 : 0;
        const Comparisons all = compare_all(schedule, tally, order);
        separated += std::ranges::any_of(all.separated, [](int apart) { return apart != 0; }) ? 1 : 0;
    }
    std::cout << 100.0 * missed_rate / tournaments << " % of the intervals of the win rate and "
              << 100.0 * missed_points / tournaments << " % of those of points miss; any two are separated in "
              << 100.0 * separated / tournaments << " %\n";
    for (const int missed : {missed_rate, missed_points}) {
        EXPECT_GE(missed, 0.04 * tournaments);
        EXPECT_LE(missed, 0.06 * tournaments);
    }
    EXPECT_NEAR(won, 0.5 * missed_rate, 3.3 * 0.5 * std::sqrt(missed_rate)) << "neither of two equals is favoured";
    EXPECT_LE(separated, quantile(complement(binomial(tournaments, significance), 1e-3)));
}

/// One way to play many small tournaments.
struct Coverage {
    std::string_view name;
    Format format;
    RuleSet rules;
    std::vector<std::string_view> types;
};

void PrintTo(const Coverage& way, std::ostream* out) {
    *out << way.name;
}

class Intervals : public ::testing::TestWithParam<Coverage> {};

INSTANTIATE_TEST_SUITE_P(
    Of, Intervals,
    ::testing::Values(
        Coverage{"playboard", Format::round_robin, *preset("playboard", 2), {"doubles-first", "greedy-heavy"}},
        Coverage{"pairs", Format::round_robin, *preset("la-plaza-pairs"), {"doubles-first", "greedy-heavy"}},
        Coverage{"four_rounds", Format::round_robin, *preset("four-rounds"), {"doubles-first", "greedy-heavy"}},
        Coverage{"one_round_for_three",
                 Format::round_robin,
                 testing::one_round(*preset("playboard", 3)),
                 {"doubles-first", "greedy-heavy"}},
        Coverage{"one_round_free_for_all",
                 Format::free_for_all,
                 testing::one_round(*preset("playboard", 3)),
                 {"doubles-first", "greedy-heavy", "random"}}),
    [](const ::testing::TestParamInfo<Coverage>& info) { return std::string(info.param.name); });

TEST_P(Intervals, HoldTheTruthNineteenTimesInTwenty) {
    // The truth is measured with 50,000 other deals, which leaves it uncertain by 3 % of a small tournament's error. A
    // true coverage of 95 % fails each of the 18 counts that are not mirror images with chance 0.4 %.
    const Coverage& way = GetParam();
    const StrategyTable strategies = StrategyTable::builtin();
    const auto with_seed = [&](std::uint64_t seed) {
        return testing::tournament_of(way.format, {way.rules}, testing::entrants(way.types), 0, seed);
    };
    const int scale = make_schedule(way.format, way.rules, way.types.size()).scale;
    const std::vector<std::pair<std::string, std::function<Estimate(const Tally&)>>> estimates{
        {"win rate", [](const Tally& tally) { return win_rate(tally.pairings()[0].deals); }},
        {"points a match", [=](const Tally& tally) { return margin_per_match(tally.pairings()[0].deals, scale); }},
        {"points a round", [=](const Tally& tally) { return margin_per_round(tally.pairings()[0].deals, scale); }},
        {"an entrant's win rate", [](const Tally& tally) { return win_rate(tally.entrants()[1].deals); }},
        {"an entrant's points a match",
         [](const Tally& tally) { return margin_per_match(tally.entrants()[1].deals, 1); }},
        {"an entrant's points a round",
         [](const Tally& tally) { return margin_per_round(tally.entrants()[1].deals, 1); }},
    };
    const Tally long_run = play(with_seed(90), 50'000, 0, strategies);
    std::vector<int> held(estimates.size(), 0);
    for (int number = 0; number < tournaments; ++number) {
        const Tally tally = play(with_seed(91 + static_cast<std::uint64_t>(number)), deals, 1, strategies);
        for (std::size_t i = 0; i < estimates.size(); ++i) {
            held[i] += estimates[i].second(tally).separated_from(estimates[i].second(long_run).mean) == 0 ? 1 : 0;
        }
    }
    for (std::size_t i = 0; i < estimates.size(); ++i) {
        std::cout << estimates[i].first << ": " << 100.0 * held[i] / tournaments << " % cover\n";
        EXPECT_GE(held[i], 0.94 * tournaments) << estimates[i].first;
        EXPECT_LE(held[i], 0.96 * tournaments) << estimates[i].first;
    }
}

} // namespace
} // namespace balak::tournament
