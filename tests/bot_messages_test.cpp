// The lines of the bot protocol: what is written, and what is read of whatever a bot writes.
#include "balak/deal.hpp"
#include "balak/match.hpp"
#include "balak/version.hpp"
#include "bots/messages.hpp"

#include "by_hand.hpp"
#include "rule_sets.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <variant>

namespace balak::bots {
namespace {

using io::Json;
using testing::deal_of;
using testing::play_moves;
using testing::tile;
using testing::tile_set;

/// The one line that `append` writes, read by a parser.
template <class Append>
Json line_of(Append append) {
    std::string line;
    append(line);
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    return Json::parse(line);
}

Json choose_line(const Observation& seen) {
    return line_of([&](std::string& out) { append_choose(out, 7, 42, seen); });
}

TEST(Choose, TellsWhatTheSeatSees) {
    RuleSet rules;
    rules.hand_size = 3;
    Round round(rules, deal_of({"6-6 6-4 1-0", "3-3 2-2 1-1"}, "6-5 5-1 6-3 5-2"), {Seat(0), tile("6-6")});
    play_moves(round, "6-6 6-5<"); // seat 1 draws 6-5; seat 0 may lay 6-4 alone
    play_moves(round, "6-4>");     // ends 5 and 4: seat 1 draws 5-1
    ASSERT_EQ(round.to_move(), Seat(1));
    play_moves(round, "5-1<"); // ends 1 and 4: seat 0 has 1-0 alone
    const Json expected = Json::parse(R"({"type":"choose","id":7,"match":42,"round":3,"turn":4,"seat":0,
        "score":[12,-5],"hand":["1-0"],"dealt":["1-0","6-4","6-6"],"starter":null,"opener":0,
        "events":[[0,"6-6"],[1,"+"],[1,"6-5<"],[0,"6-4>"],[1,"+"],[1,"5-1<"]],"ends":[1,4],"held":[1,3],
        "boneyard":2,"drawable":2,"moves":["1-0<"]})");
    PerSide<int> score;
    score[Side(0)] = 12;
    score[Side(1)] = -5;
    Json written = choose_line(round.observe({1, 2}, score, 3));
    written.erase("random");
    EXPECT_EQ(written.dump(), expected.dump());
}

TEST(Choose, NamesTheOwnDrawsInOrder) {
    RuleSet rules;
    rules.hand_size = 2;
    Round round(rules, deal_of({"6-6 6-1", "3-3 2-2"}, "5-5 4-0 6-4"), {Seat(0), tile("6-6")});
    play_moves(round, "6-6");
    const Json written = choose_line(round.observe({1, 2}));
    EXPECT_EQ(written["events"].dump(), R"([[0,"6-6"],[1,"+5-5"],[1,"+4-0"],[1,"+6-4"]])");
}

TEST(Choose, TellsOfTheStarterAndOfTheOpening) {
    RuleSet rules;
    rules.hand_size = 2;
    rules.opening.tile = OpeningTile::free;
    const Round opening(rules, deal_of({"6-6 6-1", "3-3 2-2"}, "5-5"), {Seat(0), std::nullopt});
    const Json first = choose_line(opening.observe({1, 2}));
    EXPECT_TRUE(first["ends"].is_null());
    EXPECT_TRUE(first["starter"].is_null());
    EXPECT_EQ(first["moves"].dump(), R"(["6-1","6-6"])");

    rules.starter = Starter::random_non_double;
    const Round started(rules, deal_of({"6-3 6-1", "3-3 2-2"}, "5-5", "6-3"), {Seat(0), std::nullopt});
    const Json second = choose_line(started.observe({1, 2}));
    EXPECT_EQ(second["starter"], "6-3");
    EXPECT_EQ(second["ends"].dump(), "[6,3]");
    EXPECT_EQ(second["moves"].dump(), R"(["6-1<","6-3<","6-3>"])");
}

TEST(Choose, GivesTheFirstWordsOfTheSeatsOwnStream) {
    const RuleSet rules = *preset("la-plaza-pairs");
    const Deal deal = Dealer(5).deal(rules, 8, 0);
    const Round round(rules, deal, first_opening(rules, deal));
    const Observation seen = round.observe(deal.random);
    TurnRandom random = seen.random();
    const std::uint32_t first = random.word();
    const std::uint64_t both = std::uint64_t{first} << 32U | random.word();
    const auto text = choose_line(seen)["random"].get<std::string>();
    ASSERT_EQ(text.size(), 16U);
    EXPECT_EQ(std::stoull(text, nullptr, 16), both);
}

TEST(Hello, TellsTheRulesAndTheOptions) {
    RuleSet rules = *preset("four-rounds");
    rules.name = "a \"name\"\n\xFF";
    const Json hello =
        line_of([&](std::string& out) { append_hello(out, rules, Json::parse(R"({"depth":3,"text":"\n"})"), 250); });
    EXPECT_EQ(hello["type"], "hello");
    EXPECT_EQ(hello["protocol"], 1);
    EXPECT_EQ(hello["program"], "balak " + std::string(version()));
    EXPECT_EQ(hello["options"].dump(), R"({"depth":3,"text":"\n"})");
    EXPECT_EQ(hello["move_ms"], 250);
    EXPECT_EQ(hello["rules"]["match"].dump(), R"({"rounds":4})");
    EXPECT_EQ(line_of([](std::string& out) { append_quit(out); }).dump(), R"({"type":"quit"})");
}

// What a bot writes.

Answer answer_of(std::string_view line) {
    const auto read = read_line(line);
    const auto* const answer = std::get_if<Answer>(&read);
    EXPECT_NE(answer, nullptr) << line;
    return answer == nullptr ? Answer() : *answer;
}

Fault fault_of(std::string_view line) {
    const auto read = read_line(line);
    const auto* const fault = std::get_if<Fault>(&read);
    EXPECT_NE(fault, nullptr) << line;
    return fault == nullptr ? Fault() : *fault;
}

TEST(ReadLine, TakesAnswersHoweverTheirJsonIsWritten) {
    for (const char* line :
         {R"({"id":7,"move":"6-1<"})", R"({"id": 7, "move": "6-1<"})", "{\"id\":7,\"move\":\"6-1<\"}\r",
          R"( { "move" : "6-1<" , "id" : 7 } )", R"({"id":7,"move":"\u0036-1<"})",
          R"({"type":"answer","id":7,"move":"6-1<"})", R"({"id":7,"move":"6-1<","more":[1,{"deep":2.5}]})"}) {
        const Answer answer = answer_of(line);
        EXPECT_EQ(answer.id, 7U) << line;
        EXPECT_EQ(answer.move, "6-1<") << line;
        EXPECT_EQ(answer.note, "") << line;
    }
    EXPECT_EQ(answer_of(R"({"id":9007199254740991,"move":"6-6"})").id, last_id);
}

TEST(ReadLine, KeepsNotesUpToTheirLength) {
    EXPECT_EQ(answer_of(R"({"id":7,"move":"6-1<","note":{"value": 0.75, "why": "ends\n"}})").note,
              R"({"value":0.75,"why":"ends\n"})");
    const std::string long_note(longest_note - 2, 'x');
    EXPECT_EQ(answer_of(R"({"id":7,"move":"6-1<","note":")" + long_note + "\"}").note.size(), longest_note);
    EXPECT_EQ(answer_of(R"({"id":7,"move":"6-1<","note":"x)" + long_note + "\"}").note,
              "\"(a note of 1025 bytes, 1024 at most are kept)\"");
}

