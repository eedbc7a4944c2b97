// Positions read from `choose` messages: what is written comes back, and what cannot have happened is refused.
#include "balak/deal.hpp"
#include "balak/match.hpp"
#include "balak/strategy.hpp"
#include "bots/messages.hpp"
#include "bots/position.hpp"
#include "io/input_error.hpp"

#include "by_hand.hpp"
#include "rule_sets.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace balak::bots {
namespace {

using io::Json;
using testing::Numbers;

void expect_same(const Table& read, const Table& written) {
    EXPECT_EQ(read.left, written.left);
    EXPECT_EQ(read.right, written.right);
    EXPECT_EQ(read.drawable, written.drawable);
    EXPECT_EQ(read.boneyard, written.boneyard);
    EXPECT_EQ(read.passes, written.passes);
    EXPECT_EQ(read.turn, written.turn);
    EXPECT_EQ(read.draws, written.draws);
    EXPECT_EQ(read.to_move, written.to_move);
    EXPECT_EQ(read.opener, written.opener);
    EXPECT_EQ(read.started, written.started);
    EXPECT_EQ(read.has_starter, written.has_starter);
    EXPECT_EQ(read.starter, written.starter);
    EXPECT_EQ(read.laid, written.laid);
    EXPECT_EQ(read.laid_by, written.laid_by);
    EXPECT_EQ(read.held, written.held);
    EXPECT_EQ(read.lacks, written.lacks);
    ASSERT_EQ(read.event_count, written.event_count);
    for (std::size_t i = 0; i < read.events().size(); ++i) {
        EXPECT_EQ(read.events()[i].kind(), written.events()[i].kind());
        if (read.events()[i].kind() != Event::Kind::draw && read.events()[i].kind() != Event::Kind::pass) {
            EXPECT_EQ(read.events()[i].tile(), written.events()[i].tile());
        }
    }
}

void expect_same(const Observation& read, const Observation& written) {
    expect_same(read.table, written.table);
    EXPECT_EQ(read.legal, written.legal);
    EXPECT_EQ(read.score, written.score);
    EXPECT_EQ(read.round, written.round);
    EXPECT_EQ(read.seat, written.seat);
    EXPECT_EQ(read.hand, written.hand);
    EXPECT_EQ(read.dealt, written.dealt);
    EXPECT_TRUE(std::ranges::equal(read.draws(), written.draws()));
    TurnRandom one = read.random();
    TurnRandom other = written.random();
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(one.word(), other.word());
    }
}

/// Plays random matches and visits the turns with a choice.
void for_each_choice(const RuleSet& rules, int matches, std::uint64_t seed,
                     const std::function<void(const Observation&)>& visit) {
    Numbers numbers(seed);
    for (int number = 0; number < matches; ++number) {
        Match match(rules);
        while (!match.over() && match.round() < 5) {
            const Deal deal =
                Dealer(seed).deal(rules, static_cast<std::uint64_t>(number), static_cast<std::uint32_t>(match.round()));
            const Opening opening = match.opening(deal);
            Round round(rules, deal, opening);
            while (!round.over()) {
                const LegalMoves legal = round.legal_moves();
                if (legal.size() > 1) {
                    visit(round.observe(deal.random, match.score(), match.round()));
                }
                round.play(legal.nth(static_cast<int>(numbers.below(static_cast<std::size_t>(legal.size())))));
            }
            match.add(opening.seat, round.result());
        }
    }
}

std::string text_of_choose(const Observation& seen) {
    std::string line;
    append_choose(line, 1, 2, seen);
    return line;
}

ChooseMessage message_of(const Json& json) {
    return read_choose(io::Node(json, "choose"));
}

/// All presets, and so many rule sets drawn from all that there are.
std::vector<RuleSet> many_rules(int count) {
    std::vector<RuleSet> all = testing::all_presets();
    Numbers numbers(14);
    for (int i = 0; i < count; ++i) {
        all.push_back(testing::random_rules(numbers));
    }
    return all;
}

