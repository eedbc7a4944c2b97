// configs/balak.schema.json, which editors use, against what the reader takes. What validates is valijson, a validator
// that shares nothing with the reader.
#include "config_corpus.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <limits>
#include <random>

namespace balak {
namespace {

// valijson reads nlohmann::json; the order of members is of no concern here.
using Json = nlohmann::json;
using testing::bad_configs;
using testing::ConfigFile;
using testing::good_configs;

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

    const Json json_;

private:
    valijson::Schema schema_;
    valijson::Validator validator_{valijson::Validator::kStrongTypes};
};

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
    // Among others the config and every strategy.
    EXPECT_GT(objects, static_cast<int>(StrategyTable::builtin().types().size()));
}

} // namespace
} // namespace balak
