// Who opens a round, and with what.
#include "balak/match.hpp"

#include "by_hand.hpp"

#include <gtest/gtest.h>

namespace balak {
namespace {

using testing::deal_of;
using testing::tile;

RuleSet rules_with(FirstRound first, LaterRounds later, OpeningTile opening_tile, int players = 2) {
    RuleSet rules;
    rules.players = players;
    rules.hand_size = 2;
    rules.opening = {first, later, opening_tile};
    rules.match = {1000, 0};
    return rules;
}

void expect_opening(const Opening& opening, int seat, const char* forced) {
    EXPECT_EQ(opening.seat, Seat(seat));
    EXPECT_EQ(opening.tile, forced == nullptr ? std::nullopt : std::optional(tile(forced)));
}

RoundResult ended(Ending ending, std::optional<Seat> last_seat, std::optional<Side> winner = std::nullopt) {
    RoundResult result;
    result.ending = ending;
    result.last_seat = last_seat;
    result.winner = winner;
    return result;
}

TEST(Opening, GoesToTheHighestDoubleDealt) {
    const RuleSet rules = rules_with(FirstRound::highest_double, LaterRounds::highest_double, OpeningTile::forced, 3);
    // Neither the heaviest tile nor a double in the boneyard gives it.
    const Deal deal = deal_of({"6-5 6-4", "2-2 1-0", "1-1 6-3"}, "6-6 5-5");
    expect_opening(Match(rules).opening(deal), 1, "2-2");
}

TEST(Opening, GoesToTheHeaviestTileWhereNoDoubleWasDealt) {
    const RuleSet rules = rules_with(FirstRound::highest_double, LaterRounds::highest_double, OpeningTile::forced);
    expect_opening(Match(rules).opening(deal_of({"5-4 1-0", "6-2 2-1"}, "6-6")), 0, "5-4");
    // Equally heavy: the one with the higher half.
    expect_opening(Match(rules).opening(deal_of({"5-4 1-0", "6-3 2-1"}, "6-6")), 1, "6-3");
    expect_opening(Match(rules).opening(deal_of({"5-0 4-1", "3-2 2-1"}, "6-6")), 0, "5-0");
}

TEST(Opening, GoesToTheDoubleSixOrElseAsToTheHighestDouble) {
    const RuleSet rules = rules_with(FirstRound::double_six, LaterRounds::winner, OpeningTile::forced);
    expect_opening(Match(rules).opening(deal_of({"5-5 4-4", "6-6 1-0"})), 1, "6-6");
    expect_opening(Match(rules).opening(deal_of({"5-5 4-4", "6-5 1-0"}, "6-6")), 0, "5-5");
    expect_opening(Match(rules).opening(deal_of({"5-1 4-0", "6-5 1-0"}, "6-6")), 1, "6-5");
}

TEST(Opening, ByLotTakesTheSeatOfTheLotAndForcesNoTile) {
    const RuleSet rules = rules_with(FirstRound::lot, LaterRounds::winner, OpeningTile::forced);
    Deal deal = deal_of({"6-6 4-4", "5-4 1-0"});
    deal.lot = Seat(1);
    expect_opening(Match(rules).opening(deal), 1, nullptr);
    deal.lot = Seat(0);
    expect_opening(Match(rules).opening(deal), 0, nullptr);
}

TEST(Opening, AFreeTileLeavesTheRightToOpenButForcesNothing) {
    const RuleSet rules = rules_with(FirstRound::highest_double, LaterRounds::highest_double, OpeningTile::free);
    expect_opening(Match(rules).opening(deal_of({"5-4 1-0", "3-3 2-1"})), 1, nullptr);
    const RuleSet six = rules_with(FirstRound::double_six, LaterRounds::highest_double, OpeningTile::free);
    expect_opening(Match(six).opening(deal_of({"5-4 1-0", "6-6 2-1"})), 1, nullptr);
}

TEST(Opening, AStarterForcesNoTile) {
    RuleSet rules = rules_with(FirstRound::highest_double, LaterRounds::highest_double, OpeningTile::forced);
    rules.starter = Starter::random_non_double;
    expect_opening(Match(rules).opening(deal_of({"5-4 1-0", "3-3 2-1"}, "", "6-5")), 1, nullptr);
}

TEST(LaterOpening, ByTheHighestDoubleLooksAtTheNewDeal) {
    const RuleSet rules = rules_with(FirstRound::lot, LaterRounds::highest_double, OpeningTile::forced);
    Match match(rules);
    match.add(Seat(0), ended(Ending::out, Seat(0), Side(0)));
    expect_opening(match.opening(deal_of({"6-5 1-0", "1-1 2-1"})), 1, "1-1");
}

TEST(LaterOpening, ByTheWinnerGoesToWhoLaidTheLastTile) {
    const RuleSet rules = rules_with(FirstRound::highest_double, LaterRounds::winner, OpeningTile::forced, 3);
    const Deal deal = deal_of({"6-6 1-0", "1-1 2-1", "3-0 4-1"});
    Match out(rules);
    out.add(Seat(0), ended(Ending::out, Seat(2), Side(2)));
    expect_opening(out.opening(deal), 2, nullptr); // any tile
    // After a block the blocker opens, whoever won it, and also where nobody did.
    Match blocked(rules);
    blocked.add(Seat(0), ended(Ending::blocked, Seat(2), Side(1)));
    expect_opening(blocked.opening(deal), 2, nullptr);
    Match tied(rules);
    tied.add(Seat(0), ended(Ending::blocked, Seat(1)));
    expect_opening(tied.opening(deal), 1, nullptr);
}

TEST(LaterOpening, ByTheWinnerStaysWithTheOpenerWhereNobodyLaidATile) {
    const RuleSet rules = rules_with(FirstRound::highest_double, LaterRounds::winner, OpeningTile::forced, 3);
    Match match(rules);
    match.add(Seat(1), ended(Ending::blocked, std::nullopt, Side(2)));
    expect_opening(match.opening(deal_of({"6-6 1-0", "1-1 2-1", "3-0 4-1"})), 1, nullptr);
}

TEST(LaterOpening, AlternatesFromTheOpenerOfTheRoundBefore) {
    const RuleSet rules = rules_with(FirstRound::lot, LaterRounds::alternate, OpeningTile::forced, 3);
    const Deal deal = deal_of({"6-6 1-0", "1-1 2-1", "3-0 4-1"});
    Match match(rules);
    match.add(Seat(1), ended(Ending::out, Seat(0), Side(0)));
    expect_opening(match.opening(deal), 2, nullptr);
    match.add(Seat(2), ended(Ending::out, Seat(1), Side(1)));
    expect_opening(match.opening(deal), 0, nullptr);
    match.add(Seat(0), ended(Ending::blocked, std::nullopt));
    expect_opening(match.opening(deal), 1, nullptr);
}

} // namespace
} // namespace balak
