// What the judge says about a record by hand: which move, which seat, which rule.
#include "io/judge.hpp"
#include "io/rules_json.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace balak {
namespace {

using io::Json;

/// Two players with two tiles each of the six up to 2-2. Seat 0 must open with 2-2, seat 1 draws, seat 0 goes out.
Json good_record() {
    Json record = Json::parse(R"({"match": 0, "round": 0, "rules": {}, "strategies": ["one", "other"],
        "hands": [["2-2", "2-0"], ["1-0", "1-1"]], "starter": null, "boneyard": ["2-1", "0-0"], "opener": 0,
        "moves": ["2-2", "+2-1", "2-1<", "2-0>"], "ending": "out", "last_seat": 0, "winner": 0, "pips": [0, 3],
        "points": [3, 0], "score": [3, 0], "capicu": false, "match_over": false, "match_winner": null})");
    RuleSet rules;
    rules.max_pip = 2;
    rules.hand_size = 2;
    record["rules"] = io::to_json(rules);
    return record;
}

std::vector<std::string> faults_of(const std::vector<Json>& records, bool presets = false) {
    io::Judge judge(presets);
    std::vector<std::string> texts;
    for (const Json& record : records) {
        for (const io::Fault& fault : judge.judge(record.dump() + "\n").faults) {
            texts.push_back(to_string(fault));
        }
    }
    return texts;
}

std::vector<std::string> faults_with(const std::string& field, const std::string& json) {
    Json record = good_record();
    record[field] = Json::parse(json);
    return faults_of({record});
}

using Texts = std::vector<std::string>;

TEST(JudgeWords, AreNoneForAGoodRecord) {
    EXPECT_EQ(faults_of({good_record()}), Texts{});
}

TEST(JudgeWords, NameTheMoveTheSeatAndTheRule) {
    const auto moves = [](const std::string& tokens) {
        const Texts texts = faults_with("moves", tokens);
        return texts.size() == 1 ? texts.front() : "not one fault but " + std::to_string(texts.size());
    };
    const std::string at = "match 0 round 0 move ";
    EXPECT_EQ(moves(R"(["2-0"])"), at + R"(1: seat 0, "2-0": must open with 2-2 (RULES who opens, with what))");
    EXPECT_EQ(moves(R"(["1-1"])"), at + R"(1: seat 0, "1-1": the tile is not in its hand (RULES shared 1))");
    EXPECT_EQ(moves(R"(["pass"])"), at + R"(1: seat 0, "pass": the opener must lay a tile (RULES shared 1))");
    EXPECT_EQ(moves(R"(["2-2<"])"), at + R"(1: seat 0, "2-2<": the opening tile has no end (RECORD moves))");
    EXPECT_EQ(moves(R"(["2-2", "pass"])"),
              at + R"(2: seat 1, "pass": no pass before the last tile that may be drawn (RULES shared 4))");
    EXPECT_EQ(moves(R"(["2-2", "+0-0"])"),
              at + R"(2: seat 1, "+0-0": the boneyard's next tile is 2-1 (RECORD boneyard))");
    EXPECT_EQ(moves(R"(["2-2", "2-1<"])"), at + R"(2: seat 1, "2-1<": the tile is not in its hand (RULES shared 1))");
    EXPECT_EQ(moves(R"(["2-2", "1-0<"])"),
              at + R"(2: seat 1, "1-0<": the tile does not fit the left end, the ends are 2 and 2 (RULES shared 1))");
    EXPECT_EQ(moves(R"(["2-2", "+2-1", "2-1>"])"),
              at + R"(3: seat 1, "2-1>": both ends show 2: that is written with < (RULES shared 3))");
    EXPECT_EQ(moves(R"(["2-2", "+2-1", "2-1"])"),
              at + R"(3: seat 1, "2-1": only the opening tile has no end (RECORD moves))");
    EXPECT_EQ(moves(R"(["2-2", "+2-1", "pass"])"),
              at + R"(3: seat 1, "pass": no pass: it can lay 2-1 (RULES shared 1))");
    EXPECT_EQ(moves(R"(["2-2", "+2-1", "+0-0"])"),
              at + R"(3: seat 1, "+0-0": no draw: it can lay 2-1 (RULES shared 1 and 4))");
    EXPECT_EQ(moves(R"(["2-2", "+2-1", "2-1<", "2-0<"])"),
              at + R"(4: seat 0, "2-0<": the tile does not fit the left end, the ends are 1 and 2 (RULES shared 1))");
    EXPECT_EQ(moves(R"(["2-2", "+2-1", "2-1<", "2-0>", "pass"])"),
              at + R"(5: seat 1, "pass": the round is over: somebody has gone out (RULES shared 6))");
    EXPECT_EQ(moves(R"(["2-2", "2-7"])"), at + R"(2: seat 1, "2-7": there is no such token (RECORD moves))");
    EXPECT_EQ(moves(R"(["2-2", "+2-1", "2-1<"])"),
              "match 0 round 0: the moves end after 3, but the round goes on with seat 0 (RULES shared 5 and 6)");
}

