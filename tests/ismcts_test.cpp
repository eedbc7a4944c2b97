// Tree search where the best move is known.
#include "balak/open_hands.hpp"
#include "balak/round.hpp"
#include "rule_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace balak {
namespace {

/// How often a choice is the best where all tiles are dealt to two players: then each knows what the other holds.
struct Found {
    int best = 0;
    int choices = 0; ///< where some moves are worth less than others
};

Found search_open_rounds(int max_pip, int hand_size, std::int64_t iterations, int rounds) {
    RuleSet rules = *preset("block");
    rules.max_pip = max_pip;
    rules.hand_size = hand_size;
    EXPECT_EQ(rules.boneyard_size(), 0);
    const StrategyTable table = StrategyTable::builtin();
    const StrategyType& type = *table.find("ismcts");
    OptionValues options = type.standard_options();
    options.set("iterations", iterations);
    const auto strategy = type.make(options, table);
    const Objective objective(Objective::Kind::points, rules);
    OpenHands solver;
    Found found;
    for (int number = 0; number < rounds; ++number) {
        const Deal deal = Dealer(17).deal(rules, static_cast<std::uint64_t>(number), 0);
        Round round(rules, deal, first_opening(rules, deal));
        while (!round.over()) {
            const LegalMoves legal = round.legal_moves();
            if (legal.size() == 1) {
                round.play(legal.nth(0));
                continue;
            }
            const auto worths = solver.worths(round, objective);
            const auto begin = worths->of_move.begin();
            const auto [least, most] = std::minmax_element(begin, begin + worths->count);
            const Move move = strategy->choose(round.observe(deal.random));
            int rank = 0;
            while (legal.nth(rank) != move) {
                ++rank;
            }
            if (*least < *most) {
                ++found.choices;
                found.best += begin[rank] == *most ? 1 : 0;
            }
            round.play(move);
        }
    }
    return found;
}

TEST(Ismcts, FindsTheBestMoveInShortOpenRounds) {
    const Found found = search_open_rounds(2, 3, 2000, 200);
    EXPECT_GT(found.choices, 20);
    EXPECT_EQ(found.best, found.choices);
}

TEST(Ismcts, ComesNearerToTheBestMoveTheLongerItSearches) {
    const Found some = search_open_rounds(3, 5, 20, 200);
    const Found many = search_open_rounds(3, 5, 5000, 200);
    EXPECT_GT(many.choices, 150);
    EXPECT_GE(many.best, many.choices * 95 / 100) << many.best << " of " << many.choices;
    EXPECT_LT(some.best * many.choices, many.best * some.choices);
}

} // namespace
} // namespace balak
