// Comparing the plain engine with the slices, over presets and random rule sets; what the short and the long test
// share.
#pragma once

#include "tournament/verification.hpp"

#include "rule_sets.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace balak::testing {

using tournament::BothWays;
using tournament::Verification;
using tournament::VerifiedTable;

/// The strategies that have a slice form, and two more tile-countings: one that weighs otherwise and one that weighs
/// nothing.
inline std::vector<BothWays> slice_players() {
    const StrategyTable table = StrategyTable::builtin();
    std::vector<BothWays> players = tournament::all_both_ways(table);
    const StrategyType& counting = *table.find("tile-counting");
    OptionValues heavy = counting.standard_options();
    OptionValues none = counting.standard_options();
    std::int64_t weight = 63;
    for (const StrategyOption& option : counting.options) {
        heavy.set(option.name, weight);
        none.set(option.name, std::int64_t{0});
        weight -= 7;
    }
    players.push_back(tournament::both_ways(table, counting.name, heavy));
    players.push_back(tournament::both_ways(table, counting.name, none));
    return players;
}

/// Any of the players in each seat.
inline VerifiedTable random_table(const RuleSet& rules, const std::vector<BothWays>& players, Numbers& numbers) {
    VerifiedTable table{rules, {}};
    for (const Seat seat : seats(rules.players)) {
        table.players[seat] = &players[numbers.below(players.size())];
    }
    return table;
}

/// All presets with each house rule that fits them.
inline std::vector<RuleSet> presets_with_house_rules() {
    std::vector<RuleSet> all;
    for (const RuleSet& rules : all_presets()) {
        for (const HouseRule& house_rule : house_rules()) {
            RuleSet changed = rules;
            house_rule.apply(changed);
            if (rule_faults(changed).empty()) {
                all.push_back(changed);
            }
        }
    }
    return all;
}

/// Rule sets drawn from all.
inline std::vector<RuleSet> some_rules(std::size_t count, std::uint64_t seed) {
    Numbers numbers(seed);
    std::vector<RuleSet> all;
    while (all.size() < count) {
        all.push_back(random_rules(numbers));
    }
    return all;
}

/// Compares single rounds of every preset and ordered pair of strategies, and of random tables under the rules given.
inline void compare_rounds(Verification& verification, std::uint64_t rounds, const std::vector<RuleSet>& more_rules) {
    const std::vector<BothWays> players = slice_players();
    std::uint64_t tables = 0;
    for (const RuleSet& rules : all_presets()) {
        for (const BothWays& one : players) {
            for (const BothWays& other : players) {
                ASSERT_EQ(verification.rounds(VerifiedTable::alternating(rules, one, other), 0, rounds), "");
                ++tables;
            }
        }
    }
    Numbers numbers(77);
    for (const RuleSet& rules : more_rules) {
        ASSERT_EQ(verification.rounds(random_table(rules, players, numbers), 1000, rounds), "");
        ++tables;
    }
    EXPECT_EQ(verification.counts().rounds, tables * rounds);
}

/// Compares matches of each pairing of different strategies under these rules.
inline void compare_matches(Verification& verification, std::uint64_t deals, const std::vector<RuleSet>& all_rules) {
    const std::vector<BothWays> players = slice_players();
    for (const RuleSet& rules : all_rules) {
        for (std::size_t one = 0; one < players.size(); ++one) {
            for (std::size_t other = 0; other < one; ++other) {
                ASSERT_EQ(verification.matches(rules, players[one], players[other], 5, deals), "");
            }
        }
    }
    EXPECT_GE(verification.counts().matches, 2 * deals * all_rules.size());
}

/// Compares roll-outs by each of the simple strategies under these rules.
inline void compare_roll_outs(Verification& verification, std::uint64_t deals, const std::vector<RuleSet>& all_rules) {
    for (const RuleSet& rules : all_rules) {
        for (const BothWays& rollout : tournament::all_both_ways(StrategyTable::builtin())) {
            ASSERT_EQ(verification.roll_outs(rules, rollout, 3, deals), "");
        }
    }
    EXPECT_GT(verification.counts().roll_outs, deals * all_rules.size());
    EXPECT_GT(verification.counts().choices, deals * all_rules.size());
}

} // namespace balak::testing
