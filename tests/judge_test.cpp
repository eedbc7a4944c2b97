// balak's judge against the independent referee: on spoilt records, line by line.
#include "mutations.hpp"
#include "recorded_games.hpp"
#include "referee_run.hpp"
#include "rule_sets.hpp"

#include "io/judge.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace balak {
namespace {

using testing::RecordedRun;
using testing::RefereeFiles;
using testing::Verdict;

/// Runs to spoil: each preset, and every third one a random rule set.
std::vector<std::vector<std::string>> runs_to_spoil() {
    std::vector<std::vector<std::string>> runs;
    testing::Numbers numbers(11);
    std::uint64_t seed = 11;
    for (const RuleSet& rules : testing::all_presets()) {
        RecordedRun run(seed++);
        run.play_mixed(rules, 2);
        runs.push_back(run.lines());
        if (seed % 3 == 0) {
            RecordedRun random_run(seed++);
            random_run.play_mixed(testing::random_rules(numbers), 3);
            runs.push_back(random_run.lines());
        }
    }
    return runs;
}

TEST(JudgeAgainstReferee, GivesTheSameVerdictOnEveryLineOfMutatedRecords) {
    const auto runs = runs_to_spoil();
    testing::Numbers numbers(12);
    std::vector<std::string> texts;
    std::vector<std::string> names;
    std::set<std::string> distinct;
    for (const auto& run : runs) {
        distinct.insert(testing::joined_lines(run));
    }
    RefereeFiles files;
    for (const testing::Mutation& mutation : testing::all_mutations()) {
        std::size_t made = 0;
        // Each kind on some of the runs, as far as they let it: those that can go wrong in many ways on more of them.
        const bool many_ways = mutation.name.starts_with("move") || mutation.name.starts_with("deal");
        for (std::size_t i = 0; i < runs.size() && made < (many_ways ? 8U : 2U); ++i) {
            std::vector<std::string> lines = runs[(i + texts.size()) % runs.size()];
            if (!mutation.apply(lines, numbers)) {
                continue;
            }
            const std::string text = testing::joined_lines(lines);
            if (distinct.insert(text).second) {
                ++made;
                texts.push_back(text);
                names.push_back(mutation.name);
                files.add(text);
            }
        }
    }
    ASSERT_GT(texts.size(), 200U);

    for (const bool strict : {false, true}) {
        const auto referee = files.ask(strict, strict);
        std::size_t faulty = 0;
        std::size_t with_move = 0;
        std::size_t disagreements = 0;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const Verdict ours = testing::judge(texts[i], strict, strict);
            if (ours != referee.verdicts[i] && ++disagreements <= 20) {
                ADD_FAILURE() << names[i] << (strict ? " (--complete --presets)" : "") << "\nreferee:\n"
                              << to_string(referee.verdicts[i]) << "judge:\n"
                              << to_string(ours);
            }
            faulty += referee.verdicts[i].faulty.empty() ? 0 : 1;
            with_move += std::ranges::count_if(referee.verdicts[i].faulty,
                                               [](const auto& line) { return line.second.move.has_value(); });
        }
        EXPECT_EQ(disagreements, 0U);
        // Most mutations are faults; if not, they would be no test.
        EXPECT_GT(faulty, texts.size() / 2);
        fmt::print("{} mutated runs, {} of them faulty, {} lines with a faulty move, {} disagreements{}\n",
                   texts.size(), faulty, with_move, disagreements, strict ? " (--complete --presets)" : "");
    }
}

} // namespace
} // namespace balak
