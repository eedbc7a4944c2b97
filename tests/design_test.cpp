// Figures of rule sets against values worked out by hand, and comebacks against a recount of scores.
#include "tournament/design.hpp"

#include "tournament_runs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace balak::tournament {
namespace {

TEST(Design, RatiosHaveTheErrorsThatAHandWorksOut) {
    // Ratio 12 / 24 = 1/2, residuals 1, -1, 0: error sqrt(2 * 3/2) / 24, t with 2 degrees of freedom 4.30265273.
    const Estimate ratio = ratio_over_blocks({5, 3, 4}, {8, 8, 8}, 0.25);
    EXPECT_DOUBLE_EQ(ratio.mean, 0.75);
    EXPECT_NEAR(*ratio.standard_error, std::sqrt(3) / 24, 1e-12);
    EXPECT_NEAR(ratio.interval->high, 0.75 + 4.30265273 * std::sqrt(3) / 24, 1e-8);
    EXPECT_FALSE(ratio_over_blocks({1}, {2}).interval) << "one block";
    EXPECT_EQ(ratio_over_blocks({0, 0}, {0, 0}).mean, 0);
}

const Estimate& figure(const std::vector<DesignFigure>& figures, std::string_view key) {
    return std::ranges::find(figures, key, &DesignFigure::key)->estimate;
}

TEST(Design, CountsComebacksAsARecountOfTheScoresDoes) {
    for (const char* name : {"playboard", "four-rounds"}) {
        SCOPED_TRACE(name);
        Tournament tournament;
        tournament.rules = {*preset(name)};
        tournament.matches = 200;
        tournament.entrants = testing::entrants({"random", "doubles-first"});
        const RuleSet& rules = tournament.rules[0];
        struct Seen {
            std::optional<PerSide<int>> halfway;
            std::optional<Side> winner;
        };
        std::map<std::uint64_t, Seen> matches;
        RunOptions options;
        options.threads = 1;
        options.record_matches = tournament.matches;
        options.format_record = [&](const RecordedRound& played, std::string& out) {
            Seen& seen = matches[played.match];
            const PerSide<int>& score = played.match_after.score();
            const int best = std::max(score[Side(0)], score[Side(1)]);
            const bool halfway =
                rules.match.rounds > 0 ? 2 * (played.number + 1) >= rules.match.rounds : 2 * best >= rules.match.target;
            if (halfway && !seen.halfway) {
                seen.halfway = score;
            }
            seen.winner = played.match_after.winner();
            out += '.';
        };
        options.write_records = [](std::string_view) {};
        const Outcome outcome = run(tournament, StrategyTable::builtin(), options);
        ASSERT_TRUE(outcome.complete) << outcome.failure;
        std::int64_t comebacks = 0;
        for (const auto& [number, seen] : matches) {
            const Side other(seen.winner == Side(0) ? 1 : 0);
            comebacks += seen.winner && (*seen.halfway)[*seen.winner] < (*seen.halfway)[other] ? 1 : 0;
        }
        const Tally& tally = outcome.tallies[0];
        EXPECT_EQ(static_cast<std::int64_t>(matches.size()), tally.table().matches);
        EXPECT_GT(comebacks, 0);
        EXPECT_EQ(tally.table().comebacks, comebacks);
        const auto figures = design_figures(rules, tally);
        EXPECT_DOUBLE_EQ(figure(figures, "comeback_rate").mean, static_cast<double>(comebacks) / 200);
        EXPECT_DOUBLE_EQ(figure(figures, "rounds_per_match").mean, static_cast<double>(tally.table().rounds) / 200);
        EXPECT_GT(figure(figures, "skill").mean, 0.5) << "doubles-first wins more rounds than random";
        EXPECT_TRUE(figure(figures, "opener_edge").interval);
    }
}

} // namespace
} // namespace balak::tournament
