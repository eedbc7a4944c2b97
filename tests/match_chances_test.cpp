// The chance to win a match from a score, against matches that are played.
#include "search/match_chances.hpp"

#include "balak/match.hpp"
#include "balak/objective.hpp"
#include "balak/round.hpp"
#include "rule_sets.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace balak {
namespace {

RuleSet rules_of(std::string_view name, int players) {
    return *preset(name, players);
}

std::unique_ptr<Strategy> player() {
    return StrategyTable::builtin().make("greedy-heavy");
}

TEST(MatchChances, AreEqualAtTheStartAndAddUpToOne) {
    for (RuleSet rules : testing::all_presets()) {
        if (rules.match.rounds > 0 && rules.side_count() > 2) {
            continue;
        }
        const MatchChances chances(rules, *player(), 200);
        double sum = 0;
        for (const Side side : sides(rules.side_count())) {
            EXPECT_NEAR(chances.of(side, {}, 1, std::nullopt), 1.0 / rules.side_count(), 1e-9) << rules.name;
            PerSide<int> score{{40, 30, 20, 10}};
            sum += chances.of(side, score, 1, std::nullopt);
        }
        EXPECT_NEAR(sum, 1, 1e-9) << rules.name;
    }
}

TEST(MatchChances, AreCertainOnceAMatchIsOver) {
    const MatchChances chances(rules_of("playboard", 2), *player(), 50);
    EXPECT_EQ(chances.of(Side(0), {{100, 99}}, 5, Side(0)), 1);
    EXPECT_EQ(chances.of(Side(1), {{100, 99}}, 5, Side(0)), 0);
    const MatchChances rounds(rules_of("four-rounds", 2), *player(), 50);
    EXPECT_EQ(rounds.of(Side(1), {{-50, -49}}, 4, std::nullopt), 1);
    EXPECT_EQ(rounds.of(Side(1), {{-50, -50}}, 4, std::nullopt), 0.5);
}

TEST(MatchChances, OfOneRoundAreThoseOfTheRound) {
    RuleSet rules = rules_of("playboard", 2);
    rules.match = {0, 1};
    const MatchChances chances(rules, *player(), 50);
    const Objective objective(chances, {}, 0);
    for (const Side winner : sides(2)) {
        EXPECT_EQ(chances.of(winner, {}, 1, winner), 1);
        EXPECT_EQ(objective.worth(winner, {}, winner), Objective::match_scale) << "for 0 points";
    }
    EXPECT_EQ(chances.of(Side(0), {}, 1, std::nullopt), 0.5);
}

TEST(MatchChances, RiseWithTheScoreAndWithThePointsToGo) {
    const MatchChances chances(rules_of("la-plaza-pairs", 4), *player(), 500);
    double before = 0;
    for (int score = 0; score < 100; score += 7) {
        const double here = chances.of(Side(0), {{score, 50}}, 3, std::nullopt);
        EXPECT_GT(here, before);
        before = here;
    }
}

TEST(MatchChances, AreThoseOfMatchesThatArePlayed) {
    // Matches go on from a score by the very strategy that the chances are of. 4,000 matches: standard error 0.008 at
    // most; 4 of them, two-sided 6e-5, nine times. The chances themselves are from 20,000 rounds.
    struct Case {
        std::string_view preset;
        int players;
        PerSide<int> score;
        int rounds;
    };
    const auto strategy = player();
    PerSeat<Strategy*> players;
    players.values.fill(strategy.get());
    for (const Case& from :
         {Case{"block", 2, {{60, 30}}, 5}, Case{"playboard", 2, {{20, 70}}, 4}, Case{"four-rounds", 2, {{-20, -45}}, 2},
          Case{"playboard", 3, {{50, 20, 80}}, 3}, Case{"playboard", 4, {{10, 70, 30, 55}}, 3}}) {
        const RuleSet rules = rules_of(from.preset, from.players);
        const MatchChances chances(rules, *strategy, 20'000);
        constexpr int matches = 4'000;
        PerSide<double> won{};
        for (int number = 0; number < matches; ++number) {
            PerSide<int> score = from.score;
            int rounds = from.rounds;
            while (!Match::over(rules, score, rounds)) {
                const Deal deal =
                    Dealer(9).deal(rules, static_cast<std::uint64_t>(number), static_cast<std::uint32_t>(rounds));
                // Who opens is of no weight in the chances: a fair opener.
                Round round(rules, deal, opening_by_tile(rules, deal.hands));
                play_out(round, players, deal.random);
                const RoundResult result = round.result();
                for (const Side side : sides(rules.side_count())) {
                    score[side] += result.points[side];
                }
                ++rounds;
            }
            const Match match(rules, score, rounds, std::nullopt);
            for (const Side side : sides(rules.side_count())) {
                won[side] += !match.winner() ? 0.5 : *match.winner() == side ? 1 : 0;
            }
        }
        for (const Side side : sides(rules.side_count())) {
            EXPECT_NEAR(chances.of(side, from.score, from.rounds, std::nullopt), won[side] / matches, 4 * 0.008 + 0.01)
                << from.preset << ' ' << from.players << " side " << side.number();
        }
    }
}

TEST(MatchChances, MakeAnObjectiveThatIsOppositeForTwoSides) {
    const RuleSet rules = rules_of("playboard", 2);
    const MatchChances chances(rules, *player(), 200);
    const Objective objective(chances, {{37, 81}}, 4);
    for (int points = 0; points < 60; ++points) {
        EXPECT_EQ(objective.worth(Side(0), {{points, 0}}, Side(0)), -objective.worth(Side(1), {{points, 0}}, Side(0)));
    }
    EXPECT_EQ(objective.worth(Side(0), {{63, 0}}, Side(0)), Objective::match_scale);
    EXPECT_EQ(objective.worth(Side(0), {{0, 19}}, Side(1)), -Objective::match_scale);
}

} // namespace
} // namespace balak
