// Running tournaments: the same counts whatever the threads, and memory that does not grow.
#include "tournament/runner.hpp"

#include "io/results.hpp"
#include "recount.hpp"
#include "rule_sets.hpp"
#include "tournament_runs.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <atomic>
#include <cstdint>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace balak::tournament {
namespace {

using testing::counts;
using testing::on_threads;
using testing::play;
using testing::tournament_of;

TEST(Runner, CountsTheSameWithAnyNumberOfThreads) {
    for (const Format format : testing::formats) {
        const Tournament tournament =
            tournament_of(format, testing::all_presets(),
                          testing::entrants({"tile-counting", "random", "doubles-first", "greedy-heavy"}), 150);
        const Outcome one = play(tournament, on_threads(1));
        ASSERT_TRUE(one.complete) << one.failure;
        EXPECT_EQ(one.threads, 1);
        ASSERT_EQ(one.tallies.size(), tournament.rules.size());
        for (const int threads : {2, 3, 7}) {
            const Outcome many = play(tournament, on_threads(threads));
            EXPECT_TRUE(many.complete);
            EXPECT_EQ(many.threads, threads);
            EXPECT_EQ(many.matches(), one.matches());
            EXPECT_EQ(many.rounds(), one.rounds());
            for (std::size_t i = 0; i < tournament.rules.size(); ++i) {
                EXPECT_EQ(testing::differences(counts(many.tallies.at(i)), counts(one.tallies[i])), "")
                    << threads << " threads, " << describe(tournament.rules[i]);
            }
            EXPECT_EQ(io::statistics_json(tournament, many).dump(), io::statistics_json(tournament, one).dump());
        }
    }
}

TEST(Runner, PlaysWhatTheScheduleAndTheDealsSay) {
    // Against a list of matches that were played one after the other, by a schedule of its own.
    for (const Format format : testing::formats) {
        const Tournament tournament =
            tournament_of(format, {*preset("playboard", 3), *preset("four-rounds")},
                          testing::entrants({"tile-counting", "random", "doubles-first", "greedy-heavy"}), 41);
        const Outcome outcome = play(tournament, on_threads(2));
        ASSERT_EQ(outcome.tallies.size(), 2U);
        for (std::size_t i = 0; i < 2; ++i) {
            const RuleSet& rules = tournament.rules[i];
            const Tally& tally = outcome.tallies[i];
            const auto deals = static_cast<std::uint64_t>(tally.deals());
            EXPECT_EQ(deals, make_schedule(format, rules, 4).deals(41));
            const PairingTally& any = tally.pairings().front();
            const testing::Counts expected =
                testing::recount(tournament, rules, deals, testing::play_all(tournament, rules, deals),
                                 {any.match_margins.width(), any.round_margins.width()});
            EXPECT_EQ(testing::differences(counts(tally), expected), "");
        }
    }
}

TEST(Runner, PlaysLongMatchesWithTheRightDealOfEveryRound) {
    // More rounds than the deals that a thread keeps for the next leg.
    RuleSet rules = *preset("four-rounds");
    rules.match.rounds = 700;
    const Tournament tournament =
        tournament_of(Format::round_robin, {rules}, testing::entrants({"random", "doubles-first"}), 4);
    const Tally tally = play(tournament, on_threads(2)).tallies.front();
    const PairingTally& any = tally.pairings().front();
    const testing::Counts expected = testing::recount(tournament, rules, 2, testing::play_all(tournament, rules, 2),
                                                      {any.match_margins.width(), any.round_margins.width()});
    EXPECT_EQ(testing::differences(counts(tally), expected), "");
}

TEST(Runner, HandsOutSoManyDealsThatBlocksAreFullHoweverLongTheMatches) {
    // One deal of long matches may take as long as is wanted of all that is handed out at a time, for blocks of few
    // rounds are slow: then they would stay so.
    RuleSet rules = *preset("playboard", 2);
    rules.match.rounds = 150;
    const Tournament tournament =
        tournament_of(Format::round_robin, {rules}, testing::entrants({"random", "doubles-first"}), 2 * 129);
    std::vector<std::int64_t> commits;
    RunOptions options = on_threads(1);
    options.committed = [&](const Outcome& outcome) { commits.push_back(outcome.tallies.front().deals()); };
    play(tournament, options);
    ASSERT_GE(commits.size(), 2U);
    EXPECT_EQ(commits[0], 1);
    EXPECT_GE(commits[1], 65);
}

TEST(Runner, ReportsHowFarItHasComeAndNeverLess) {
    const Tournament tournament =
        tournament_of(Format::round_robin, {*preset("playboard", 2), *preset("la-plaza-pairs")},
                      testing::entrants({"random", "doubles-first"}), 6'000);
    for (const int threads : {1, 3}) {
        std::vector<Progress> reports;
        std::atomic<int> inside = 0;
        RunOptions options = on_threads(threads);
        options.report = [&](const Progress& progress) {
            EXPECT_EQ(inside.fetch_add(1), 0) << "reports are made one at a time";
            reports.push_back(progress);
            inside.fetch_sub(1);
        };
        const Outcome outcome = play(tournament, options);
        ASSERT_GE(reports.size(), 4U);
        Progress last;
        for (const Progress& now : reports) {
            EXPECT_EQ(now.deals, 3'000U);
            EXPECT_LE(now.deals_done, now.deals);
            EXPECT_GE(now.rule_set, last.rule_set);
            if (now.rule_set == last.rule_set) {
                EXPECT_GT(now.deals_done, last.deals_done);
            }
            EXPECT_EQ(now.matches_done, 2 * (now.deals_done + (now.rule_set == 1 ? 3'000 : 0)));
            EXPECT_GT(now.rounds_done, last.rounds_done);
            last = now;
        }
        EXPECT_EQ(last.rule_set, 1U);
        EXPECT_EQ(last.deals_done, last.deals);
        EXPECT_EQ(last.matches_done, outcome.matches());
        EXPECT_EQ(last.rounds_done, outcome.rounds());
    }
}

std::atomic<int> made_players = 0;

TEST(Runner, MakesNoMoreStrategiesThanItsThreadsNeed) {
    StrategyTable table = StrategyTable::builtin();
    table.add({.name = "counted",
               .summary = "",
               .options = {},
               .make = [](const OptionValues&, const StrategyTable& strategies) -> std::unique_ptr<Strategy> {
                   made_players.fetch_add(1);
                   return strategies.make("doubles-first");
               }});
    const Tournament tournament =
        tournament_of(Format::round_robin, {*preset("playboard", 2)},
                      {{"one", "counted", {}}, {"other", "counted", {}}, {"third", "counted", {}}}, 3'000);
    for (const int threads : {1, 3}) {
        made_players.store(0);
        EXPECT_TRUE(run(tournament, table, on_threads(threads)).complete);
        EXPECT_GE(made_players.load(), 3);
        EXPECT_LE(made_players.load(), 3 * threads);
    }
}

TEST(Runner, RefusesAStrategyThatSeesAllUnlessItsTypeSaysSo) {
    StrategyTable table = StrategyTable::builtin();
    StrategyType sly = *table.find("clairvoyant");
    sly.name = "sly";
    sly.sees_all = false;
    table.add(sly);
    for (const char* type : {"clairvoyant", "sly"}) {
        OptionValues options = table.find(type)->standard_options();
        options.set("positions", std::int64_t{100});
        const Tournament tournament = tournament_of(Format::round_robin, {*preset("block")},
                                                    {{type, type, options}, testing::entrant("random")}, 4);
        std::string refused;
        try {
            refused = run(tournament, table, on_threads(1)).failure;
        } catch (const std::logic_error& error) {
            refused = error.what();
        }
        EXPECT_EQ(refused.empty(), sly.name != type) << refused;
        EXPECT_TRUE(refused.empty() || refused.find("does not say so") != std::string::npos) << refused;
    }
}

/// The most memory that the process has had since `forget_peak`, in KiB; 0 where the system does not say.
long peak_memory() {
    std::ifstream status("/proc/self/status");
    std::string word;
    while (status >> word) {
        long size = 0;
        if (word == "VmHWM:" && status >> size) {
            return size;
        }
    }
    return 0;
}

bool forget_peak() {
    std::ofstream peak("/proc/self/clear_refs");
    return static_cast<bool>(peak << "5" << std::flush);
}

TEST(Runner, UsesNoMoreMemoryForMoreMatches) {
    // Matches that take next to no time: the set of three tiles up to 1-1, one tile a hand.
    RuleSet rules = testing::one_round(*preset("block"));
    rules.max_pip = 1;
    rules.hand_size = 1;
    ASSERT_TRUE(rule_faults(rules).empty());
    Tournament tournament =
        tournament_of(Format::round_robin, {rules}, testing::entrants({"random", "doubles-first"}), 0);
    const auto peak_of = [&](std::uint64_t matches) {
        tournament.matches = matches;
        if (!forget_peak()) {
            return 0L;
        }
        EXPECT_TRUE(play(tournament, on_threads(2)).complete);
        return peak_memory();
    };
    constexpr std::uint64_t matches = 200'000;
    peak_of(matches); // what the first run of all sets up
    const long few = peak_of(matches);
    const long many = peak_of(10 * matches);
    if (few == 0) {
        GTEST_SKIP() << "this system does not tell the peak of memory";
    }
    // How many deals a thread plays at a time, a megabyte or two, is found by the clock.
    EXPECT_LT(many, few + 4'096) << "KiB; a word of 8 bytes a match would be 14,062 more";
}

} // namespace
} // namespace balak::tournament
