// Tree search where the best move is known, and against players that are known to be weak.
#include "balak/open_hands.hpp"
#include "balak/round.hpp"
#include "by_hand.hpp"
#include "rule_sets.hpp"
#include "tournament/runner.hpp"
#include "tournament/statistics.hpp"
#include "tournament_runs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

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

TEST(Ismcts, FindsTheOnlyMoveThatWins) {
    // The ends are 1 and 2, and seat 1 must hold 1-0 and 0-0. If seat 0 lays its heaviest tile, 2-0, seat 1 lays 1-0 at
    // the 1 and then, as 1-1 does not fit, 0-0. If it lays 1-1, seat 1 must lay 1-0 there, and 2-0 goes out.
    RuleSet rules;
    rules.max_pip = 2;
    rules.hand_size = 3;
    rules.draw = Draw::none;
    Round round(rules, testing::deal_of({"2-2 1-1 2-0", "2-1 1-0 0-0"}), {Seat(0), testing::tile("2-2")});
    testing::play_moves(round, "2-2 2-1");
    ASSERT_EQ(round.to_move(), Seat(0));
    ASSERT_EQ(round.legal_moves().size(), 2);
    const StrategyTable table = StrategyTable::builtin();
    EXPECT_EQ(table.make("greedy-heavy")->choose(round.observe({1, 2})).tile, testing::tile("2-0"));
    const StrategyType& type = *table.find("ismcts");
    for (const char* objective : {"points", "win"}) {
        for (const char* rollout : {"random", "greedy-heavy", "tile-counting"}) {
            OptionValues values = type.standard_options();
            values.set("objective", std::string(objective));
            values.set("rollout", std::string(rollout));
            const auto strategy = type.make(values, table);
            for (std::uint32_t key = 0; key < 20; ++key) {
                EXPECT_EQ(strategy->choose(round.observe({key, 2})).tile, testing::tile("1-1"))
                    << objective << ' ' << rollout << ' ' << key;
            }
        }
    }
}

TEST(Ismcts, ComesNearerToTheBestMoveTheLongerItSearches) {
    const Found some = search_open_rounds(3, 5, 20, 200);
    const Found many = search_open_rounds(3, 5, 5000, 200);
    EXPECT_GT(many.choices, 150);
    EXPECT_GE(many.best, many.choices * 95 / 100) << many.best << " of " << many.choices;
    EXPECT_LT(some.best * many.choices, many.best * some.choices);
}

TEST(Ismcts, BeatsWeakPlayersWithASmallBudget) {
    // The seed is fixed. By runs of 4,000 rounds the true differences are at least 6 standard errors of these numbers
    // of deals from 0, so that another seed would fail less than once in 10,000 times.
    for (const std::string_view name : {"playboard", "la-plaza-pairs"}) {
        for (const std::string_view opponent : {"random", "greedy-heavy"}) {
            tournament::Entrant player = testing::entrant("ismcts");
            player.options.set("iterations", std::int64_t{100});
            tournament::Tournament tournament =
                testing::tournament_of(tournament::Format::round_robin, {testing::one_round(*preset(name))},
                                       {player, testing::entrant(opponent)}, 0, 87);
            tournament.matches = testing::matches_of(tournament, 200);
            const tournament::Outcome outcome = testing::play(tournament, {});
            ASSERT_TRUE(outcome.complete) << outcome.failure;
            const auto& deals = outcome.tallies.front().pairings().front().deals;
            EXPECT_EQ(deals.deals, 200);
            const tournament::Estimate points = tournament::margin_per_round(deals, 1);
            EXPECT_EQ(points.separated_from(0), 1)
                << name << ", " << opponent << ": " << points.mean << " +- " << *points.standard_error;
        }
    }
}

} // namespace
} // namespace balak
