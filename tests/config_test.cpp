// Configs as they are read: what is taken, what is filled in, and the sentence for what is refused.
#include "config_corpus.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace balak {
namespace {

using io::Json;
using testing::bad_configs;
using testing::config_with;
using testing::ConfigFile;
using testing::good_configs;
using testing::with_rules;
using testing::with_strategy;
using tournament::Entrant;
using tournament::Format;
using tournament::Unit;

const StrategyTable strategies = StrategyTable::builtin();

/// The effective config of a text and of that effective config itself must be the same.
void expect_round_trip(const ConfigFile& file, const std::string& text) {
    const io::Config once = file.read(text);
    const io::Config twice = file.read(to_json(once).dump());
    EXPECT_EQ(to_json(once).dump(2), to_json(twice).dump(2));
    EXPECT_EQ(once.tournament.rules, twice.tournament.rules);
    ASSERT_EQ(once.tournament.entrants.size(), twice.tournament.entrants.size());
    for (std::size_t i = 0; i < once.tournament.entrants.size(); ++i) {
        const Entrant& entrant = once.tournament.entrants[i];
        EXPECT_EQ(entrant.name, twice.tournament.entrants[i].name);
        EXPECT_EQ(entrant.type, twice.tournament.entrants[i].type);
        EXPECT_EQ(entrant.options.all(), twice.tournament.entrants[i].options.all());
    }
}

TEST(Configs, EveryShippedOneIsRead) {
    const auto files = testing::shipped_configs();
    EXPECT_GE(files.size(), 8U);
    for (const auto& file : files) {
        SCOPED_TRACE(file.filename());
        const io::Config config = io::read_config(file.string(), strategies);
        EXPECT_FALSE(config.tournament.name.empty());
        EXPECT_EQ(config.results, "results/" + file.filename().string());
    }
}

TEST(Configs, EveryPresetHasOneThatShips) {
    for (const Preset& preset : presets()) {
        const bool found = std::ranges::any_of(testing::shipped_configs(), [&](const auto& file) {
            const io::Config config = io::read_config(file.string(), strategies);
            return file.stem().string().starts_with(preset.name) && config.tournament.rules.front().name == preset.name;
        });
        EXPECT_TRUE(found) << preset.name;
    }
}

TEST(Configs, TheEffectiveConfigOfAShippedOneIsItsOwnEffectiveConfig) {
    const ConfigFile file;
    for (const auto& shipped : testing::shipped_configs()) {
        SCOPED_TRACE(shipped.filename());
        expect_round_trip(file, testing::text_of(shipped));
    }
}

TEST(Configs, OddButRightOnesAreTakenAndTheirEffectiveConfigIsItsOwn) {
    const ConfigFile file;
    EXPECT_GE(good_configs().size(), 15U);
    for (const auto& good : good_configs()) {
        SCOPED_TRACE(std::string(good.title) + ": " + good.config);
        ASSERT_EQ(file.refusal(good.config), "");
        expect_round_trip(file, good.config);
    }
}

TEST(Configs, WrongOnesAreRefusedInOneLineThatNamesFilePlaceValueAndExpectation) {
    const ConfigFile file;
    EXPECT_GE(bad_configs().size(), 40U);
    for (const auto& bad : bad_configs()) {
        SCOPED_TRACE(std::string(bad.title) + ": " + bad.config);
        const std::string sentence = file.refusal(bad.config);
        const std::string place = file.name() + ": " + std::string(bad.place);
        ASSERT_TRUE(sentence.starts_with(place)) << sentence;
        // The place ends there: `rules`, not `rules[1]`.
        if (!bad.place.empty()) {
            const std::string_view after = std::string_view(sentence).substr(place.size());
            EXPECT_TRUE(after.starts_with(": ") || after.starts_with(" is ")) << sentence;
        }
        EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
        for (const std::string_view part : bad.says) {
            EXPECT_NE(sentence.find(part, place.size()), std::string::npos) << part << " in: " << sentence;
        }
    }
}

TEST(Configs, ATitleForEachWrongAndEachOddOneIsThereOnce) {
    std::vector<std::string_view> titles;
    for (const auto& bad : bad_configs()) {
        titles.push_back(bad.title);
    }
    for (const auto& good : good_configs()) {
        titles.push_back(good.title);
    }
    std::ranges::sort(titles);
    const auto twice = std::ranges::adjacent_find(titles);
    EXPECT_EQ(twice, titles.end()) << *twice;
}

TEST(Configs, WhatIsNotGivenHasTheDefault) {
    const ConfigFile file;
    const io::Config config = file.read(config_with(""));
    EXPECT_EQ(config.tournament.name, "config"); // the file's name
    EXPECT_EQ(config.results, "results/config.json");
    EXPECT_EQ(config.records, "");
    EXPECT_EQ(config.threads, 0);
    EXPECT_EQ(config.tournament.format, Format::round_robin);
    EXPECT_EQ(config.tournament.unit, Unit::match);
    EXPECT_EQ(config.tournament.matches, 10'000U);
    EXPECT_EQ(config.tournament.seed, 1U);
    EXPECT_EQ(config.tournament.rules, std::vector{*preset("playboard")});
}

TEST(Configs, EveryKeyArrives) {
    const ConfigFile file;
    const io::Config config = file.read(R"({
        "name": "all", "rules": ["block", "playboard"], "players": 2, "format": "gauntlet", "matches": 7,
        "unit": "round",
        "seed": 18446744073709551615, "strategies": ["doubles-first", {"type": "random", "name": "luck"}], "threads": 3,
        "output": {"results": "a.json", "records": "b.jsonl", "record_matches": 5}})");
    EXPECT_EQ(config.tournament.name, "all");
    EXPECT_EQ(config.tournament.format, Format::gauntlet);
    EXPECT_EQ(config.tournament.matches, 7U);
    EXPECT_EQ(config.tournament.unit, Unit::round);
    EXPECT_EQ(config.tournament.seed, 18446744073709551615U);
    EXPECT_EQ(config.threads, 3);
    EXPECT_EQ(config.results, "a.json");
    EXPECT_EQ(config.records, "b.jsonl");
    EXPECT_EQ(config.record_matches, 5U);
    ASSERT_EQ(config.tournament.rules.size(), 2U);
    EXPECT_EQ(config.tournament.rules[0], io::one_round(*preset("block")));
    EXPECT_EQ(config.tournament.rules[1], io::one_round(*preset("playboard")));
    ASSERT_EQ(config.tournament.entrants.size(), 2U);
    EXPECT_EQ(config.tournament.entrants[1].name, "luck");
    EXPECT_EQ(config.tournament.entrants[1].type, "random");
}

/// An object that sets only this option, inside its group if it has one.
std::string setting(std::string_view option, const std::string& value) {
    const std::size_t dot = option.find('.');
    const std::string name =
        "\"" + std::string(option.substr(dot == std::string_view::npos ? 0 : dot + 1)) + "\": " + value;
    return dot == std::string_view::npos ? name : "\"" + std::string(option.substr(0, dot)) + "\": {" + name + "}";
}

TEST(Configs, EachRuleOptionCanBeSetToEachEndOfItsRangeAndToEachChoice) {
    const ConfigFile file;
    for (const RuleOption& option : rule_options()) {
        for (std::int64_t value = option.least; value <= option.most;
             value += option.kind == RuleOption::Kind::integer ? option.most - option.least : 1) {
            const std::string text =
                option.kind == RuleOption::Kind::choice ? '"' + option.text(value) + '"' : option.text(value);
            // With few tiles and an end by rounds nothing else clashes.
            const std::string name(option.name);
            std::string others = name == "match.rounds" || name == "match.target" ? "" : R"("match": {"rounds": 4}, )";
            others += name == "partnership" || name == "hand_size" ? "" : R"("hand_size": 1, )";
            others += name == "partnership" && value == 1 ? R"("players": 4, "hand_size": 1, )" : "";
            const std::string rules = R"({"preset": "playboard", )" + others + setting(option.name, text) + "}";
            SCOPED_TRACE(rules);
            ASSERT_EQ(file.refusal(with_rules(rules)), "");
            EXPECT_EQ(option.get(file.read(with_rules(rules)).tournament.rules.front()), value);
        }
    }
}

TEST(Configs, NamingOneWayForAMatchToEndTakesThePresetsAway) {
    const ConfigFile file;
    const RuleSet rounds = file.read(with_rules(R"({"preset": "block", "match": {"rounds": 3}})")).tournament.rules[0];
    EXPECT_EQ(rounds.match.target, 0);
    EXPECT_EQ(rounds.match.rounds, 3);
}

TEST(Configs, AHouseRuleIsTheChangeThatItNames) {
    for (const HouseRule& house : house_rules()) {
        RuleSet expected = *preset("la-plaza-pairs");
        house.apply(expected);
        EXPECT_EQ(io::named_rules("la-plaza-pairs+" + std::string(house.name), std::nullopt, "test"), expected)
            << house.name;
    }
}

TEST(Configs, AStrategyInATextIsTheSameAsInAnObject) {
    const ConfigFile file;
    const Entrant text =
        file.read(with_strategy(R"("monte-carlo:objective=win,determinizations=50")")).tournament.entrants[1];
    const Entrant object =
        file.read(with_strategy(R"({"type": "monte-carlo", "objective": "win", "determinizations": 50})"))
            .tournament.entrants[1];
    EXPECT_EQ(text.type, object.type);
    EXPECT_EQ(text.options.all(), object.options.all());
    // What it is called differs: by what was written.
    EXPECT_EQ(text.name, "monte-carlo:objective=win,determinizations=50");
    EXPECT_EQ(object.name, "monte-carlo");
}

TEST(Configs, AKeyThatIsThereTwiceIsRefusedAtItsPlace) {
    const ConfigFile file;
    EXPECT_EQ(file.refusal(R"({"rules": "block", "rules": "block"})"),
              file.name() + ": the key \"rules\" is there twice");
    EXPECT_EQ(file.refusal(R"({"rules": [1, {"a": [], "match": {"target": 1, "target": 2}}]})"),
              file.name() + ": rules[1].match: the key \"target\" is there twice");
    EXPECT_EQ(file.refusal(R"({"strategies": ["random", {"type": "random", "name": "x", "type": "random"}]})"),
              file.name() + ": strategies[1]: the key \"type\" is there twice");
}

TEST(Configs, BrokenJsonIsRefusedAtItsLineAndColumn) {
    const ConfigFile file;
    const auto refusal = [&](const std::string& text) {
        const std::string sentence = file.refusal(text);
        EXPECT_TRUE(sentence.starts_with(file.name() + ": ")) << sentence;
        return sentence.substr(std::min(sentence.size(), file.name().size() + 2));
    };
    EXPECT_EQ(refusal(""), "is empty, expected a JSON object");
    EXPECT_EQ(refusal(" \n\t\r\n"), "is empty, expected a JSON object");
    EXPECT_EQ(refusal("{\"matches\": 3,\n \"seed\": }"),
              "is not valid JSON: line 2, column 10: unexpected '}'; expected '[', '{', or a literal");
    EXPECT_EQ(refusal("{} x"), "is not valid JSON: line 1, column 4: invalid literal; expected end of input");
    EXPECT_EQ(refusal("{\"matches\": 1e999}"), "is not valid JSON: a number in it is too large");
    // A comment, a comma too many, a lone quote; text after the fault is no part of the sentence, however long.
    EXPECT_TRUE(refusal("{// no\n}").starts_with("is not valid JSON: line 1, column 2: invalid literal"));
    EXPECT_TRUE(refusal("{\"seed\": 1,}").starts_with("is not valid JSON: line 1, column 12: unexpected '}'"));
    EXPECT_EQ(refusal("{\"seed\": \"" + std::string(100'000, 'x')),
              "is not valid JSON: line 1, column 100011: invalid string: missing closing quote");
    EXPECT_EQ(refusal("{\"seed\": \"\xFF\xFE\"}"), "is not valid JSON: line 1, column 11: invalid string: ill-formed "
                                                   "UTF-8 byte");
}

TEST(Configs, ADocumentThatIsTooDeepIsRefusedAndDoesNotExhaustTheStack) {
    const ConfigFile file;
    for (const std::string_view open : {"[", "{\"rules\":"}) {
        std::string text;
        for (int i = 0; i < 200'000; ++i) {
            text += open;
        }
        EXPECT_EQ(file.refusal(text), file.name() + ": is nested deeper than 100 objects and lists");
    }
}

TEST(Configs, AFileThatCannotBeReadIsNamed) {
    EXPECT_THROW(
        {
            try {
                io::read_config("/nowhere/at/all.json", strategies);
            } catch (const io::InputError& error) {
                EXPECT_STREQ(error.what(), "/nowhere/at/all.json: cannot be read: No such file or directory");
                throw;
            }
        },
        io::InputError);
}

TEST(DidYouMean, NamesTheNearestNameOrNothing) {
    constexpr std::array<std::string_view, 4> known{"greedy-heavy", "doubles-first", "random", "win"};
    EXPECT_EQ(io::did_you_mean("randmo", known), ", did you mean \"random\"?");
    EXPECT_EQ(io::did_you_mean("wins", known), ", did you mean \"win\"?");
    EXPECT_EQ(io::did_you_mean("greedy", known), ", did you mean \"greedy-heavy\"?");
    EXPECT_EQ(io::did_you_mean("perfect", known), "");
    EXPECT_EQ(io::did_you_mean("", known), "");
}

} // namespace
} // namespace balak
