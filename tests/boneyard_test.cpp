// Who draws which tile: the same in all legs of a deal as far as can be, and as from one shuffled heap.
#include "balak/match.hpp"
#include "balak/strategy.hpp"

#include "by_hand.hpp"
#include "chi_square.hpp"
#include "rule_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace balak {
namespace {

using testing::joined;
using testing::tile_list;

/// The tiles that these seats draw, in this order.
std::string drawn(const std::string& tiles, DrawOrder order, std::initializer_list<int> seats_in_turn) {
    Boneyard boneyard(tile_list(tiles), order);
    for (const int seat : seats_in_turn) {
        boneyard.take_until(Seat(seat), TileSet(), 1);
    }
    std::vector<std::string> text;
    for (const Tile tile : boneyard.drawn()) {
        text.push_back(to_string(tile));
    }
    for (const Tile tile : boneyard.left()) {
        text.push_back("(" + to_string(tile) + ")");
    }
    return joined(text);
}

const std::string seven = "0-0 1-1 2-2 3-3 4-4 5-5 6-6";

TEST(Boneyard, IsDrawnByEachSeatInItsOwnOrder) {
    constexpr DrawOrder order = DrawOrder::by_seat;
    EXPECT_EQ(drawn(seven, order, {0, 0, 0}), "0-0 1-1 2-2 (3-3) (4-4) (5-5) (6-6)");
    EXPECT_EQ(drawn(seven, order, {1, 1, 1}), "6-6 5-5 4-4 (0-0) (1-1) (2-2) (3-3)");
    EXPECT_EQ(drawn(seven, order, {2, 2, 2, 2, 2, 2, 2}), "3-3 4-4 5-5 6-6 0-0 1-1 2-2");
    EXPECT_EQ(drawn(seven, order, {3, 3, 3, 3, 3, 3, 3}), "2-2 1-1 0-0 6-6 5-5 4-4 3-3");
    EXPECT_EQ(drawn(seven, order, {0, 1, 2, 3, 0, 1, 2}), "0-0 6-6 3-3 2-2 1-1 5-5 4-4");
    EXPECT_EQ(drawn(seven, order, {1, 0, 1, 0, 1, 0, 1}), "6-6 0-0 5-5 1-1 4-4 2-2 3-3");
    EXPECT_EQ(drawn("5-4", order, {3}), "5-4");
    EXPECT_EQ(drawn("5-4", order, {2}), "5-4");
}

TEST(Boneyard, IsDrawnUntilAWantedTileComesOrNoMoreMayBeDrawn) {
    Boneyard boneyard(tile_list(seven), DrawOrder::by_seat);
    EXPECT_EQ(boneyard.take_until(Seat(0), testing::tile_set("2-2 1-1"), 7), testing::tile_set("0-0 1-1"));
    EXPECT_EQ(boneyard.take_until(Seat(1), testing::tile_set("2-2"), 3), testing::tile_set("6-6 5-5 4-4"));
    EXPECT_EQ(boneyard.size(), 2);
    EXPECT_EQ(boneyard.take_until(Seat(1), testing::tile_set("2-2"), 2), testing::tile_set("3-3 2-2"));
    EXPECT_EQ(boneyard.size(), 0);
    EXPECT_EQ(boneyard.drawn().size(), 7U);
}

TEST(Boneyard, OfARecordIsDrawnInTurnWhoeverDraws) {
    EXPECT_EQ(drawn(seven, DrawOrder::in_turn, {3, 1, 0, 2, 1}), "0-0 1-1 2-2 3-3 4-4 (5-5) (6-6)");
}

/// Plays a deal out, each seat with one of these strategies.
Round played(const RuleSet& rules, const Deal& deal, const PerSeat<Strategy*>& strategies) {
    Round round(rules, deal, first_opening(rules, deal));
    play_out(round, strategies, deal.random);
    return round;
}

/// The tiles that each seat drew, in order.
PerSeat<std::vector<Tile>> drawn_by_seat(const Round& round) {
    PerSeat<std::vector<Tile>> tiles;
    Seat seat = round.table().opener;
    std::size_t next = 0;
    for (const Event event : round.table().events()) {
        if (event.kind() == Event::Kind::draw) {
            tiles[seat].push_back(round.boneyard().drawn()[next++]);
        } else {
            seat = seat.next(round.rules().players);
        }
    }
    return tiles;
}

TEST(Boneyard, GivesASeatOfTwoTheSameTilesInBothLegsOfADeal) {
    const StrategyTable table = StrategyTable::builtin();
    const auto one = table.make("random");
    const auto other = table.make("doubles-first");
    for (const char* name : {"playboard", "la-plaza-1v1", "four-rounds"}) {
        const RuleSet rules = *preset(name, 2);
        int apart = 0; // deals in which the legs draw at different moments
        for (std::uint64_t number = 0; number < 2'000; ++number) {
            const Deal deal = Dealer(50).deal(rules, number, 0);
            PerSeat<Strategy*> seating;
            seating[Seat(0)] = one.get();
            seating[Seat(1)] = other.get();
            const Round first = played(rules, deal, seating);
            std::swap(seating[Seat(0)], seating[Seat(1)]);
            const Round second = played(rules, deal, seating);
            const auto drawn_first = drawn_by_seat(first);
            const auto drawn_second = drawn_by_seat(second);
            for (const Seat seat : seats(2)) {
                const auto& a = drawn_first[seat];
                const auto& b = drawn_second[seat];
                const std::size_t both = std::min(a.size(), b.size());
                ASSERT_TRUE(std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(both), b.begin()))
                    << name << ", deal " << number;
            }
            apart += std::ranges::equal(first.boneyard().drawn(), second.boneyard().drawn()) ? 0 : 1;
        }
        EXPECT_GT(apart, 1'000) << name;
    }
}

TEST(Boneyard, GivesASeatTheSameTilesAtLargerTablesUntilOrdersMeet) {
    const StrategyTable table = StrategyTable::builtin();
    const auto one = table.make("random");
    const auto other = table.make("doubles-first");
    for (const int players : {3, 4}) {
        const RuleSet rules = *preset("playboard", players);
        for (std::uint64_t number = 0; number < 2'000; ++number) {
            const Deal deal = Dealer(51).deal(rules, number, 0);
            PerSeat<Strategy*> seating;
            seating.values = {one.get(), other.get(), other.get(), other.get()};
            const auto drawn_first = drawn_by_seat(played(rules, deal, seating));
            seating.values = {other.get(), one.get(), other.get(), other.get()};
            const auto drawn_second = drawn_by_seat(played(rules, deal, seating));
            // Seats 0 and 3 share the part below the middle, seats 1 and 2 the other: nobody leaves its own part before
            // it is empty.
            const auto size = static_cast<std::size_t>(deal.boneyard_size);
            const auto clear = [&](const PerSeat<std::vector<Tile>>& drawn) {
                return drawn[Seat(0)].size() + drawn[Seat(3)].size() <= size / 2 &&
                       drawn[Seat(1)].size() + drawn[Seat(2)].size() <= size - size / 2;
            };
            if (!clear(drawn_first) || !clear(drawn_second)) {
                continue;
            }
            for (const Seat seat : seats(players)) {
                const auto& a = drawn_first[seat];
                const auto& b = drawn_second[seat];
                const std::size_t both = std::min(a.size(), b.size());
                ASSERT_TRUE(std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(both), b.begin()))
                    << players << " players, deal " << number;
            }
        }
    }
}

