// Bots as shared libraries: what they are told, and what is refused.
#include "balak/deal.hpp"
#include "balak/match.hpp"
#include "balak/strategy.hpp"
#include "bots/exercise.hpp"
#include "bots/library.hpp"
#include "io/input_error.hpp"

#include "rule_sets.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstring>
#include <memory>
#include <string>

namespace balak::bots {
namespace {

std::string path_of(const std::string& name) {
    return std::string(BALAK_BOTS) + "/" + name + ".so";
}

/// Plays a match between two strategies and returns all its events and scores as a text.
std::string match_of(const RuleSet& rules, std::uint64_t number, Strategy& one, Strategy& other) {
    std::string text;
    Match match(rules);
    while (!match.over() && match.round() < 20) {
        const Deal deal = Dealer(3).deal(rules, number, static_cast<std::uint32_t>(match.round()));
        const Opening opening = match.opening(deal);
        Round round(rules, deal, opening);
        PerSeat<Strategy*> players;
        players.values = {&one, &other, &one, &other};
        play_out(round, players, deal.random, match.score(), match.round());
        for (const Event event : round.table().events()) {
            text += std::to_string(static_cast<int>(event.kind())) + "," + std::to_string(event.tile().bit()) + " ";
        }
        match.add(opening.seat, round.result());
    }
    return text;
}

TEST(Library, ExamplesPlayAsGreedyHeavy) {
    const StrategyTable table = StrategyTable::builtin();
    const auto greedy = table.make("greedy-heavy");
    const auto random = table.make("random");
    for (const char* name : {"example_c", "example_cpp"}) {
        const Library library(path_of(name));
        EXPECT_EQ(library.name(), "mybot");
        EXPECT_EQ(library.release(), "1");
        EXPECT_TRUE(library.reproducible());
        EXPECT_EQ(library.digest().size(), 32U);
        for (const RuleSet& rules : exercise_rules(100)) {
            const auto player = library.make(rules, io::Json::object());
            for (std::uint64_t number = 0; number < 5; ++number) {
                ASSERT_EQ(match_of(rules, number, *player, *random), match_of(rules, number, *greedy, *random))
                    << name << " under " << describe(rules);
            }
        }
    }
    EXPECT_NE(Library(path_of("example_c")).digest(), Library(path_of("example_cpp")).digest());
}

TEST(Library, IsToldTheRules) {
    RuleSet rules;
    std::int64_t value = 100;
    for (const RuleOption& option : rule_options()) {
        option.set(rules, option.kind == RuleOption::Kind::integer ? value++ : option.most);
    }
    const BalakRules plain = library_rules(rules);
    // Every field by its name: a new option of the rules needs one in balak/bot.h, at the end.
    EXPECT_EQ(plain.players, rules.players);
    EXPECT_EQ(plain.partnership, 1);
    EXPECT_EQ(plain.max_pip, rules.max_pip);
    EXPECT_EQ(plain.hand_size, rules.hand_size);
    EXPECT_EQ(plain.boneyard_reserve, rules.boneyard_reserve);
    EXPECT_EQ(plain.draw, static_cast<int>(rules.draw));
    EXPECT_EQ(plain.starter, static_cast<int>(rules.starter));
    EXPECT_EQ(plain.opening_first_round, static_cast<int>(rules.opening.first_round));
    EXPECT_EQ(plain.opening_later_rounds, static_cast<int>(rules.opening.later_rounds));
    EXPECT_EQ(plain.opening_tile, static_cast<int>(rules.opening.tile));
    EXPECT_EQ(plain.out_score, static_cast<int>(rules.out.score));
    EXPECT_EQ(plain.out_bonus, rules.out.bonus);
    EXPECT_EQ(plain.block_winner, static_cast<int>(rules.block.winner));
    EXPECT_EQ(plain.block_tie, static_cast<int>(rules.block.tie));
    EXPECT_EQ(plain.block_score, static_cast<int>(rules.block.score));
    EXPECT_EQ(plain.scoring, static_cast<int>(rules.scoring));
    EXPECT_EQ(plain.capicu_bonus, rules.capicu_bonus);
    EXPECT_EQ(plain.match_target, rules.match.target);
    EXPECT_EQ(plain.match_rounds, rules.match.rounds);
    EXPECT_EQ(rule_options().size() * sizeof(std::int32_t), sizeof(BalakRules));
}

/// Compares what a library is asked with the observation, and chooses at random.
class Comparing final : public Strategy {
public:
    explicit Comparing(Strategy& chooser) : chooser_(chooser) {}

