// Rounds written by hand: how tiles are laid, drawn and passed, and when a round ends.
#include "balak/round.hpp"

#include "by_hand.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace balak {
namespace {

using testing::deal_of;
using testing::joined;
using testing::move_of;
using testing::play_moves;
using testing::tile;
using testing::tile_set;
using testing::tokens;

constexpr Opening seat0{Seat(0), std::nullopt};

RuleSet table_of(int players, int hand_size, Draw draw = Draw::until_playable) {
    RuleSet rules;
    rules.players = players;
    rules.hand_size = hand_size;
    rules.draw = draw;
    return rules;
}

TEST(Round, TheOpeningTileShowsItsHigherHalfAtTheLeft) {
    const RuleSet rules = table_of(2, 2);
    Round round(rules, deal_of({"6-3 1-1", "6-0 3-3"}), seat0);
    EXPECT_FALSE(round.table().started);
    EXPECT_EQ(round.legal_moves().left, tile_set("6-3 1-1"));
    EXPECT_TRUE(round.legal_moves().right.empty());
    play_moves(round, "6-3");
    EXPECT_EQ(round.table().left, 6);
    EXPECT_EQ(round.table().right, 3);
    EXPECT_EQ(round.legal_moves().left, tile_set("6-0"));
    EXPECT_EQ(round.legal_moves().right, tile_set("3-3"));
}

TEST(Round, ATileTurnsItsOtherHalfToTheOpenEnd) {
    const RuleSet rules = table_of(2, 3);
    Round round(rules, deal_of({"6-3 5-4 1-1", "6-5 4-3 2-2"}), seat0);
    play_moves(round, "6-3 6-5<");
    EXPECT_EQ(round.table().left, 5);
    EXPECT_EQ(round.table().right, 3);
    play_moves(round, "5-4<");
    EXPECT_EQ(round.table().left, 4);
    EXPECT_EQ(round.table().right, 3);
    play_moves(round, "4-3>");
    EXPECT_EQ(round.table().left, 4);
    EXPECT_EQ(round.table().right, 4);
    EXPECT_EQ(round.table().laid, tile_set("6-3 6-5 5-4 4-3"));
    EXPECT_EQ(round.table().laid_by[Seat(1)], tile_set("6-5 4-3"));
}

TEST(Round, ADoubleLeavesTheNumberAsItWas) {
    const RuleSet rules = table_of(2, 2);
    Round round(rules, deal_of({"6-3 1-1", "3-3 6-6"}), seat0);
    play_moves(round, "6-3 3-3>");
    EXPECT_EQ(round.table().left, 6);
    EXPECT_EQ(round.table().right, 3);
}

TEST(Round, ATileThatFitsTwoDifferentEndsGivesTwoMoves) {
    const RuleSet rules = table_of(2, 3);
    Round round(rules, deal_of({"6-4 6-5 1-1", "5-4 2-2 1-0"}), seat0);
    play_moves(round, "6-4 5-4>");
    EXPECT_EQ(round.legal_moves().left, tile_set("6-5"));
    EXPECT_EQ(round.legal_moves().right, tile_set("6-5"));
    EXPECT_EQ(round.legal_moves().size(), 2);
    Round at_right = round;
    play_moves(round, "6-5<");
    EXPECT_EQ(round.table().left, 5);
    EXPECT_EQ(round.table().right, 5);
    play_moves(at_right, "6-5>");
    EXPECT_EQ(at_right.table().left, 6);
    EXPECT_EQ(at_right.table().right, 6);
}

TEST(Round, EqualEndsGiveOneMoveATileAtTheLeft) {
    const RuleSet rules = table_of(2, 2);
    Round round(rules, deal_of({"6-6 1-1", "6-5 6-4"}), seat0);
    play_moves(round, "6-6");
    EXPECT_EQ(round.legal_moves().left, tile_set("6-5 6-4"));
    EXPECT_TRUE(round.legal_moves().right.empty());
    EXPECT_FALSE(round.legal_moves().contains(move_of("6-5>")));
}

TEST(Round, AForcedOpeningTileIsTheOnlyMove) {
    const RuleSet rules = table_of(2, 3);
    const Deal deal = deal_of({"6-5 4-4 1-0", "6-4 3-3 2-0"});
    const Round forced(rules, deal, {Seat(0), tile("4-4")});
    EXPECT_EQ(forced.legal_moves().left, tile_set("4-4"));
    const Round free(rules, deal, seat0);
    EXPECT_EQ(free.legal_moves().left, tile_set("6-5 4-4 1-0"));
}

TEST(Round, TheOpenerMovesFirstAndTheTurnPassesUpwards) {
    const RuleSet rules = table_of(3, 2);
    Round round(rules, deal_of({"6-5 0-0", "6-4 1-0", "6-6 5-0"}), {Seat(2), tile("6-6")});
    EXPECT_EQ(round.to_move(), Seat(2));
    EXPECT_EQ(round.table().opener, Seat(2));
    play_moves(round, "6-6");
    EXPECT_EQ(round.to_move(), Seat(0));
    play_moves(round, "6-5<");
    EXPECT_EQ(round.to_move(), Seat(1));
    play_moves(round, "6-4>");
    EXPECT_EQ(round.to_move(), Seat(2));
}

TEST(Round, WhoIsStuckDrawsUntilATileFitsAndThenLaysIt) {
    const RuleSet rules = table_of(2, 2);
    Round round(rules, deal_of({"6-6 5-5", "4-4 3-3"}, "2-2 1-1 6-0 0-0 6-1"), seat0);
    play_moves(round, "6-6");
    EXPECT_EQ(round.to_move(), Seat(1));
    EXPECT_EQ(round.legal_moves().left, tile_set("6-0"));
    EXPECT_EQ(round.legal_moves().size(), 1);
    EXPECT_EQ(round.table().held[Seat(1)], 5);
    EXPECT_EQ(round.hands()[Seat(1)], tile_set("4-4 3-3 2-2 1-1 6-0"));
    EXPECT_EQ(round.table().boneyard, 2);
    EXPECT_EQ(round.table().drawable, 2);
    EXPECT_EQ(round.table().draws, 3);
    EXPECT_EQ(round.table().turn, 1);
    play_moves(round, "6-0<");
    // Seat 0 holds 5-5 alone and draws 0-0, which fits.
    EXPECT_EQ(joined(tokens(round)), "6-6 +2-2 +1-1 +6-0 6-0< +0-0");
    EXPECT_EQ(round.legal_moves().left, tile_set("0-0"));
}

TEST(Round, TheLastTileOfTheBoneyardIsDrawnAndThenTheSeatPasses) {
    const RuleSet rules = table_of(2, 2);
    Round round(rules, deal_of({"6-6 6-5", "4-4 3-3"}, "2-2 1-1"), seat0);
    play_moves(round, "6-6");
    EXPECT_EQ(joined(tokens(round)), "6-6 +2-2 +1-1 pass");
    EXPECT_EQ(round.to_move(), Seat(0));
    EXPECT_EQ(round.table().drawable, 0);
    EXPECT_EQ(round.table().boneyard, 0);
    EXPECT_EQ(round.table().passes, 1);
    play_moves(round, "6-5<");
    EXPECT_TRUE(round.over());
}

TEST(Round, TheReserveOfTheBoneyardIsNeverDrawn) {
    RuleSet rules = table_of(2, 2);
    rules.boneyard_reserve = 2;
    Round round(rules, deal_of({"6-6 6-5", "4-4 3-3"}, "2-2 6-1 6-0"), seat0);
    play_moves(round, "6-6");
    EXPECT_EQ(joined(tokens(round)), "6-6 +2-2 pass");
    EXPECT_EQ(round.table().drawable, 0);
    EXPECT_EQ(round.table().boneyard, 2);

    rules.boneyard_reserve = 1;
    Round one(rules, deal_of({"6-6 6-5", "4-4 3-3"}, "2-2 6-1 6-0"), seat0);
    play_moves(one, "6-6");
    EXPECT_EQ(joined(tokens(one)), "6-6 +2-2 +6-1");

    rules.boneyard_reserve = 28; // more than the boneyard has
    Round none(rules, deal_of({"6-6 6-5", "4-4 3-3"}, "2-2 6-1 6-0"), seat0);
    play_moves(none, "6-6");
    EXPECT_EQ(joined(tokens(none)), "6-6 pass");
    EXPECT_EQ(none.table().boneyard, 3);
}

TEST(Round, WithoutDrawingWhoIsStuckPassesAtOnce) {
    const RuleSet rules = table_of(2, 2, Draw::none);
    Round round(rules, deal_of({"6-6 6-5", "4-4 3-3"}, "6-4 6-3 6-2"), seat0);
    play_moves(round, "6-6");
    EXPECT_EQ(joined(tokens(round)), "6-6 pass");
    EXPECT_EQ(round.to_move(), Seat(0));
    EXPECT_EQ(round.table().drawable, 0);
    EXPECT_EQ(round.table().boneyard, 3);
}

TEST(Round, APassEndsOnlyTheTurnAndTheOthersPlayOn) {
    const RuleSet rules = table_of(4, 2, Draw::none);
    Round round(rules, deal_of({"6-6 1-1", "5-5 5-4", "4-4 4-3", "6-5 3-3"}), seat0);
    play_moves(round, "6-6");
    EXPECT_EQ(joined(tokens(round)), "6-6 pass pass");
    EXPECT_EQ(round.to_move(), Seat(3));
    EXPECT_EQ(round.table().passes, 2);
    play_moves(round, "6-5<");
    EXPECT_EQ(joined(tokens(round)), "6-6 pass pass 6-5< pass");
    EXPECT_EQ(round.to_move(), Seat(1));
    EXPECT_EQ(round.table().passes, 1); // a play starts the count anew
    EXPECT_FALSE(round.over());
}

TEST(Round, IsBlockedWhenAllSeatsHavePassedInARow) {
    const RuleSet rules = table_of(3, 2, Draw::none);
    Round round(rules, deal_of({"6-6 1-1", "5-5 6-4", "4-4 3-2"}), seat0);
    play_moves(round, "6-6 6-4<");
    EXPECT_FALSE(round.over());
    play_moves(round, "4-4<");
    EXPECT_TRUE(round.over());
    EXPECT_EQ(joined(tokens(round)), "6-6 6-4< 4-4< pass pass pass");
    const RoundResult result = round.result();
    EXPECT_EQ(result.ending, Ending::blocked);
    EXPECT_EQ(result.last_seat, Seat(2));
    EXPECT_EQ(result.pips[Seat(0)], 2);
    EXPECT_EQ(result.pips[Seat(1)], 10);
    EXPECT_EQ(result.pips[Seat(2)], 5);
    EXPECT_TRUE(round.legal_moves().tiles().empty());
}

TEST(Round, IsBlockedAfterTheReserveIsReached) {
    RuleSet rules = table_of(2, 2);
    rules.boneyard_reserve = 1;
    Round round(rules, deal_of({"6-6 1-1", "5-5 4-4"}, "3-3 2-2 6-0"), seat0);
    play_moves(round, "6-6");
    EXPECT_EQ(joined(tokens(round)), "6-6 +3-3 +2-2 pass pass");
    EXPECT_TRUE(round.over());
    EXPECT_EQ(round.result().ending, Ending::blocked);
    EXPECT_EQ(round.result().pips[Seat(1)], 10 + 8 + 6 + 4);
}

TEST(Round, GoingOutEndsItAtOnce) {
    const RuleSet rules = table_of(3, 2);
    Round round(rules, deal_of({"6-6 5-1", "6-5 1-0", "4-4 6-4"}, "3-3 2-2"), seat0);
    play_moves(round, "6-6 6-5< 6-4> 5-1<");
    EXPECT_TRUE(round.over()); // though seats 1 and 2 could move
    EXPECT_EQ(joined(tokens(round)), "6-6 6-5< 6-4> 5-1<");
    const RoundResult result = round.result();
    EXPECT_EQ(result.ending, Ending::out);
    EXPECT_EQ(result.last_seat, Seat(0));
    EXPECT_EQ(result.winner, Side(0));
    EXPECT_TRUE(round.legal_moves().tiles().empty());
}

TEST(Round, WithOneTileEachTheOpenerIsOutAtOnce) {
    const RuleSet rules = table_of(2, 1);
    Round round(rules, deal_of({"6-6", "5-5"}, "6-5"), seat0);
    play_moves(round, "6-6");
    EXPECT_TRUE(round.over());
    EXPECT_EQ(round.result().ending, Ending::out);
    EXPECT_EQ(round.result().last_seat, Seat(0));
}

// Capicu.

TEST(Capicu, IsGoingOutWithATileThatFitsBothDifferentEnds) {
    const RuleSet rules = table_of(2, 2, Draw::none);
    for (const std::string last : {"6-5<", "6-5>"}) {
        Round round(rules, deal_of({"6-4 6-5", "5-4 2-2"}), seat0);
        play_moves(round, "6-4 5-4> " + last);
        ASSERT_TRUE(round.over());
        EXPECT_TRUE(round.result().capicu) << last;
    }
}

TEST(Capicu, IsNoneWithEqualEnds) {
    // The ends are 5 and 5 when 5-1 is laid last.
    const RuleSet rules = table_of(2, 3, Draw::none);
    Round round(rules, deal_of({"6-4 6-5 5-1", "5-4 5-5 2-2"}), seat0);
    play_moves(round, "6-4 5-4> 6-5< 5-5< 5-1<");
    ASSERT_TRUE(round.over());
    EXPECT_FALSE(round.result().capicu);
}

TEST(Capicu, IsNoneWithADouble) {
    const RuleSet two = table_of(2, 2, Draw::none);
    Round different(two, deal_of({"6-5 6-6", "5-4 2-2"}), seat0);
    play_moves(different, "6-5 5-4> 6-6<");
    ASSERT_TRUE(different.over());
    EXPECT_FALSE(different.result().capicu);

    const RuleSet three = table_of(2, 3, Draw::none);
    Round equal(three, deal_of({"6-5 6-4 6-6", "5-4 1-1 0-0"}), seat0);
    play_moves(equal, "6-5 5-4> 6-4> 6-6<"); // both ends show 6
    ASSERT_TRUE(equal.over());
    EXPECT_FALSE(equal.result().capicu);
}

TEST(Capicu, IsNoneWhereTheTileFitsOneEndOnly) {
    const RuleSet rules = table_of(2, 2, Draw::none);
    Round round(rules, deal_of({"6-4 6-1", "5-4 2-2"}), seat0);
    play_moves(round, "6-4 5-4> 6-1<");
    ASSERT_TRUE(round.over());
    EXPECT_FALSE(round.result().capicu);
}

TEST(Capicu, IsNoneWithTheOpeningTile) {
    const RuleSet rules = table_of(2, 1);
    Round round(rules, deal_of({"6-5", "5-5"}), seat0);
    play_moves(round, "6-5");
    ASSERT_TRUE(round.over());
    EXPECT_EQ(round.result().ending, Ending::out);
    EXPECT_FALSE(round.result().capicu);
}

TEST(Capicu, IsNoneForATileThatIsNotTheLast) {
    const RuleSet rules = table_of(2, 3, Draw::none);
    Round round(rules, deal_of({"6-4 6-5 5-1", "5-4 2-2 1-0"}), seat0);
    play_moves(round, "6-4 5-4> 6-5< 5-1<");
    ASSERT_TRUE(round.over());
    EXPECT_EQ(joined(tokens(round)), "6-4 5-4> 6-5< pass 5-1<");
    EXPECT_FALSE(round.result().capicu); // 6-5 fitted both ends, 5-1 went out
}

TEST(Capicu, CountsAgainstAStarterToo) {
    RuleSet rules = table_of(2, 1, Draw::none);
    rules.starter = Starter::random_non_double;
    Round round(rules, deal_of({"6-0", "6-4"}, "", "5-4"), {Seat(1), std::nullopt});
    play_moves(round, "6-4>"); // fits one end only
    ASSERT_TRUE(round.over());
    EXPECT_FALSE(round.result().capicu);

    rules.hand_size = 2;
    Round both(rules, deal_of({"6-4 6-5", "2-2 1-1"}, "", "5-4"), seat0);
    play_moves(both, "6-4> 6-5<");
    ASSERT_TRUE(both.over());
    EXPECT_TRUE(both.result().capicu);
}

// The starter.

TEST(Starter, LiesOnTheTableBeforeTheFirstTurn) {
    RuleSet rules = table_of(2, 2);
    rules.starter = Starter::random_non_double;
    const Round round(rules, deal_of({"6-6 5-5", "4-4 1-1"}, "", "6-5"), seat0);
    EXPECT_TRUE(round.table().started);
    EXPECT_TRUE(round.table().has_starter);
    EXPECT_EQ(round.table().starter, tile("6-5"));
    EXPECT_EQ(round.table().left, 6);
    EXPECT_EQ(round.table().right, 5);
    EXPECT_EQ(round.table().laid, tile_set("6-5"));
    EXPECT_TRUE(round.table().laid_by[Seat(0)].empty());
    EXPECT_EQ(round.table().turn, 0);
    EXPECT_EQ(round.table().event_count, 0);
    EXPECT_EQ(round.legal_moves().left, tile_set("6-6"));
    EXPECT_EQ(round.legal_moves().right, tile_set("5-5"));
}

TEST(Starter, MakesTheOpenersFirstTurnATurnLikeAnyOther) {
    RuleSet rules = table_of(2, 2);
    rules.starter = Starter::random_non_double;
    const Round drawn(rules, deal_of({"3-3 2-2", "4-4 1-1"}, "0-0 6-0", "6-5"), seat0);
    EXPECT_EQ(joined(tokens(drawn)), "+0-0 +6-0");
    EXPECT_EQ(drawn.to_move(), Seat(0));

    rules.draw = Draw::none;
    const Round passed(rules, deal_of({"3-3 2-2", "6-4 1-1"}, "0-0 6-0", "6-5"), seat0);
    EXPECT_EQ(joined(tokens(passed)), "pass");
    EXPECT_EQ(passed.to_move(), Seat(1));
}

TEST(Starter, ARoundThatItBlocksHasNoLastSeat) {
    RuleSet rules = table_of(3, 2, Draw::none);
    rules.starter = Starter::random_non_double;
    const Round round(rules, deal_of({"3-3 2-2", "4-4 1-1", "0-0 1-0"}, "6-0", "6-5"), {Seat(1), std::nullopt});
    EXPECT_TRUE(round.over());
    EXPECT_EQ(joined(tokens(round)), "pass pass pass");
    const RoundResult result = round.result();
    EXPECT_EQ(result.ending, Ending::blocked);
    EXPECT_EQ(result.last_seat, std::nullopt);
    EXPECT_EQ(result.winner, Side(2)); // the fewest pips
    EXPECT_EQ(result.pips[Seat(2)], 1);
}

} // namespace
} // namespace balak
