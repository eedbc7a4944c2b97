#include "io/strict_json.hpp"

#include <gtest/gtest.h>

#include <string>

namespace balak::io {
namespace {

/// Why a text is refused, or an empty string.
std::string refusal(const std::string& text) {
    Value value;
    return read_json(text, value);
}

TEST(StrictJson, ReadsEveryKindOfValueExactly) {
    Value value;
    ASSERT_EQ(read_json(R"( {"a": [null, true, "x\u0041\n", -12], "b": {}} )", value), "");
    const auto& object = *value.as<Value::Object>();
    ASSERT_EQ(object.size(), 2U);
    EXPECT_EQ(object[0].name, "a");
    const auto& array = *find(object, "a")->as<Value::Array>();
    ASSERT_EQ(array.size(), 4U);
    EXPECT_TRUE(array[0].is_null());
    EXPECT_TRUE(*array[1].as<bool>());
    EXPECT_EQ(*array[2].as<std::string>(), "xA\n");
    EXPECT_EQ(*array[3].as<Integer>(), -12);
    EXPECT_TRUE(find(object, "b")->as<Value::Object>()->empty());
    EXPECT_EQ(find(object, "c"), nullptr);
}

TEST(StrictJson, KeepsIntegersOfAnySizeApart) {
    for (const std::string text : {"0", "-1", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
                                   "18446744073709551616", "123456789012345678901234567890123456789"}) {
        Value value;
        ASSERT_EQ(read_json(text, value), "");
        EXPECT_EQ(value.as<Integer>()->str(), text);
    }
    EXPECT_EQ(refusal(std::string(300, '7')), "");
    EXPECT_NE(refusal(std::string(301, '7')), "");
    EXPECT_NE(refusal(std::string(100'000, '7')), "");
}

TEST(StrictJson, RefusesWhatIsNoIntegerNumber) {
    for (const char* text :
         {"1.0", "1e2", "-0.5", "1E400", "NaN", "Infinity", "-Infinity", "01", "+1", "0x10", "-", "1."}) {
        EXPECT_NE(refusal(text), "") << text;
    }
    EXPECT_EQ(refusal("-0"), "");
}

TEST(StrictJson, RefusesAKeyThatIsThereTwice) {
    EXPECT_EQ(refusal(R"({"a":1,"b":{"a":1}})"), "");
    EXPECT_EQ(refusal(R"({"a":1,"b":2,"a":1})"), "the key \"a\" is there twice");
    EXPECT_EQ(refusal(R"([{"x":{"a":1,"\u0061":1}}])"), "the key \"a\" is there twice");
}

TEST(StrictJson, RefusesTextThatIsNoJson) {
    for (const std::string& text :
         {std::string(), std::string(" "), std::string("{"), std::string("[1,]"), std::string("{\"a\":1,}"),
          std::string("{} {}"), std::string("'a'"), std::string("// x\n1"), std::string("\"\x01\""),
          std::string("\"\xff\""), std::string("\"\xC0\x80\""), std::string("\"\xED\xA0\x80\""), std::string("\"\\x\""),
          std::string("\xEF\xBB\xBF{}"), std::string("{}\0", 3), std::string("{}\0{}", 5), std::string("1\v")}) {
        EXPECT_NE(refusal(text), "") << text;
    }
}

TEST(StrictJson, ReadsUpToADepthAndNoDeeper) {
    const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    EXPECT_EQ(refusal(nested(max_depth)), "");
    EXPECT_NE(refusal(nested(max_depth + 1)), "");
    EXPECT_NE(refusal(std::string(1'000'000, '[')), "");
}

TEST(StrictJson, ShowsTextsShortAndInAscii) {
    EXPECT_EQ(shown("6-6<"), "\"6-6<\"");
    EXPECT_EQ(shown("\x1b\xC3\xA9"), "\"\\u001b\\u00e9\"");
    EXPECT_LT(shown(std::string(10'000, 'x')).size(), 100U);
    Value value;
    ASSERT_EQ(read_json("[1,[true,null],{\"a\":1}]", value), "");
    EXPECT_EQ(shown(value), "[1, [true, null], {...}]");
    ASSERT_EQ(read_json("[" + std::string(200, '9') + ",1]", value), "");
    EXPECT_LT(shown(value).size(), 130U);
}

} // namespace
} // namespace balak::io
