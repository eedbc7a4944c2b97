// When a match ends, and who wins it.
#include "balak/match.hpp"

#include <gtest/gtest.h>

namespace balak {
namespace {

RoundResult giving(std::initializer_list<int> points) {
    RoundResult result;
    result.ending = Ending::out;
    result.last_seat = Seat(0);
    int side = 0;
    for (const int each : points) {
        result.points[Side(side++)] = each;
    }
    return result;
}

RuleSet to_target(int players, int target) {
    RuleSet rules;
    rules.players = players;
    rules.match = {target, 0};
    return rules;
}

RuleSet of_rounds(int players, int rounds) {
    RuleSet rules;
    rules.players = players;
    rules.match = {0, rounds};
    return rules;
}

TEST(Match, EndsWithTheRoundInWhichASideReachesTheTarget) {
    const RuleSet rules = to_target(2, 100);
    Match match(rules);
    EXPECT_EQ(match.round(), 0);
    match.add(Seat(0), giving({60, 0}));
    match.add(Seat(0), giving({0, 99}));
    EXPECT_FALSE(match.over());
    EXPECT_EQ(match.winner(), std::nullopt);
    EXPECT_EQ(match.round(), 2);
    match.add(Seat(0), giving({0, 1})); // exactly 100
    EXPECT_TRUE(match.over());
    EXPECT_EQ(match.winner(), Side(1));
    EXPECT_EQ(match.score()[Side(0)], 60);
    EXPECT_EQ(match.score()[Side(1)], 100);
    EXPECT_EQ(match.round(), 3);
}

TEST(Match, IsOverWhereTheTargetIsPassedInOneRound) {
    for (int winner = 0; winner < 4; ++winner) {
        const RuleSet rules = to_target(4, 50);
        Match match(rules);
        RoundResult result = giving({0, 0, 0, 0});
        result.points[Side(winner)] = 77;
        match.add(Seat(0), result);
        EXPECT_TRUE(match.over());
        EXPECT_EQ(match.winner(), Side(winner));
    }
}

TEST(Match, ATargetKnowsNoNumberOfRounds) {
    const RuleSet rules = to_target(2, 1000);
    Match match(rules);
    for (int i = 0; i < 500; ++i) {
        match.add(Seat(0), giving({1, 0}));
    }
    EXPECT_FALSE(match.over());
}

TEST(Match, OfSoManyRoundsEndsWithTheLastOfThem) {
    const RuleSet rules = of_rounds(2, 4);
    Match match(rules);
    for (int i = 0; i < 3; ++i) {
        match.add(Seat(0), giving({500, -3}));
        EXPECT_FALSE(match.over()) << i;
        EXPECT_EQ(match.winner(), std::nullopt);
    }
    match.add(Seat(0), giving({0, 0}));
    EXPECT_TRUE(match.over());
    EXPECT_EQ(match.winner(), Side(0));
}

TEST(Match, OfOneRoundIsWonByWhoWinsTheRoundWhateverItGives) {
    for (const std::optional<Side> winner : {std::optional(Side(1)), std::optional<Side>()}) {
        RoundResult lone_blank = giving({0, 0}); // gone out against a lone 0-0
        lone_blank.winner = winner;
        const RuleSet one = of_rounds(2, 1);
        Match match(one);
        match.add(Seat(0), lone_blank);
        EXPECT_TRUE(match.over());
        EXPECT_EQ(match.winner(), winner);
        EXPECT_EQ(Match(one, {}, 1, winner).winner(), winner);
        // In a match of more rounds the score decides, and where pips are penalties it does, too.
        for (RuleSet rules : {of_rounds(2, 2), of_rounds(2, 1)}) {
            rules.scoring = rules.match.rounds == 1 ? Scoring::penalty : Scoring::winner_takes;
            Match by_score(rules);
            while (!by_score.over()) {
                by_score.add(Seat(0), lone_blank);
            }
            EXPECT_EQ(by_score.winner(), std::nullopt);
        }
    }
}

TEST(Match, TheHighestScoreWinsAlsoAmongPenalties) {
    RuleSet rules = of_rounds(3, 1);
    rules.scoring = Scoring::penalty;
    for (int winner = 0; winner < 3; ++winner) {
        RoundResult result = giving({-20, -20, -20});
        result.points[Side(winner)] = -19;
        Match match(rules);
        match.add(Seat(0), result);
        EXPECT_EQ(match.winner(), Side(winner));
    }
}

TEST(Match, EqualHighestScoresAreADraw) {
    RuleSet rules = of_rounds(3, 1);
    rules.scoring = Scoring::penalty;
    const auto winner = [&](std::initializer_list<int> points) {
        Match match(rules);
        match.add(Seat(0), giving(points));
        EXPECT_TRUE(match.over());
        return match.winner();
    };
    EXPECT_EQ(winner({5, 5, 1}), std::nullopt);
    EXPECT_EQ(winner({5, 1, 5}), std::nullopt);
    EXPECT_EQ(winner({1, 5, 5}), std::nullopt);
    EXPECT_EQ(winner({0, 0, 0}), std::nullopt);
    EXPECT_EQ(winner({-7, -7, -9}), std::nullopt);
    // A tie below the best is none.
    EXPECT_EQ(winner({1, 1, 5}), Side(2));
    EXPECT_EQ(winner({5, 1, 1}), Side(0));
    EXPECT_EQ(winner({1, 5, 1}), Side(1));
}

TEST(Match, PartnersScoreAsOneSide) {
    RuleSet rules = of_rounds(4, 1);
    rules.partnership = true;
    rules.scoring = Scoring::penalty;
    Match match(rules);
    match.add(Seat(0), giving({-5, 3}));
    EXPECT_EQ(match.winner(), Side(1));
}

} // namespace
} // namespace balak
