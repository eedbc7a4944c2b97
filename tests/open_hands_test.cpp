// The solver of rounds with open hands.
#include "balak/open_hands.hpp"

#include "by_hand.hpp"
#include "open_endings.hpp"
#include "rule_sets.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

namespace balak {
namespace {

using testing::ending;
using testing::Endings;
using testing::Numbers;

TEST(OpenHands, FindsWhatEveryLineFindsUnderEveryPreset) {
    for (const RuleSet& rules : testing::all_presets()) {
        const Endings seen = testing::compare_endings(rules, 1'000, 300, 90);
        EXPECT_GE(seen.choices, 1'000) << describe(rules);
        EXPECT_GT(seen.even, 50) << describe(rules);
        if (rules.draw == Draw::until_playable) {
            EXPECT_GT(seen.in_turn, 20) << describe(rules);
            EXPECT_GT(seen.draws - seen.in_turn, 20) << describe(rules);
        }
    }
}

TEST(OpenHands, FindsWhatEveryLineFindsUnderRandomRules) {
    const Endings seen = testing::compare_endings_of_random_rules(2'000, 300, 91);
    EXPECT_GE(seen.choices, 2'000);
    EXPECT_GT(seen.openings, 50);
    EXPECT_GT(seen.in_turn, 50);
    EXPECT_GT(seen.draws - seen.in_turn, 50);
    EXPECT_GT(seen.even, 100);
}

TEST(OpenHands, SolvesAsIfEachRoundWereTheFirst) {
    testing::expect_solved_as_if_first(12);
}

TEST(OpenHands, GivesUpWhereTheLimitIsReachedAndOnlyThere) {
    int solved = 0;
    for (const RuleSet& rules : {*preset("block"), *preset("playboard", 3)}) {
        OpenHands solver;
        const Objective objective(Objective::Kind::points, rules);
        for (std::uint64_t number = 0; number < 30; ++number) {
            const std::optional<Round> round = ending(rules, number, 8);
            if (!round || !solver.best(*round, objective, 20'000)) {
                continue;
            }
            const std::uint64_t needed = solver.positions();
            EXPECT_GE(needed, 2U);
            EXPECT_TRUE(solver.best(*round, objective, needed));
            EXPECT_EQ(solver.positions(), needed);
            EXPECT_FALSE(solver.best(*round, objective, needed - 1));
            EXPECT_EQ(solver.positions(), needed - 1);
            EXPECT_FALSE(solver.best(*round, objective, 0));
            ASSERT_TRUE(solver.worths(*round, objective));
            const std::uint64_t for_all = solver.positions();
            EXPECT_TRUE(solver.worths(*round, objective, for_all));
            EXPECT_FALSE(solver.worths(*round, objective, for_all - 1));
            ++solved;
        }
    }
    EXPECT_GT(solved, 30);
}

TEST(OpenHands, SolvesTheWorldsThatASeatMayImagine) {
    // The same round filled in from an observation: here with the true tiles, and a boneyard drawn by seat.
    const RuleSet rules = *preset("playboard");
    OpenHands solver;
    const Objective points(Objective::Kind::points, rules);
    int compared = 0;
    for (std::uint64_t number = 0; number < 60; ++number) {
        const std::optional<Round> round = ending(rules, number, 14);
        if (!round || round->table().draws > 0) {
            continue;
        }
        const Observation seen = round->observe({1, 2});
        const std::vector<Tile> boneyard = round->boneyard().left();
        const Round imagined(seen, round->hands(), boneyard);
        const auto one = solver.best(*round, points, 100'000);
        const auto other = solver.best(imagined, points, 100'000);
        ASSERT_EQ(one.has_value(), other.has_value());
        if (one) {
            EXPECT_EQ(one->move, other->move);
            EXPECT_EQ(one->worth, other->worth);
            ++compared;
        }
    }
    EXPECT_GT(compared, 20);
}

TEST(OpenHands, SeesThroughAnEndingByHand) {
    // Seat 0 goes out whatever it lays. After 2-1, seat 1 lays 1-1 or 1-0 and is left with 1-0 and 0-0, or with 1-1 and
    // 0-0; after 2-0 it lays 1-0 or 0-0 and is left with 1-1 and one of them, 2 pips at least.
    RuleSet rules;
    rules.max_pip = 2;
    rules.hand_size = 3;
    rules.draw = Draw::none;
    Round round(rules, testing::deal_of({"2-2 2-1 2-0", "1-1 1-0 0-0"}), {Seat(0), testing::tile("2-2")});
    testing::play_moves(round, "2-2");
    OpenHands solver;
    const auto points = solver.best(round, {Objective::Kind::points, rules});
    ASSERT_TRUE(points);
    EXPECT_EQ(points->move, testing::move_of("2-0<"));
    EXPECT_EQ(points->worth[Side(0)], 2);
    EXPECT_EQ(points->worth[Side(1)], -2);
    const auto wins = solver.best(round, {Objective::Kind::win, rules});
    ASSERT_TRUE(wins);
    EXPECT_EQ(wins->move, testing::move_of("2-1<"));
    EXPECT_EQ(wins->worth[Side(0)], 1);
    const auto worths = solver.worths(round, {Objective::Kind::points, rules});
    ASSERT_EQ(worths->count, 2);
    EXPECT_EQ(worths->of_move[0], 2); // 2-0, the lighter of the two
    EXPECT_EQ(worths->of_move[1], 1);
    OpenHands moved = std::move(solver);
    EXPECT_EQ(moved.best(round, {Objective::Kind::points, rules})->move, points->move);
}

} // namespace
} // namespace balak
