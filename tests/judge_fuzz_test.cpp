// Record lines with random damage: the judge survives all of them and agrees with the independent referee.
#include "recorded_games.hpp"
#include "referee_run.hpp"
#include "rule_sets.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace balak {
namespace {

using testing::Numbers;

/// Pieces that records are made of, and some that they are not.
constexpr std::array<std::string_view, 44> words{"\"",
                                                 "\\",
                                                 "{",
                                                 "}",
                                                 "[",
                                                 "]",
                                                 ",",
                                                 ":",
                                                 "-",
                                                 "+",
                                                 "<",
                                                 ">",
                                                 "0",
                                                 "6",
                                                 "99",
                                                 "null",
                                                 "true",
                                                 "false",
                                                 "pass",
                                                 "6-6",
                                                 "\"6-6\"",
                                                 "\"6-5<\"",
                                                 "\"+1-0\"",
                                                 "\"pass\"",
                                                 "\"match\":0,",
                                                 "\"round\":1,",
                                                 "\"a\":1,",
                                                 "[[[[[[[[",
                                                 "{\"a\":",
                                                 "1.0",
                                                 "1e9",
                                                 "-0",
                                                 "NaN",
                                                 "\n",
                                                 "\r\n",
                                                 " ",
                                                 "\t",
                                                 "\xff",
                                                 "\xC3",
                                                 "\xEF\xBB\xBF",
                                                 "\\u0030",
                                                 "99999999999999999999",
                                                 "/**/",
                                                 "\"rules\":{},"};

std::string damaged(std::string text, Numbers& numbers) {
    const std::size_t times = 1 + numbers.below(numbers.below(4) == 0 ? 20 : 2);
    for (std::size_t i = 0; i < times && !text.empty(); ++i) {
        const std::size_t at = numbers.below(text.size());
        const std::size_t length = 1 + numbers.below(std::min<std::size_t>(text.size() - at, 12));
        const std::string_view word = words[numbers.below(words.size())];
        switch (numbers.below(7)) {
        case 0:
            text[at] = static_cast<char>(numbers.below(256));
            break;
        case 1: // a digit for a digit keeps most lines well-formed
            if (const std::size_t digit = text.find_first_of("0123456", at); digit != text.npos) {
                text[digit] = static_cast<char>('0' + numbers.below(8));
            }
            break;
        case 2:
            text.erase(at, length);
            break;
        case 3:
            text.insert(at, text.substr(numbers.below(text.size()), length));
            break;
        case 4:
            text.insert(at, word);
            break;
        case 5:
            text.replace(at, std::min(word.size(), text.size() - at), word);
            break;
        default:
            std::swap(text[at], text[numbers.below(text.size())]);
            break;
        }
    }
    return text;
}

/// Short runs under many rule sets.
std::vector<std::string> good_lines() {
    testing::RecordedRun run(21);
    Numbers numbers(21);
    for (const RuleSet& rules : testing::all_presets()) {
        run.play_mixed(rules, 1);
    }
    for (int i = 0; i < 10; ++i) {
        run.play_mixed(testing::random_rules(numbers), 1);
    }
    return run.lines();
}

/// Runs with damage in some of their lines.
std::string damaged_run(const std::vector<std::string>& lines, Numbers& numbers) {
    const std::size_t first = numbers.below(lines.size());
    std::string text;
    for (std::size_t i = first; i < std::min(lines.size(), first + 12); ++i) {
        text += numbers.below(3) == 0 ? damaged(lines[i], numbers) : lines[i];
    }
    return text;
}

TEST(JudgeFuzz, AgreesWithTheRefereeOnDamagedRuns) {
    const char* given = std::getenv("BALAK_FUZZ_RUNS");
    const std::size_t runs = given != nullptr ? static_cast<std::size_t>(std::atol(given)) : 1500;
    const auto lines = good_lines();
    Numbers numbers(22);
    testing::RefereeFiles files;
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < runs; ++i) {
        texts.push_back(damaged_run(lines, numbers));
        files.add(texts.back());
    }
    const auto referee = files.ask(true, false);
    std::size_t faulty_lines = 0;
    std::size_t disagreements = 0;
    std::size_t beyond = 0;
    for (std::size_t i = 0; i < runs; ++i) {
        const testing::Verdict ours = testing::judge(texts[i], true, false);
        faulty_lines += ours.faulty.size();
        // The one place where they may differ: rule options beyond a thousand million, which the judge does not follow.
        if (to_string(ours).find(" to 1000000000 (") != std::string::npos) {
            ++beyond;
            continue;
        }
        if (ours != referee.verdicts[i] && ++disagreements <= 10) {
            ADD_FAILURE() << "referee:\n"
                          << to_string(referee.verdicts[i]) << "judge:\n"
                          << to_string(ours) << "run:\n"
                          << texts[i];
        }
    }
    EXPECT_EQ(disagreements, 0U);
    EXPECT_GT(faulty_lines, runs);
    EXPECT_LE(beyond, runs / 20);
    fmt::print("{} damaged runs, {} faulty lines, {} disagreements\n", runs, faulty_lines, disagreements);
}

TEST(JudgeFuzz, SurvivesAnything) {
    const auto lines = good_lines();
    Numbers numbers(23);
    std::size_t judged = 0;
    std::size_t faulty = 0;
    // A fixed time, not a fixed number: a sanitizer build gets through less.
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    while (std::chrono::steady_clock::now() < end) {
        io::Judge judge(true);
        for (int i = 0; i < 50; ++i) {
            std::string text = lines[numbers.below(lines.size())];
            for (std::size_t heavy = numbers.below(6); heavy > 0; --heavy) {
                text = damaged(text, numbers);
            }
            if (numbers.below(4) == 0) {
                text = text.substr(numbers.below(text.size() + 1));
            }
            if (numbers.below(20) == 0) {
                text.assign(numbers.below(3000), "[{\"\\0 \xff"[numbers.below(7)]);
            }
            const io::Judged verdict = judge.judge(text);
            ++judged;
            faulty += verdict.faults.empty() ? 0 : 1;
            for (const io::Fault& fault : verdict.faults) {
                ASSERT_FALSE(fault.what.empty());
                ASSERT_FALSE(fault.rule.empty());
            }
        }
        ASSERT_LE(judge.incomplete().size(), judge.matches() + 1);
    }
    EXPECT_GT(faulty, 0U);
    fmt::print("{} lines judged, {} faulty\n", judged, faulty);
}

} // namespace
} // namespace balak
