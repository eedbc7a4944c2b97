// The records of a tournament: which matches, how they are numbered, and failures to make or write them.
#include "tournament/runner.hpp"

#include "rule_sets.hpp"
#include "tournament_runs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace balak::tournament {
namespace {

using testing::expect_first_deals;
using testing::on_threads;
using testing::play;
using testing::tournament_of;

/// A line a round: number of the match, of the round and of the rule set, who sits where, and the result.
void format_line(const RecordedRound& played, std::string& out) {
    std::ostringstream line;
    line << played.match << ' ' << played.number << ' ' << played.rule_set;
    for (const Seat seat : seats(played.rules.players)) {
        line << ' ' << played.entrants[seat];
    }
    for (const Seat seat : seats(played.rules.players)) {
        line << ' ' << played.deal.hands[seat].bits() << ' ' << played.result.pips[seat];
    }
    for (const Side side : sides(played.rules.side_count())) {
        line << ' ' << played.match_after.score()[side];
    }
    line << ' ' << played.round.table().turn << ' ' << played.match_after.over() << '\n';
    out += line.str();
}

/// The records of a run.
std::string records_of(const Tournament& tournament, int threads, std::uint64_t record_matches) {
    std::string records;
    RunOptions options = on_threads(threads);
    options.record_matches = record_matches;
    options.format_record = &format_line;
    options.write_records = [&](std::string_view lines) {
        EXPECT_FALSE(lines.empty());
        records += lines;
    };
    EXPECT_TRUE(play(tournament, options).complete);
    return records;
}

TEST(Runner, RecordsTheFirstMatchesOfEachPairingInOrderAndWithoutGaps) {
    for (const Format format : testing::formats) {
        for (const std::uint64_t wanted : {1, 4, 7, 100'000}) {
            const Tournament tournament =
                tournament_of(format, {*preset("playboard", 3), *preset("la-plaza-pairs"), *preset("playboard", 2)},
                              testing::entrants({"tile-counting", "random", "doubles-first", "greedy-heavy"}), 60);
            const std::string records = records_of(tournament, 1, wanted);
            EXPECT_EQ(records_of(tournament, 3, wanted), records);

            std::istringstream lines(records);
            std::string line;
            std::uint64_t next_match = 0;
            int next_round = 0;
            std::size_t last_rule_set = 0;
            std::map<std::string, std::uint64_t> matches; // by rule set and who meet
            while (std::getline(lines, line)) {
                std::istringstream words(line);
                std::uint64_t match = 0;
                int round = 0;
                std::size_t rule_set = 0;
                words >> match >> round >> rule_set;
                ASSERT_EQ(match, next_match) << line;
                ASSERT_EQ(round, next_round) << line;
                ASSERT_GE(rule_set, last_rule_set);
                last_rule_set = rule_set;
                const bool over = line.ends_with('1');
                next_match += over ? 1 : 0;
                next_round = over ? 0 : round + 1;
                std::set<std::string> names;
                for (int seat = 0; seat < tournament.rules[rule_set].players; ++seat) {
                    std::string name;
                    words >> name;
                    names.insert(name);
                }
                std::string table = std::to_string(rule_set);
                for (const std::string& name : names) {
                    table += ' ' + name;
                }
                matches[table] += over ? 1 : 0;
            }
            EXPECT_EQ(next_round, 0) << "the last match is whole";
            // Three rule sets; a pairing has 60 matches, a free-for-all of four entrants for three 30 a table.
            const std::size_t pairings = format == Format::gauntlet ? 3 : 6;
            EXPECT_EQ(matches.size(), format == Format::free_for_all ? 4 + 2 * pairings : 3 * pairings);
            for (const auto& [table, count] : matches) {
                const bool of_three = format == Format::free_for_all && table.starts_with("0");
                EXPECT_EQ(count, std::min<std::uint64_t>(wanted, of_three ? 30 : 60)) << table;
            }
        }
    }
}

TEST(Runner, RecordsWhatIsCounted) {
    // With all matches recorded the list of them can be counted.
    const Tournament tournament = tournament_of(Format::free_for_all, {*preset("playboard", 3)},
                                                testing::entrants({"tile-counting", "random", "doubles-first"}), 90);
    std::istringstream records(records_of(tournament, 2, 1'000));
    std::map<std::string, int> wins;
    std::string line;
    while (std::getline(records, line)) {
        if (!line.ends_with('1')) {
            continue;
        }
        std::istringstream words(line);
        std::string skipped;
        words >> skipped >> skipped >> skipped;
        std::array<std::string, 3> names;
        std::array<int, 3> score{};
        for (std::string& name : names) {
            words >> name;
        }
        for (int i = 0; i < 6; ++i) {
            words >> skipped;
        }
        for (int& points : score) {
            words >> points;
        }
        ++wins[names.at(static_cast<std::size_t>(std::ranges::max_element(score) - score.begin()))];
    }
    const Outcome outcome = play(tournament, on_threads(1));
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(outcome.tallies.front().entrants()[i].wins, wins[tournament.entrants[i].name]);
    }
}

TEST(Runner, EndsWithTheFirstDealsWholeWhenRecordsCannotBeWritten) {
    for (const int threads : {1, 3}) {
        const Tournament tournament = tournament_of(Format::round_robin, {*preset("playboard", 2)},
                                                    testing::entrants({"random", "doubles-first"}), 100'000);
        std::string written;
        int calls = 0;
        RunOptions options = on_threads(threads);
        options.record_matches = 100'000;
        options.format_record = &format_line;
        options.write_records = [&](std::string_view lines) {
            if (++calls == 5) {
                throw std::runtime_error("the disk is full");
            }
            EXPECT_LT(calls, 5) << "nothing is written after a failure";
            written += lines;
        };
        const Outcome outcome = play(tournament, options);
        EXPECT_FALSE(outcome.complete);
        EXPECT_EQ(outcome.failure, "the disk is full");
        expect_first_deals(outcome.tallies.front(), tournament);
        EXPECT_EQ(static_cast<std::uint64_t>(std::ranges::count(written, '\n')), outcome.rounds())
            << "what is counted and what is written are the same deals";
    }
}

TEST(Runner, EndsWhenARecordCannotBeMade) {
    const Tournament tournament = tournament_of(Format::round_robin, {*preset("playboard", 2)},
                                                testing::entrants({"random", "doubles-first"}), 100'000);
    RunOptions options = on_threads(2);
    options.record_matches = 100'000;
    options.format_record = [](const RecordedRound& played, std::string&) {
        if (played.match == 300) {
            throw std::runtime_error("this round has no words");
        }
    };
    const Outcome outcome = play(tournament, options);
    EXPECT_NE(outcome.failure.find("deal 150"), std::string::npos) << outcome.failure;
    EXPECT_NE(outcome.failure.find("this round has no words"), std::string::npos) << outcome.failure;
    EXPECT_LE(outcome.tallies.front().deals(), 150);
    expect_first_deals(outcome.tallies.front(), tournament);
}

} // namespace
} // namespace balak::tournament
