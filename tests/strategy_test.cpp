// What every strategy in the table must do.
#include "balak/match.hpp"
#include "balak/strategy.hpp"

#include "by_hand.hpp"
#include "chi_square.hpp"
#include "rule_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace balak {
namespace {

using testing::Numbers;

/// A place in a round where a seat has a choice.
struct Turn {
    const RuleSet& rules;
    const Round& round;
    const Deal& deal;
    RoundKey key;
    const PerSide<int>& score;
    int round_number;

    Observation seen() const { return round.observe(key, score, round_number); }
    Move chosen_by(Strategy& strategy) const { return chosen_move(strategy, round, seen()); }
};

/// Plays random matches of at most `most_rounds` rounds and visits every turn with a choice.
void for_each_turn(const RuleSet& rules, std::uint64_t matches, int most_rounds,
                   const std::function<void(const Turn&)>& visit) {
    Numbers numbers(70);
    for (std::uint64_t number = 0; number < matches; ++number) {
        Match match(rules);
        while (!match.over() && match.round() < most_rounds) {
            const Deal deal = Dealer(70).deal(rules, number, static_cast<std::uint32_t>(match.round()));
            const Opening opening = match.opening(deal);
            Round round(rules, deal, opening);
            while (!round.over()) {
                const LegalMoves legal = round.legal_moves();
                if (legal.size() > 1) {
                    visit({rules, round, deal, deal.random, match.score(), match.round()});
                }
                round.play(legal.nth(static_cast<int>(numbers.below(static_cast<std::size_t>(legal.size())))));
            }
            match.add(opening.seat, round.result());
        }
    }
}

std::string text_of(Move move) {
    return to_string(move.tile) += move.end == End::left ? '<' : '>';
}

/// The tests below run for each strategy of the table.
class EveryStrategy : public ::testing::TestWithParam<StrategyType> {
protected:
    std::unique_ptr<Strategy> make() const { return table_.make(GetParam().name); }
    /// A strategy must choose the same in both, unless it sees all. Returns how often it did not: 0 or 1.
    static int expect_same(const Turn& one, const Turn& other, Strategy& strategy) {
        const bool same = one.chosen_by(strategy) == other.chosen_by(strategy);
        EXPECT_TRUE(same || GetParam().sees_all) << describe(one.rules);
        return same ? 0 : 1;
    }
    /// Fewer matches for strategies that take long.
    std::uint64_t matches() const { return GetParam().searches ? 4 : 100; }

