// configs/balak.schema.json, which editors use, against what the reader takes and against the tables of options. What
// validates is valijson, a validator that shares nothing with the reader.
#include "config_corpus.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <set>

namespace balak {
namespace {

// valijson reads nlohmann::json; the order of members is of no concern here.
using Json = nlohmann::json;
using testing::bad_configs;
using testing::config_with;
using testing::ConfigFile;
using testing::good_configs;

const StrategyTable strategies = StrategyTable::builtin();

/// valijson knows signed 64-bit integers only: larger ones, which only a seed can be, become the largest of those.
void bound_integers(Json& json) {
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    if (json.is_number_unsigned() && json.get<std::uint64_t>() > static_cast<std::uint64_t>(most)) {
        json = most;
    }
    if (json.is_structured()) {
        for (Json& inner : json) {
            bound_integers(inner);
        }
    }
}

/// The schema as JSON and as a validator.
class Schema : public ::testing::Test {
protected:
    Schema() : json_(Json::parse(testing::text_of(std::filesystem::path(BALAK_CONFIGS) / "balak.schema.json"))) {
        valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
        Json bounded = json_;
        bound_integers(bounded);
        parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(bounded), schema_);
    }

    bool takes(const std::string& config) {
        Json json = Json::parse(config);
        bound_integers(json);
        return validator_.validate(schema_, valijson::adapters::NlohmannJsonAdapter(json), nullptr);
    }
    /// A schema, or the definition that it refers to.
    const Json& resolved(const Json& schema) const {
        if (!schema.contains("$ref")) {
            return schema;
        }
        return json_.at(Json::json_pointer(schema.at("$ref").get<std::string>().substr(1)));
    }
    const Json& definition(const std::string& name) const { return json_.at("definitions").at(name); }
    /// The objects among the alternatives for a strategy, by type.
    std::map<std::string, Json> strategy_objects() const {
        std::map<std::string, Json> objects;
        for (const Json& alternative : definition("strategy").at("anyOf")) {
            if (!alternative.contains("$ref")) {
                objects[alternative.at("properties").at("type").at("const").get<std::string>()] = alternative;
            }
        }
        return objects;
    }