TEST(JudgeWords, NameTheFieldThatIsNotTrue) {
    EXPECT_EQ(faults_with("pips", R"([0, 4])"),
              Texts{"match 0 round 0: pips is [0, 4], must be [0, 3] (RULES vocabulary: pips)"});
    EXPECT_EQ(faults_with("winner", "null"), Texts{"match 0 round 0: winner is null, must be 0 (RULES shared 6)"});
    EXPECT_EQ(faults_with("capicu", "true"), Texts{"match 0 round 0: capicu is true, must be false (RULES shared 8)"});
    EXPECT_EQ(faults_with("match_over", "true"),
              Texts{"match 0 round 0: match_over is true, must be false (RULES match)"});
    EXPECT_EQ(faults_with("ending", R"("blocked")"),
              Texts{"match 0 round 0: ending is \"blocked\", must be \"out\" (RULES shared 5 and 6)"});
    EXPECT_EQ(faults_with("opener", "1"),
              (Texts{"match 0 round 0: seat 1 opens, but seat 0 holds 2-2 (RULES who opens, with what)",
                     R"(match 0 round 0 move 1: seat 1, "2-2": the tile is not in its hand (RULES shared 1))"}));
    EXPECT_EQ(faults_with("extra", "1"), Texts{"match 0 round 0: a record has no field \"extra\" (RECORD)"});
    EXPECT_EQ(faults_with("match", R"("x")"),
              Texts{"match ? round 0: the field \"match\" is not an integer from 0 (RECORD match)"});
    EXPECT_EQ(faults_with("boneyard", R"(["2-1", "2-1"])"),
              (Texts{"match 0 round 0: the tile 2-1 is dealt twice (RULES vocabulary: tile)",
                     "match 0 round 0: nobody was dealt 0-0, nor is it in the boneyard (RULES vocabulary: tile)"}));
}

TEST(JudgeWords, NameTheOptionOfTheRules) {
    Json record = good_record();
    record["rules"]["hand_size"] = 3;
    record["rules"]["out"]["bonus"] = "much";
    record["rules"]["spinner"] = true;
    record["rules"].erase("scoring");
    EXPECT_EQ(
        faults_of({record}),
        (Texts{"match 0 round 0: rules: out.bonus is \"much\", must be an integer from 0 to 1000000000 (RECORD rules)",
               "match 0 round 0: rules: there is no option \"spinner\" (RECORD rules)",
               "match 0 round 0: rules: scoring is missing (RECORD rules)"}));
    EXPECT_EQ(faults_of({good_record()}, true),
              (Texts{"match 0 round 0: rules: max_pip is 2, but 6 in the preset playboard (RULES presets)",
                     "match 0 round 0: rules: hand_size is 2, but 7 in the preset playboard (RULES presets)"}));
}

TEST(JudgeWords, NameTheRoundThatIsOutOfOrder) {
    Json second = good_record();
    second["round"] = 1;
    second["score"] = Json::array({6, 0});
    EXPECT_EQ(faults_of({good_record(), second}), Texts{});
    EXPECT_EQ(faults_of({good_record(), good_record()}),
              Texts{"match 0 round 0: the round before it in its match is 0 (RECORD round)"});
    EXPECT_EQ(faults_of({second}), Texts{"match 0 round 1: the match does not begin with round 0 (RECORD round)"});
    second["score"] = Json::array({7, 0});
    EXPECT_EQ(faults_of({good_record(), second}),
              Texts{"match 0 round 1: score is [7, 0], must be [6, 0] (RULES match)"});
}

TEST(JudgeWords, NameAMatchThatBreaksOffAndAGapInTheirNumbers) {
    io::Judge judge;
    Json record = good_record();
    record["match"] = 5;
    EXPECT_TRUE(judge.judge(record.dump() + "\n").faults.empty());
    const std::vector<io::Fault> faults = judge.incomplete();
    ASSERT_EQ(faults.size(), 2U);
    EXPECT_EQ(to_string(faults[0]), "match 5 round 0: the match breaks off (RULES match)");
    EXPECT_EQ(to_string(faults[1]),
              "match ? round ?: the matches are not numbered from 0 without a gap (RECORD match)");
    EXPECT_EQ(judge.rounds(), 1U);
    EXPECT_EQ(judge.matches(), 1U);
}

TEST(JudgeWords, AreInPlainAsciiWhateverARecordHolds) {
    for (const char* odd : {"\x1b[31mred", "\xC2\x9B", "tile \n", "\xF0\x9F\x81\xA0"}) {
        for (const std::string& text :
             faults_with("moves", Json::array({odd}).dump(-1, ' ', true, Json::error_handler_t::replace))) {
            for (const char c : text) {
                EXPECT_TRUE(c >= ' ' && c <= '~') << text;
            }
        }
    }
}

} // namespace
} // namespace balak
