// What comments say must hold is found where it does not: by an exception, or by an assertion where checking costs too
// much in what is shipped (these are tested where assertions are compiled: presets debug and asan).
#include "balak/balak.hpp"
#include "search/belief.hpp"
#include "tournament/schedule.hpp"
#include "tournament/tally.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <vector>

namespace balak {
namespace {

const RuleSet rules = *preset("la-plaza-1v1");

std::vector<std::unique_ptr<Strategy>> models(int count) {
    std::vector<std::unique_ptr<Strategy>> made;
    for (int i = 0; i < count; ++i) {
        made.push_back(StrategyTable::builtin().make("greedy-heavy"));
    }
    return made;
}

TEST(Contracts, ABeliefNeedsAModelAndErrorsThatAreAShare) {
    EXPECT_THROW(Belief({}, 0.1), std::invalid_argument);
    EXPECT_THROW(Belief(models(1), 0), std::invalid_argument);
    EXPECT_THROW(Belief(models(1), 1.1), std::invalid_argument);
    EXPECT_NO_THROW(Belief(models(1), 1));
}

TEST(Contracts, ABeliefTakesAnyNumberOfModels) {
    const Deal deal = Dealer(1).deal(rules, 0, 0);
    const std::unique_ptr<Strategy> heavy = StrategyTable::builtin().make("greedy-heavy");
    Round round(rules, deal, first_opening(rules, deal));
    while (!round.over() && round.table().turn < 4) {
        round.play(round.legal_moves().size() == 1 ? round.legal_moves().nth(0)
                                                   : heavy->choose(round.observe(deal.random)));
    }
    ASSERT_FALSE(round.over());
    const Observation seen = round.observe(deal.random);
    // Of models that are all the same a dozen say what one does.
    EXPECT_DOUBLE_EQ(Belief(models(12), 0.2).weight(seen, deal, deal.random),
                     Belief(models(1), 0.2).weight(seen, deal, deal.random));
}

TEST(Contracts, AMatchThatIsOverTakesNoMoreRounds) {
    Match match(rules);
    RoundResult result;
    result.winner = Side(0);
    result.points[Side(0)] = rules.match.target;
    match.add(Seat(0), result);
    ASSERT_TRUE(match.over());
    EXPECT_THROW(match.add(Seat(0), result), std::logic_error);
}

TEST(Contracts, AScheduleNeedsEnoughEntrants) {
    const RuleSet four = *preset("playboard", 4);
    EXPECT_THROW(make_schedule(tournament::Format::round_robin, rules, 1), std::invalid_argument);
    EXPECT_THROW(make_schedule(tournament::Format::free_for_all, four, 3), std::invalid_argument);
    EXPECT_NO_THROW(make_schedule(tournament::Format::free_for_all, four, 4));
}

#ifndef NDEBUG

TEST(ContractsDeathTest, AnEmptySetHasNoHeaviestLightestOrNthTile) {
    EXPECT_DEATH(TileSet().heaviest(), "empty");
    EXPECT_DEATH(TileSet().lightest(), "empty");
    EXPECT_DEATH(TileSet(Tile::from_halves(6, 3)).nth(1), "rank");
    EXPECT_DEATH(LegalMoves().nth(0), "rank");
    EXPECT_DEATH(LegalMoves().with(Tile::from_halves(6, 3)), "contains");
}

TEST(ContractsDeathTest, ARoundTakesLegalMovesOnlyAndHasAResultOnlyOnceItIsOver) {
    const Deal deal = Dealer(1).deal(rules, 0, 0);
    Round round(rules, deal, first_opening(rules, deal));
    EXPECT_DEATH(round.play({(rules.tiles() - round.hands()[round.to_move()]).heaviest(), End::left}), "contains");
    EXPECT_DEATH(round.result(), "over_");
}

TEST(ContractsDeathTest, ABoneyardGivesWhatItHas) {
    const std::vector<Tile> tiles{Tile::from_halves(1, 0), Tile::from_halves(6, 6)};
    Boneyard boneyard(tiles, DrawOrder::in_turn);
    EXPECT_DEATH(boneyard.take_until(Seat(0), {}, 3), "most");
    EXPECT_DEATH(boneyard.take_until(Seat(0), {}, 0), "most");
}

TEST(ContractsDeathTest, PairRoundsCountNoMarginBeyondTheirBins) {
    tournament::PairRounds rounds;
    EXPECT_DEATH(rounds.opened_by(Side(0)).add(slices::Verdict(0), 256), "most_margin");
}

#endif

} // namespace
} // namespace balak