    const Json json_;

private:
    valijson::Schema schema_;
    valijson::Validator validator_{valijson::Validator::kStrongTypes};
};

std::string joined(const std::vector<std::string_view>& names) {
    return fmt::format("{}", fmt::join(names, "|"));
}

template <class Row>
std::vector<std::string_view> names_of(std::span<const Row> rows) {
    std::vector<std::string_view> names;
    for (const Row& row : rows) {
        names.push_back(row.name);
    }
    return names;
}

std::vector<std::string_view> simple_strategies() {
    std::vector<std::string_view> names;
    for (const StrategyType& type : strategies.types()) {
        if (!type.searches) {
            names.push_back(type.name);
        }
    }
    return names;
}

/// Names with their descriptions: `{"const": name, "description": ...}` for each row.
template <class Row>
Json described_names(std::span<const Row> rows) {
    Json list = Json::array();
    for (const Row& row : rows) {
        list.push_back({{"const", row.name}, {"description", row.summary}});
    }
    return list;
}

TEST_F(Schema, TakesEveryShippedConfig) {
    for (const auto& file : testing::shipped_configs()) {
        EXPECT_TRUE(takes(testing::text_of(file))) << file;
    }
}

TEST_F(Schema, IsWhereTheShippedConfigsSayThatItIs) {
    for (const auto& file : testing::shipped_configs()) {
        EXPECT_EQ(Json::parse(testing::text_of(file)).at("$schema"), "balak.schema.json") << file;
    }
}

TEST_F(Schema, TakesOddButRightConfigs) {
    for (const auto& good : good_configs()) {
        EXPECT_TRUE(takes(good.config)) << good.title << ": " << good.config;
    }
}

TEST_F(Schema, RefusesWrongConfigsButForWhatItCannotKnow) {
    for (const auto& bad : bad_configs()) {
        EXPECT_EQ(takes(bad.config), !bad.schema_sees_it) << bad.title << ": " << bad.config;
    }
}

TEST_F(Schema, TakesEffectiveConfigs) {
    const ConfigFile file;
    for (const auto& good : good_configs()) {
        const std::string effective = to_json(file.read(good.config)).dump();
        EXPECT_TRUE(takes(effective)) << good.title << ": " << effective;
    }
}

/// Changes one value somewhere in a document, at random: to another value, or by a member more or less.
void mutate(Json& document, std::mt19937& random) {
    const auto pick = [&](std::size_t count) {
        return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
    };
    static const std::vector<Json> values{
        nullptr,          true,      0,        1,     -1,       3,      28,       1.5,   "", "none",
        "block",          "classic", "match",  "win", "winner", "free", "random", "lot", {}, Json::array(),
        "highest-double", 1'000'001, "penalty"};
    static const std::vector<std::string> keys{"players", "match",     "target", "rounds",  "name",
                                               "type",    "tile",      "score",  "opening", "preset",
                                               "seed",    "objective", "scarce", "output",  "draw"};
    Json* place = &document;
    while (!place->empty() && place->is_structured() && pick(4) != 0) {
        auto member = place->begin();
        std::advance(member, static_cast<std::ptrdiff_t>(pick(place->size())));
        place = &*member;
    }
    if (place->is_object() && pick(2) == 0) {
        if (pick(2) == 0 && !place->empty()) {
            auto member = place->begin();
            std::advance(member, static_cast<std::ptrdiff_t>(pick(place->size())));
            place->erase(member);
        } else {
            (*place)[keys[pick(keys.size())]] = values[pick(values.size())];
        }
    } else {
        *place = values[pick(values.size())];
    }
}

TEST_F(Schema, TakesWhateverTheReaderTakes) {
    std::mt19937 random(20240501);
    const ConfigFile file;
    std::vector<std::string> seeds;
    for (const auto& good : good_configs()) {
        seeds.push_back(good.config);
        seeds.push_back(to_json(file.read(good.config)).dump());
    }
    int taken = 0;
    int refused = 0;
    for (int i = 0; i < 3000; ++i) {
        Json config = Json::parse(seeds[static_cast<std::size_t>(i) % seeds.size()]);
        mutate(config, random);
        const std::string text = config.dump();
        const std::string sentence = file.refusal(text);
        if (sentence.empty()) {
            ++taken;
            EXPECT_TRUE(takes(text)) << text;
        } else {
            ++refused;
            EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
        }
    }
    // Both happened often enough to mean something.
    EXPECT_GT(taken, 300);
    EXPECT_GT(refused, 300);
}

TEST_F(Schema, HasTheKeysOfAConfigWithTheReadersDefaults) {
    const ConfigFile file;
    // Keys that show only where they are given: the limit of records, the stopping rule, the anchor.
    const Json defaults = Json::parse(to_json(file.read(config_with(R"("output": {"records": "r"},
        "stop": {"rule": "sprt", "h0": 0, "h1": 5}, "anchor": {"name": "random", "elo": 0})")))
                                          .dump());
    const Json& keys = json_.at("properties");
    std::set<std::string> expected{"$schema", "players"}; // which an effective config has no use for
    for (const auto& [key, value] : defaults.items()) {
        expected.insert(key);
    }
    std::set<std::string> found;
    for (const auto& [key, schema] : keys.items()) {
        found.insert(key);
        if (schema.contains("default")) {
            EXPECT_EQ(schema.at("default"), defaults.at(key)) << key;
        }
    }
    EXPECT_EQ(found, expected);
    for (const std::string key : {"format", "matches", "unit", "seed", "adjust", "threads"}) {
        EXPECT_TRUE(keys.at(key).contains("default")) << key;
    }
    EXPECT_EQ(keys.at("output").at("properties").at("record_matches").at("default"),
              defaults.at("output").at("record_matches"));
    EXPECT_EQ(keys.at("seed").at("maximum"), std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(keys.at("format").at("enum"), Json(io::format_names()));
    EXPECT_EQ(keys.at("unit").at("enum"), Json(io::unit_names()));
    const Json sequence =
        Json::parse(to_json(file.read(config_with(R"("stop": {"rule": "confidence-sequence"})"))).dump());
    const Json& rules = keys.at("stop").at("oneOf");
    for (const auto& [schema, effective] :
         {std::pair(rules.at(0), defaults.at("stop")), std::pair(rules.at(1), sequence.at("stop"))}) {
        EXPECT_EQ(schema.at("properties").size(), effective.size());
        for (const auto& [key, property] : schema.at("properties").items()) {
            if (property.contains("default")) {
                EXPECT_EQ(property.at("default"), effective.at(key)) << key;
            }
        }
    }
}

TEST_F(Schema, NamesEveryPresetAndHouseRuleAndNoOther) {
    Json expected = described_names(presets());
    expected.push_back(
        {{"pattern", fmt::format("^({})(\\+({}))*$", joined(names_of(presets())), joined(names_of(house_rules())))}});
    EXPECT_EQ(definition("rulesName").at("anyOf"), expected);
}

/// An option of a rule set as the schema should have it.
Json option_schema(const RuleOption& option) {
    Json schema = {{"description", option.meaning}};
    switch (option.kind) {
    case RuleOption::Kind::flag:
        schema["type"] = "boolean";
        break;
    case RuleOption::Kind::choice:
        schema["enum"] = Json(option.choices);
        break;
    case RuleOption::Kind::integer:
        schema["type"] = option.optional() ? Json{"integer", "null"} : Json("integer");
        schema["minimum"] = option.least;
        schema["maximum"] = option.most;
        break;
    }
    return schema;
}

TEST_F(Schema, HasEveryRuleOptionWithItsRangeChoicesAndMeaningAndNoOther) {
    Json expected = Json::object();
    for (const RuleOption& option : rule_options()) {
        expected[std::string(option.name)] = option_schema(option);
    }
    Json found = Json::object();
    for (const auto& [key, schema] : definition("rulesObject").at("properties").items()) {
        if (key == "preset" || key == "name") {
            continue;
        }
        if (!schema.contains("properties")) {
            found[key] = schema;
            continue;
        }
        for (const auto& [member, member_schema] : schema.at("properties").items()) {
            found[fmt::format("{}.{}", key, member)] = member_schema;
        }
    }
    EXPECT_EQ(found, expected) << Json::diff(found, expected).dump(2);
}

/// An option of a strategy as the schema should have it.
Json option_schema(const StrategyOption& option) {
    if (const auto* number = std::get_if<std::int64_t>(&option.standard)) {
        return {{"description", option.meaning},
                {"type", "integer"},
                {"minimum", option.least},
                {"maximum", option.most},
                {"default", *number}};
    }
    return {{"description", option.meaning},
            {"enum", option.choices.empty() ? Json(simple_strategies()) : Json(option.choices)},
            {"default", std::get<std::string_view>(option.standard)}};
}

/// The pattern of `type:option=value,option=value`.
std::string spec_pattern(const StrategyType& type) {
    std::vector<std::string> options;
    for (const StrategyOption& option : type.options) {
        const std::vector<std::string_view> choices =
            option.choices.empty() ? simple_strategies() : std::vector(option.choices.begin(), option.choices.end());
        options.push_back(std::holds_alternative<std::int64_t>(option.standard)
                              ? fmt::format("{}={}[0-9]+", option.name, option.least < 0 ? "-?" : "")
                              : fmt::format("{}=({})", option.name, joined(choices)));
    }
    return fmt::format("^{0}:({1})(,({1}))*$", type.name, fmt::join(options, "|"));
}

TEST_F(Schema, HasEveryStrategyWithItsOptionsAndNoOther) {
    Json names = described_names(strategies.types());
    std::map<std::string, Json> objects = strategy_objects();
    EXPECT_EQ(objects.size(), strategies.types().size() + 2) << "bots are commands and libraries";
    for (const StrategyType& type : strategies.types()) {
        if (!type.options.empty()) {
            names.push_back({{"pattern", spec_pattern(type)}});
        }
        Json options = {{"type", {{"const", type.name}}}, {"name", {{"$ref", "#/definitions/name"}}}};
        for (const StrategyOption& option : type.options) {
            options[std::string(option.name)] = option_schema(option);
        }
        const Json& object = objects[std::string(type.name)];
        ASSERT_TRUE(object.is_object()) << type.name;
        EXPECT_EQ(object.at("description"), type.summary);
        EXPECT_EQ(object.at("properties"), options) << Json::diff(object.at("properties"), options).dump(2);
    }
    names.push_back({{"pattern", "^command:.*[^ ]"},
                     {"description", "a bot: a command, split at blanks but not inside of quotes"}});
    names.push_back({{"pattern", "^library:."}, {"description", "a bot: the file of a shared library"}});
    EXPECT_EQ(definition("strategyName").at("anyOf"), names);
}

TEST_F(Schema, LetsNoObjectHaveUnknownKeysAndDescribesEveryKey) {
    int objects = 0;
    const auto walk = [&](const auto& self, const Json& schema) -> void {
        // What a bot is told, and its environment, are objects of any keys.
        if (schema.is_object() && schema.value("type", Json()) == "object" && schema.contains("properties")) {
            ++objects;
            EXPECT_EQ(schema.value("additionalProperties", Json()), false) << schema.dump(2);
            for (const auto& [key, property] : schema.at("properties").items()) {
                const Json& meaning = resolved(property);
                EXPECT_TRUE(meaning.contains("description") || meaning.contains("const")) << key;
            }
        }
        if (schema.is_structured()) {
            for (const Json& inner : schema) {
                self(self, inner);
            }
        }
    };
    walk(walk, json_);
    // The config, its output, anchor, two stopping rules and a width, a rule set and its four groups, and every
    // strategy and kind of bot.
    EXPECT_EQ(objects, 13 + static_cast<int>(strategies.types().size()));
}

} // namespace
} // namespace balak