    StrategyTable table_ = StrategyTable::builtin();
};

INSTANTIATE_TEST_SUITE_P(Table, EveryStrategy, ::testing::ValuesIn([] {
                             const StrategyTable table = StrategyTable::builtin();
                             return std::vector<StrategyType>(table.types().begin(), table.types().end());
                         }()),
                         [](const ::testing::TestParamInfo<StrategyType>& type) {
                             std::string name(type.param.name);
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

TEST_P(EveryStrategy, ReturnsALegalMoveThatIsTheSameForTheSameObservation) {
    const std::unique_ptr<Strategy> used = make();
    int turns = 0;
    for (const RuleSet& rules : testing::all_presets()) {
        for_each_turn(rules, matches(), 2, [&](const Turn& turn) {
            const Move move = turn.chosen_by(*used); // after all the calls before this one
            EXPECT_TRUE(turn.seen().legal.contains(move)) << text_of(move) << " under " << describe(rules);
            EXPECT_EQ(turn.chosen_by(*used), move) << "asked again";
            EXPECT_EQ(turn.chosen_by(*make()), move) << "asked for the first time";
            ++turns;
        });
    }
    EXPECT_GT(turns, 50);
}

TEST_P(EveryStrategy, IsNotSwayedByWhatTheSeatCannotSee) {
    // The same turn again with the hidden tiles dealt out anew, in any way that keeps the sizes of the hands.
    const std::unique_ptr<Strategy> strategy = make();
    Numbers numbers(71);
    int changed = 0;
    int other_moves = 0;
    for (const RuleSet& rules : testing::all_presets()) {
        for_each_turn(rules, matches(), 1, [&](const Turn& turn) {
            const Observation seen = turn.seen();
            std::vector<Tile> hidden;
            for (const Tile tile : seen.unseen()) {
                hidden.insert(hidden.begin() + static_cast<std::ptrdiff_t>(numbers.below(hidden.size() + 1)), tile);
            }
            PerSeat<TileSet> hands;
            std::size_t next = 0;
            for (const Seat seat : seats(rules.players)) {
                for (int i = 0; seat != seen.seat && i < seen.table.held[seat]; ++i) {
                    hands[seat] |= hidden.at(next++);
                }
            }
            hands[seen.seat] = seen.hand;
            const Round other(seen, hands, std::span<const Tile>(hidden).subspan(next));
            changed += other.hands() == turn.round.hands() ? 0 : 1;
            const Turn same{rules, other, turn.deal, turn.key, turn.score, turn.round_number};
            other_moves += expect_same(turn, same, *strategy);
        });
    }
    EXPECT_GT(changed, 25);
    EXPECT_EQ(other_moves > 0, GetParam().sees_all);
}

TEST_P(EveryStrategy, IsNotSwayedByHowAHistoryWithTheSameLookCameAbout) {
    // Two rounds played from different deals that look the same to the seat: here without draws, where the tiles laid
    // and those still held make up the deal.
    const std::unique_ptr<Strategy> strategy = make();
    Numbers numbers(72);
    int compared = 0;
    int other_moves = 0;
    for (const char* name : {"la-plaza-pairs", "block"}) {
        const RuleSet rules = *preset(name);
        for_each_turn(rules, matches(), 1, [&](const Turn& turn) {
            const Observation seen = turn.seen();
            if (!seen.table.started) {
                return; // the opening tile may be forced by what others hold
            }
            // Two hidden tiles change places.
            Deal deal;
            for (const Seat seat : seats(rules.players)) {
                deal.hands[seat] = turn.round.hands()[seat] | seen.table.laid_by[seat];
            }
            std::vector<Tile> hidden;
            for (const Tile tile : seen.unseen()) {
                hidden.push_back(tile);
            }
            const Tile one = hidden[numbers.below(hidden.size())];
            const Tile other = hidden[numbers.below(hidden.size())];
            for (const Seat seat : seats(rules.players)) {
                const bool had_one = deal.hands[seat].contains(one);
                const bool had_other = deal.hands[seat].contains(other);
                deal.hands[seat] -= TileSet(one) | other;
                deal.hands[seat] |= had_one ? TileSet(other) : TileSet();
                deal.hands[seat] |= had_other ? TileSet(one) : TileSet();
            }
            for (const Tile tile : rules.tiles()) {
                bool dealt = false;
                for (const Seat seat : seats(rules.players)) {
                    dealt = dealt || deal.hands[seat].contains(tile);
                }
                if (!dealt) {
                    deal.boneyard[static_cast<std::size_t>(deal.boneyard_size++)] = tile;
                }
            }
            Round again(rules, deal, {seen.table.opener, std::nullopt});
            for (const Event event : seen.table.events()) {
                if (event.kind() == Event::Kind::pass) {
                    continue;
                }
                const Move move{event.tile(), event.kind() == Event::Kind::play_left ? End::left : End::right};
                if (again.over() || !again.legal_moves().contains(move)) {
                    return; // with the other tiles the round would have gone another way
                }
                again.play(move);
            }
            if (again.over() || testing::tokens(again) != testing::tokens(turn.round) ||
                again.hands() == turn.round.hands()) {
                return;
            }
            const Turn same{rules, again, turn.deal, turn.key, turn.score, turn.round_number};
            other_moves += expect_same(turn, same, *strategy);
            ++compared;
        });
    }
    EXPECT_GT(compared, 5);
    EXPECT_TRUE(other_moves == 0 || GetParam().sees_all);
}

/// What a seat sees of a round, piece by piece.
auto look(const Observation& seen) {
    std::vector<std::tuple<Event::Kind, int>> events;
    for (const Event event : seen.table.events()) {
        const bool laid = event.kind() == Event::Kind::play_left || event.kind() == Event::Kind::play_right;
        events.emplace_back(event.kind(), laid ? event.tile().bit() : -1);
    }
    const Table& table = seen.table;
    return std::tuple(events, seen.seat.number(), seen.hand.bits(), seen.dealt.bits(), table.left, table.right,
                      table.drawable, table.boneyard, table.turn, table.draws, table.opener.number(), table.has_starter,
                      table.starter.bit(), table.laid.bits(), table.held.values);
}

/// A deal with the same tiles at the places that a seat knows: its hand, the starter, and what it drew. Of the others a
/// few have changed places.
Deal dealt_otherwise(const RuleSet& rules, const Deal& deal, const Round& round, Numbers& numbers) {
    const Seat own = round.to_move();
    const TileSet drawn = round.hands()[own] | round.table().laid_by[own];
    struct Place {
        int seat; // or -1: of the boneyard
        std::size_t position;
        Tile tile;
    };
    std::vector<Place> places;
    for (const Seat seat : seats(rules.players)) {
        for (const Tile tile : deal.hands[seat]) {
            if (seat != own) {
                places.push_back({seat.number(), 0, tile});
            }
        }
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(deal.boneyard_size); ++i) {
        if (!drawn.contains(deal.boneyard[i])) {
            places.push_back({-1, i, deal.boneyard[i]});
        }
    }
    const std::size_t swaps = 1 + numbers.below(4);
    for (std::size_t i = 0; i < swaps; ++i) {
        std::swap(places[numbers.below(places.size())].tile, places[numbers.below(places.size())].tile);
    }
    Deal other = deal;
    for (const Seat seat : seats(rules.players)) {
        other.hands[seat] = seat == own ? deal.hands[seat] : TileSet();
    }
    for (const Place& place : places) {
        if (place.seat >= 0) {
            other.hands[Seat(place.seat)] |= place.tile;
        } else {
            other.boneyard[place.position] = place.tile;
        }
    }
    return other;
}

/// Plays the moves of a round again from another deal; nothing where that cannot be.
std::optional<Round> replayed(const RuleSet& rules, const Deal& deal, Opening opening, const Round& round) {
    Round again(rules, deal, opening);
    for (const Event event : round.table().events()) {
        if (event.kind() != Event::Kind::play_left && event.kind() != Event::Kind::play_right) {
            continue;
        }
        const Move move{event.tile(), event.kind() == Event::Kind::play_left ? End::left : End::right};
        if (again.over() || !again.legal_moves().contains(move)) {
            return std::nullopt;
        }
        again.play(move);
    }
    return again.over() ? std::nullopt : std::optional(again);
}

TEST_P(EveryStrategy, ChoosesTheSameInRoundsThatDifferOnlyInWhatTheSeatCannotSee) {
    // The deal itself is another one: other hands, other tiles in the boneyard, another order there. The same moves are
    // played from it, and where all that the seat saw is the same, event by event, the move must be.
    const std::unique_ptr<Strategy> strategy = make();
    Numbers numbers(74);
    int other_moves = 0;
    for (const RuleSet& rules : testing::all_presets()) {
        int other_hands = 0;
        int other_boneyards = 0;
        int after_draws = 0;
        int late = 0;
        for_each_turn(rules, GetParam().searches ? 12 : 40, 1, [&](const Turn& turn) {
            const Opening opening = first_opening(rules, turn.deal);
            int found = 0;
            for (int attempt = 0; attempt < 40 && found < 3; ++attempt) {
                const Deal deal = dealt_otherwise(rules, turn.deal, turn.round, numbers);
                const Opening other_opening = first_opening(rules, deal);
                if (other_opening.seat != opening.seat || other_opening.tile != opening.tile) {
                    continue;
                }
                const std::optional<Round> other = replayed(rules, deal, opening, turn.round);
                if (!other) {
                    continue;
                }
                const Turn same{rules, *other, turn.deal, turn.key, turn.score, turn.round_number};
                if (look(same.seen()) != look(turn.seen())) {
                    continue;
                }
                ++found;
                const bool hands_differ = other->hands() != turn.round.hands();
                const bool boneyards_differ = other->boneyard().left() != turn.round.boneyard().left();
                other_hands += hands_differ ? 1 : 0;
                other_boneyards += boneyards_differ ? 1 : 0;
                after_draws += hands_differ && other->table().draws > 0 ? 1 : 0;
                late += hands_differ && other->table().turn >= 2 * rules.players ? 1 : 0;
                other_moves += expect_same(turn, same, *strategy);
            }
        });
        EXPECT_GT(other_hands, 20) << describe(rules);
        EXPECT_GT(late, 5) << describe(rules);
        if (rules.draw == Draw::until_playable) {
            EXPECT_GT(other_boneyards, 20) << describe(rules);
            EXPECT_GT(after_draws, 3) << describe(rules);
        }
    }
    EXPECT_EQ(other_moves > 0, GetParam().sees_all) << "a strategy that sees all would not be found out";
}

TEST_P(EveryStrategy, SeesAllOnlyIfItsTypeSaysSo) {
    const StrategyType& type = GetParam();
    const std::unique_ptr<Strategy> strategy = make();
    EXPECT_EQ(strategy->seeing_all() != nullptr, type.sees_all);
    EXPECT_EQ(dynamic_cast<SeesAll*>(strategy.get()) != nullptr, type.sees_all);
    if (type.sees_all) {
        EXPECT_TRUE(type.searches) << "it would be taken for roll-outs";
        EXPECT_EQ(type.in_slices, nullptr);
        for_each_turn(*preset("block"), 1, 1,
                      [&](const Turn& turn) { EXPECT_THROW(strategy->choose(turn.seen()), std::logic_error); });
    }
}

TEST_P(EveryStrategy, PlaysLegalMovesAtTheLimitsOfEachOption) {
    const StrategyType& type = GetParam();
    const RuleSet rules = *preset("playboard", 3);
    const auto check = [&](std::string_view name, OptionValues::Value value) {
        OptionValues values = type.standard_options();
        values.set(name, std::move(value));
        const std::unique_ptr<Strategy> strategy = type.make(values, table_);
        for_each_turn(rules, type.searches ? 1 : 20, 1, [&](const Turn& turn) {
            EXPECT_TRUE(turn.seen().legal.contains(turn.chosen_by(*strategy))) << name;
        });
    };
    for (const StrategyOption& option : type.options) {
        if (std::holds_alternative<std::int64_t>(option.standard)) {
            check(option.name, option.least);
            if (!type.searches) {
                check(option.name, option.most); // of a search this would be hours
            }
            continue;
        }
        for (const std::string_view choice : option.choices) {
            check(option.name, std::string(choice));
        }
        for (const StrategyType& simple : table_.types()) {
            if (option.choices.empty() && !simple.searches) {
                check(option.name, std::string(simple.name));
            }
        }
    }
}

TEST_P(EveryStrategy, HasOptionsWithSensibleStandards) {
    std::set<std::string_view> names;
    EXPECT_FALSE(GetParam().summary.empty());
    for (const StrategyOption& option : GetParam().options) {
        EXPECT_TRUE(names.insert(option.name).second) << option.name;
        EXPECT_FALSE(option.meaning.empty());
        if (const auto* number = std::get_if<std::int64_t>(&option.standard)) {
            EXPECT_LT(option.least, option.most) << option.name;
            EXPECT_GE(*number, option.least) << option.name;
            EXPECT_LE(*number, option.most) << option.name;
        } else if (const auto text = std::get<std::string_view>(option.standard); option.choices.empty()) {
            const StrategyType* named = table_.find(text);
            ASSERT_NE(named, nullptr) << text;
            EXPECT_FALSE(named->searches) << text;
        } else {
            EXPECT_NE(std::ranges::find(option.choices, text), option.choices.end()) << text;
        }
        EXPECT_TRUE(GetParam().standard_options().all().contains(std::string(option.name)));
    }
    EXPECT_EQ(GetParam().standard_options().all().size(), GetParam().options.size());
}

// The table.

TEST(StrategyTable, HasTheStrategiesOfTheProject) {
    const StrategyTable table = StrategyTable::builtin();
    for (const char* name :
         {"random", "greedy-heavy", "doubles-first", "tile-counting", "monte-carlo", "ismcts", "clairvoyant"}) {
        const StrategyType* type = table.find(name);
        ASSERT_NE(type, nullptr) << name;
        EXPECT_EQ(type->name, name);
        EXPECT_NE(table.make(name), nullptr);
    }
    EXPECT_EQ(table.find("greedy"), nullptr);
    EXPECT_EQ(table.find(""), nullptr);
}

TEST(StrategyTable, RefusesANameTwice) {
    StrategyTable table = StrategyTable::builtin();
    const std::size_t size = table.types().size();
    StrategyType twin = table.types()[0];
    EXPECT_THROW(table.add(twin), std::invalid_argument);
    EXPECT_EQ(table.types().size(), size);
    twin.name = "twin";
    table.add(twin);
    EXPECT_THROW(table.add(twin), std::invalid_argument);
    EXPECT_NE(table.find("twin"), nullptr);
}

TEST(StrategyTable, RefusesAStrategyThatSeesAllWhereItCouldSlipIn) {
    StrategyTable table = StrategyTable::builtin();
    StrategyType simple = *table.find("clairvoyant");
    simple.name = "simple";
    simple.searches = false;
    EXPECT_THROW(table.add(simple), std::invalid_argument);
    StrategyType in_slices = *table.find("clairvoyant");
    in_slices.name = "in slices";
    in_slices.in_slices = table.find("random")->in_slices;
    EXPECT_THROW(table.add(in_slices), std::invalid_argument);
}

TEST(StrategyTable, MakesNothingForAnUnknownName) {
    const StrategyTable table = StrategyTable::builtin();
    EXPECT_THROW(table.make("greedy"), std::invalid_argument);
    EXPECT_THROW(table.make(""), std::invalid_argument);
}

TEST(OptionValues, RefuseAnOptionThatIsNotThere) {
    const OptionValues values = StrategyTable::builtin().find("monte-carlo")->standard_options();
    EXPECT_EQ(values.integer("determinizations"), 1000);
    EXPECT_EQ(values.text("objective"), "points");
    EXPECT_THROW(values.integer("samples"), std::out_of_range);
    EXPECT_THROW(values.text("samples"), std::out_of_range);
}

// Strategies with an exact definition, against that definition on a list of moves.

/// The distinct legal moves, found by looking at each tile of the hand.
std::vector<Move> list_moves(const Observation& seen) {
    std::vector<Move> moves;
    for (const Tile tile : seen.hand) {
        if (!seen.table.started) {
            if (seen.legal.left.contains(tile)) { // it may be forced
                moves.push_back({tile, End::left});
            }
            continue;
        }
        if (tile.high() == seen.table.left || tile.low() == seen.table.left) {
            moves.push_back({tile, End::left});
        }
        if (seen.table.left != seen.table.right &&
            (tile.high() == seen.table.right || tile.low() == seen.table.right)) {
            moves.push_back({tile, End::right});
        }
    }
    return moves;
}

/// The move that no other is preferred to: by pips, then by the higher half, then the left end.
Move heaviest(const std::vector<Move>& moves) {
    const auto weight = [](Move move) {
        return std::tuple(move.tile.high() + move.tile.low(), move.tile.high(), move.end == End::left);
    };
    return *std::ranges::max_element(moves, {}, weight);
}

void expect_everywhere(std::string_view name, const std::function<Move(const Observation&)>& definition) {
    const std::unique_ptr<Strategy> strategy = StrategyTable::builtin().make(name);
    int turns = 0;
    for (const RuleSet& rules : testing::all_presets()) {
        for_each_turn(rules, 100, 3, [&](const Turn& turn) {
            ASSERT_EQ(strategy->choose(turn.seen()), definition(turn.seen()));
            ++turns;
        });
    }
    EXPECT_GT(turns, 3'000);
}

TEST(GreedyHeavy, LaysTheHeaviestLegalTileAtTheLeftIfItFits) {
    expect_everywhere("greedy-heavy", [](const Observation& seen) { return heaviest(list_moves(seen)); });
}

TEST(DoublesFirst, LaysTheHeaviestLegalDoubleOrElseAsGreedyHeavy) {
    expect_everywhere("doubles-first", [](const Observation& seen) {
        const std::vector<Move> moves = list_moves(seen);
        std::vector<Move> of_doubles;
        std::ranges::copy_if(moves, std::back_inserter(of_doubles),
                             [](Move move) { return move.tile.high() == move.tile.low(); });
        return heaviest(of_doubles.empty() ? moves : of_doubles);
    });
}

TEST(RandomStrategy, IsUniformOverTheDistinctLegalMoves) {
    const std::unique_ptr<Strategy> strategy = StrategyTable::builtin().make("random");
    std::set<int> sizes;
    for (const RuleSet& rules : testing::all_presets()) {
        for_each_turn(rules, 6, 1, [&](const Turn& turn) {
            const std::vector<Move> moves = list_moves(turn.seen());
            if (!sizes.insert(static_cast<int>(moves.size()) * 2 + (turn.seen().legal.right.empty() ? 0 : 1)).second) {
                return;
            }
            std::vector<std::uint64_t> counts(moves.size());
            for (std::uint64_t deal = 0; deal < 3'000 * moves.size(); ++deal) {
                const auto block = random_block(73, Purpose::strategy, deal, 0, 0);
                RoundKey keys;
                keys.values.fill({block[0], block[1]});
                const Turn same{rules, turn.round, turn.deal, keys, turn.score, 0};
                const auto place = std::ranges::find(moves, strategy->choose(same.seen()));
                ASSERT_NE(place, moves.end());
                ++counts[static_cast<std::size_t>(place - moves.begin())];
            }
            EXPECT_TRUE(testing::uniform(counts)); // false alarm 1e-6 each, some 12 of them
        });
    }
    EXPECT_GE(sizes.size(), 6U);
}

} // namespace
} // namespace balak
