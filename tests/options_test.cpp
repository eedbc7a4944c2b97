// No option of a rule set is ignored: for every value there are deals in which it makes a difference to another value.
#include "balak/match.hpp"

#include "by_hand.hpp"
#include "rule_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace balak {
namespace {

using testing::Numbers;

/// All that happens in the first rounds of a match, the moves being chosen by the deal alone.
std::string story(const RuleSet& rules, std::uint64_t number) {
    std::string text;
    Match match(rules);
    while (!match.over() && match.round() < 6) {
        const Deal deal = Dealer(50).deal(rules, number, static_cast<std::uint32_t>(match.round()));
        const Opening opening = match.opening(deal);
        Round round(rules, deal, opening);
        Numbers numbers(number);
        while (!round.over()) {
            const LegalMoves legal = round.legal_moves();
            round.play(legal.nth(static_cast<int>(numbers.below(static_cast<std::size_t>(legal.size())))));
        }
        const RoundResult result = round.result();
        match.add(opening.seat, result);
        text += "opener ";
        text += std::to_string(opening.seat.number());
        text += ": ";
        text += testing::joined(testing::tokens(round));
        text += ", winner ";
        text += result.winner ? std::to_string(result.winner->number()) : "nobody";
        for (const Side side : sides(rules.side_count())) {
            text += ' ';
            text += std::to_string(result.points[side]);
        }
        text += match.over() ? ", over\n" : "\n";
    }
    return text;
}

std::vector<std::int64_t> values_to_try(const RuleOption& option) {
    if (option.kind != RuleOption::Kind::integer || option.most - option.least < 10) {
        std::vector<std::int64_t> all;
        for (std::int64_t value = option.least; value <= option.most; ++value) {
            all.push_back(value);
        }
        return all;
    }
    return {option.least, option.least + 3, option.least + 10};
}

/// Values that mean the same: a partner is no opponent, and 6-6 is the highest double wherever it was dealt.
bool mean_the_same(const RuleOption& option, std::int64_t one, std::int64_t other) {
    const std::set<std::string> texts{option.text(one), option.text(other)};
    return (option.name == "out.score" && texts == std::set<std::string>{"opponents", "losing-side"}) ||
           (option.name == "opening.first_round" && texts == std::set<std::string>{"highest-double", "double-six"});
}

/// Looks for a rule set and a deal in which two values of an option tell different stories.
bool differ(const RuleOption& option, std::int64_t one, std::int64_t other) {
    Numbers numbers(51);
    int played = 0;
    for (int tries = 0; tries < 100'000 && played < 3'000; ++tries) {
        RuleSet base = testing::random_rules(numbers);
        if (option.name == "partnership") {
            base.players = 4;
        }
        RuleSet with_one = base;
        RuleSet with_other = base;
        option.set(with_one, one);
        option.set(with_other, other);
        if (!rule_faults(with_one).empty() || !rule_faults(with_other).empty()) {
            continue;
        }
        ++played;
        const std::uint64_t number = numbers.below(1'000'000);
        if (story(with_one, number) != story(with_other, number)) {
            return true;
        }
    }
    return false;
}

TEST(RuleOptions, EveryValueMakesADifferenceInPlay) {
    int compared = 0;
    for (const RuleOption& option : rule_options()) {
        const std::vector<std::int64_t> values = values_to_try(option);
        for (std::size_t i = 0; i < values.size(); ++i) {
            for (std::size_t j = i + 1; j < values.size(); ++j) {
                EXPECT_EQ(differ(option, values[i], values[j]), !mean_the_same(option, values[i], values[j]))
                    << option.name << ": " << option.text(values[i]) << " and " << option.text(values[j]);
                ++compared;
            }
        }
    }
    EXPECT_GT(compared, 50);
}

} // namespace
} // namespace balak
