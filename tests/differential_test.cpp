// The engine against a plain one that was written from the rules alone, move by move, over random rule sets and over
// the presets.
#include "balak/match.hpp"

#include "by_hand.hpp"
#include "plain_engine.hpp"
#include "rule_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace balak {
namespace {

using testing::Numbers;

plain::Bone bone(Tile tile) {
    return {tile.high(), tile.low()};
}

plain::Deal plain_deal(const RuleSet& rules, const Deal& deal) {
    plain::Deal made;
    for (const Seat seat : seats(rules.players)) {
        made.hands.emplace_back();
        for (const Tile tile : deal.hands[seat]) {
            made.hands.back().push_back(bone(tile));
        }
    }
    if (deal.starter) {
        made.starter = bone(*deal.starter);
    }
    for (int i = 0; i < deal.boneyard_size; ++i) {
        made.boneyard.push_back(bone(deal.boneyard[static_cast<std::size_t>(i)]));
    }
    made.lot = deal.lot.number();
    return made;
}

/// The legal moves as tokens, in alphabetical order.
std::vector<std::string> move_tokens(const Round& round) {
    std::vector<std::string> moves;
    const LegalMoves legal = round.legal_moves();
    for (const Tile tile : legal.left) {
        moves.push_back(to_string(tile) + (round.table().started ? "<" : ""));
    }
    for (const Tile tile : legal.right) {
        moves.push_back(to_string(tile) + ">");
    }
    std::ranges::sort(moves);
    return moves;
}

std::vector<plain::Bone> bones(TileSet tiles) {
    std::vector<plain::Bone> all;
    for (const Tile tile : tiles) {
        all.push_back(bone(tile));
    }
    std::ranges::sort(all);
    return all;
}

template <class T>
std::optional<int> number_of(std::optional<T> place) {
    return place ? std::optional(place->number()) : std::nullopt;
}

/// How often each thing happened that a comparison is worth nothing without.
using Seen = std::map<std::string, int>;

/// Plays the same random moves in both engines. False where they differ; the failures say how.
void play_both(Round& fast, plain::Round& slow, Numbers& numbers) {
    while (!fast.over()) {
        ASSERT_FALSE(slow.over());
        ASSERT_EQ(fast.to_move().number(), slow.to_move());
        const std::vector<std::string> moves = slow.moves();
        ASSERT_EQ(move_tokens(fast), moves);
        const std::string move = moves.at(numbers.below(moves.size()));
        fast.play(testing::move_of(move));
        slow.play(move);
    }
    ASSERT_TRUE(slow.over());
    ASSERT_TRUE(fast.legal_moves().tiles().empty());
}

void compare_ends(const RuleSet& rules, const Round& fast, const plain::Round& slow, Seen& seen) {
    ASSERT_EQ(testing::tokens(fast), slow.log());
    const RoundResult result = fast.result();
    const plain::Result expected = slow.result();
    ASSERT_EQ(result.ending == Ending::out ? "out" : "blocked", expected.ending);
    ASSERT_EQ(result.capicu, expected.capicu);
    ASSERT_EQ(number_of(result.last_seat), expected.last_seat);
    ASSERT_EQ(number_of(result.winner), expected.winner);
    for (const Seat seat : seats(rules.players)) {
        std::vector<plain::Bone> hand = slow.hands().at(static_cast<std::size_t>(seat.number()));
        std::ranges::sort(hand);
        ASSERT_EQ(bones(fast.hands()[seat]), hand);
        ASSERT_EQ(result.pips[seat], expected.pips.at(static_cast<std::size_t>(seat.number())));
    }
    for (const Side side : sides(rules.side_count())) {
        ASSERT_EQ(result.points[side], expected.points.at(static_cast<std::size_t>(side.number())));
    }
    ++seen[expected.ending];
    ++seen[expected.winner ? expected.ending + ", won" : expected.ending + ", won by nobody"];
    seen["capicu"] += expected.capicu ? 1 : 0;
    seen["nobody laid a tile"] += expected.last_seat ? 0 : 1;
    seen["drawn"] += fast.table().draws > 0 ? 1 : 0;
    seen["partnership"] += rules.partnership ? 1 : 0;
}

/// A whole match under the eyes of both engines, at most `most_rounds` long.
void compare_match(const RuleSet& rules, std::uint64_t number, int most_rounds, Numbers& numbers, Seen& seen) {
    Match fast(rules);
    plain::Match slow(rules);
    while (!fast.over() && fast.round() < most_rounds) {
        const Deal deal = Dealer(20).deal(rules, number, static_cast<std::uint32_t>(fast.round()));
        const plain::Deal same = plain_deal(rules, deal);
        const Opening opening = fast.opening(deal);
        const plain::Opener opener = slow.opener(same);
        ASSERT_EQ(opening.seat.number(), opener.seat);
        ASSERT_EQ(opening.tile ? std::optional(bone(*opening.tile)) : std::nullopt, opener.must_lay);

        Round round(rules, deal, opening);
        plain::Round plain_round(rules, same, opener);
        ASSERT_NO_FATAL_FAILURE(play_both(round, plain_round, numbers));
        ASSERT_NO_FATAL_FAILURE(compare_ends(rules, round, plain_round, seen));
        fast.add(opening.seat, round.result());
        slow.add(opener.seat, plain_round.result());
        for (const Side side : sides(rules.side_count())) {
            ASSERT_EQ(fast.score()[side], slow.score().at(static_cast<std::size_t>(side.number())));
        }
        ASSERT_EQ(fast.over(), slow.over());
        ASSERT_EQ(number_of(fast.winner()), slow.winner());
    }
    ++seen[fast.over() ? (fast.winner() ? "match won" : "match drawn") : "match broken off"];
}

void expect_seen(const Seen& seen, std::initializer_list<const char*> things, int at_least) {
    for (const char* thing : things) {
        const auto found = seen.find(thing);
        EXPECT_GE(found == seen.end() ? 0 : found->second, at_least) << thing;
    }
}

TEST(Engines, AgreeOnEveryPreset) {
    for (const RuleSet& rules : testing::all_presets()) {
        Numbers numbers(30);
        Seen seen;
        for (std::uint64_t number = 0; number < 250; ++number) {
            ASSERT_NO_FATAL_FAILURE(compare_match(rules, number, 1'000, numbers, seen))
                << describe(rules) << ", deal " << number;
        }
        expect_seen(seen, {"out, won", "blocked, won", "capicu", "match won"}, 5);
    }
}

TEST(Engines, AgreeOnRandomRuleSets) {
    Numbers numbers(31);
    Seen seen;
    for (std::uint64_t number = 0; number < 12'000; ++number) {
        const RuleSet rules = testing::random_rules(numbers);
        ASSERT_NO_FATAL_FAILURE(compare_match(rules, number, 6, numbers, seen)) << [&] {
            std::string text = "deal " + std::to_string(number);
            for (const RuleOption& option : rule_options()) {
                text += ", " + std::string(option.name) + " " + option.text(option.get(rules));
            }
            return text;
        }();
    }
    expect_seen(seen,
                {"out, won", "blocked, won", "blocked, won by nobody", "capicu", "nobody laid a tile", "drawn",
                 "partnership", "match won", "match drawn"},
                100);
}

TEST(Engines, AgreeOnEveryHouseRuleOverEveryPreset) {
    for (const RuleSet& preset : testing::all_presets()) {
        for (const HouseRule& house : house_rules()) {
            RuleSet rules = preset;
            house.apply(rules);
            if (!rule_faults(rules).empty()) {
                continue; // penalty scoring has no target
            }
            Numbers numbers(32);
            Seen seen;
            for (std::uint64_t number = 0; number < 20; ++number) {
                ASSERT_NO_FATAL_FAILURE(compare_match(rules, number, 1'000, numbers, seen))
                    << describe(rules) << ", deal " << number;
            }
        }
    }
}

} // namespace
} // namespace balak
