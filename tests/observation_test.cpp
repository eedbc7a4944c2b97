// What everybody at the table knows, what a seat knows besides, and how a strategy is asked.
#include "balak/round.hpp"

#include "by_hand.hpp"

#include <gtest/gtest.h>

#include <string>

namespace balak {
namespace {

using testing::deal_of;
using testing::joined;
using testing::play_moves;
using testing::tile;
using testing::tile_set;
using testing::tokens;

constexpr Opening seat0{Seat(0), std::nullopt};

RuleSet table_of(int players, int hand_size, Draw draw = Draw::until_playable) {
    RuleSet rules;
    rules.players = players;
    rules.hand_size = hand_size;
    rules.draw = draw;
    return rules;
}

TEST(Table, SaysWhatASeatLacksAfterAPass) {
    const RuleSet rules = table_of(2, 3, Draw::none);
    Round round(rules, deal_of({"6-4 6-6 4-3", "5-5 2-2 1-1"}), seat0);
    play_moves(round, "6-4");
    NumberSet six_and_four;
    six_and_four.insert(6);
    six_and_four.insert(4);
    EXPECT_EQ(round.table().lacks[Seat(1)], six_and_four);
    EXPECT_TRUE(round.table().lacks[Seat(0)].empty());
    play_moves(round, "4-3>");
    six_and_four.insert(3);
    EXPECT_EQ(round.table().lacks[Seat(1)], six_and_four);
}

TEST(Table, ForgetsWhatASeatLackedWhenItKeepsADrawnTile) {
    const RuleSet rules = table_of(2, 3);
    Round round(rules, deal_of({"6-6 6-4 1-0", "3-3 2-2 1-1"}, "6-5 6-3 5-2"), seat0);
    play_moves(round, "6-6 6-5<");
    NumberSet lacks;
    lacks.insert(6);
    EXPECT_EQ(round.table().lacks[Seat(1)], lacks);
    play_moves(round, "6-4>"); // ends 5 and 4: seat 1 draws 6-3, which it keeps, and 5-2
    EXPECT_EQ(joined(tokens(round)), "6-6 +6-5 6-5< 6-4> +6-3 +5-2");
    lacks.clear();
    lacks.insert(5);
    lacks.insert(4);
    EXPECT_EQ(round.table().lacks[Seat(1)], lacks);
}

TEST(Table, KeepsWhatASeatLackedWhenItLaysTheOnlyTileThatItDrew) {
    const RuleSet rules = table_of(2, 3);
    Round round(rules, deal_of({"6-6 6-4 1-0", "3-3 2-2 1-1"}, "6-5 5-2 6-3"), seat0);
    play_moves(round, "6-6 6-5< 6-4>");
    EXPECT_EQ(joined(tokens(round)), "6-6 +6-5 6-5< 6-4> +5-2");
    NumberSet lacks;
    lacks.insert(6);
    lacks.insert(5);
    lacks.insert(4);
    EXPECT_EQ(round.table().lacks[Seat(1)], lacks);
}

// What a strategy is asked, and what it may answer.

/// Lays the lightest legal tile, and keeps a note of all that it was shown.
class Witness final : public Strategy {
public:
    Move choose(const Observation& seen) override {
        EXPECT_GE(seen.legal.size(), 2);
        ++asked;
        score = seen.score;
        round = seen.round;
        return seen.legal.with(seen.legal.tiles().lightest());
    }

    int asked = 0;
    PerSide<int> score;
    int round = -1;
};

class Cheat final : public Strategy {
public:
    Move choose(const Observation&) override { return {tile("0-0"), End::right}; }
};

TEST(PlayOut, AsksOnlyWhereThereIsAChoiceAndTellsTheScoreOfTheMatch) {
    const RuleSet rules = table_of(2, 2);
    Round round(rules, deal_of({"6-6 6-1", "6-5 6-4"}), {Seat(0), tile("6-6")});
    Witness first;
    Witness second;
    PerSeat<Strategy*> players;
    players[Seat(0)] = &first;
    players[Seat(1)] = &second;
    PerSide<int> score;
    score[Side(1)] = 17;
    play_out(round, players, {1, 2}, score, 3);
    EXPECT_TRUE(round.over());
    EXPECT_EQ(joined(tokens(round)), "6-6 6-4< 6-1>");
    EXPECT_EQ(first.asked, 0);
    EXPECT_EQ(second.asked, 1);
    EXPECT_EQ(second.score, score);
    EXPECT_EQ(second.round, 3);
}

TEST(PlayOut, RefusesAMoveThatIsNotLegal) {
    const RuleSet rules = table_of(2, 2);
    Round round(rules, deal_of({"6-6 6-1", "6-5 6-4"}), {Seat(0), tile("6-6")});
    Witness first;
    Cheat second;
    PerSeat<Strategy*> players;
    players[Seat(0)] = &first;
    players[Seat(1)] = &second;
    try {
        play_out(round, players, {1, 2});
        FAIL() << "the move was taken";
    } catch (const IllegalMove& error) {
        const std::string text = error.what();
        for (const char* part : {"seat 1", "0-0", "right"}) {
            EXPECT_NE(text.find(part), std::string::npos) << text;
        }
    }
}

TEST(Observation, ShowsTheOwnTilesAndTheTableAndNothingElse) {
    const RuleSet rules = table_of(2, 3);
    Round round(rules, deal_of({"6-6 5-4 4-0", "3-3 2-2 1-1"}, "3-2 6-1 4-2 5-2 0-0 5-0"), seat0);
    play_moves(round, "6-6");
    PerSide<int> score;
    score[Side(0)] = 5;
    RoundKey keys;
    keys[Seat(0)] = {6, 7};
    keys[Seat(1)] = {8, 9};
    const Observation seen = round.observe(keys, score, 2);
    EXPECT_EQ(seen.seat, Seat(1));
    EXPECT_EQ(seen.hand, tile_set("3-3 2-2 1-1 3-2 6-1"));
    EXPECT_EQ(seen.dealt, tile_set("3-3 2-2 1-1"));
    EXPECT_EQ(seen.unseen(), full_set(6) - tile_set("6-6 3-3 2-2 1-1 3-2 6-1"));
    EXPECT_EQ(seen.legal, round.legal_moves());
    EXPECT_EQ(seen.score, score);
    EXPECT_EQ(seen.round, 2);
    EXPECT_EQ(&seen.table, &round.table());
    TurnRandom own = seen.random();
    TurnRandom expected({8, 9}, 1);
    EXPECT_EQ(own.word(), expected.word());
}

} // namespace
} // namespace balak
