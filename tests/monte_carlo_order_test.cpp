// The searching player against all simple ones, under every published rule set: long.
#include "tournament/runner.hpp"
#include "tournament/statistics.hpp"

#include "rule_sets.hpp"
#include "tournament_runs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace balak::tournament {
namespace {

class MonteCarlo : public ::testing::TestWithParam<RuleSet> {};

INSTANTIATE_TEST_SUITE_P(Under, MonteCarlo, ::testing::ValuesIn([] {
                             std::vector<RuleSet> published = testing::all_presets();
                             std::erase_if(published, [](const RuleSet& rules) { return rules.name == "block"; });
                             return published;
                         }()),
                         [](const ::testing::TestParamInfo<RuleSet>& info) {
                             std::string name = info.param.name + "_" + std::to_string(info.param.players);
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

TEST_P(MonteCarlo, With200DeterminizationsBeatsEverySimpleStrategy) {
    // The seed is fixed. By longer runs the true differences are at least 6 standard errors of these numbers of deals
    // from 0, so that another seed would fail less than once in 10,000 times.
    const RuleSet& rules = GetParam();
    for (const auto& [opponent, deals] : std::vector<std::pair<std::string_view, std::uint64_t>>{
             {"random", 60}, {"greedy-heavy", 60}, {"doubles-first", 80}, {"tile-counting", 500}}) {
        Tournament tournament = testing::tournament_of(Format::round_robin, {rules},
                                                       {testing::monte_carlo(200), testing::entrant(opponent)}, 0, 85);
        tournament.matches = testing::matches_of(tournament, deals);
        const Outcome outcome = testing::play(tournament, {});
        ASSERT_TRUE(outcome.complete) << outcome.failure;
        const Estimate points =
            margin_per_round(outcome.tallies.front().pairings().front().deals, rules.side_count() - 1);
        RecordProperty("points a round over " + std::string(opponent),
                       std::to_string(points.mean) + " +- " + std::to_string(*points.standard_error));
        EXPECT_EQ(points.separated_from(0), 1)
            << "over " << opponent << ' ' << points.mean << " +- " << *points.standard_error;
    }
}

TEST(Ismcts, BeatsTheBestSimpleStrategy) {
    // The seed is fixed. By longer runs the true differences are about 6 standard errors of so many deals or more, so
    // that another seed would fail less than once in 10,000 times.
    for (const std::string_view name : {"playboard", "la-plaza-pairs"}) {
        Tournament tournament =
            testing::tournament_of(Format::round_robin, {*preset(name)},
                                   {testing::entrant("ismcts"), testing::entrant("tile-counting")}, 0, 86);
        tournament.matches = testing::matches_of(tournament, 300);
        const Outcome outcome = testing::play(tournament, {});
        ASSERT_TRUE(outcome.complete) << outcome.failure;
        const Estimate points = margin_per_round(outcome.tallies.front().pairings().front().deals, 1);
        EXPECT_EQ(points.separated_from(0), 1) << name << ' ' << points.mean << " +- " << *points.standard_error;
    }
}

} // namespace
} // namespace balak::tournament
