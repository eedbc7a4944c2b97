// The solver of rounds with open hands against every line, at length.
#include "open_endings.hpp"
#include "rule_sets.hpp"

#include <gtest/gtest.h>

namespace balak {
namespace {

TEST(OpenHands, FindsWhatEveryLineFindsInTenThousandEndingsOfEveryPreset) {
    for (const RuleSet& rules : testing::all_presets()) {
        EXPECT_GE(testing::compare_endings(rules, 10'000, 2'000, 93).choices, 10'000) << describe(rules);
    }
}

TEST(OpenHands, FindsWhatEveryLineFindsUnderManyRandomRules) {
    EXPECT_GE(testing::compare_endings_of_random_rules(100'000, 500, 94).choices, 100'000);
}

TEST(OpenHands, SolvesLargeEndingsAsIfEachWereTheFirst) {
    testing::expect_solved_as_if_first(14);
}

} // namespace
} // namespace balak