    Move choose(const Observation& seen) override {
        BalakQuestion question{};
        ask_library(seen, question);
        EXPECT_EQ(question.round, seen.round);
        EXPECT_EQ(question.turn, seen.table.turn);
        EXPECT_EQ(question.seat, seen.seat.number());
        EXPECT_EQ(question.opener, seen.table.opener.number());
        EXPECT_EQ(question.hand, seen.hand.bits());
        EXPECT_EQ(question.dealt, seen.dealt.bits());
        EXPECT_EQ(question.laid, seen.table.laid.bits());
        EXPECT_EQ(question.boneyard, seen.table.boneyard);
        EXPECT_EQ(question.drawable, seen.table.drawable);
        EXPECT_EQ(question.starter, seen.table.has_starter ? seen.table.starter.bit() : -1);
        EXPECT_EQ(question.left, seen.table.started ? seen.table.left : -1);
        EXPECT_EQ(question.right, seen.table.started ? seen.table.right : -1);
        for (std::size_t i = 0; i < BALAK_SEATS; ++i) {
            EXPECT_EQ(question.score[i], seen.score.values[i]);
            EXPECT_EQ(question.held[i], seen.table.held.values[i]);
            EXPECT_EQ(question.laid_by[i], seen.table.laid_by.values[i].bits());
            EXPECT_EQ(question.lacks[i], seen.table.lacks.values[i].bits());
        }
        TurnRandom random = seen.random();
        EXPECT_EQ(question.random[0], random.word());
        EXPECT_EQ(question.random[1], random.word());
        EXPECT_EQ(question.move_count, seen.legal.size());
        for (int i = 0; i < question.move_count; ++i) {
            const int code = question.moves[i];
            const Move move = seen.legal.nth(i);
            EXPECT_EQ(BALAK_TILE(code), move.tile.bit());
            EXPECT_EQ(BALAK_KIND(code), move.end == End::left ? BALAK_LEFT : BALAK_RIGHT);
            EXPECT_EQ(BALAK_HIGH[BALAK_TILE(code)] - '0', move.tile.high());
            EXPECT_EQ(BALAK_LOW[BALAK_TILE(code)] - '0', move.tile.low());
        }
        compare_events(seen, question);
        ++asked;
        return chooser_.choose(seen);
    }

    int asked = 0;

private:
    static void compare_events(const Observation& seen, const BalakQuestion& question) {
        ASSERT_EQ(question.event_count, seen.table.event_count);
        // As a library reads them: whose they are is implied, the own draws are told.
        int seat = question.opener;
        int draws = 0;
        TileSet drawn;
        for (int i = 0; i < question.event_count; ++i) {
            const int code = question.events[i];
            const Event event = seen.table.events()[static_cast<std::size_t>(i)];
            ASSERT_EQ(BALAK_KIND(code), static_cast<int>(event.kind()));
            if (BALAK_KIND(code) == BALAK_DRAW) {
                if (seat == question.seat) {
                    drawn |= Tile::from_bit(question.draws[draws++]);
                }
                continue;
            }
            if (BALAK_KIND(code) != BALAK_PASS) {
                ASSERT_EQ(BALAK_TILE(code), event.tile().bit());
                ASSERT_TRUE(seen.table.laid_by[Seat(seat)].contains(event.tile()));
            }
            seat = (seat + 1) % seen.rules.players;
        }
        EXPECT_EQ(draws, question.draw_count);
        EXPECT_EQ(seen.dealt | drawn, seen.hand | seen.table.laid_by[seen.seat]);
        EXPECT_EQ(seat, question.seat);
    }

    Strategy& chooser_;
};

TEST(Library, IsAskedWithAllThatTheSeatSees) {
    const auto random = StrategyTable::builtin().make("random");
    Comparing comparing(*random);
    for (const RuleSet& rules : exercise_rules(100)) {
        for (std::uint64_t number = 0; number < 5; ++number) {
            match_of(rules, number, comparing, comparing);
            ASSERT_FALSE(HasFailure()) << describe(rules);
        }
    }
    EXPECT_GT(comparing.asked, 5000);
}

std::string refusal_of(const std::string& path) {
    try {
        const Library library(path);
        library.make(RuleSet(), io::Json::object());
    } catch (const io::InputError& error) {
        return error.what();
    }
    return "";
}

TEST(Library, IsRefusedWithASentence) {
    for (const auto& [name, words] : std::vector<std::pair<std::string, std::string>>{
             {"other_version", "is of version 99 of the library interface, this balak has version 1"},
             {"no_function", "exports no function `balak_bot` (see balak/bot.h)"},
             {"no_make", "has no function `make`"},
             {"no_choose", "has no function `choose`"},
             {"no_drop", "has no function `drop`"},
             {"returns_null", "`balak_bot` returns NULL, expected a struct BalakBot"},
             {"bad_name", R"(its name is "a\u001b[2Jb", expected a text in UTF-8 of at most 200 bytes)"},
             {"makes_null", R"(does not play: "I do not play without\noptions")"},
             {"makes_null_silently", "does not play: it says no reason"}}) {
        const std::string sentence = refusal_of(path_of(name));
        EXPECT_TRUE(sentence.starts_with(path_of(name) + ": ")) << sentence;
        EXPECT_NE(sentence.find(words), std::string::npos) << sentence;
    }
    EXPECT_EQ(refusal_of("/nowhere/bot.so"), "/nowhere/bot.so: cannot be read: No such file or directory");
    EXPECT_TRUE(refusal_of("/etc/passwd").starts_with("/etc/passwd: cannot be loaded as a library: "));
}

TEST(Library, ThatChoosesNoMoveIsStopped) {
    const auto random = StrategyTable::builtin().make("random");
    for (const char* name : {"chooses_too_high", "chooses_negative"}) {
        const auto player = Library(path_of(name)).make(RuleSet(), io::Json::object());
        try {
            for (std::uint64_t match = 0; match < 5; ++match) {
                match_of(RuleSet(), match, *player, *random);
            }
            FAIL() << name;
        } catch (const IllegalMove& error) {
            EXPECT_NE(std::string(error.what()).find("chose move "), std::string::npos) << error.what();
            EXPECT_NE(std::string(error.what()).find("seat 0"), std::string::npos) << error.what();
        }
    }
}

} // namespace
} // namespace balak::bots
