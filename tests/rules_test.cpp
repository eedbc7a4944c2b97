#include "balak/rules.hpp"

#include "rule_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace balak {
namespace {

using testing::Numbers;

using Texts = std::map<std::string, std::string>;

/// Every option of a rule set as a user writes it.
Texts texts_of(const RuleSet& rules) {
    Texts texts;
    for (const RuleOption& option : rule_options()) {
        texts[std::string(option.name)] = option.text(option.get(rules));
    }
    return texts;
}

/// The preset `playboard` for two, with changes.
Texts as_playboard_but(Texts changes) {
    Texts texts{{"players", "2"},
                {"partnership", "false"},
                {"max_pip", "6"},
                {"hand_size", "7"},
                {"boneyard_reserve", "0"},
                {"draw", "until-playable"},
                {"starter", "none"},
                {"opening.first_round", "highest-double"},
                {"opening.later_rounds", "highest-double"},
                {"opening.tile", "forced"},
                {"out.score", "opponents"},
                {"out.bonus", "0"},
                {"block.winner", "fewest-pips"},
                {"block.tie", "fewest-tiles"},
                {"block.score", "others-minus-own"},
                {"scoring", "winner-takes"},
                {"capicu_bonus", "0"},
                {"match.target", "100"},
                {"match.rounds", "0"}};
    changes.merge(texts);
    return changes;
}

const RuleOption& option(std::string_view name) {
    const auto found = std::ranges::find(rule_options(), name, &RuleOption::name);
    if (found == rule_options().end()) {
        throw std::invalid_argument("no option " + std::string(name));
    }
    return *found;
}

TEST(Presets, AreThoseOfTheRuleTexts) {
    EXPECT_EQ(texts_of(*preset("playboard")), as_playboard_but({}));
    EXPECT_EQ(texts_of(*preset("playboard", 2)), as_playboard_but({}));
    EXPECT_EQ(texts_of(*preset("playboard", 3)), as_playboard_but({{"players", "3"}, {"hand_size", "5"}}));
    EXPECT_EQ(texts_of(*preset("playboard", 4)), as_playboard_but({{"players", "4"}, {"hand_size", "5"}}));
    const Texts la_plaza{{"opening.first_round", "lot"}, {"opening.later_rounds", "winner"},
                         {"opening.tile", "free"},       {"out.score", "all-hands"},
                         {"block.tie", "none"},          {"block.score", "all-hands"}};
    EXPECT_EQ(texts_of(*preset("la-plaza-1v1")), as_playboard_but(la_plaza));
    Texts in_pairs{{"players", "4"},
                   {"partnership", "true"},
                   {"draw", "none"},
                   {"opening.first_round", "double-six"},
                   {"opening.tile", "forced"}};
    in_pairs.merge(Texts(la_plaza));
    EXPECT_EQ(texts_of(*preset("la-plaza-pairs")), as_playboard_but(in_pairs));
    EXPECT_EQ(texts_of(*preset("four-rounds")), as_playboard_but({{"boneyard_reserve", "2"},
                                                                  {"starter", "random-non-double"},
                                                                  {"opening.first_round", "lot"},
                                                                  {"opening.later_rounds", "alternate"},
                                                                  {"opening.tile", "free"},
                                                                  {"out.bonus", "5"},
                                                                  {"block.tie", "none"},
                                                                  {"scoring", "penalty"},
                                                                  {"match.target", "0"},
                                                                  {"match.rounds", "4"}}));
    EXPECT_EQ(texts_of(*preset("block")), as_playboard_but({{"draw", "none"}}));
}

TEST(Presets, BearTheirNameAndCanBePlayed) {
    std::set<std::string_view> names;
    for (const Preset& known : presets()) {
        EXPECT_TRUE(names.insert(known.name).second);
        EXPECT_FALSE(known.summary.empty());
        ASSERT_FALSE(known.players.empty());
        EXPECT_EQ(preset(known.name), preset(known.name, known.players[0]));
        for (int players = -1; players <= 5; ++players) {
            const std::optional<RuleSet> rules = preset(known.name, players);
            const bool made_for = std::ranges::find(known.players, players) != known.players.end();
            ASSERT_EQ(rules.has_value(), made_for) << known.name << " " << players;
            if (rules) {
                EXPECT_EQ(rules->name, known.name);
                EXPECT_EQ(rules->players, players);
                EXPECT_TRUE(rule_faults(*rules).empty());
            }
        }
    }
    EXPECT_EQ(preset("playboards"), std::nullopt);
    EXPECT_EQ(preset(""), std::nullopt);
}

TEST(HouseRules, ChangeWhatTheySay) {
    const std::map<std::string_view, Texts> expected{
        {"losing-side", {{"out.score", "losing-side"}, {"block.score", "losing-side"}}},
        {"blocker-wins", {{"block.winner", "blocker"}}},
        {"capicu-25", {{"capicu_bonus", "25"}}},
        {"capicu-30", {{"capicu_bonus", "30"}}},
        {"short", {{"match.target", "50"}}},
        {"classic", {{"match.target", "100"}}},
        {"to-150", {{"match.target", "150"}}},
        {"long", {{"match.target", "200"}}},
        {"to-500", {{"match.target", "500"}}},
        {"no-draw", {{"draw", "none"}}},
    };
    ASSERT_EQ(house_rules().size(), expected.size());
    for (const HouseRule& house : house_rules()) {
        RuleSet rules;
        rules.match = {77, 0};
        house.apply(rules);
        Texts changes = expected.at(house.name);
        changes.emplace("match.target", "77");
        EXPECT_EQ(texts_of(rules), as_playboard_but(changes)) << house.name;
        EXPECT_FALSE(house.summary.empty());
    }
}

TEST(RuleOptions, EachReadsAndWritesItsOwnFieldAndNoOther) {
    std::set<std::string_view> names;
    for (const RuleOption& each : rule_options()) {
        EXPECT_TRUE(names.insert(each.name).second) << each.name;
        EXPECT_FALSE(each.meaning.empty());
        std::set<std::string> written;
        for (std::int64_t value = each.least; value <= std::min(each.most, each.least + 40); ++value) {
            RuleSet rules;
            each.set(rules, value);
            EXPECT_EQ(each.get(rules), value) << each.name;
            EXPECT_TRUE(written.insert(each.text(value)).second) << each.name;
            for (const RuleOption& other : rule_options()) {
                if (&other != &each) {
                    EXPECT_EQ(other.get(rules), other.get(RuleSet())) << each.name << " changes " << other.name;
                }
            }
        }
        if (each.kind != RuleOption::Kind::integer) {
            for (const std::string& text : written) {
                EXPECT_NE(each.expected().find(text), std::string::npos) << each.expected();
            }
        }
    }
    EXPECT_EQ(option("match.target").expected(), "an integer from 1 to 1000000");
    EXPECT_EQ(option("partnership").expected(), "true or false");
    EXPECT_EQ(option("block.score").expected(), "\"others-minus-own\", \"all-hands\" or \"losing-side\"");
}

TEST(RuleOptions, OnlyTheTwoEndsOfAMatchMayBeAbsent) {
    for (const RuleOption& each : rule_options()) {
        EXPECT_EQ(each.optional, each.name == "match.target" || each.name == "match.rounds") << each.name;
    }
}

/// Whether there is exactly one fault, and it names all these things.
::testing::AssertionResult one_fault(const RuleSet& rules, std::initializer_list<const char*> parts) {
    const std::vector<std::string> faults = rule_faults(rules);
    if (faults.size() != 1) {
        return ::testing::AssertionFailure() << "there are " << faults.size() << " faults";
    }
    for (const char* part : parts) {
        if (faults[0].find(part) == std::string::npos) {
            return ::testing::AssertionFailure() << "no " << part << " in: " << faults[0];
        }
    }
    return ::testing::AssertionSuccess();
}

TEST(RuleFaults, AValueOutOfItsRangeIsNamedWithWhatIsAllowed) {
    for (const RuleOption& each : rule_options()) {
        if (each.kind != RuleOption::Kind::integer) {
            continue;
        }
        RuleSet rules;
        const std::int64_t below = each.optional ? -1 : each.least - 1;
        each.set(rules, below);
        EXPECT_TRUE(
            one_fault(rules, {std::string(each.name).c_str(), std::to_string(below).c_str(), each.expected().c_str()}));
        each.set(rules, each.most + 1);
        EXPECT_TRUE(one_fault(rules, {std::string(each.name).c_str(), std::to_string(each.most + 1).c_str()}));
    }
}

TEST(RuleFaults, APartnershipNeedsFourPlayers) {
    for (const int players : {2, 3}) {
        RuleSet rules;
        rules.partnership = true;
        rules.players = players;
        EXPECT_TRUE(one_fault(rules, {"partnership", "players", std::to_string(players).c_str()}));
    }
    RuleSet four;
    four.partnership = true;
    four.players = 4;
    EXPECT_TRUE(rule_faults(four).empty());
}

TEST(RuleFaults, NoMoreTilesAreDealtThanTheSetHas) {
    RuleSet rules;
    rules.players = 4;
    EXPECT_TRUE(rule_faults(rules).empty()); // all 28
    rules.hand_size = 8;
    EXPECT_TRUE(one_fault(rules, {"players", "hand_size", "max_pip", "32", "28"}));
    rules.hand_size = 7;
    rules.starter = Starter::random_non_double;
    EXPECT_TRUE(one_fault(rules, {"players", "hand_size", "starter", "max_pip", "29", "28"}));
    rules.starter = Starter::none;
    rules.max_pip = 5;
    EXPECT_TRUE(one_fault(rules, {"players", "hand_size", "max_pip", "28", "21"}));
}

TEST(RuleFaults, AMatchEndsByATargetOrByRoundsAndNotByBoth) {
    RuleSet rules;
    rules.match = {100, 4};
    EXPECT_TRUE(one_fault(rules, {"match.target", "match.rounds"}));
    rules.match = {0, 0};
    EXPECT_TRUE(one_fault(rules, {"match.target", "match.rounds"}));
    rules.match = {0, 4};
    EXPECT_TRUE(rule_faults(rules).empty());
}

TEST(RuleFaults, PenaltiesReachNoTarget) {
    RuleSet rules;
    rules.scoring = Scoring::penalty;
    EXPECT_TRUE(one_fault(rules, {"scoring", "penalty", "match.target", "match.rounds"}));
    rules.match = {0, 4};
    EXPECT_TRUE(rule_faults(rules).empty());
}

TEST(RuleFaults, SeveralClashesAreAllNamed) {
    RuleSet rules;
    rules.partnership = true;
    rules.hand_size = 14;
    rules.starter = Starter::random_non_double;
    rules.match = {0, 0};
    EXPECT_GE(rule_faults(rules).size(), 3U);
}

TEST(Describe, TellsRuleSetsApart) {
    Numbers numbers(3);
    std::map<std::string, Texts> described;
    for (const RuleSet& rules : testing::all_presets()) {
        EXPECT_TRUE(described.emplace(describe(rules), texts_of(rules)).second) << describe(rules);
    }
    // Every preset with any one or two options changed, and rule sets drawn at random under a preset's name.
    const auto check = [&](const RuleSet& rules) {
        if (rule_faults(rules).empty()) {
            Texts texts = texts_of(rules);
            texts["name"] = rules.name;
            const auto [known, is_new] = described.emplace(describe(rules), texts);
            known->second["name"] = rules.name;
            EXPECT_EQ(known->second, texts) << describe(rules);
        }
    };
    for (int i = 0; i < 20'000; ++i) {
        const std::vector<RuleSet> all = testing::all_presets();
        RuleSet rules = all[numbers.below(all.size())];
        for (std::size_t changes = 1 + numbers.below(2); changes > 0; --changes) {
            const RuleOption& changed = rule_options()[numbers.below(rule_options().size())];
            const std::int64_t least = changed.optional ? 0 : changed.least;
            changed.set(rules, numbers.between(least, std::min(changed.most, least + 8)));
        }
        check(rules);
    }
    for (int i = 0; i < 3'000; ++i) {
        RuleSet rules = testing::random_rules(numbers);
        rules.name = presets()[numbers.below(presets().size())].name;
        check(rules);
    }
}

TEST(Describe, NamesThePresetAndWhatDiffersFromIt) {
    EXPECT_EQ(describe(*preset("la-plaza-pairs")), "la-plaza-pairs");
    RuleSet rules = *preset("la-plaza-pairs");
    rules.match.target = 200;
    rules.block.winner = BlockWinner::blocker;
    const std::string text = describe(rules);
    EXPECT_TRUE(text.starts_with("la-plaza-pairs")) << text;
    EXPECT_NE(text.find("match.target 200"), std::string::npos) << text;
    EXPECT_NE(text.find("block.winner blocker"), std::string::npos) << text;
    EXPECT_EQ(text.find("draw"), std::string::npos) << text;
}

} // namespace
} // namespace balak
