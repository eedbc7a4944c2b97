// The bot's side of the protocol: strategies of balak's that answer lines.
#include "balak/deal.hpp"
#include "balak/strategy.hpp"
#include "bots/exercise.hpp"
#include "bots/server.hpp"
#include "io/input_error.hpp"

#include "rule_sets.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <variant>

namespace balak::bots {
namespace {

Server server_of(const char* strategy) {
    return Server({{strategy, "0", 64, true},
                   [strategy](const RuleSet&, const io::Json&) { return StrategyTable::builtin().make(strategy); },
                   true});
}

std::string hello_of(const RuleSet& rules) {
    std::string line;
    append_hello(line, rules, io::Json::object(), 1000);
    line.pop_back();
    return line;
}

TEST(Server, IsReadyAndAnswersWithLegalMoves) {
    for (const RuleSet& rules : exercise_rules(100)) {
        Server server = server_of("tile-counting");
        std::string out;
        EXPECT_TRUE(server.take(hello_of(rules), out));
        out.pop_back();
        const auto ready = std::get<Ready>(read_line(out));
        EXPECT_EQ(ready.name, "tile-counting");
        EXPECT_EQ(ready.at_once, 64);
        EXPECT_TRUE(ready.reproducible);
        std::uint64_t id = 1000;
        for (const Question& question : make_exercise(rules, 50).questions) {
            out.clear();
            EXPECT_TRUE(server.take(question.line(++id), out));
            ASSERT_TRUE(out.ends_with('\n'));
            out.pop_back();
            const auto answer = std::get<Answer>(read_line(out));
            EXPECT_EQ(answer.id, id);
            EXPECT_TRUE(find_move(answer.move, question.legal, question.opening)) << out;
        }
    }
}

TEST(Server, LeavesOutWhatItDoesNotKnowAndQuits) {
    Server server = server_of("random");
    std::string out;
    EXPECT_TRUE(server.take(R"({"type":"weather","id":7})", out));
    EXPECT_EQ(out, "");
    EXPECT_FALSE(server.take("{\"type\":\"quit\",\"why\":\"late\"}\r", out));
    EXPECT_EQ(out, "");
}

TEST(Server, SaysWhatIsWrongWithALine) {
    const std::string hello = hello_of(*preset("block"));
    const auto refusal = [](std::initializer_list<std::string> lines) -> std::string {
        Server server = server_of("random");
        std::string out;
        try {
            for (const std::string& line : lines) {
                server.take(line, out);
            }
        } catch (const io::InputError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(refusal({hello}), "");
    EXPECT_EQ(refusal({"hello"}), "a line is no JSON object: \"hello\"");
    EXPECT_EQ(refusal({"{}"}), "a message has no \"type\": \"{}\"");
    EXPECT_EQ(refusal({hello, hello}), "hello: came a second time");
    EXPECT_EQ(refusal({R"({"type":"choose","id":1})"}), "choose: came before `hello`");
    EXPECT_EQ(refusal({hello, R"({"type":"choose","id":1})"}), "choose: the field \"round\" is missing");
    EXPECT_EQ(refusal({R"({"type":"hello","protocol":1})"}), "hello: the field \"rules\" is missing");
    EXPECT_EQ(refusal({R"({"type":"hello","rules":{}})"}), "hello: the field \"protocol\" is missing");
    EXPECT_EQ(refusal({R"({"type":"hello","protocol":2,"rules":{}})"}),
              "hello: protocol is 2, expected 1: the version that this balak speaks");
    EXPECT_NE(refusal({R"({"type":"hello","protocol":1,"rules":{}})"}), "");
    std::string huge = hello;
    huge.replace(huge.find("\"target\":100"), 12, "\"target\":100000000");
    EXPECT_NE(refusal({huge}).find("match.target is 100000000"), std::string::npos) << refusal({huge});
}

} // namespace
} // namespace balak::bots