TEST(ReadLine, RefusesWhatIsNoJsonObject) {
    using namespace std::string_literals;
    std::string deep = R"({"id":7,"move":"6-1<","note":)";
    deep += std::string(30000, '[') + std::string(30000, ']') + "}";
    for (const std::string& line :
         {""s, " "s, "7"s, "[]"s, "null"s, "6-1<"s, "{"s, R"({"id":7,"move":"6-1<"}x)"s, R"({"id":7,"move":"6-1<"}{})"s,
          "\xEF\xBB\xBF{\"id\":7,\"move\":\"6-1<\"}"s, "{\"id\":7,\"move\":\"6-1<\"}\0"s,
          "{\"id\":7,\"move\":\"\xFF\"}"s, "{\"id\":7,\"move\":\"6-1<"s, "\x1B[2J\x07"s,
          R"({"id":7,"move":"6-1<","note":1e999})"s, deep}) {
        const Fault fault = fault_of(line);
        EXPECT_EQ(fault.kind, FaultKind::no_object) << line;
        EXPECT_TRUE(fault.what.starts_with("wrote what is no JSON object: \"")) << fault.what;
        EXPECT_LT(fault.what.size(), 500U);
        for (const char c : fault.what) {
            EXPECT_TRUE(c >= ' ' && c <= '~') << fault.what;
        }
    }
}

