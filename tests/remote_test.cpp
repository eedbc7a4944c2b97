// Players who answer later: the counts are those of the same strategies asked at once, whatever comes back when.
#include "tournament/runner.hpp"

#include "io/json.hpp"
#include "io/results.hpp"
#include "rule_sets.hpp"
#include "tournament_runs.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace balak::tournament {
namespace {

using testing::counts;
using testing::on_threads;
using testing::play;
using testing::tournament_of;

/// What the players of a test are like.
struct Habits {
    std::string strategy = "tile-counting";
    bool forgets = false; ///< some questions have to be asked again
    /// Whether a question of a match is not answered, but a fault.
    std::function<bool(std::uint64_t match, const Observation& seen)> errs{};
    std::uint64_t dies_after = 0; ///< questions, all together; 0: never
};

/// Answers in random order, some at a time.
class Shuffler : public RemotePlayers {
public:
    Shuffler(const Habits& habits, unsigned seed, std::atomic<std::uint64_t>& asked)
        : habits_(habits), random_(seed), strategy_(StrategyTable::builtin().make(habits.strategy)), asked_(asked) {}

    void ask(const AskedMatch& asked, const Observation& seen) override {
        RemoteReply reply;
        reply.slot = asked.slot;
        EXPECT_GE(seen.legal.size(), 2);
        if (habits_.errs && habits_.errs(asked.match, seen)) {
            reply.kind = RemoteReply::Kind::forfeit;
            reply.fault = bots::FaultKind::too_late;
        } else if (habits_.forgets && random_() % 8 == 0) {
            reply.kind = RemoteReply::Kind::ask_again;
        } else {
            reply.move = strategy_->choose(seen);
            reply.note = "{\"legal\":" + std::to_string(seen.legal.size()) + "}";
        }
        EXPECT_TRUE(std::ranges::none_of(open_, [&](const RemoteReply& one) { return one.slot == asked.slot; }));
        open_.push_back(reply);
        ++asked_;
    }

    void take(std::vector<RemoteReply>& replies) override {
        ASSERT_FALSE(open_.empty());
        if (habits_.dies_after > 0 && asked_ > habits_.dies_after) {
            throw std::runtime_error("the bot has died");
        }
        std::ranges::shuffle(open_, random_);
        const std::size_t count = 1 + random_() % open_.size();
        for (std::size_t i = 0; i < count; ++i) {
            replies.push_back(open_.back());
            open_.pop_back();
        }
    }

private:
    const Habits& habits_;
    std::mt19937 random_;
    std::unique_ptr<Strategy> strategy_;
    std::atomic<std::uint64_t>& asked_;
    std::vector<RemoteReply> open_;
};

class Shufflers : public Outside {
public:
    Shufflers(const Habits& habits, std::size_t at_once) : habits_(habits), at_once_(at_once) {}

