// Measures of luck: 0 on average whoever plays, and worked out by hand.
#include "tournament/luck.hpp"

#include "balak/match.hpp"

#include "by_hand.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace balak::tournament {
namespace {

using testing::deal_of;
using testing::play_moves;

RuleSet small_table(int players, int top, int hand_size, int reserve, Starter starter) {
    RuleSet rules = *preset("playboard", players);
    rules.max_pip = top;
    rules.hand_size = hand_size;
    rules.boneyard_reserve = reserve;
    rules.starter = starter;
    return rules;
}

struct Sums {
    std::array<PerSide<std::int64_t>, draw_measures> draws;
    std::array<std::int64_t, draw_measures> squares{}; ///< of the luck of side 0
    std::int64_t long_suits = 0;
    std::int64_t long_suits_squared = 0;
};

/// The luck of all deals of a table, each with every arrangement of its boneyard.
Sums of_all_deals(const RuleSet& rules, const PerSeat<Strategy*>& strategies) {
    Sums sums;
    Deal deal;
    deal.boneyard_size = rules.boneyard_size();
    constexpr int on_table = -1;
    std::vector<int> places; // where each tile goes: a seat, then the positions of the boneyard
    if (rules.starter != Starter::none) {
        places.push_back(on_table);
    }
    for (int i = 0; i < rules.players * rules.hand_size; ++i) {
        places.push_back(i / rules.hand_size);
    }
    for (int i = 0; i < deal.boneyard_size; ++i) {
        places.push_back(rules.players + i);
    }
    do {
        deal.hands = {};
        auto place = places.begin();
        for (const Tile tile : rules.tiles()) {
            if (*place == on_table) {
                deal.starter = tile;
            } else if (*place < rules.players) {
                deal.hands[Seat(*place)] |= tile;
            } else {
                deal.boneyard[static_cast<std::size_t>(*place - rules.players)] = tile;
            }
            ++place;
        }
        if (deal.starter && deal.starter->is_double()) {
            continue;
        }
        Round round(rules, deal, first_opening(rules, deal));
        play_out(round, strategies, deal.random);
        const RoundLuck luck = luck_of(round);
        for (std::size_t i = 0; i < draw_measures; ++i) {
            for (const Side side : sides(rules.side_count())) {
                sums.draws[i][side] += luck.draws[i][side];
            }
            sums.squares[i] += luck.draws[i][Side(0)] * luck.draws[i][Side(0)];
        }
        sums.long_suits += luck.long_suits;
        sums.long_suits_squared += luck.long_suits * luck.long_suits;
    } while (std::ranges::next_permutation(places).found);
    return sums;
}

TEST(Luck, IsExactlyZeroOnAverageOverAllDeals) {
    const StrategyTable table = StrategyTable::builtin();
    const auto one = table.make("tile-counting");
    const auto other = table.make("greedy-heavy");
    const auto third = table.make("doubles-first");
    PerSeat<Strategy*> strategies;
    strategies.values = {one.get(), other.get(), third.get(), other.get()};
    const Starter none = Starter::none;
    const Starter random = Starter::random_non_double;
    for (const RuleSet& rules :
         {small_table(2, 2, 2, 0, none), small_table(2, 3, 3, 0, none), small_table(2, 3, 3, 1, none),
          small_table(2, 3, 3, 0, random), small_table(3, 3, 2, 0, none), small_table(3, 3, 2, 1, random),
          small_table(4, 3, 2, 0, none)}) {
        SCOPED_TRACE(std::to_string(rules.players) + " players, hands of " + std::to_string(rules.hand_size) +
                     ", reserve " + std::to_string(rules.boneyard_reserve));
        const Sums sums = of_all_deals(rules, strategies);
        for (std::size_t i = 0; i < draw_measures; ++i) {
            for (const Side side : sides(rules.side_count())) {
                EXPECT_EQ(sums.draws[i][side], 0) << luck_names[i];
            }
        }
        EXPECT_EQ(sums.long_suits, 0);
        EXPECT_GT(sums.squares[0], 0);
        EXPECT_GT(sums.squares[1], 0);
        EXPECT_GT(sums.long_suits_squared, 0);
        if (rules.boneyard_size() > 3) { // in smaller ones it hardly matters which of the fitting tiles comes
            EXPECT_GT(sums.squares[2], 0);
            EXPECT_GT(sums.squares[3], 0);
        }
    }
}

TEST(Luck, OfDrawsIsWhatAHandWouldWorkOut) {
    RuleSet rules = *preset("playboard", 2);
    rules.hand_size = 2;
    rules.max_pip = 3;
    rules.boneyard_reserve = 3;
    // Seat 0 opens with 3-3. Seat 1 is stuck and draws 1-1, then 3-1. Of the six tiles of the boneyard 3-2, 3-1 and 3-0
    // fit. The first draw: 4096 / 4 * (0 - 3), and with two divided by the one tile that seat 0 holds the same. The
    // second, of five: 1024 * (5 - 3). The tile 3-1 came rather than 3-2 or 3-0, laid at the left: the ends are then 1
    // and 3, 2 and 3 or 0 and 3. Seat 0 holds 0-0: 3-1 and 3-2 starve it. Left of the other four tiles then fit: after
    // 3-1 (3-2, 3-0, 1-0, 2-1) all four, so 256 * 5 / 5 draws are expected; after 3-2 (3-1, 3-0, 1-0, 2-1) three, so
    // 256 * 5 / 4; after 3-0 none. So 256 / 3 * (3 * 256 - (256 + 320 + 0)) for seat 1, and as much against seat 0.
    // Of tiles that seat 0 can lay there are 0, 0 and 1: 4096 / (3 * 1) * (3 * 0 - 1), with the opposite sign for the
    // seat that draws. Then seat 0 draws 3-2, and all four tiles fit: no luck in the draws. Seat 1 holds 2-2, 2-0 and
    // 1-1, of which it can lay 3 after 3-2, 2 after 3-0, 1 after 1-0 and 2 after 2-1: it is never starved, and seat 0
    // has 4096 / (4 * 3) * (4 * 3 - (3 + 2 + 1 + 2)) against it. Nothing may be drawn after that.
    const Deal deal = deal_of({"3-3 0-0", "2-2 2-0"}, "1-1 3-1 3-2 3-0 1-0 2-1");
    Round round(rules, deal, {Seat(0), testing::tile("3-3")});
    play_moves(round, "3-3 3-1<");
    while (!round.over()) {
        round.play(round.legal_moves().nth(0));
    }
    ASSERT_EQ(testing::joined(testing::tokens(round)).substr(0, 23), "3-3 +1-1 +3-1 3-1< +3-2");
    ASSERT_EQ(round.table().draws, 3);
    const RoundLuck luck = luck_of(round);
    EXPECT_EQ(luck.draws[0][Side(1)], -3 * 1024 + 2 * 1024);
    EXPECT_EQ(luck.draws[0][Side(0)], 0);
    EXPECT_EQ(luck.draws[1][Side(1)], -3 * 1024 + 2 * 1024);
    EXPECT_EQ(luck.draws[2][Side(1)], 85 * 192);
    EXPECT_EQ(luck.draws[2][Side(0)], -85 * 192);
    EXPECT_EQ(luck.draws[3][Side(1)], 1365 + 341 * 4);
    EXPECT_EQ(luck.draws[3][Side(0)], -1365 - 341 * 4);
}

TEST(Luck, OfLongSuitsComparesHandsWithTheAverageHand) {
    // Six tiles, 2 of 6 a hand. A number has 3 tiles: the mean of c^2 is 2 * 3 / 6 * (1 + 1 * 2 / 5) = 7/5, for two
    // hands and three numbers 42/5. The hands 2-2 2-1 and 1-1 1-0 have 4 + 1 + 0 and 0 + 4 + 1.
    RuleSet rules = *preset("playboard", 2);
    rules.hand_size = 2;
    rules.max_pip = 2;
    rules.draw = Draw::none;
    Round round(rules, deal_of({"2-2 2-1", "1-1 1-0"}, "2-0 0-0"), {Seat(0), testing::tile("2-2")});
    const RoundLuck luck = luck_of(round);
    EXPECT_EQ(luck.long_suits, 6 * 5 * 10 - 6 * 42);
    for (const PerSide<std::int64_t>& measure : luck.draws) {
        EXPECT_EQ(measure[Side(0)], 0);
        EXPECT_EQ(measure[Side(1)], 0);
    }
}

} // namespace
} // namespace balak::tournament
