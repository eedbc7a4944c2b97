// As slices_test.cpp, with more of everything.
#include "slices_runs.hpp"

#include <gtest/gtest.h>

namespace balak {
namespace {

using tournament::Verification;

TEST(SlicesLong, EndRoundsAsThePlainEngine) {
    Verification verification(11);
    testing::compare_rounds(verification, 6000, {});
    for (const RuleSet& rules : testing::some_rules(4000, 12)) {
        testing::Numbers numbers(verification.counts().rounds);
        const auto players = testing::slice_players();
        ASSERT_EQ(verification.rounds(random_table(rules, players, numbers), 0, 400), "");
    }
    for (const RuleSet& rules : testing::presets_with_house_rules()) {
        testing::Numbers numbers(verification.counts().rounds);
        const auto players = testing::slice_players();
        ASSERT_EQ(verification.rounds(random_table(rules, players, numbers), 0, 5000), "");
    }
}

TEST(SlicesLong, EndMatchesAsThePlainEngine) {
    Verification verification(13);
    testing::compare_matches(verification, 120, testing::all_presets());
    testing::compare_matches(verification, 40, testing::presets_with_house_rules());
    testing::compare_matches(verification, 12, testing::some_rules(400, 14));
}

TEST(SlicesLong, EndRollOutsAsThePlainEngineAndMonteCarloChoosesTheSame) {
    Verification verification(15);
    testing::compare_roll_outs(verification, 30, testing::all_presets());
    testing::compare_roll_outs(verification, 6, testing::some_rules(400, 16));
}

} // namespace
} // namespace balak