TEST(ReadLine, RefusesAnswersWithoutTheIdOfAQuestion) {
    for (const char* line :
         {R"({"move":"6-1<"})", R"({"id":0,"move":"6-1<"})", R"({"id":-7,"move":"6-1<"})",
          R"({"id":7.0,"move":"6-1<"})", R"({"id":"7","move":"6-1<"})", R"({"id":9007199254740992,"move":"6-1<"})",
          R"({"id":99999999999999999999,"move":"6-1<"})", R"({"id":null,"move":"6-1<"})", "{}"}) {
        EXPECT_EQ(fault_of(line).kind, FaultKind::unknown_id) << line;
    }
}

TEST(ReadLine, ReadsReady) {
    const auto plain = std::get<Ready>(read_line(R"({"type":"ready"})"));
    EXPECT_EQ(plain.name, "");
    EXPECT_EQ(plain.at_once, 1);
    EXPECT_FALSE(plain.reproducible);
    const auto full = std::get<Ready>(read_line(
        R"({"type":"ready","name":"mine","version":"1.0","at_once":1024,"reproducible":true,"author":"unknown"})"));
    EXPECT_EQ(full.name, "mine");
    EXPECT_EQ(full.version, "1.0");
    EXPECT_EQ(full.at_once, 1024);
    EXPECT_TRUE(full.reproducible);
    for (const char* field : {R"("name":7)", R"("name":"a\nb")", R"("version":null)", R"("at_once":0)",
                              R"("at_once":1025)", R"("at_once":"1")", R"("at_once":1.5)", R"("reproducible":1)"}) {
        const Fault fault = fault_of(std::string(R"({"type":"ready",)") + field + "}");
        EXPECT_EQ(fault.kind, FaultKind::bad_ready) << field;
    }
}

TEST(ReadLine, LeavesOutMessagesThatItDoesNotKnow) {
    for (const char* line : {R"({"type":"thinking","id":7})", R"({"type":7})", R"({"type":"info","text":"..."})"}) {
        EXPECT_TRUE(std::holds_alternative<Ignored>(read_line(line))) << line;
    }
}

TEST(FindMove, TakesExactlyTheMovesOfTheQuestion) {
    const LegalMoves legal{tile_set("6-1 6-5"), tile_set("5-4 6-5")};
    EXPECT_EQ(find_move("6-1<", legal, false), (Move{tile("6-1"), End::left}));
    EXPECT_EQ(find_move("6-5>", legal, false), (Move{tile("6-5"), End::right}));
    for (const char* text : {"6-1", "6-1>", "1-6<", "6-1<<", "6-1< ", "", "<", "6-2<", "pass", "6-7<", "6-1x"}) {
        EXPECT_EQ(find_move(text, legal, false), std::nullopt) << text;
    }
    EXPECT_EQ(find_move("6-1", {tile_set("6-1 6-5"), {}}, true), (Move{tile("6-1"), End::left}));
    EXPECT_EQ(find_move("6-1<", {tile_set("6-1 6-5"), {}}, true), std::nullopt);
    EXPECT_EQ(illegal_move("6-\n", legal, false).what, R"(chose the move "6-\n", expected 6-1<, 6-5<, 5-4> or 6-5>)");
}

TEST(Faults, HaveNamesOfTheirOwn) {
    EXPECT_EQ(name_of(FaultKind::no_start), "no-start");
    EXPECT_EQ(name_of(FaultKind::killed), "killed");
    for (const std::string_view name : fault_names()) {
        EXPECT_EQ(std::ranges::count(fault_names(), name), 1) << name;
    }
}

} // namespace
} // namespace balak::bots
