// Who wins a round, and what it gives: each value of each option of scoring against hands written by hand.
#include "balak/round.hpp"

#include "by_hand.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace balak {
namespace {

using testing::tile_set;

/// Hands that are left at the end of a round.
PerSeat<TileSet> left(std::initializer_list<const char*> hands) {
    return testing::deal_of(hands).hands;
}

std::vector<int> points_of(const RuleSet& rules, const RoundResult& result) {
    std::vector<int> points;
    for (const Side side : sides(rules.side_count())) {
        points.push_back(result.points[side]);
    }
    return points;
}

using Points = std::vector<int>;

RuleSet table_of(int players) {
    RuleSet rules;
    rules.players = players;
    return rules;
}

RuleSet pairs() {
    RuleSet rules = table_of(4);
    rules.partnership = true;
    return rules;
}

RoundResult out(const RuleSet& rules, int seat, std::initializer_list<const char*> hands, bool capicu = false) {
    return score_round(rules, Ending::out, Seat(seat), capicu, left(hands));
}

RoundResult blocked(const RuleSet& rules, std::optional<Seat> last_seat, std::initializer_list<const char*> hands) {
    return score_round(rules, Ending::blocked, last_seat, false, left(hands));
}

TEST(GoingOut, GivesTheOpponentsPips) {
    const RuleSet rules = table_of(3);
    const RoundResult result = out(rules, 1, {"6-5 1-0", "", "2-2"});
    EXPECT_EQ(result.winner, Side(1));
    EXPECT_EQ(result.ending, Ending::out);
    EXPECT_EQ(result.last_seat, Seat(1));
    EXPECT_EQ(result.pips[Seat(0)], 12);
    EXPECT_EQ(result.pips[Seat(1)], 0);
    EXPECT_EQ(result.pips[Seat(2)], 4);
    EXPECT_EQ(points_of(rules, result), (Points{0, 16, 0}));
}

TEST(GoingOut, APartnerIsNoOpponentButIsInEveryHand) {
    RuleSet rules = pairs();
    const auto points = [&] { return points_of(rules, out(rules, 3, {"6-5", "5-5", "2-2", ""})); };
    rules.out.score = OutScore::opponents;
    EXPECT_EQ(points(), (Points{0, 15}));
    rules.out.score = OutScore::losing_side;
    EXPECT_EQ(points(), (Points{0, 15}));
    rules.out.score = OutScore::all_hands;
    EXPECT_EQ(points(), (Points{0, 25}));
    EXPECT_EQ(out(rules, 3, {"6-5", "5-5", "2-2", ""}).winner, Side(1));
}

TEST(GoingOut, AddsItsBonusWithEitherScoring) {
    RuleSet rules = table_of(2);
    rules.out.bonus = 5;
    EXPECT_EQ(points_of(rules, out(rules, 0, {"", "6-5"})), (Points{16, 0}));
    rules.scoring = Scoring::penalty;
    EXPECT_EQ(points_of(rules, out(rules, 0, {"", "6-5"})), (Points{5, -11}));
    // A block is no going out.
    EXPECT_EQ(points_of(rules, blocked(rules, Seat(0), {"1-0", "6-5"})), (Points{-1, -11}));
}

TEST(GoingOut, ACapicuAddsItsBonusWithEitherScoring) {
    RuleSet rules = table_of(2);
    EXPECT_EQ(points_of(rules, out(rules, 0, {"", "6-5"}, true)), (Points{11, 0}));
    EXPECT_TRUE(out(rules, 0, {"", "6-5"}, true).capicu); // recorded under every rule set
    rules.capicu_bonus = 25;
    EXPECT_EQ(points_of(rules, out(rules, 0, {"", "6-5"}, false)), (Points{11, 0}));
    EXPECT_EQ(points_of(rules, out(rules, 0, {"", "6-5"}, true)), (Points{36, 0}));
    rules.out.bonus = 5;
    EXPECT_EQ(points_of(rules, out(rules, 0, {"", "6-5"}, true)), (Points{41, 0}));
    rules.scoring = Scoring::penalty;
    EXPECT_EQ(points_of(rules, out(rules, 0, {"", "6-5"}, true)), (Points{30, -11}));
}

TEST(GoingOut, GivesNothingButTheBonusWhereNoPipsAreLeft) {
    RuleSet rules = table_of(2);
    EXPECT_EQ(points_of(rules, out(rules, 0, {"", "0-0"})), (Points{0, 0}));
    EXPECT_EQ(out(rules, 0, {"", "0-0"}).winner, Side(0));
}

TEST(Block, IsWonByTheFewestPipsNotTheFewestTiles) {
    const RuleSet rules = table_of(3);
    EXPECT_EQ(blocked(rules, Seat(0), {"6-6", "1-0 2-0 3-0", "5-4"}).winner, Side(1));
}

TEST(Block, OfEqualPipsTheFewestTilesWinOnlyWhereTheRulesSaySo) {
    RuleSet rules = table_of(2);
    EXPECT_EQ(blocked(rules, Seat(0), {"3-0 2-0", "5-0"}).winner, Side(1));
    rules.block.tie = BlockTie::none;
    const RoundResult tied = blocked(rules, Seat(0), {"3-0 2-0", "5-0"});
    EXPECT_EQ(tied.winner, std::nullopt);
    EXPECT_EQ(points_of(rules, tied), (Points{0, 0}));
    EXPECT_EQ(tied.last_seat, Seat(0));
}

TEST(Block, EqualPipsAndEqualTilesAreWonByNobody) {
    const RuleSet rules = table_of(2);
    const RoundResult tied = blocked(rules, Seat(0), {"4-1", "5-0"});
    EXPECT_EQ(tied.winner, std::nullopt);
    EXPECT_EQ(points_of(rules, tied), (Points{0, 0}));
}

TEST(Block, ATieOfThreeGoesToTheOneWithFewerTilesThanBoth) {
    const RuleSet rules = table_of(3);
    EXPECT_EQ(blocked(rules, Seat(0), {"4-1 1-0", "5-1", "3-1 2-0"}).winner, Side(1));
    // Two of the three share the fewest tiles: nobody wins, though the third is out of it.
    EXPECT_EQ(blocked(rules, Seat(0), {"4-2", "5-1", "3-1 2-0"}).winner, std::nullopt);
    EXPECT_EQ(blocked(rules, Seat(0), {"4-1 1-0", "4-2", "5-1"}).winner, std::nullopt);
    // All three alike.
    EXPECT_EQ(blocked(rules, Seat(0), {"4-2", "5-1", "3-3"}).winner, std::nullopt);
}

TEST(Block, ASideThatDoesNotTieForTheFewestPipsCannotWinByItsTiles) {
    const RuleSet rules = table_of(3);
    EXPECT_EQ(blocked(rules, Seat(0), {"6-6", "3-1 2-0 0-0", "4-1 1-0"}).winner, Side(2));
    EXPECT_EQ(blocked(rules, Seat(0), {"6-6", "3-1 2-0", "4-1 1-0"}).winner, std::nullopt);
}

TEST(Block, PartnersCountTheirPipsAndTilesTogether) {
    RuleSet rules = pairs();
    // Seat 0 has the fewest pips of all, its side has not.
    EXPECT_EQ(blocked(rules, Seat(0), {"1-0", "3-2", "6-6", "4-2"}).winner, Side(1));
    // 11 pips each, in three tiles against two.
    EXPECT_EQ(blocked(rules, Seat(0), {"1-0 2-0", "6-0", "5-3", "4-1"}).winner, Side(1));
    rules.block.tie = BlockTie::none;
    EXPECT_EQ(blocked(rules, Seat(0), {"1-0 2-0", "6-0", "5-3", "4-1"}).winner, std::nullopt);
}

TEST(Block, GoesToTheBlockersSideWhereTheRulesSaySo) {
    RuleSet rules = table_of(3);
    rules.block.winner = BlockWinner::blocker;
    EXPECT_EQ(blocked(rules, Seat(2), {"1-0", "2-0", "6-6"}).winner, Side(2));
    EXPECT_EQ(blocked(rules, Seat(0), {"1-0", "1-0", "1-0"}).winner, Side(0)); // no tie matters
    EXPECT_EQ(blocked(rules, std::nullopt, {"1-0", "2-0", "6-6"}).winner, std::nullopt);
    RuleSet partners = pairs();
    partners.block.winner = BlockWinner::blocker;
    EXPECT_EQ(blocked(partners, Seat(3), {"1-0", "2-0", "6-6", "5-5"}).winner, Side(1));
}

TEST(Block, WithoutALastSeatIsStillWonByTheFewestPips) {
    const RuleSet rules = table_of(2);
    const RoundResult result = blocked(rules, std::nullopt, {"6-0", "1-0"});
    EXPECT_EQ(result.winner, Side(1));
    EXPECT_EQ(result.last_seat, std::nullopt);
    EXPECT_EQ(points_of(rules, result), (Points{0, 5}));
}

TEST(Block, GivesWhatItsScoreSays) {
    RuleSet rules = table_of(3);
    const auto points = [&] { return points_of(rules, blocked(rules, Seat(0), {"6-0", "5-5", "2-1"})); };
    rules.block.score = BlockScore::others_minus_own;
    EXPECT_EQ(points(), (Points{0, 0, 13}));
    rules.block.score = BlockScore::losing_side;
    EXPECT_EQ(points(), (Points{0, 0, 16}));
    rules.block.score = BlockScore::all_hands;
    EXPECT_EQ(points(), (Points{0, 0, 19}));
}

TEST(Block, OthersMinusOwnIsNeverBelowZero) {
    RuleSet rules = table_of(2);
    rules.block.winner = BlockWinner::blocker;
    EXPECT_EQ(points_of(rules, blocked(rules, Seat(0), {"6-6", "1-0"})), (Points{0, 0}));
    EXPECT_EQ(blocked(rules, Seat(0), {"6-6", "1-0"}).winner, Side(0));
    rules.block.score = BlockScore::losing_side;
    EXPECT_EQ(points_of(rules, blocked(rules, Seat(0), {"6-6", "1-0"})), (Points{1, 0}));
}

TEST(Block, OfPartnersCountsSides) {
    RuleSet rules = pairs();
    const auto points = [&] { return points_of(rules, blocked(rules, Seat(0), {"1-0", "6-5", "2-0", "4-0"})); };
    rules.block.score = BlockScore::others_minus_own;
    EXPECT_EQ(points(), (Points{12, 0}));
    rules.block.score = BlockScore::losing_side;
    EXPECT_EQ(points(), (Points{15, 0}));
    rules.block.score = BlockScore::all_hands;
    EXPECT_EQ(points(), (Points{18, 0}));
}

TEST(Penalty, TakesFromEverySideThePipsOfItsHands) {
    RuleSet rules = table_of(3);
    rules.scoring = Scoring::penalty;
    for (const OutScore score : {OutScore::opponents, OutScore::all_hands}) {
        rules.out.score = score;
        EXPECT_EQ(points_of(rules, out(rules, 1, {"6-5", "", "2-0"})), (Points{-11, 0, -2}));
    }
    for (const BlockScore score : {BlockScore::others_minus_own, BlockScore::all_hands, BlockScore::losing_side}) {
        rules.block.score = score;
        const RoundResult result = blocked(rules, Seat(0), {"6-5", "1-0", "2-0"});
        EXPECT_EQ(result.winner, Side(1)); // but it is worth nothing
        EXPECT_EQ(points_of(rules, result), (Points{-11, -1, -2}));
    }
    rules.block.winner = BlockWinner::blocker;
    EXPECT_EQ(blocked(rules, Seat(0), {"6-5", "1-0", "2-0"}).winner, Side(0));
}

TEST(Penalty, OfPartnersIsThePipsOfBoth) {
    RuleSet rules = pairs();
    rules.scoring = Scoring::penalty;
    rules.out.bonus = 5;
    EXPECT_EQ(points_of(rules, out(rules, 1, {"6-5", "", "2-0", "3-3"})), (Points{-13, -1}));
}

} // namespace
} // namespace balak
