// What the options of monte-carlo promise.
#include "balak/round.hpp"
#include "balak/strategy.hpp"
#include "by_hand.hpp"
#include "rule_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace balak {
namespace {

using Options = std::initializer_list<std::pair<const char*, OptionValues::Value>>;

std::unique_ptr<Strategy> monte_carlo(const Options& options) {
    const StrategyTable table = StrategyTable::builtin();
    const StrategyType& type = *table.find("monte-carlo");
    OptionValues values = type.standard_options();
    for (const auto& [name, value] : options) {
        values.set(name, value);
    }
    return type.make(values, table);
}

/// Visits the choices of rounds that doubles-first plays.
void for_each_choice(const RuleSet& rules, int rounds, const std::function<void(const Observation&)>& visit) {
    const auto player = StrategyTable::builtin().make("doubles-first");
    for (int number = 0; number < rounds; ++number) {
        const Deal deal = Dealer(31).deal(rules, static_cast<std::uint64_t>(number), 0);
        Round round(rules, deal, first_opening(rules, deal));
        while (!round.over()) {
            const Observation seen = round.observe(deal.random);
            Move move = seen.legal.nth(0);
            if (seen.legal.size() > 1) {
                visit(seen);
                move = player->choose(seen);
            }
            round.play(move);
        }
    }
}

TEST(MonteCarlo, FindsTheBetterMoveWhereOnlyOneWorldIsLeft) {
    // Seat 1 has passed on 2 and must hold 1-1, 1-0 and 0-0. Seat 0 goes out whatever it lays, but if it lays 2-0 now,
    // seat 1 is left with more pips: 3 (or 2) against 1. Where only winning counts the two moves are equal, and the
    // heavier tile is laid.
    RuleSet rules;
    rules.max_pip = 2;
    rules.hand_size = 3;
    rules.draw = Draw::none;
    Round round(rules, testing::deal_of({"2-2 2-1 2-0", "1-1 1-0 0-0"}), {Seat(0), testing::tile("2-2")});
    testing::play_moves(round, "2-2");
    ASSERT_EQ(round.to_move(), Seat(0));
    const StrategyTable table = StrategyTable::builtin();
    const StrategyType* type = table.find("monte-carlo");
    for (const char* rollout : {"doubles-first", "greedy-heavy"}) {
        OptionValues values = type->standard_options();
        values.set("determinizations", std::int64_t{5});
        values.set("rollout", std::string(rollout));
        EXPECT_EQ(type->make(values, table)->choose(round.observe({1, 2})), testing::move_of("2-0<"));
        values.set("objective", std::string("win"));
        EXPECT_EQ(type->make(values, table)->choose(round.observe({1, 2})), testing::move_of("2-1<"));
    }
    EXPECT_EQ(table.make("doubles-first")->choose(round.observe({1, 2})), testing::move_of("2-1<"));
}

TEST(MonteCarlo, SpendsItsRollOutsOnAsManyWorldsAsTheyAreEnoughFor) {
    // With all moves kept to the end it must choose as with that many determinizations.
    int choices = 0;
    std::map<std::pair<std::string, std::int64_t>, std::unique_ptr<Strategy>> made;
    const auto by = [&](const std::string& option, std::int64_t number) -> Strategy& {
        auto& strategy = made[{option, number}];
        if (!strategy) {
            strategy = monte_carlo({{option.c_str(), number}, {"stop", std::int64_t{0}}});
        }
        return *strategy;
    };
    for (const RuleSet& rules : testing::all_presets()) {
        for_each_choice(rules, 6, [&](const Observation& seen) {
            for (const std::int64_t rollouts : {1, 7, 40}) {
                const std::int64_t worlds = std::max<std::int64_t>(1, rollouts / seen.legal.size());
                EXPECT_EQ(by("rollouts", rollouts).choose(seen), by("determinizations", worlds).choose(seen))
                    << rollouts;
                ++choices;
            }
        });
    }
    EXPECT_GT(choices, 500);
}

TEST(MonteCarlo, BelievesInWorldsThatAgreeWithTheWholeRecord) {
    int choices = 0;
    for (const RuleSet& rules : testing::all_presets()) {
        const auto exact = monte_carlo({{"determinizations", std::int64_t{20}}, {"belief", std::string("mixture")}});
        const auto voids = monte_carlo({{"determinizations", std::int64_t{20}},
                                        {"belief", std::string("mixture")},
                                        {"worlds", std::string("voids")}});
        for_each_choice(rules, 4, [&](const Observation& seen) {
            EXPECT_EQ(exact->choose(seen), voids->choose(seen));
            ++choices;
        });
    }
    EXPECT_GT(choices, 100);
}

} // namespace
} // namespace balak
