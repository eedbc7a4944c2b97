// What must hold at every turn of every round: checked during random play over all presets and random rule sets.
#include "balak/match.hpp"

#include "by_hand.hpp"
#include "rule_sets.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace balak {
namespace {

using testing::Numbers;

/// What a careful onlooker would write down, from the events alone.
struct Onlooker {
    int left = -1;
    int right = -1;
    TileSet laid;
    PerSeat<TileSet> laid_by;
    PerSeat<int> held;
    PerSeat<NumberSet> lacks;
    int boneyard = 0;
    int draws = 0;
    int passes = 0;
    int turn = 0;
    Seat to_move;

    Onlooker(const RuleSet& rules, const Deal& deal, Seat opener) : boneyard(deal.boneyard_size), to_move(opener) {
        for (const Seat seat : seats(rules.players)) {
            held[seat] = rules.hand_size;
        }
        if (deal.starter) {
            left = deal.starter->high();
            right = deal.starter->low();
            laid |= *deal.starter;
        }
    }

    void watch(const RuleSet& rules, std::span<const Event> events) {
        for (std::size_t i = 0; i < events.size(); ++i) {
            const Event event = events[i];
            const Seat seat = to_move;
            if (event.kind() == Event::Kind::draw) {
                int drawn = 0;
                for (; i < events.size() && events[i].kind() == Event::Kind::draw; ++i) {
                    ++drawn;
                }
                // After the draws comes the play of the last tile drawn, if it fitted, or a pass. At the end of the
                // list the seat is about to play it.
                const bool found = i == events.size() || events[i].kind() != Event::Kind::pass;
                --i;
                held[seat] += drawn;
                draws += drawn;
                boneyard -= drawn;
                if (drawn - (found ? 1 : 0) > 0) {
                    lacks[seat].clear();
                }
                lacks_ends(seat);
                continue;
            }
            ++turn;
            to_move = seat.next(rules.players);
            if (event.kind() == Event::Kind::pass) {
                ++passes;
                lacks_ends(seat);
                continue;
            }
            passes = 0;
            const Tile tile = event.tile();
            ASSERT_FALSE(laid.contains(tile));
            laid |= tile;
            laid_by[seat] |= tile;
            --held[seat];
            if (left < 0) {
                left = tile.high();
                right = tile.low();
            } else {
                int& end = event.kind() == Event::Kind::play_left ? left : right;
                ASSERT_TRUE(tile.high() == end || tile.low() == end);
                end = tile.high() == end ? tile.low() : tile.high();
            }
        }
        // The seat that went out, or whose pass blocked the round, stays the one to move.
    }

