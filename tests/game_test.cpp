// Matches of a person against strategies.
#include "io/judge.hpp"
#include "study/game.hpp"

#include "study_parts.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace balak::study {
namespace {

using testing::for_each_turn;
using testing::Numbers;

/// Plays a match by a seed's choices for the person. `back`: how often of a hundred choices some are taken back first,
/// and made as before. Returns the records.
std::string played(const RuleSet& rules, Seat person, std::uint64_t seed, std::size_t back) {
    const StrategyTable table = StrategyTable::builtin();
    const auto strategy = table.make("tile-counting");
    PerSeat<Game::Player> players;
    for (const Seat seat : seats(rules.players)) {
        players[seat] = {"player", seat == person ? nullptr : strategy.get()};
    }
    Game game(rules, seed, players);
    Numbers whims(seed + 1);
    std::vector<int> made; // choices so far, by rank
    std::size_t next = 0;  // of them those that are made again after they were taken back
    while (!game.over()) {
        if (game.between_rounds()) {
            game.begin_round();
        }
        while (!game.play_on()) {
            if (whims.below(100) < back) {
                for (std::size_t times = whims.below(12); times > 0 && game.take_back(); --times) {
                    --next;
                }
            }
            const Observation seen = game.question();
            EXPECT_EQ(seen.seat, person);
            if (next == made.size()) {
                // As a function of the seed and the number of the choice.
                made.push_back(
                    static_cast<int>(Numbers(seed + next).below(static_cast<std::size_t>(seen.legal.size()))));
            }
            EXPECT_LT(made[next], seen.legal.size());
            game.answer(seen.legal.nth(made[next++]));
        }
        game.end_round();
    }
    EXPECT_FALSE(game.match().round() == 0);
    return game.records();
}

TEST(Game, IsTheSameAfterMovesWereTakenBack) {
    for (const RuleSet& rules : balak::testing::all_presets()) {
        for (const Seat person : seats(rules.players)) {
            const std::string straight = played(rules, person, 31, 0);
            EXPECT_EQ(played(rules, person, 31, 25), straight) << describe(rules);
            EXPECT_NE(played(rules, person, 32, 0), straight);
            io::Judge judge;
            for (std::size_t from = 0; from < straight.size();) {
                const std::size_t end = straight.find('\n', from) + 1;
                const io::Judged judged = judge.judge(straight.substr(from, end - from));
                EXPECT_TRUE(judged.record && judged.faults.empty()) << describe(rules);
                from = end;
            }
            EXPECT_TRUE(judge.incomplete().empty());
        }
    }
}

TEST(Game, HasNothingToTakeBackBeforeTheFirstChoice) {
    const RuleSet rules = *preset("la-plaza-1v1");
    const auto strategy = StrategyTable::builtin().make("random");
    PerSeat<Game::Player> players;
    players[Seat(0)].name = "one";
    players[Seat(1)] = {"other", strategy.get()};
    Game game(rules, 33, players);
    EXPECT_FALSE(game.take_back());
    game.begin_round();
    ASSERT_FALSE(game.play_on());
    EXPECT_FALSE(game.take_back());
    const TileSet hand = game.question().hand;
    game.answer(game.question().legal.nth(0));
    EXPECT_TRUE(game.take_back());
    EXPECT_EQ(game.question().hand, hand);
    EXPECT_FALSE(game.take_back());
    EXPECT_EQ(game.records(), "");
}

TEST(NamedMove, IsAsRecordsWriteItOrATileThatIsLaidInOneWay) {
    const RuleSet rules = *preset("la-plaza-pairs");
    int in_two_ways = 0;
    for_each_turn(rules, 5, 34, [&](const Observation& seen) {
        for (int rank = 0; rank < seen.legal.size(); ++rank) {
            const Move move = seen.legal.nth(rank);
            const std::string name = bots::text_of(move, bots::is_opening(seen.table));
            EXPECT_EQ(named_move(name, seen), move);
            std::string turned = name;
            std::swap(turned[0], turned[2]);
            EXPECT_EQ(named_move(turned, seen), move);
            const bool two_ways = seen.legal.left.contains(move.tile) && seen.legal.right.contains(move.tile);
            EXPECT_EQ(named_move(name.substr(0, 3), seen), two_ways ? std::nullopt : std::optional(move));
            in_two_ways += two_ways ? 1 : 0;
        }
        for (const Tile tile : rules.tiles() - seen.legal.tiles()) {
            EXPECT_FALSE(named_move(to_string(tile), seen));
            EXPECT_FALSE(named_move(to_string(tile) + "<", seen));
        }
        for (const char* text : {"", "-", "6", "6-", "7-7", "6-6<<", "pass", "<"}) {
            EXPECT_FALSE(named_move(text, seen)) << text;
        }
    });
    EXPECT_GT(in_two_ways, 5);
}

} // namespace
} // namespace balak::study