    std::unique_ptr<Strategy> at_once(std::size_t /*entrant*/) override { return nullptr; }
    std::size_t matches_at_once() const override { return at_once_; }
    std::unique_ptr<RemotePlayers> later() override { return std::make_unique<Shuffler>(habits_, ++threads_, asked_); }

private:
    Habits habits_;
    std::size_t at_once_;
    std::atomic<unsigned> threads_ = 0;
    std::atomic<std::uint64_t> asked_ = 0;
};

/// A run in which the first entrant is one that answers later.
Outcome play_later(Tournament tournament, const Habits& habits, std::size_t at_once, RunOptions options) {
    tournament.entrants.front().type = "later";
    options.outside = [&](std::size_t /*rule_set*/, int /*threads*/) {
        return std::make_unique<Shufflers>(habits, at_once);
    };
    return play(tournament, options);
}

/// Statistics as if the first entrant were what it is called.
std::string statistics(const Tournament& tournament, const Outcome& outcome) {
    return io::json_text(io::statistics_json(tournament, outcome), -1);
}

TEST(RemoteMatches, CountTheSameAsMatchesThatNeverWait) {
    for (const Format format : testing::formats) {
        Tournament tournament =
            tournament_of(format, testing::all_presets(),
                          testing::entrants({"tile-counting", "random", "doubles-first", "greedy-heavy"}), 60);
        for (const bool adjust : {false, true}) {
            tournament.adjust = adjust;
            const Outcome expected = play(tournament, on_threads(1));
            for (const auto& [threads, at_once, forgets] :
                 {std::tuple(1, 1, false), std::tuple(2, 64, false), std::tuple(5, 7, true)}) {
                const Outcome outcome = play_later(tournament, {.forgets = forgets}, static_cast<std::size_t>(at_once),
                                                   on_threads(threads));
                ASSERT_TRUE(outcome.complete) << outcome.failure;
                EXPECT_EQ(statistics(tournament, outcome), statistics(tournament, expected))
                    << threads << " threads, " << at_once << " at once";
            }
        }
    }
}

TEST(RemoteMatches, AreRecordedWithTheirNotesInTheOrderOfTheMatches) {
    const Tournament tournament = tournament_of(Format::round_robin, {*preset("playboard", 3), *preset("la-plaza-1v1")},
                                                testing::entrants({"tile-counting", "random"}), 90);
    std::vector<std::string> notes;
    for (const int threads : {1, 3}) {
        std::string records;
        std::string& lines = notes.emplace_back();
        RunOptions options = on_threads(threads);
        options.record_matches = 25;
        options.format_record = [](const RecordedRound& round, std::string& out) {
            out += std::to_string(round.match) + "." + std::to_string(round.number) + "\n";
        };
        options.write_records = [&](std::string_view text) { records += text; };
        const Outcome plain = play(tournament, options);
        const std::string expected = std::exchange(records, "");
        options.write_notes = [&](std::string_view text) { lines += text; };
        const Outcome outcome = play_later(tournament, {}, 16, options);
        ASSERT_TRUE(outcome.complete) << outcome.failure;
        EXPECT_EQ(records, expected);
        EXPECT_EQ(lines.substr(0, 11), R"({"match":0,)");
    }
    EXPECT_EQ(notes[0], notes[1]);
    EXPECT_GT(std::ranges::count(notes[0], '\n'), 100);
}

TEST(RemoteMatches, StopWithAllDealsThatWereCompleteBeforeTheFault) {
    const Tournament tournament = tournament_of(Format::round_robin, {*preset("playboard", 2)},
                                                testing::entrants({"tile-counting", "random"}), 20'000);
    const Outcome outcome = play_later(tournament, {.dies_after = 30'000}, 32, on_threads(2));
    EXPECT_FALSE(outcome.complete);
    EXPECT_EQ(outcome.failure, "the bot has died");
    testing::expect_first_deals(outcome.tallies.front(), tournament);
}

TEST(RemoteMatches, AForfeitedMatchIsLostAndTheOthersDivideTheWin) {
    // All matches are forfeited at the first question, so every figure is known.
    const Habits all{.errs = [](std::uint64_t, const Observation&) { return true; }};
    for (const RuleSet& rules : {*preset("playboard", 2), *preset("playboard", 3), *preset("playboard", 4),
                                 *preset("la-plaza-pairs"), *preset("four-rounds")}) {
        for (const Format format : {Format::round_robin, Format::free_for_all}) {
            const std::vector<std::string_view> names{"tile-counting", "random", "doubles-first", "greedy-heavy"};
            const auto sides = static_cast<std::size_t>(rules.side_count());
            const std::size_t entrants = format == Format::free_for_all ? sides : 2;
            const Tournament tournament = tournament_of(
                format, {rules}, testing::entrants({names.begin(), names.begin() + static_cast<long>(entrants)}), 60);
            const Outcome outcome = play_later(tournament, all, 8, on_threads(2));
            ASSERT_TRUE(outcome.complete) << outcome.failure;
            const Tally& tally = outcome.tallies.front();
            const EntrantTally bot = tally.entrants().front();
            const std::int64_t matches = bot.deals.matches;
            const PerSide<int> score = forfeit_score(rules, Side(0));
            const std::int64_t lost = score[Side(1)];
            EXPECT_EQ(lost, rules.match.rounds > 0 ? rules.tiles().pips() + rules.out.bonus + rules.capicu_bonus
                                                   : rules.match.target);
            EXPECT_EQ(bot.faults[static_cast<std::size_t>(bots::FaultKind::too_late)], matches);
            EXPECT_EQ(tally.table().shut_outs, 0);
            EXPECT_EQ(tally.table().comebacks, 0);
            const PairingTally& first = tally.pairings().front();
            if (format == Format::free_for_all) {
                EXPECT_EQ(bot.deals.sum.shares, 0);
                EXPECT_EQ(bot.losses, matches);
                EXPECT_EQ(bot.deals.sum.margin, -lost * matches * (rules.side_count() - 1));
                EXPECT_EQ(tally.entrants()[1].deals.sum.shares, full_share / (rules.side_count() - 1) * matches);
                EXPECT_EQ(tally.entrants()[1].losses, 0);
                EXPECT_EQ(first.losses, matches);
                EXPECT_EQ(first.forfeits.a, matches);
            } else if (sides == 2) {
                EXPECT_EQ(bot.deals.sum.shares, 0);
                EXPECT_EQ(bot.losses, matches);
                EXPECT_EQ(bot.deals.sum.margin, -lost * matches);
                EXPECT_EQ(first.deals.sum.margin, -lost * matches);
                EXPECT_EQ(tally.entrants()[1].wins, matches);
                EXPECT_EQ(first.forfeits.a, matches);
            } else {
                // Half of the matches have one of it, which loses; in the others one of its own has lost, and the rest
                // divide the win with the only other one.
                const std::int64_t other = full_share / (rules.side_count() - 1);
                EXPECT_EQ(bot.deals.sum.shares, matches / 2 * (full_share - other));
                EXPECT_EQ(bot.losses, matches / 2);
                EXPECT_EQ(first.forfeits.a, matches);
            }
            // The broken round counts as one that nobody wins. A few matches had rounds before it: without a question.
            EXPECT_GE(first.deals.sum.rounds, first.deals.matches);
            EXPECT_LE(10 * first.deals.sum.rounds, 12 * first.deals.matches);
            EXPECT_GE(tally.table().nobody_won, tally.table().matches);
            EXPECT_GE(first.rounds_won.nobody, first.deals.matches);
        }
    }
}

TEST(RemoteMatches, ForfeitsAreTheSameOnAnyNumberOfThreads) {
    // Some matches break, at a turn of their own: in later rounds too.
    const Habits some{.forgets = true, .errs = [](std::uint64_t match, const Observation& seen) {
                          return (match + static_cast<unsigned>(7 * seen.round + seen.table.turn)) % 97 == 0;
                      }};
    for (const int players : {2, 3, 4}) {
        Tournament tournament = tournament_of(Format::round_robin, {*preset("playboard", players)},
                                              testing::entrants({"tile-counting", "random"}), 480);
        tournament.adjust = true;
        RunOptions options = on_threads(1);
        options.record_matches = 240;
        options.format_record = [](const RecordedRound&, std::string& out) { out += "."; };
        options.write_records = [](std::string_view) {};
        const Outcome one = play_later(tournament, some, 5, options);
        ASSERT_TRUE(one.complete) << one.failure;
        const PairingTally& pairing = one.tallies.front().pairings().front();
        EXPECT_GT(pairing.forfeits.a, 20);
        EXPECT_GT(std::ranges::max(one.forfeits, {}, &ForfeitedMatch::rounds).rounds, 1);
        options.threads = 4;
        const Outcome four = play_later(tournament, some, 64, options);
        EXPECT_EQ(statistics(tournament, four), statistics(tournament, one));
        ASSERT_EQ(four.forfeits.size(), one.forfeits.size());
        for (std::size_t i = 0; i < one.forfeits.size(); ++i) {
            EXPECT_EQ(four.forfeits[i].match, one.forfeits[i].match);
            EXPECT_EQ(four.forfeits[i].rounds, one.forfeits[i].rounds);
        }
        // Points of rounds come to those of matches: what points a round and their spread are made of.
        std::int64_t rounds = pairing.opened_by_a.margin;
        rounds += players == 2 ? pairing.opened_by_b.margin : 0;
        if (players == 2) {
            EXPECT_EQ(rounds, pairing.deals.sum.margin);
        }
    }
}

} // namespace
} // namespace balak::tournament
