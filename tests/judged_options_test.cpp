// Every rule option has its judges, balak's and the referee, and its words: one that is added is not forgotten there.
#include "recorded_games.hpp"
#include "rule_sets.hpp"

#include "io/judge.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace balak {
namespace {

using Json = nlohmann::ordered_json;

/// Games under rules that leave no option without effect for long.
std::vector<std::vector<std::string>> games() {
    testing::Numbers numbers(31);
    std::vector<std::vector<std::string>> runs;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        testing::RecordedRun run(seed);
        run.play_mixed(testing::random_rules(numbers), 2);
        runs.push_back(run.lines());
    }
    return runs;
}

std::size_t faults_in(const std::vector<std::string>& lines) {
    io::Judge judge(false);
    std::size_t faults = 0;
    for (const std::string& line : lines) {
        faults += judge.judge(line).faults.size();
    }
    return faults;
}

/// The lines with another value of an option in all of them; nothing where that makes no rule set.
std::vector<std::string> with_option(std::vector<std::string> lines, const RuleOption& option, std::int64_t value) {
    std::string pointer = fmt::format("/rules/{}", option.name);
    std::ranges::replace(pointer, '.', '/');
    for (std::string& line : lines) {
        Json record = Json::parse(line);
        Json& place = record[Json::json_pointer(pointer)];
        if (place.is_null()) {
            return {};
        }
        place = option.kind == RuleOption::Kind::choice ? Json(option.text(value))
                : option.kind == RuleOption::Kind::flag ? Json(value != 0)
                                                        : Json(value);
        line = record.dump() + '\n';
    }
    return lines;
}

TEST(RuleOptions, EachIsJudged) {
    const std::vector<std::vector<std::string>> runs = games();
    for (const auto& run : runs) {
        ASSERT_EQ(faults_in(run), 0U);
    }
    for (const RuleOption& option : rule_options()) {
        const bool found = std::ranges::any_of(runs, [&](const std::vector<std::string>& run) {
            for (std::int64_t value = option.least; value <= std::min(option.least + 3, option.most); ++value) {
                if (faults_in(with_option(run, option, value)) > 0) {
                    return true;
                }
            }
            return false;
        });
        EXPECT_TRUE(found) << option.name << ": the judge takes any value for the one that was played by";
    }
}

TEST(RuleOptions, EachIsInTheRefereesTableWithAllItsValues) {
    std::ostringstream text;
    text << std::ifstream(BALAK_REFEREE).rdbuf();
    const std::string table = text.str().substr(0, text.str().find("\nimport "));
    for (const RuleOption& option : rule_options()) {
        const std::size_t start = table.find(fmt::format("\n{} ", option.name));
        ASSERT_NE(start, std::string::npos) << option.name;
        // Its rows end where a line begins with another name, or the table with an empty one.
        std::size_t end = table.find('\n', start + 1);
        while (end + 1 < table.size() && table[end + 1] == ' ') {
            end = table.find('\n', end + 1);
        }
        const std::string rows = table.substr(start, end - start);
        for (const std::string_view choice : option.choices) {
            EXPECT_NE(rows.find(fmt::format("\"{}\"", choice)), std::string::npos) << option.name << ' ' << choice;
        }
    }
}

TEST(RuleOptions, EachSaysWhatItMeansAndStandsInAGroupThatDoes) {
    for (const RuleOption& option : rule_options()) {
        EXPECT_FALSE(option.meaning.empty()) << option.name;
        const std::string_view group = option.name.substr(0, option.name.find('.'));
        EXPECT_EQ(group != option.name,
                  std::ranges::find(rule_option_groups(), group, &RuleOptionGroup::name) != rule_option_groups().end())
            << option.name;
    }
    for (const RuleOptionGroup& group : rule_option_groups()) {
        EXPECT_FALSE(group.meaning.empty()) << group.name;
    }
}

} // namespace
} // namespace balak
