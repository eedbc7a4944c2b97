// No memory is allocated from the first deal of a match to its end, nor in slices from match to match. This executable
// counts all calls of the global allocator.
#include "balak/match.hpp"
#include "balak/open_hands.hpp"
#include "balak/strategy.hpp"
#include "tournament/runner.hpp"
#include "tournament/slice_player.hpp"

#include "rule_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <vector>

namespace {

/// Calls of the global allocator so far. A tournament plays on more threads than the test's own.
std::atomic<long> allocations = 0;

void* counted(std::size_t size) {
    ++allocations;
    void* memory = std::malloc(size == 0 ? 1 : size);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    return memory;
}

void* counted(std::size_t size, std::align_val_t alignment) {
    ++allocations;
    const auto step = static_cast<std::size_t>(alignment);
    void* memory = std::aligned_alloc(step, (size + step) / step * step);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    return memory;
}

/// Not inlined: gcc would see memory from `new` go to `free`.
[[gnu::noinline]] void release(void* memory) {
    std::free(memory);
}

} // namespace

// All forms: a sanitizer brings forms of its own for those that are not replaced here.
void* operator new(std::size_t size) {
    return counted(size);
}
void* operator new[](std::size_t size) {
    return counted(size);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    return counted(size, alignment);
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
    return counted(size, alignment);
}
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
    ++allocations;
    return std::malloc(size);
}
void* operator new[](std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
    ++allocations;
    return std::malloc(size);
}
void operator delete(void* memory) noexcept {
    release(memory);
}
void operator delete[](void* memory) noexcept {
    release(memory);
}
void operator delete(void* memory, std::size_t /*size*/) noexcept {
    release(memory);
}
void operator delete[](void* memory, std::size_t /*size*/) noexcept {
    release(memory);
}
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept {
    release(memory);
}
void operator delete[](void* memory, std::align_val_t /*alignment*/) noexcept {
    release(memory);
}
void operator delete(void* memory, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
    release(memory);
}
void operator delete[](void* memory, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
    release(memory);
}
void operator delete(void* memory, const std::nothrow_t& /*tag*/) noexcept {
    release(memory);
}
void operator delete[](void* memory, const std::nothrow_t& /*tag*/) noexcept {
    release(memory);
}