    void lacks_ends(Seat seat) {
        lacks[seat].insert(left);
        lacks[seat].insert(right);
    }
};

void check_tiles(const RuleSet& rules, const Round& round) {
    TileSet all = round.table().laid;
    int count = all.size();
    for (const Seat seat : seats(rules.players)) {
        ASSERT_EQ(round.table().held[seat], round.hands()[seat].size());
        all |= round.hands()[seat];
        count += round.hands()[seat].size();
    }
    for (const Tile tile : round.boneyard().left()) {
        all |= tile;
        ++count;
    }
    ASSERT_EQ(round.boneyard().drawn().size(), round.table().draws);
    ASSERT_EQ(all, rules.tiles());
    ASSERT_EQ(count, rules.tiles().size()) << "a tile is in two places";
    ASSERT_EQ(round.table().boneyard, round.boneyard().size());
    ASSERT_EQ(round.table().boneyard, static_cast<int>(round.boneyard().left().size()));
}

void check_table(const RuleSet& rules, const Deal& deal, Seat opener, const Round& round) {
    const Table& table = round.table();
    ASSERT_LE(table.event_count, Table::max_events);
    Onlooker seen(rules, deal, opener);
    ASSERT_NO_FATAL_FAILURE(seen.watch(rules, table.events()));
    ASSERT_EQ(table.started, seen.left >= 0);
    if (table.started) {
        ASSERT_EQ(table.left, seen.left);
        ASSERT_EQ(table.right, seen.right);
    }
    ASSERT_EQ(table.opener, opener);
    ASSERT_EQ(table.laid, seen.laid);
    ASSERT_EQ(table.boneyard, seen.boneyard);
    ASSERT_EQ(table.draws, seen.draws);
    ASSERT_EQ(table.passes, seen.passes);
    ASSERT_EQ(table.turn, seen.turn);
    const int reserve = rules.draw == Draw::none ? 28 : rules.boneyard_reserve;
    ASSERT_EQ(table.drawable, std::max(0, seen.boneyard - reserve));
    for (const Seat seat : seats(rules.players)) {
        ASSERT_EQ(table.laid_by[seat], seen.laid_by[seat]);
        ASSERT_EQ(table.held[seat], seen.held[seat]);
        ASSERT_EQ(table.lacks[seat], seen.lacks[seat]);
        // `lacks` is true of the tiles themselves. (The seat to move may hold the one that it has just drawn to lay.)
        if (round.over() || seat != round.to_move()) {
            ASSERT_TRUE((round.hands()[seat] & table.lacks[seat].tiles()).empty());
        }
    }
    if (!round.over()) {
        ASSERT_EQ(table.to_move, seen.to_move);
        ASSERT_GT(round.legal_moves().size(), 0);
    }
}

void check_moves(const Round& round, std::optional<Tile> forced) {
    const Table& table = round.table();
    LegalMoves expected;
    for (const Tile tile : round.hands()[round.to_move()]) {
        if (!table.started) {
            expected.left |= !forced || tile == *forced ? TileSet(tile) : TileSet();
            continue;
        }
        if (tile.high() == table.left || tile.low() == table.left) {
            expected.left |= tile;
        }
        if (table.left != table.right && (tile.high() == table.right || tile.low() == table.right)) {
            expected.right |= tile;
        }
    }
    const LegalMoves legal = round.legal_moves();
    ASSERT_EQ(legal, expected);
    ASSERT_EQ(legal.size(), expected.left.size() + expected.right.size());
    ASSERT_EQ(legal.tiles(), expected.left | expected.right);
    // Counting through them gives each once.
    LegalMoves counted;
    for (int rank = 0; rank < legal.size(); ++rank) {
        const Move move = legal.nth(rank);
        ASSERT_TRUE(legal.contains(move));
        TileSet& tiles = move.end == End::left ? counted.left : counted.right;
        ASSERT_FALSE(tiles.contains(move.tile));
        tiles |= move.tile;
        ASSERT_EQ(legal.with(move.tile).end, legal.left.contains(move.tile) ? End::left : End::right);
    }
    ASSERT_EQ(counted, legal);
}

void expect_same_round(const RuleSet& rules, const Round& one, const Round& other) {
    const Table& a = one.table();
    const Table& b = other.table();
    ASSERT_EQ(one.over(), other.over());
    ASSERT_EQ(one.legal_moves(), other.legal_moves());
    ASSERT_EQ(one.boneyard().left(), other.boneyard().left());
    ASSERT_EQ(a.event_count, b.event_count);
    for (std::size_t i = 0; i < a.event_count; ++i) {
        ASSERT_EQ(a.event[i].kind(), b.event[i].kind());
        if (a.event[i].kind() == Event::Kind::play_left || a.event[i].kind() == Event::Kind::play_right) {
            ASSERT_EQ(a.event[i].tile(), b.event[i].tile());
        }
    }
    for (const Seat seat : seats(rules.players)) {
        ASSERT_EQ(one.hands()[seat], other.hands()[seat]);
        ASSERT_EQ(a.lacks[seat], b.lacks[seat]);
        ASSERT_EQ(a.laid_by[seat], b.laid_by[seat]);
        ASSERT_EQ(a.held[seat], b.held[seat]);
    }
    ASSERT_EQ(a.turn, b.turn);
    ASSERT_EQ(a.passes, b.passes);
    ASSERT_EQ(a.drawable, b.drawable);
    if (one.over()) {
        const RoundResult result = one.result();
        const RoundResult same = other.result();
        ASSERT_EQ(result.ending, same.ending);
        ASSERT_EQ(result.capicu, same.capicu);
        ASSERT_EQ(result.last_seat, same.last_seat);
        ASSERT_EQ(result.winner, same.winner);
        for (const Side side : sides(rules.side_count())) {
            ASSERT_EQ(result.points[side], same.points[side]);
        }
    }
}

Move random_move(const Round& round, Numbers& numbers) {
    const LegalMoves legal = round.legal_moves();
    return legal.nth(static_cast<int>(numbers.below(static_cast<std::size_t>(legal.size()))));
}

/// Makes the round again from what the seat to move sees and the true hidden tiles, and plays both on. Two seats
/// draw the same tiles to the end; between more, what is left becomes a new arrangement whose middle is elsewhere, and
/// the rounds are the same up to the next draw.
void check_rebuilt(const RuleSet& rules, Round round, Numbers& numbers) {
    const Observation seen = round.observe({1, 2});
    Round again(seen, round.hands(), round.boneyard().left());
    ASSERT_NO_FATAL_FAILURE(expect_same_round(rules, round, again));
    // What it shows is the same too.
    const Observation seen_again = again.observe({1, 2});
    ASSERT_EQ(seen.seat, seen_again.seat);
    ASSERT_EQ(seen.hand, seen_again.hand);
    ASSERT_EQ(seen.dealt, seen_again.dealt);
    ASSERT_EQ(seen.unseen(), seen_again.unseen());
    const int draws = round.table().draws;
    while (!round.over()) {
        const Move move = random_move(round, numbers);
        round.play(move);
        again.play(move);
        if (rules.players > 2 && round.table().draws > draws) {
            break;
        }
        ASSERT_NO_FATAL_FAILURE(expect_same_round(rules, round, again));
    }
    while (!again.over()) {
        again.play(random_move(again, numbers));
    }
    ASSERT_EQ(again.boneyard().size(), again.table().boneyard);
    ASSERT_EQ(again.boneyard().drawn().size() + static_cast<std::size_t>(draws), again.table().draws);
}

void check_round(const RuleSet& rules, const Deal& deal, const Opening& opening, Numbers& numbers) {
    Round round(rules, deal, opening);
    const std::size_t rebuilt_at = numbers.below(12);
    for (std::size_t turn = 0; !round.over(); ++turn) {
        ASSERT_NO_FATAL_FAILURE(check_tiles(rules, round));
        ASSERT_NO_FATAL_FAILURE(check_table(rules, deal, opening.seat, round));
        ASSERT_NO_FATAL_FAILURE(check_moves(round, opening.tile));
        if (turn == rebuilt_at) {
            ASSERT_NO_FATAL_FAILURE(check_rebuilt(rules, round, numbers));
        }
        round.play(random_move(round, numbers));
    }
    ASSERT_NO_FATAL_FAILURE(check_tiles(rules, round));
    ASSERT_NO_FATAL_FAILURE(check_table(rules, deal, opening.seat, round));
    for (const Seat seat : seats(rules.players)) {
        ASSERT_EQ(round.result().pips[seat], round.hands()[seat].pips());
    }
}

TEST(Invariants, HoldAtEveryTurnOfEveryPreset) {
    for (const RuleSet& rules : testing::all_presets()) {
        Numbers numbers(40);
        for (std::uint64_t number = 0; number < 1'000; ++number) {
            const Deal deal = Dealer(40).deal(rules, number, 0);
            ASSERT_NO_FATAL_FAILURE(check_round(rules, deal, first_opening(rules, deal), numbers))
                << describe(rules) << ", deal " << number;
        }
    }
}

TEST(Invariants, HoldAtEveryTurnOfRandomRuleSets) {
    Numbers numbers(41);
    for (std::uint64_t number = 0; number < 8'000; ++number) {
        const RuleSet rules = testing::random_rules(numbers);
        const Deal deal = Dealer(41).deal(rules, number, 0);
        ASSERT_NO_FATAL_FAILURE(check_round(rules, deal, first_opening(rules, deal), numbers)) << "deal " << number;
    }
}

TEST(AllTilesDealt, EveryRoundKeeps168PipsAndBlocksWithEqualEndsAfterTenTiles) {
    const RuleSet rules = *preset("la-plaza-pairs");
    Numbers numbers(42);
    int blocked = 0;
    int fewest = tile_count;
    for (std::uint64_t number = 0; number < 200'000; ++number) {
        const Deal deal = Dealer(42).deal(rules, number, 0);
        Round round(rules, deal, first_opening(rules, deal));
        while (!round.over()) {
            round.play(random_move(round, numbers));
        }
        int pips = 0;
        for (const Event event : round.table().events()) {
            if (event.kind() == Event::Kind::play_left || event.kind() == Event::Kind::play_right) {
                pips += event.tile().high() + event.tile().low();
            }
        }
        const RoundResult result = round.result();
        for (const Seat seat : seats(4)) {
            pips += result.pips[seat];
        }
        ASSERT_EQ(pips, 168) << number;
        if (result.ending == Ending::blocked) {
            ++blocked;
            ASSERT_EQ(round.table().left, round.table().right) << number;
            fewest = std::min(fewest, round.table().laid.size());
        }
    }
    EXPECT_GE(fewest, 10);
    EXPECT_GT(blocked, 10'000);
}

} // namespace
} // namespace balak
