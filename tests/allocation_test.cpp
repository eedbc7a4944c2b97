// No memory is allocated from the first deal of a match to its end. This executable counts all calls of the global
// allocator.
#include "balak/match.hpp"
#include "balak/strategy.hpp"

#include "rule_sets.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <vector>

namespace {

/// Calls of the global allocator so far. The tests use one thread.
long allocations = 0;

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

} // namespace
} // namespace balak
