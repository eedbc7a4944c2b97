// The strategy of strategies/README.md, as its reader would add it. CMake takes it from the text.
#include "balak/balak.hpp"

#include <gtest/gtest.h>

namespace balak {

namespace strategies {
extern const StrategyType my_strategy;
} // namespace strategies

namespace {

TEST(Recipe, TheStrategyOfTheReadmeCompilesAndLaysTheLightestTile) {
    StrategyTable table = StrategyTable::builtin();
    table.add(strategies::my_strategy);
    const std::unique_ptr<Strategy> lightest = table.make("lightest-first");

    const RuleSet rules = *preset("la-plaza-1v1");
    const Deal deal = Dealer(1).deal(rules, 0, 0);
    const Round round(rules, deal, first_opening(rules, deal));
    EXPECT_EQ(lightest->choose(round.observe(deal.random)).tile, deal.hands[round.to_move()].lightest());
}

} // namespace
} // namespace balak
