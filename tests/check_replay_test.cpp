// `balak check` and `balak replay` as a user meets them: text, exit codes, and sentences on mistakes.
#include "cli/commands.hpp"
#include "cli/user_error.hpp"
#include "io/rules_json.hpp"
#include "recorded_games.hpp"
#include "rule_sets.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace balak {
namespace {

using io::Json;
using Words = std::vector<std::string>;

struct Answer {
    int exit_code = 0; ///< 2 where the command threw UserError, as main does
    std::string text;  ///< standard output, or the sentence of the UserError
};

Answer ask(int (*command)(const Words&), const Words& arguments) {
    ::testing::internal::CaptureStdout();
    Answer answer;
    try {
        answer.exit_code = command(arguments);
        answer.text = ::testing::internal::GetCapturedStdout();
    } catch (const cli::UserError& error) {
        ::testing::internal::GetCapturedStdout();
        answer = {2, error.what()};
    }
    return answer;
}

/// A folder with `good.jsonl`, three matches of `playboard`, and room for more.
class CheckAndReplay : public ::testing::Test {
protected:
    void SetUp() override {
        std::string name = (std::filesystem::temp_directory_path() / "balak-cli-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
        run_.play_mixed(*preset("playboard"), 3);
        lines_ = run_.lines();
        good_ = write("good.jsonl", lines_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string write(const std::string& name, const std::vector<std::string>& lines) const {
        std::ofstream(folder_ / name, std::ios::binary) << balak::testing::joined_lines(lines);
        return (folder_ / name).string();
    }

    /// The good lines with one changed at a field.
    std::vector<std::string> with(std::size_t line, const std::string& field, const Json& value) const {
        std::vector<std::string> lines = lines_;
        Json record = Json::parse(lines[line]);
        record[field] = value;
        lines[line] = record.dump() + "\n";
        return lines;
    }

    std::string summary(std::size_t violations) const {
        return std::to_string(lines_.size()) + " rounds, 3 matches, " + std::to_string(violations) + " violations\n";
    }

    std::filesystem::path folder_;
    balak::testing::RecordedRun run_{31};
    std::vector<std::string> lines_;
    std::string good_;
};

TEST_F(CheckAndReplay, GoodRecordsHaveNoFault) {
    const Answer answer = ask(cli::check, {good_, "--complete", "--presets"});
    EXPECT_EQ(answer.text, summary(0));
    EXPECT_EQ(answer.exit_code, 0);
}

TEST_F(CheckAndReplay, SeveralFilesAreRunsOfTheirOwn) {
    const Answer answer = ask(cli::check, {good_, good_, "--complete"});
    EXPECT_EQ(answer.exit_code, 0);
    EXPECT_EQ(answer.text, std::to_string(2 * lines_.size()) + " rounds, 6 matches, 0 violations\n");
}

TEST_F(CheckAndReplay, AFaultIsNamedByFileLineMatchRoundAndMove) {
    const std::string file = write("bad.jsonl", with(1, "moves", {"pass"}));
    const Answer answer = ask(cli::check, {file});
    EXPECT_EQ(answer.exit_code, 1);
    EXPECT_TRUE(answer.text.starts_with(file + ":2 match 0 round 1 move 1: seat ")) << answer.text;
    EXPECT_TRUE(answer.text.ends_with("\"pass\": the opener must lay a tile (RULES shared 1)\n" + summary(1)))
        << answer.text;
}

TEST_F(CheckAndReplay, FaultsCanBePrintedAsJson) {
    const std::string file = write("bad.jsonl", with(1, "moves", {"pass"}));
    const Answer answer = ask(cli::check, {file, "--json"});
    EXPECT_EQ(answer.exit_code, 1);
    const Json json = Json::parse(answer.text);
    EXPECT_EQ(json["rounds"], lines_.size());
    EXPECT_EQ(json["violations"], 1);
    const Json& fault = json["faults"].at(0);
    EXPECT_EQ(fault["file"], file);
    EXPECT_EQ(fault["line"], 2);
    EXPECT_EQ(fault["match"], 0);
    EXPECT_EQ(fault["round"], 1);
    EXPECT_EQ(fault["move"], 1);
    EXPECT_EQ(fault["rule"], "RULES shared 1");
}

TEST_F(CheckAndReplay, ARunThatBreaksOffIsAFaultOnlyWhereItMustBeComplete) {
    std::vector<std::string> lines = lines_;
    lines.pop_back();
    const std::string file = write("short.jsonl", lines);
    EXPECT_EQ(ask(cli::check, {file}).exit_code, 0);
    const Answer answer = ask(cli::check, {file, "--complete"});
    EXPECT_EQ(answer.exit_code, 1);
    EXPECT_NE(answer.text.find("the match breaks off (RULES match)"), std::string::npos) << answer.text;
}

TEST_F(CheckAndReplay, AnEmptyFileIsNotGood) {
    const Answer answer = ask(cli::check, {write("empty.jsonl", {})});
    EXPECT_EQ(answer.exit_code, 1);
    EXPECT_EQ(answer.text, "0 rounds, 0 matches, 0 violations\n");
}

TEST_F(CheckAndReplay, ReplayShowsEveryMoveAndTheResult) {
    const Answer answer = ask(cli::replay, {good_, "--match", "1", "--round", "0"});
    EXPECT_EQ(answer.exit_code, 0);
    const auto line = std::ranges::find_if(
        lines_, [](const std::string& text) { return text.starts_with("{\"match\":1,\"round\":0,"); });
    const Json record = Json::parse(*line);
    EXPECT_TRUE(answer.text.starts_with("match 1, round 0: playboard, 2 players\n")) << answer.text;
    // Each token as a sentence, in order.
    std::size_t from = 0;
    for (const Json& move : record["moves"]) {
        const auto token = move.get<std::string>();
        const std::string tile = token == "pass" ? "" : token.substr(token[0] == '+' ? 1 : 0, 3);
        const std::string did = token == "pass"        ? "passes"
                                : token[0] == '+'      ? "draws " + tile
                                : token.ends_with('<') ? "lays " + tile + " left"
                                : token.ends_with('>') ? "lays " + tile + " right"
                                                       : "opens with " + tile;
        from = answer.text.find(did, from);
        ASSERT_NE(from, std::string::npos) << did << "\n" << answer.text;
    }
    EXPECT_NE(answer.text.find("score " + record["score"][0].dump() + " : " + record["score"][1].dump()),
              std::string::npos)
        << answer.text;
    EXPECT_EQ(answer.text.find("FAULT"), std::string::npos);
}

TEST_F(CheckAndReplay, ReplayShowsAllRoundsOrAtMostSoMany) {
    const auto rounds_in = [](const std::string& text) {
        std::size_t count = 0;
        std::istringstream stream(text);
        for (std::string line; std::getline(stream, line);) {
            count += line.starts_with("match ") ? 1 : 0;
        }
        return count;
    };
    EXPECT_EQ(rounds_in(ask(cli::replay, {good_}).text), lines_.size());
    EXPECT_EQ(rounds_in(ask(cli::replay, {good_, "--limit", "2"}).text), 2U);
    EXPECT_EQ(rounds_in(ask(cli::replay, {good_, "--round", "0"}).text), 3U);
}

TEST_F(CheckAndReplay, ReplayNeverExceedsEightyColumns) {
    for (const RuleSet& rules : balak::testing::all_presets()) {
        balak::testing::RecordedRun run(32);
        run.play_mixed(rules, 4);
        std::istringstream text(ask(cli::replay, {write("preset.jsonl", run.lines()), "--chains"}).text);
        for (std::string line; std::getline(text, line);) {
            EXPECT_LE(line.size(), 80U) << line;
        }
    }
}

TEST_F(CheckAndReplay, ReplayShowsAFaultyRoundUpToTheFault) {
    Json moves = Json::parse(lines_[1])["moves"];
    moves[2] = "6-6<<";
    const Answer answer =
        ask(cli::replay, {write("bad.jsonl", with(1, "moves", moves)), "--match", "0", "--round", "1"});
    EXPECT_EQ(answer.exit_code, 1);
    EXPECT_NE(answer.text.find("\n    2  seat"), std::string::npos) << answer.text;
    EXPECT_NE(answer.text.find("\n    3  seat"), std::string::npos) << answer.text;
    EXPECT_EQ(answer.text.find("\n    4  seat"), std::string::npos) << answer.text;
    EXPECT_NE(answer.text.find("FAULT in line 2, move 3: seat "), std::string::npos) << answer.text;
    EXPECT_EQ(answer.text.find("pips left"), std::string::npos) << answer.text;
}

TEST_F(CheckAndReplay, BothFindTheSameDamagedFilesFaulty) {
    balak::testing::Numbers numbers(33);
    int faulty = 0;
    for (int i = 0; i < 300; ++i) {
        std::vector<std::string> lines = lines_;
        std::string& line = lines[numbers.below(lines.size())];
        // A digit for a digit leaves a record to show, any byte mostly none.
        const std::size_t digit = line.find_first_of("0123456789", numbers.below(line.size()));
        if (numbers.below(2) == 0 && digit != std::string::npos) {
            line[digit] = static_cast<char>('0' + numbers.below(10));
        } else {
            line[numbers.below(line.size())] = static_cast<char>(numbers.below(256));
        }
        const std::string file = write("damaged.jsonl", lines);
        const int verdict = ask(cli::check, {file}).exit_code;
        EXPECT_EQ(ask(cli::replay, {file}).exit_code, verdict) << line;
        faulty += verdict;
    }
    EXPECT_GT(faulty, 200);
}

TEST_F(CheckAndReplay, WhatIsNotThereIsNamedWithWhatThereIs) {
    EXPECT_EQ(ask(cli::replay, {good_, "--match", "7"}).text, good_ + ": there is no match 7, only 0 to 2");
    const auto rounds =
        std::ranges::count_if(lines_, [](const std::string& line) { return line.starts_with("{\"match\":2,"); });
    EXPECT_EQ(ask(cli::replay, {good_, "--match", "2", "--round", "99"}).text,
              good_ + ": there is no round 99 in match 2, only 0" + (rounds == 2 ? ", " : " to ") +
                  std::to_string(rounds - 1));
    EXPECT_EQ(ask(cli::replay, {write("empty.jsonl", {})}).text,
              (folder_ / "empty.jsonl").string() + ": there is no record in it");
}

TEST_F(CheckAndReplay, MistakesAreASentenceAndExitCode2) {
    const std::string nowhere = (folder_ / "nowhere.jsonl").string();
    for (auto* const command : {&cli::check, &cli::replay}) {
        EXPECT_EQ(ask(command, {}).exit_code, 2);
        EXPECT_EQ(ask(command, {nowhere}).exit_code, 2);
        EXPECT_EQ(ask(command, {nowhere}).text, nowhere + ": cannot be read: No such file or directory");
        EXPECT_EQ(ask(command, {folder_.string()}).text,
                  folder_.string() + ": a file of records is expected, this is a directory");
        EXPECT_EQ(ask(command, {good_, "--nonsense"}).exit_code, 2);
    }
    EXPECT_EQ(ask(cli::replay, {good_, good_}).exit_code, 2);
    EXPECT_EQ(ask(cli::replay, {good_, "--match", "two"}).exit_code, 2);
    EXPECT_EQ(ask(cli::replay, {good_, "--match", "-1"}).exit_code, 2);
    EXPECT_EQ(ask(cli::replay, {good_, "--limit", "0"}).exit_code, 2);
}

TEST_F(CheckAndReplay, HelpIsNoMistake) {
    for (auto* const command : {&cli::check, &cli::replay}) {
        const Answer answer = ask(command, {"--help"});
        EXPECT_EQ(answer.exit_code, 0);
        EXPECT_TRUE(answer.text.starts_with("Usage: balak ")) << answer.text;
    }
}

} // namespace
} // namespace balak
