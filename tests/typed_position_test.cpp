// Positions as people, files and records tell them.
#include "bots/position.hpp"
#include "io/input_error.hpp"
#include "io/judge.hpp"
#include "io/record.hpp"
#include "study/advice.hpp"
#include "study/position_file.hpp"
#include "study/recorded_turn.hpp"
#include "study/typed_position.hpp"

#include "study_parts.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace balak::study {
namespace {

using testing::for_each_turn;
using testing::many_rules;
using testing::message_of;
using testing::Numbers;
using testing::PlayedRound;
using testing::Typed;

/// The message with what a typed position does not say.
bots::ChooseMessage filled(bots::ChooseMessage typed, const bots::ChooseMessage& told) {
    for (auto field : {&bots::ChooseMessage::turn, &bots::ChooseMessage::boneyard, &bots::ChooseMessage::drawable}) {
        typed.*field = told.*field;
    }
    typed.id = told.id;
    typed.match = told.match;
    typed.random = told.random;
    typed.ends = told.ends;
    typed.held = told.held;
    typed.moves = told.moves;
    return typed;
}

TEST(TypedPosition, IsThePositionThatItTells) {
    int turns = 0;
    for (const RuleSet& rules : many_rules(150)) {
        for_each_turn(rules, 2, 14, [&](const Observation& seen) {
            for (const bool lazily : {false, true}) {
                const bots::ChooseMessage told = message_of(seen);
                bots::ChooseMessage typed = filled(read_typed(rules, Typed(seen, lazily).position, "typed"), told);
                // The tiles dealt and held are sets.
                const auto as_set = [](std::vector<Tile>& tiles) { std::ranges::sort(tiles); };
                bots::ChooseMessage sorted = told;
                as_set(typed.dealt);
                as_set(*typed.hand);
                as_set(sorted.dealt);
                as_set(*sorted.hand);
                ASSERT_EQ(typed, sorted) << Typed(seen, lazily).position.played;
                // Where there is one move only, too.
                const bots::Position position(rules, typed, {"typed", bots::Wording::Of::person, 1});
                EXPECT_EQ(position.observation().legal, seen.legal);
                bots::require_possible(position.observation(), "typed");
            }
            ++turns;
        });
        ASSERT_FALSE(HasFailure()) << describe(rules);
    }
    EXPECT_GT(turns, 5'000);
}

/// What became of positions that may be impossible.
struct Fates {
    int refused = 0;     ///< as the seat itself can see
    int impossible = 0;  ///< as what others did tells
    int unexplained = 0; ///< of the impossible ones those without a reason
    int taken = 0;

    void add(const RuleSet& rules, const TypedPosition& typed, Adviser& adviser) {
        const bots::Wording wording{"typed", bots::Wording::Of::person, 1};
        try {
            const bots::ChooseMessage message = read_typed(rules, typed, "typed");
            const bots::Position position(rules, message, wording);
            try {
                bots::require_possible(position.observation(), wording);
            } catch (const io::InputError& error) {
                ++impossible;
                unexplained += std::string_view(error.what()).ends_with("there is no deal that leads to them") ? 1 : 0;
                return;
            }
            EXPECT_FALSE(adviser.advise(position.observation())->moves.empty());
            ++taken;
        } catch (const io::InputError&) {
            ++refused;
        }
    }
};

TEST(TypedPosition, IsRefusedOrAdvisedOnWhateverIsSpoiled) {
    Numbers numbers(22);
    const StrategyTable table = StrategyTable::builtin();
    Adviser adviser({.worlds = 10}, table);
    Fates fates;
    for (const RuleSet& rules : many_rules(60)) {
        const auto any_tile = [&] {
            const TileSet tiles = rules.tiles();
            return to_string(tiles.nth(static_cast<int>(numbers.below(static_cast<std::size_t>(tiles.size())))));
        };
        for_each_turn(rules, 2, 23, [&](const Observation& seen) {
            TypedPosition typed = Typed(seen, false).position;
            if (typed.played.empty()) {
                return;
            }
            typed.opener.reset();
            // One tile of what was played is another one, or one place of the text is another's.
            const std::size_t at = numbers.below(typed.played.size());
            const std::size_t dash = typed.played.find('-', at);
            if (numbers.below(4) == 0) {
                typed.played[at] = typed.played[numbers.below(typed.played.size())];
            } else if (dash != std::string::npos) {
                typed.played.replace(dash - 1, 3, any_tile());
            }
            fates.add(rules, typed, adviser);
        });
    }
    EXPECT_GT(fates.refused, 1'000);
    EXPECT_GT(fates.taken, 100);
}

TEST(TypedPosition, IsRefusedWithAReasonIfOthersPassedOrLaidWhatTheyCannotHave) {
    Numbers numbers(24);
    const StrategyTable table = StrategyTable::builtin();
    Adviser adviser({.worlds = 10}, table);
    Fates fates;
    RuleSet three = *preset("playboard", 3);
    three.draw = Draw::none;
    for (const RuleSet& rules : {*preset("la-plaza-pairs"), *preset("block"), three}) {
        for (std::uint64_t number = 0; number < 300; ++number) {
            // Seat 0 plays by the rules; the others now and then pass though they need not.
            const Deal deal = Dealer(25).deal(rules, number, 0);
            const Opening opening = first_opening(rules, deal);
            PerSeat<TileSet> hands = deal.hands;
            TypedPosition typed;
            Seat seat = opening.seat;
            int left = -1;
            int right = -1;
            for (int passes = 0; passes < rules.players; seat = seat.next(rules.players)) {
                LegalMoves legal = left < 0 ? LegalMoves{opening.tile ? TileSet(*opening.tile) : hands[seat], {}}
                                            : legal_moves(hands[seat], left, right);
                if (seat == Seat(0) && legal.size() > 0) {
                    typed.hand.clear();
                    for (const Tile tile : hands[seat]) {
                        typed.hand += to_string(tile) + " ";
                    }
                    fates.add(rules, typed, adviser);
                }
                if (legal.size() == 0 || (left >= 0 && seat != Seat(0) && numbers.below(4) == 0)) {
                    typed.played += " pass";
                    ++passes;
                    continue;
                }
                const Move move = legal.nth(static_cast<int>(numbers.below(static_cast<std::size_t>(legal.size()))));
                typed.played += " " + bots::text_of(move, left < 0);
                passes = 0;
                hands[seat] -= move.tile;
                if (left < 0) {
                    left = move.tile.high();
                    right = move.tile.low();
                } else {
                    int& end = move.end == End::left ? left : right;
                    end = move.tile.other_half(end);
                }
                if (hands[seat].empty()) {
                    break;
                }
            }
        }
    }
    EXPECT_EQ(fates.refused, 0);
    EXPECT_GT(fates.taken, 500);
    EXPECT_GT(fates.impossible, 500);
    EXPECT_LT(fates.unexplained, fates.impossible / 100) << fates.impossible;
}

TEST(PositionFile, ReadsBackWhatIsWritten) {
    for (const RuleSet& rules : many_rules(50)) {
        for_each_turn(rules, 1, 16, [&](const Observation& seen) {
            const Question question = read_position(position_text(seen), "file");
            EXPECT_EQ(question.rules, rules);
            EXPECT_EQ(question.message, message_of(seen));
        });
    }
}

TEST(RecordedTurn, IsWhatTheSeatSaw) {
    int choices = 0;
    for (const RuleSet& rules : many_rules(50)) {
        std::vector<bots::ChooseMessage> seen_so_far;
        std::vector<bool> had_choice;
        std::string records;
        io::Judge judge;
        for_each_turn(
            rules, 1, 17,
            [&](const Observation& seen) {
                seen_so_far.push_back(message_of(seen));
                had_choice.push_back(seen.legal.size() > 1);
            },
            [&](const PlayedRound& played) {
                std::string line;
                const PerSeat<std::string_view> names{{"a", "b", "c", "d"}};
                const std::string rules_json = io::record_rules(rules);
                io::append_record(line, {played.round, played.deal, played.result, played.match, 0, rules_json, names});
                const io::Judged judged = judge.judge(line);
                ASSERT_TRUE(judged.record && judged.faults.empty()) << line;
                const bots::ChooseMessage* last = nullptr;
                for (std::size_t i = 0; i < seen_so_far.size(); ++i) {
                    bots::ChooseMessage& told = seen_so_far[i];
                    const Question found =
                        recorded_turn(*judged.record, static_cast<int>(told.turn.value()), "records");
                    EXPECT_EQ(found.rules, rules);
                    told.random = found.message.random; // a record does not tell the keys of its strategies
                    EXPECT_EQ(found.message, told);
                    last = had_choice[i] ? &told : last;
                }
                if (last != nullptr) {
                    EXPECT_EQ(recorded_turn(*judged.record, std::nullopt, "records").message, *last);
                    ++choices;
                }
                EXPECT_THROW(recorded_turn(*judged.record, 250, "records"), io::InputError);
                seen_so_far.clear();
                had_choice.clear();
            });
        ASSERT_FALSE(HasFailure()) << describe(rules);
    }
    EXPECT_GT(choices, 100);
}

} // namespace
} // namespace balak::study