/// A small table whose deals can all be counted through.
RuleSet small_table(int players, int top, int hand_size, int reserve) {
    RuleSet rules = *preset("playboard", players);
    rules.max_pip = top;
    rules.hand_size = hand_size;
    rules.boneyard_reserve = reserve;
    return rules;
}

/// What can be seen of a round by someone who sees all hands: the hands dealt, and everything that happened.
std::string story(const Deal& deal, const Round& round) {
    std::string text;
    for (const Seat seat : seats(round.rules().players)) {
        text += std::to_string(deal.hands[seat].bits()) + " ";
    }
    return text + joined(testing::tokens(round));
}

/// How many of all deals, each with every arrangement of its boneyard, go each way.
std::map<std::string, std::uint64_t> all_stories(const RuleSet& rules, DrawOrder order,
                                                 const PerSeat<Strategy*>& strategies) {
    std::map<std::string, std::uint64_t> count;
    Deal deal;
    deal.draw_order = order;
    deal.boneyard_size = rules.boneyard_size();
    // Places for the tiles: a number for each seat and for each position of the boneyard, hands in every order once.
    std::vector<int> places;
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
            if (*place < rules.players) {
                deal.hands[Seat(*place)] |= tile;
            } else {
                deal.boneyard[static_cast<std::size_t>(*place - rules.players)] = tile;
            }
            ++place;
        }
        ++count[story(deal, played(rules, deal, strategies))];
    } while (std::ranges::next_permutation(places).found);
    return count;
}