TEST(Position, IsReadAsItWasWritten) {
    int seen_choices = 0;
    for (const RuleSet& rules : many_rules(250)) {
        for_each_choice(rules, 3, 14, [&](const Observation& seen) {
            ++seen_choices;
            const std::string line = text_of_choose(seen);
            const ChooseMessage message = message_of(Json::parse(line));
            const Position position(rules, message, "choose");
            expect_same(position.observation(), seen);
            require_possible(position.observation(), "choose");
            ChooseMessage quickly;
            EXPECT_TRUE(read_usual_choose(std::string_view(line).substr(0, line.size() - 1), quickly)) << line;
            EXPECT_EQ(quickly, message) << line;
        });
        ASSERT_FALSE(HasFailure()) << describe(rules);
    }
    EXPECT_GT(seen_choices, 8'000);
}

TEST(Position, LetsEveryHonestStrategyChooseTheSame) {
    const StrategyTable table = StrategyTable::builtin();
    for (const StrategyType& type : table.types()) {
        if (type.sees_all) {
            continue;
        }
        const OptionValues standard = type.standard_options();
        OptionValues options = standard;
        for (const auto& [name, value] : standard.all()) {
            if (name == "iterations" || name == "determinizations") {
                options.set(name, std::int64_t{20});
            }
        }
        const auto one = type.make(options, table);
        const auto other = type.make(options, table);
        for (const RuleSet& rules : many_rules(type.searches ? 20 : 200)) {
            for_each_choice(rules, 1, 15, [&](const Observation& seen) {
                const Position position(rules, message_of(Json::parse(text_of_choose(seen))), "choose");
                ASSERT_EQ(one->choose(position.observation()), other->choose(seen)) << type.name;
            });
            ASSERT_FALSE(HasFailure()) << type.name << " under " << describe(rules);
        }
    }
}

TEST(Position, MayLackWhatFollowsFromTheRest) {
    const RuleSet rules = *preset("four-rounds");
    for_each_choice(rules, 20, 16, [&](const Observation& seen) {
        Json json = Json::parse(text_of_choose(seen));
        for (const char* key :
             {"turn", "hand", "ends", "held", "boneyard", "drawable", "moves", "id", "match", "type"}) {
            json.erase(key);
        }
        json["unknown"] = Json::array({1, 2});
        const Position position(rules, message_of(json), "choose");
        expect_same(position.observation(), seen);
    });
}

/// The sentence with which a message is refused; empty if it is not.
std::string refusal(const RuleSet& rules, const Json& json) {
    try {
        const Position position(rules, message_of(json), "choose");
        require_possible(position.observation(), "choose");
    } catch (const io::InputError& error) {
        return error.what();
    }
    return "";
}

TEST(Position, RefusesWhatCannotHaveHappened) {
    RuleSet rules;
    rules.hand_size = 3;
    // Seat 0 is asked: 5-3 fits both ends.
    const Json good = Json::parse(R"({"type":"choose","id":1,"match":2,"round":1,"turn":2,"seat":0,"score":[12,5],
        "hand":["5-4","5-3"],"dealt":["6-6","5-4","5-3"],"starter":null,"opener":0,
        "events":[[0,"6-6"],[1,"+"],[1,"6-5<"]],"ends":[5,6],"held":[2,3],"boneyard":21,"drawable":21,
        "moves":["5-3<","5-4<"],"random":"0123456789abcdef"})");
    EXPECT_EQ(refusal(rules, good), "");
    struct Case {
        const char* change; ///< a JSON merge patch
        const char* words;  ///< in the refusal
    };
    for (const Case& spoiled : {
             Case{R"({"seat":2})", "choose: seat is 2, expected an integer from 0 to 1"},
             Case{R"({"seat":1})", "events[0]: the tile 6-6 is in the own hand"},
             Case{R"({"events":[[0,"6-6"]]})", "seat 0 is asked, but it is the turn of seat 1"},
             Case{R"({"round":null})", "the field \"round\" is missing"},
             Case{R"({"round":-1})", "expected an integer from 0"},
             Case{R"({"round":0})", "expected an integer from 0 to 0"},
             Case{R"({"score":[100,0]})", "expected an integer from 0 to 99"},
             Case{R"({"score":[1]})", "score has 1 numbers, expected 2: one a side"},
             Case{R"({"dealt":["6-6","5-4"]})", "dealt has 2 tiles, expected 3"},
             Case{R"({"dealt":["6-6","5-4","5-4"]})", "there twice"},
             Case{R"({"dealt":["6-6","5-4","7-4"]})", "expected a tile, as"},
             Case{R"({"dealt":["6-6","5-4","4-5"]})", "expected a tile, as"},
             Case{R"({"dealt":"6-6"})", "expected a list of tiles"},
             Case{R"({"starter":"6-1"})", "there is a starter, but the rules have none"},
             Case{R"({"opener":1})", "it is the turn of seat 1"},
             Case{R"({"events":7})", "expected a list of events"},
             Case{R"({"events":[[0]]})", "expected a seat and what it did"},
             Case{R"({"events":[[0,"6-6"],[1,"+"],[1,"6-5"]]})", "only the opening tile has no end"},
             Case{R"({"events":[[0,"6-6<"]]})", "the opening tile has no end"},
             Case{R"({"events":[[0,"5-4"]]})", "6-6 would have had to open"},
             Case{R"({"events":[[0,"6-6"],[1,"6-5>"]]})", "both ends show 6"},
             Case{R"({"events":[[0,"6-6"],[1,"6-6<"]]})", "laid already"},
             Case{R"({"events":[[0,"6-6"],[1,"5-4<"]]})", "the tile 5-4 is in the own hand"},
             Case{R"({"events":[[0,"6-4"]]})", "not in the own hand"},
             Case{R"({"events":[[0,"6-6"],[1,"4-3<"]]})", "it does not fit: the ends are 6 and 6"},
             Case{R"({"events":[[0,"6-6"],[1,"+6-5"]]})", "what another seat draws is hidden"},
             Case{R"({"events":[[0,"6-6"],[1,"pass"]]})", "no pass before the last tile"},
             Case{R"({"events":[[0,"pass"]]})", "the opener lays a tile"},
             Case{R"({"events":[[0,"6-6"],[1,"6-5<"],[0,"+4-4"]]})", "the seat can lay 5-4"},
             Case{R"({"events":[[0,"6-6"],[1,"6-5<"],[1,"6-4>"]]})", "it is the turn of seat 0"},
             Case{R"({"events":[[0,"6-6"],[1,"6-4<"],[0,"5-4<"],[1,"5-0<"]]})", "lay nothing"},
             Case{R"({"events":[[0,"6-6"],[1,"6-4<"],[0,"5-4<"],[1,"5-0<"],[0,"+5-4"]]})", "was not in the boneyard"},
             Case{R"({"events":[[0,"6-6"],[1,"6-4<"]]})", "no choice: its only move is 5-4<"},
             Case{R"({"events":[[0,"6-6"],[1,"jump"]]})", "expected \"6-1<\""},
             Case{R"({"events":[],"opener":0})", "no choice: its only move is 6-6"},
             Case{R"({"turn":3})", "turn is 3, expected 2, as the events tell"},
             Case{R"({"hand":["5-4","5-2"]})", "hand is not what the seat was dealt and drew"},
             Case{R"({"ends":[6,5]})", "ends is [6, 5], expected [5, 6]"},
             Case{R"({"held":[2,4]})", "held is [2, 4], expected [2, 3]"},
             Case{R"({"boneyard":20})", "expected 21"},
             Case{R"({"drawable":20})", "expected 21"},
             Case{R"({"moves":["5-3<"]})", "moves has 1 of 2 legal moves"},
             Case{R"({"moves":["5-3<","5-3<"]})", "moves has one that is not legal, or is there twice"},
             Case{R"({"random":"0123456789abcdeg"})", "16 hexadecimal digits"},
             Case{R"({"random":"+123456789abcdef"})", "16 hexadecimal digits"},
             // Seat 1 opened with 5-5, so it was not dealt 6-6; nor has it drawn.
             Case{R"({"dealt":["6-5","6-4","6-3"],"opener":1,"events":[[1,"5-5"],[0,"6-5<"],[1,"6-6<"]],"turn":3,
                     "hand":null,"ends":null,"held":null,"boneyard":null,"drawable":null,"moves":null})",
                  "events[2]: seat 1 cannot have laid 6-6: if it was dealt, it would have decided who opens"},
         }) {
        Json json = good;
        json.merge_patch(Json::parse(spoiled.change));
        const std::string words = refusal(rules, json);
        EXPECT_NE(words, "") << spoiled.change;
        EXPECT_NE(words.find(spoiled.words), std::string::npos) << spoiled.change << ": " << words;
    }
}

