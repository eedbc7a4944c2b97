// Records of balak's own games, before two judges: the independent referee and balak's judge.
#include "recorded_games.hpp"
#include "referee_run.hpp"
#include "rule_sets.hpp"

#include "io/rules_json.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>

namespace balak {
namespace {

using testing::RecordedRun;
using testing::RefereeFiles;

/// Matches for each preset and way of choosing strategies; BALAK_REFEREE_MATCHES makes it a longer run.
int matches_per_preset() {
    const char* given = std::getenv("BALAK_REFEREE_MATCHES");
    return given != nullptr ? std::max(1, std::atoi(given)) : 50;
}

/// Both judges must find nothing in a run.
void expect_no_fault(const RecordedRun& run, bool complete, bool presets, const std::string& title) {
    const std::string text = testing::joined_lines(run.lines());
    RefereeFiles files;
    files.add(text);
    const auto outcome = files.ask(complete, presets);
    EXPECT_EQ(outcome.violations, 0U) << title << "\n" << to_string(outcome.verdicts[0]);
    EXPECT_EQ(outcome.rounds, run.lines().size()) << title;
    EXPECT_EQ(outcome.matches, run.matches()) << title;
    EXPECT_EQ(to_string(testing::judge(text, complete, presets)), "  no fault\n") << title;
    fmt::print("{}: {} matches, {} rounds, {} violations\n", title, outcome.matches, outcome.rounds,
               outcome.violations);
}

TEST(Records, OfEveryPresetWithRandomStrategiesHaveNoFault) {
    for (const RuleSet& rules : testing::all_presets()) {
        RecordedRun run(1);
        run.play_random(rules, matches_per_preset());
        // The preset `block` is of no published text.
        expect_no_fault(run, true, rules.name != "block", fmt::format("{}, random", describe(rules)));
    }
}

TEST(Records, OfEveryPresetWithMixedStrategiesHaveNoFault) {
    for (const RuleSet& rules : testing::all_presets()) {
        RecordedRun run(2);
        run.play_mixed(rules, matches_per_preset());
        expect_no_fault(run, true, rules.name != "block", fmt::format("{}, mixed", describe(rules)));
    }
}

TEST(Records, OfMonteCarloHaveNoFault) {
    for (const RuleSet& rules : testing::all_presets()) {
        RecordedRun run(3);
        std::vector<std::string> names{"monte-carlo", "tile-counting", "monte-carlo", "random"};
        for (int i = 0; i < 5; ++i) {
            run.play(rules, names);
            std::ranges::rotate(names, names.begin() + 1);
        }
        expect_no_fault(run, true, rules.name != "block", fmt::format("{}, monte-carlo", describe(rules)));
    }
}

TEST(Records, UnderEveryHouseRuleHaveNoFault) {
    RecordedRun run(4);
    for (const RuleSet& base : testing::all_presets()) {
        for (const HouseRule& house_rule : house_rules()) {
            RuleSet rules = base;
            house_rule.apply(rules);
            if (rule_faults(rules).empty()) {
                run.play_mixed(rules, std::max(4, matches_per_preset() / 10));
            }
        }
    }
    expect_no_fault(run, true, false, "house rules");
}

TEST(Records, WithEveryValueOfEveryOptionHaveNoFault) {
    RecordedRun run(5);
    std::size_t rule_sets = 0;
    for (const RuleSet& base : testing::all_presets()) {
        for (const RuleOption& option : rule_options()) {
            // All values of choices and flags, the lower ones of integers.
            for (std::int64_t value = option.least; value <= std::min(option.most, option.least + 7); ++value) {
                RuleSet rules = base;
                option.set(rules, value);
                // A match ends by one of the two.
                if (option.optional) {
                    (option.name == "match.rounds" ? rules.match.target : rules.match.rounds) = 0;
                }
                if (option.name == "scoring" && rules.scoring == Scoring::penalty) {
                    rules.match = {0, 3};
                }
                if (rule_faults(rules).empty()) {
                    ++rule_sets;
                    run.play_mixed(rules, 2);
                }
            }
        }
    }
    EXPECT_GT(rule_sets, 300U);
    expect_no_fault(run, false, false, fmt::format("{} rule sets, one option varied", rule_sets));
}

TEST(Records, OfSmallerSetsHaveNoFault) {
    RecordedRun run(6);
    std::size_t rule_sets = 0;
    for (const RuleSet& base : testing::all_presets()) {
        for (int top = 1; top <= max_pip; ++top) {
            for (int hand_size = 1; hand_size <= 14; ++hand_size) {
                RuleSet rules = base;
                rules.max_pip = top;
                rules.hand_size = hand_size;
                if (rule_faults(rules).empty()) {
                    ++rule_sets;
                    run.play_mixed(rules, 2);
                }
            }
        }
    }
    EXPECT_GT(rule_sets, 150U);
    expect_no_fault(run, false, false, fmt::format("{} rule sets of smaller sets", rule_sets));
}

TEST(Records, OfRandomRuleSetsHaveNoFault) {
    testing::Numbers numbers(7);
    RecordedRun run(7);
    for (int i = 0; i < 500; ++i) {
        run.play_mixed(testing::random_rules(numbers), 1);
    }
    expect_no_fault(run, false, false, "500 random rule sets");
}

TEST(Record, HasTheFieldsOfTheRecordPageInItsOrder) {
    RecordedRun run(8);
    run.play_random(*preset("four-rounds"), 1);
    const std::vector<std::string> expected{"match",    "round",  "rules", "strategies", "hands",      "starter",
                                            "boneyard", "opener", "moves", "ending",     "last_seat",  "winner",
                                            "pips",     "points", "score", "capicu",     "match_over", "match_winner"};
    for (const std::string& line : run.lines()) {
        ASSERT_TRUE(line.ends_with("}\n"));
        EXPECT_EQ(std::ranges::count(line, '\n'), 1);
        std::vector<std::string> names;
        const io::Json record = io::Json::parse(line);
        for (const auto& [name, value] : record.items()) {
            names.push_back(name);
        }
        EXPECT_EQ(names, expected);
    }
}

TEST(Record, ResolvesEveryOptionOfTheRules) {
    const io::Json rules = io::Json::parse(io::record_rules(*preset("la-plaza-pairs")));
    for (const RuleOption& option : rule_options()) {
        std::string pointer = fmt::format("/{}", option.name);
        std::ranges::replace(pointer, '.', '/');
        EXPECT_EQ(rules.contains(io::Json::json_pointer(pointer)), option.name != "match.rounds") << option.name;
    }
}

TEST(Record, IsValidWhateverAStrategyIsCalled) {
    const RuleSet rules = *preset("playboard");
    const Deal deal = Dealer(9).deal(rules, 0, 0);
    Round round(rules, deal, first_opening(rules, deal));
    const std::unique_ptr<Strategy> player = StrategyTable::builtin().make("random");
    PerSeat<Strategy*> players;
    PerSeat<std::string_view> names;
    for (const Seat seat : seats(rules.players)) {
        players[seat] = player.get();
        names[seat] = "a \"quoted\"\nname\\ \xff\xc3";
    }
    play_out(round, players, deal.random);
    Match match(rules);
    match.add(round.table().opener, round.result());
    std::string line;
    io::append_record(line, {round, deal, round.result(), match, 0, io::record_rules(rules), names});
    EXPECT_EQ(to_string(testing::judge(line, false, true)), "  no fault\n");
}

} // namespace
} // namespace balak