TEST(Boneyard, IsDrawnByTheSeatsAsFromOneShuffledHeap) {
    // Exact: over all deals with all arrangements every course of a round comes as often as where all seats draw from
    // one order. The strategies differ, so that who draws when depends on the hands.
    const StrategyTable table = StrategyTable::builtin();
    const auto one = table.make("tile-counting");
    const auto other = table.make("greedy-heavy");
    const auto third = table.make("doubles-first");
    PerSeat<Strategy*> strategies;
    strategies.values = {one.get(), other.get(), third.get(), other.get()};
    for (const RuleSet& rules :
         {small_table(2, 2, 1, 0), small_table(2, 2, 2, 0), small_table(2, 3, 3, 0), small_table(2, 3, 3, 1),
          small_table(3, 3, 2, 0), small_table(4, 2, 1, 0), small_table(4, 3, 2, 0)}) {
        const auto in_turn = all_stories(rules, DrawOrder::in_turn, strategies);
        const auto by_seat = all_stories(rules, DrawOrder::by_seat, strategies);
        EXPECT_GT(in_turn.size(), 20U);
        EXPECT_TRUE(in_turn == by_seat) << rules.players << " players, hands of " << rules.hand_size << ", set up to "
                                        << rules.max_pip;
    }
}

TEST(Boneyard, OfDealtRoundsIsDrawnWithTheChancesOfOneShuffledHeap) {
    // The same of the deals that are played: 72,000 of a fixed seed against the chances counted above. False alarm 1e-6
    // a table.
    const StrategyTable table = StrategyTable::builtin();
    const auto one = table.make("doubles-first");
    const auto other = table.make("greedy-heavy");
    PerSeat<Strategy*> strategies;
    strategies.values = {one.get(), other.get(), one.get(), other.get()};
    for (const RuleSet& rules : {small_table(2, 2, 2, 0), small_table(3, 2, 1, 0), small_table(4, 2, 1, 0)}) {
        const auto expected = all_stories(rules, DrawOrder::in_turn, strategies);
        std::uint64_t all = 0;
        std::map<std::string, std::size_t> place;
        std::vector<double> chances;
        for (const auto& [text, count] : expected) {
            place[text] = chances.size();
            chances.push_back(static_cast<double>(count));
            all += count;
        }
        for (double& chance : chances) {
            chance /= static_cast<double>(all);
        }
        std::vector<std::uint64_t> counts(chances.size());
        for (std::uint64_t number = 0; number < 72'000; ++number) {
            const Deal deal = Dealer(52).deal(rules, number, 0);
            ++counts[place.at(story(deal, played(rules, deal, strategies)))];
        }
        EXPECT_TRUE(testing::fits(counts, chances)) << rules.players << " players";
    }
}

} // namespace
} // namespace balak