namespace balak {
namespace {

TEST(Allocations, AreCounted) {
    const long before = allocations;
    std::make_unique<std::vector<int>>(100)->push_back(1);
    struct alignas(64) Wide {
        char bytes[64];
    };
    auto wide = std::make_unique<Wide>();
    wide.reset();
    EXPECT_EQ(allocations - before, 4);
    char* text = new (std::nothrow) char[10];
    delete[] text;
    EXPECT_EQ(allocations - before, 5);
}

/// Plays a match and gives the number of its rounds.
int play_match(const RuleSet& rules, const Dealer& dealer, std::uint64_t number, const PerSeat<Strategy*>& players) {
    Match match(rules);
    while (!match.over()) {
        const Deal deal = dealer.deal(rules, number, static_cast<std::uint32_t>(match.round()));
        const Opening opening = match.opening(deal);
        Round round(rules, deal, opening);
        play_out(round, players, deal.random, match.score(), match.round());
        match.add(opening.seat, round.result());
    }
    return match.round();
}

TEST(Allocations, ThereAreNoneInMatchesOfStrategiesThatDoNotSearch) {
    const StrategyTable table = StrategyTable::builtin();
    int kinds = 0;
    for (const StrategyType& type : table.types()) {
        if (type.searches) {
            continue;
        }
        ++kinds;
        for (const RuleSet& rules : testing::all_presets()) {
            std::vector<std::unique_ptr<Strategy>> made;
            PerSeat<Strategy*> players;
            for (const Seat seat : seats(rules.players)) {
                made.push_back(table.make(type.name));
                players[seat] = made.back().get();
            }
            const Dealer dealer(60);
            dealer.deal(rules, 0, 0); // how to deal by these rules is found out once
            long rounds = 0;
            const long before = allocations;
            for (std::uint64_t number = 0; number < 10'000; ++number) {
                rounds += play_match(rules, dealer, number, players);
            }
            EXPECT_EQ(allocations - before, 0) << type.name << " under " << describe(rules);
            EXPECT_GE(rounds, 10'000);
        }
    }
    EXPECT_GE(kinds, 4);
}

TEST(Allocations, ThereAreNoneInASolverOnceItIsWarm) {
    for (const RuleSet& rules : {*preset("block"), *preset("playboard"), *preset("playboard", 4)}) {
        const Objective objective(Objective::Kind::points, rules);
        OpenHands solver;
        long before = allocations;
        std::uint64_t positions = 0;
        int solved = 0;
        for (std::uint64_t number = 0; number < 300; ++number) {
            const Deal deal = Dealer(62).deal(rules, number, 0);
            Round round(rules, deal, first_opening(rules, deal));
            for (int turn = 0; turn < 7 && !round.over(); ++turn) {
                round.play(round.legal_moves().nth(0));
            }
            if (round.over()) {
                continue;
            }
            solved += solver.best(round, objective, 10'000) ? 1 : 0;
            positions = std::max(positions, solver.positions());
            solved += solver.worths(round, objective, 10'000) ? 1 : 0;
            if (number == 0) {
                EXPECT_GT(allocations - before, 0) << "the table";
                before = allocations;
            }
        }
        EXPECT_EQ(allocations - before, 0) << describe(rules);
        EXPECT_GT(solved, 100) << describe(rules);
        EXPECT_GE(positions, 50U) << describe(rules);
    }
}

tournament::Tournament pairing(const RuleSet& rules, std::string_view one, std::string_view other) {
    tournament::Tournament tournament;
    tournament.rules = {rules};
    const StrategyTable table = StrategyTable::builtin();
    for (const std::string_view name : {one, other}) {
        const std::string type(name);
        tournament.entrants.push_back({type, type, table.find(type)->standard_options()});
    }
    return tournament;
}

TEST(Allocations, ThereAreNoneInSlicesOnceTheyAreWarm) {
    const StrategyTable table = StrategyTable::builtin();
    const SliceForm random = table.find("random")->in_slices(table.find("random")->standard_options());
    const SliceForm counting = table.find("tile-counting")->in_slices(table.find("tile-counting")->standard_options());
    for (const slices::Target* target : slices::targets()) {
        for (const RuleSet& rules : testing::all_presets()) {
            const tournament::Tournament tournament = pairing(rules, "random", "tile-counting");
            const tournament::Schedule schedule = make_schedule(tournament.format, rules, 2);
            tournament::Tally tally(rules, schedule);
            tournament::SlicePlayer sliced(rules, 61, {random, counting}, target);
            const std::uint64_t step = schedule.arrangements();
            const std::vector<bool> all(schedule.legs_per_deal, true);
            const auto play = [&](std::uint64_t first) {
                const tournament::DealRange deals{first * step, step, 200};
                const std::span<const tournament::Leg> legs = schedule.legs_of(deals.first);
                sliced.play(deals, legs, all, 100'000, tally);
                for (std::uint64_t offset = 0; offset < deals.count; ++offset) {
                    for (std::size_t leg = 0; leg < legs.size(); ++leg) {
                        const tournament::MatchCount& count = sliced.match(offset, leg);
                        ASSERT_TRUE(Match::over(rules, count.score, count.rounds.played));
                        tally.add_match(legs[leg], count);
                    }
                    tally.end_deal(deals.number(offset));
                }
            };
            play(0);
            const std::int64_t matches = tally.table().matches;
            const long before = allocations;
            play(0);
            EXPECT_EQ(allocations - before, 0) << describe(rules) << " on " << target->name;
            EXPECT_EQ(tally.table().matches, 2 * matches);
        }
    }
}

TEST(Allocations, AreAsManyInARunOfMoreMatches) {
    const StrategyTable table = StrategyTable::builtin();
    tournament::RunOptions options;
    options.threads = 1;
    for (const RuleSet& rules : {*preset("playboard", 2), *preset("playboard", 3), *preset("la-plaza-pairs", 4)}) {
        tournament::Tournament tournament = pairing(rules, "greedy-heavy", "tile-counting");
        const auto allocations_of = [&](std::uint64_t matches) {
            tournament.matches = matches;
            const long before = allocations;
            const tournament::Outcome outcome = run(tournament, table, options);
            EXPECT_GE(outcome.matches(), matches);
            EXPECT_EQ(outcome.rounds_in_slices, outcome.rounds());
            return allocations - before;
        };
        allocations_of(2'000); // threads and what they keep
        const long few = allocations_of(20'000);
        const long many = allocations_of(200'000);
        // Handing out deals takes some; it goes by time, a chunk is thousands of matches.
        EXPECT_LT(many - few, 900) << "in 180000 more matches under " << describe(rules) << ", " << few << " in 20000";
    }
}

} // namespace
} // namespace balak
