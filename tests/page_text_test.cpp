// Texts from outside in pages for a browser.
#include "report/page_text.hpp"

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

namespace balak::report {
namespace {

TEST(PageText, WhatIsPlainStaysAsItIs) {
    for (const char* const text : {"", "doubles-first", "<b>&\"'", "é – Ü ≈ 漢字 🀰", "a:b=0.5,c=\\n"}) {
        EXPECT_EQ(page_text(text), text);
    }
}

TEST(PageText, WhatIsNotSeenIsShownAndDoesNothing) {
    EXPECT_EQ(page_text("a\nb\x1b[31m"), "a\\u000Ab\\u001B[31m");
    EXPECT_EQ(page_text("abc\u202egpj.exe\u2028"), "abc\\u202Egpj.exe\\u2028");
    EXPECT_EQ(page_text("a\xff"), "a\uFFFD");
}

TEST(PageText, WhatIsWrittenFromRightToLeftKeepsToItself) {
    EXPECT_EQ(page_text("שלום 1"), "\u2068שלום 1\u2069");
    EXPECT_EQ(page_text("دومينو\u202e"), "\u2068دومينو\\u202E\u2069");
    EXPECT_EQ(terminal_text("a " + page_text("שלום") + " b"), "a שלום b");
}

TEST(PageText, AllTextsAndKeysOfADocumentAreMadeFit) {
    const io::Json json = io::Json::parse(R"({"a\n": ["\u202e", {"b": "\u0007"}], "c": 1.5, "d": null})");
    EXPECT_EQ(page_json(json), io::Json::parse(R"({"a\\u000A":["\\u202E",{"b":"\\u0007"}],"c":1.5,"d":null})"));
}

TEST(PageText, JsonInAScriptEndsNeitherTheElementNorTheLine) {
    const io::Json json = {{"</script><!--", "<script>&amp;\u2028\u2029"}, {"x", {1, 2.5}}};
    const std::string text = script_json(json);
    EXPECT_EQ(text.find_first_of("<>&"), std::string::npos);
    EXPECT_TRUE(std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; })) << text;
    EXPECT_EQ(io::Json::parse(text), json);
}

} // namespace
} // namespace balak::report
