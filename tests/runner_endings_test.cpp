// Tournaments that end early, stopped or by a failure: what was complete is kept, the first deals and each of them
// whole.
#include "tournament/runner.hpp"

#include "io/results.hpp"
#include "rule_sets.hpp"
#include "tournament_runs.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace balak::tournament {
namespace {

using testing::expect_first_deals;
using testing::on_threads;
using testing::play;
using testing::tournament_of;

TEST(Runner, StoppedLeavesTheFirstDealsWhole) {
    for (const Format format : testing::formats) {
        for (const int threads : {1, 2, 3, 7}) {
            const Tournament tournament =
                tournament_of(format, {*preset("playboard", 3), *preset("playboard", 2)},
                              testing::entrants({"random", "doubles-first", "tile-counting"}), 1'000'000'000);
            std::atomic<bool> stop = false;
            int reports = 0;
            RunOptions options = on_threads(threads);
            options.stop = &stop;
            options.report = [&](const Progress&) { stop.store(++reports >= 4); };
            const Outcome outcome = play(tournament, options);
            EXPECT_FALSE(outcome.complete);
            EXPECT_EQ(outcome.failure, "");
            ASSERT_EQ(outcome.tallies.size(), 1U) << "the second rule set was never begun";
            expect_first_deals(outcome.tallies.front(), tournament);
        }
    }
}

TEST(Runner, StoppedAtTheLastDealIsComplete) {
    const Tournament tournament = tournament_of(Format::round_robin, {*preset("playboard", 2)},
                                                testing::entrants({"random", "doubles-first"}), 60);
    std::atomic<bool> stop = false;
    RunOptions options = on_threads(2);
    options.stop = &stop;
    options.report = [&](const Progress& now) { stop.store(now.deals_done == now.deals); };
    const Outcome outcome = play(tournament, options);
    EXPECT_TRUE(outcome.complete);
    EXPECT_EQ(outcome.matches(), 60U);
}

TEST(Runner, StoppedBeforeItBeginsHasPlayedNothing) {
    const Tournament tournament = tournament_of(Format::round_robin, {*preset("playboard", 2)},
                                                testing::entrants({"random", "doubles-first"}), 60);
    const std::atomic<bool> stop = true;
    RunOptions options = on_threads(2);
    options.stop = &stop;
    const Outcome outcome = play(tournament, options);
    EXPECT_FALSE(outcome.complete);
    EXPECT_EQ(outcome.matches(), 0U);
    const io::Json statistics = io::statistics_json(tournament, outcome);
    EXPECT_EQ(statistics.at(0).at("totals").at("deals"), 0);
    EXPECT_TRUE(statistics.at(0).at("pairings").at(0).at("win_rate").at("ci95").is_null());
}

/// Plays like `random` but where it was dealt certain tiles: there it breaks.
class Breaking final : public Strategy {
public:
    enum class How : std::uint8_t { illegal_move, exception, other_exception };

    Breaking(const PerSeat<TileSet>& where, How how) : where_(where), how_(how) {}

    Move choose(const Observation& seen) override {
        if (seen.dealt == where_[seen.seat]) {
            switch (how_) {
            case How::illegal_move:
                return {seen.unseen().lightest(), End::left};
            case How::exception:
                throw std::runtime_error("the table has collapsed");
            case How::other_exception:
                throw 7;
            }
        }
        TurnRandom random = seen.random();
        return seen.legal.nth(static_cast<int>(random.below(static_cast<std::uint32_t>(seen.legal.size()))));
    }

private:
    PerSeat<TileSet> where_;
    How how_;
};

std::string tiles_of(Seat seat) {
    return "tiles of seat " + std::to_string(seat.number());
}

/// The strategies of balak and `breaking`.
StrategyTable with_breaking() {
    StrategyTable table = StrategyTable::builtin();
    table.add({.name = "breaking",
               .summary = "",
               .options = {},
               .make = [](const OptionValues& options, const StrategyTable&) -> std::unique_ptr<Strategy> {
                   PerSeat<TileSet> where;
                   for (const Seat seat : seats(max_seats)) {
                       where[seat] = TileSet(static_cast<std::uint32_t>(options.integer(tiles_of(seat))));
                   }
                   return std::make_unique<Breaking>(where, static_cast<Breaking::How>(options.integer("how")));
               }});
    return table;
}

/// An entrant that breaks in a round of a deal. (The hands of that round come in no other deal before it.)
Entrant breaking(const RuleSet& rules, std::uint64_t seed, std::uint64_t deal, std::uint32_t round, Breaking::How how) {
    const Deal where = Dealer(seed).deal(rules, deal, round);
    Entrant entrant{"breaker", "breaking", {}};
    for (const Seat seat : seats(max_seats)) {
        entrant.options.set(tiles_of(seat), std::int64_t{where.hands[seat].bits()});
    }
    entrant.options.set("how", static_cast<std::int64_t>(how));
    return entrant;
}

TEST(Runner, EndsWithTheFirstDealsWholeWhenAStrategyBreaks) {
    constexpr std::uint64_t broken_deal = 237;
    const std::vector<std::pair<Breaking::How, std::string>> ways{
        {Breaking::How::illegal_move, "is not a legal move"},
        {Breaking::How::exception, "the table has collapsed"},
        {Breaking::How::other_exception, "a strategy failed"},
    };
    for (const auto& [how, word] : ways) {
        for (const int threads : {1, 2, 3, 7}) {
            const RuleSet rules = *preset("playboard", 3);
            Tournament tournament = tournament_of(Format::round_robin, {rules, *preset("playboard", 2)},
                                                  testing::entrants({"random", "doubles-first"}), 6'000);
            tournament.entrants.insert(tournament.entrants.begin() + 1,
                                       breaking(rules, tournament.seed, broken_deal, 1, how));
            const Outcome outcome = run(tournament, with_breaking(), on_threads(threads));
            EXPECT_FALSE(outcome.complete);
            EXPECT_NE(outcome.failure.find(word), std::string::npos) << outcome.failure;
            if (how != Breaking::How::other_exception) {
                EXPECT_NE(outcome.failure.find("deal 237"), std::string::npos) << outcome.failure;
                EXPECT_NE(outcome.failure.find("breaker in seat"), std::string::npos) << outcome.failure;
                EXPECT_NE(outcome.failure.find("playboard, 3 players"), std::string::npos) << outcome.failure;
            }
            ASSERT_EQ(outcome.tallies.size(), 1U);
            const Tally& tally = outcome.tallies.front();
            EXPECT_LE(tally.deals(), static_cast<std::int64_t>(broken_deal));
            // `breaking` plays like `random` up to there.
            tournament.entrants[1] = testing::entrant("random", "breaker");
            expect_first_deals(tally, tournament);
        }
    }
}

TEST(Runner, SaysSoWhenAStrategyCannotBeMade) {
    StrategyTable table = StrategyTable::builtin();
    table.add({.name = "impossible",
               .summary = "",
               .options = {},
               .make = [](const OptionValues&, const StrategyTable&) -> std::unique_ptr<Strategy> {
                   throw std::runtime_error("its book is missing");
               }});
    const Tournament tournament = tournament_of(Format::round_robin, {*preset("playboard", 2)},
                                                {testing::entrant("random"), {"impossible", "impossible", {}}}, 60);
    const Outcome outcome = run(tournament, table, on_threads(3));
    EXPECT_FALSE(outcome.complete);
    EXPECT_EQ(outcome.failure, "its book is missing");
    EXPECT_EQ(outcome.matches(), 0U);
}

TEST(Runner, PassesOnWhatTheReportThrows) {
    const Tournament tournament = tournament_of(Format::round_robin, {*preset("playboard", 2)},
                                                testing::entrants({"random", "doubles-first"}), 1'000'000'000);
    for (const int threads : {1, 3}) {
        RunOptions options = on_threads(threads);
        options.report = [](const Progress&) { throw std::runtime_error("the terminal is gone"); };
        const Outcome outcome = play(tournament, options);
        EXPECT_FALSE(outcome.complete);
        EXPECT_EQ(outcome.failure, "the terminal is gone");
        expect_first_deals(outcome.tallies.front(), tournament);
    }
}

} // namespace
} // namespace balak::tournament