TEST(Position, IsRefusedOrPlayedWhateverIsSpoiled) {
    Numbers numbers(17);
    const StrategyTable table = StrategyTable::builtin();
    const auto strategy = table.make("tile-counting");
    int refused = 0;
    int taken = 0;
    for (const RuleSet& rules : many_rules(100)) {
        for_each_choice(rules, 1, 18, [&](const Observation& seen) {
            // One place of the line is another's: a digit, a sign, a bracket.
            std::string line = text_of_choose(seen);
            line[numbers.below(line.size())] = line[numbers.below(line.size())];
            const Json json = Json::parse(line, nullptr, false);
            if (json.is_discarded()) {
                return;
            }
            try {
                const ChooseMessage message = message_of(json);
                ChooseMessage quickly;
                if (read_usual_choose(line.substr(0, line.size() - 1), quickly)) {
                    EXPECT_EQ(quickly, message) << line;
                }
                const Position position(rules, message, "choose");
                require_possible(position.observation(), "choose");
                EXPECT_TRUE(position.observation().legal.contains(strategy->choose(position.observation())));
                ++taken;
            } catch (const io::InputError&) {
                ++refused;
            }
        });
    }
    EXPECT_GT(refused, 200);
    EXPECT_GT(taken, 200);
}

} // namespace
} // namespace balak::bots
