// Advice on positions: worlds, worths, and the chances of tiles.
#include "bots/position.hpp"
#include "search/holders.hpp"
#include "study/advice.hpp"
#include "study/advice_json.hpp"

#include "all_deals.hpp"

#include "study_parts.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace balak::study {
namespace {

using balak::testing::AllDeals;
using balak::testing::SmallGame;
using testing::for_each_turn;
using testing::Numbers;
using testing::Typed;

/// What a seat sees, as it comes back from a person who types it.
class AsTyped {
public:
    explicit AsTyped(const Observation& seen)
        : message_(read_typed(seen.rules, Typed(seen, true).position, "typed")),
          position_(seen.rules, message_, {"typed", bots::Wording::Of::person, 1}) {}
    Observation seen() const { return position_.observation(); }

private:
    bots::ChooseMessage message_;
    bots::Position position_;
};

class StudyOf : public ::testing::TestWithParam<SmallGame> {};
INSTANTIATE_TEST_SUITE_P(Small, StudyOf, ::testing::ValuesIn(balak::testing::small_games));

TEST_P(StudyOf, DrawsWorldsOfTypedPositionsAsLikelyAsAllDealsMakeThem) {
    constexpr int wanted = 30;
    Numbers numbers(87);
    int tested = 0;
    balak::testing::for_each_turn_of(GetParam(), numbers, [&](const Observation& seen) {
        const AsTyped typed(seen);
        WorldSource source;
        source.prepare(typed.seen());
        std::vector<World> worlds;
        TurnRandom random = seen.random();
        std::size_t next = 0;
        const auto draw = [&] {
            if (next == worlds.size()) {
                source.draw(typed.seen(), random, slices::block_rounds, worlds);
                next = 0;
            }
            return worlds[next++];
        };
        // False alarm 1e-7 each, 360 in all.
        const auto verdict = balak::testing::as_likely_as_the_deals(typed.seen(), draw, 1e-7);
        if (verdict) {
            EXPECT_TRUE(*verdict) << "turn " << int{seen.table.turn};
            ++tested;
        }
        return tested < wanted;
    });
    EXPECT_EQ(tested, wanted);
}

TEST_P(StudyOf, CountsThePlacesOfTilesAsAllDealsDo) {
    Numbers numbers(88);
    int tested = 0;
    balak::testing::for_each_turn_of(GetParam(), numbers, [&](const Observation& seen) {
        const AllDeals all(seen);
        Places expected{};
        const auto share = [&](std::uint64_t deals) {
            return static_cast<double>(deals) / static_cast<double>(all.deals());
        };
        const auto players = static_cast<std::size_t>(seen.rules.players);
        for (const auto& [world, deals] : all.worlds()) {
            for (const Tile tile : seen.unseen()) {
                Place& place = expected[static_cast<std::size_t>(tile.bit())];
                for (std::size_t seat = 0; seat < players; ++seat) {
                    place.seat.values[seat] += TileSet(world[seat]).contains(tile) ? share(deals) : 0;
                }
                for (std::size_t i = players; i < world.size(); ++i) {
                    place.boneyard += TileSet(world[i]) == TileSet(tile) ? share(deals) : 0;
                }
            }
        }
        const Places counted = counted_places(seen);
        for (const Tile tile : seen.rules.tiles()) {
            const auto bit = static_cast<std::size_t>(tile.bit());
            EXPECT_NEAR(counted[bit].boneyard, expected[bit].boneyard, 1e-12) << to_string(tile);
            for (std::size_t seat = 0; seat < max_seats; ++seat) {
                EXPECT_NEAR(counted[bit].seat.values[seat], expected[bit].seat.values[seat], 1e-12) << to_string(tile);
            }
        }
        return ++tested < 60;
    });
}

/// The worlds that a seat cannot exclude, with their chances.
using Law = std::vector<std::pair<World, double>>;

World world_of(const Observation& seen, const balak::testing::Placed& placed) {
    World world;
    const auto players = static_cast<std::size_t>(seen.rules.players);
    for (std::size_t i = 0; i < placed.size(); ++i) {
        if (i < players) {
            world.hands.values[i] = TileSet(placed[i]);
        } else {
            world.order[static_cast<std::size_t>(world.boneyard_size++)] = TileSet(placed[i]).heaviest();
        }
    }
    return world;
}

/// All deals alike, or weighted by a belief, where nothing is drawn: then a world is of one deal.
Law law_of(const Observation& seen, Belief* belief) {
    const AllDeals all(seen);
    Law law;
    double sum = 0;
    for (const auto& [placed, deals] : all.worlds()) {
        const World world = world_of(seen, placed);
        auto weight = static_cast<double>(deals);
        if (belief != nullptr) {
            Deal deal;
            for (const Seat seat : seats(seen.rules.players)) {
                deal.hands[seat] = world.hands[seat] | seen.table.laid_by[seat];
            }
            deal.boneyard_size = world.boneyard_size;
            deal.boneyard = world.order;
            weight *= belief->weight(seen, deal, {});
        }
        law.emplace_back(world, weight);
        sum += weight;
    }
    for (auto& [world, chance] : law) {
        chance /= sum;
    }
    return law;
}

/// What a move is worth on average, all seats playing on by a strategy that draws no numbers.
struct Exact {
    double points = 0;
    double round = 0;
};
Exact exact_worth(const Observation& seen, const Law& law, Move move, Strategy& player) {
    Exact exact;
    PerSeat<Strategy*> players;
    players.values.fill(&player);
    const Side own = seen.rules.side_of(seen.seat);
    for (const auto& [world, chance] : law) {
        Round round(seen, world.hands, world.boneyard());
        round.play(move);
        play_out(round, players, {}, seen.score, seen.round);
        const RoundResult result = round.result();
        double others = 0;
        for (const Side side : sides(seen.rules.side_count())) {
            others += side == own ? 0 : result.points[side];
        }
        exact.points += chance * (result.points[own] - others / (seen.rules.side_count() - 1));
        exact.round += result.winner == own ? chance : 0;
    }
    return exact;
}

/// How many intervals cover the truth, of those of some positions of small games.
struct Coverage {
    int intervals = 0;
    int covered = 0;

    void add(const tournament::Estimate& estimate, double truth) {
        ++intervals;
        // What is the same in all worlds has an interval without width.
        covered += std::abs(estimate.mean - truth) < 1e-9 ||
                           (estimate.interval->low <= truth && truth <= estimate.interval->high)
                       ? 1
                       : 0;
    }
};

Coverage coverage(Adviser& adviser, Strategy& player, Belief* belief, std::span<const SmallGame> games) {
    Coverage count;
    for (const SmallGame& game : games) {
        Numbers numbers(89);
        int tested = 0;
        balak::testing::for_each_turn_of(game, numbers, [&](const Observation& seen) {
            if (seen.legal.size() < 2) {
                return true;
            }
            const Law law = law_of(seen, belief);
            const Advice advice = adviser.advise(seen).value();
            EXPECT_EQ(advice.moves.size(), static_cast<std::size_t>(seen.legal.size()));
            for (const MoveWorth& worth : advice.moves) {
                const Exact exact = exact_worth(seen, law, worth.move, player);
                count.add(worth.points, exact.points);
                count.add(worth.round, exact.round);
            }
            for (const Tile tile : seen.unseen()) {
                const Place& place = advice.places[static_cast<std::size_t>(tile.bit())];
                for (const Seat seat : seats(seen.rules.players)) {
                    double chance = 0;
                    for (const auto& [world, share] : law) {
                        chance += seat != seen.seat && world.hands[seat].contains(tile) ? share : 0;
                    }
                    // Shares of some 2,000 worlds, six standard errors of independent ones; or counted.
                    EXPECT_NEAR(place.seat[seat], chance, belief != nullptr ? 0.067 : 1e-12);
                }
            }
            return ++tested < 60;
        });
    }
    return count;
}

TEST(Advice, HasIntervalsThatCoverTheTruth) {
    const StrategyTable table = StrategyTable::builtin();
    const auto player = table.make("greedy-heavy");
    constexpr std::array games{SmallGame{"playboard", 2, 3, 3}, SmallGame{"block", 2, 3, 3},
                               SmallGame{"playboard", 3, 3, 2}, SmallGame{"la-plaza-pairs", 4, 3, 2}};
    constexpr std::array without_draws{games[1], games[3]};
    Adviser adviser({.worlds = 2'000, .rollout = "greedy-heavy"}, table);
    Adviser believing({.worlds = 2'000, .rollout = "greedy-heavy", .belief = "model", .model = "greedy-heavy"}, table);
    std::optional<Belief> belief = belief_named("model", "greedy-heavy", believing.settings().errors, table);
    for (const auto& count :
         {coverage(adviser, *player, nullptr, games), coverage(believing, *player, &*belief, without_draws)}) {
        // 95 % should be; those of one position depend on each other, so that some more or less are no wonder.
        EXPECT_GT(count.intervals, 400);
        EXPECT_GT(count.covered, count.intervals * 91 / 100) << count.intervals;
        EXPECT_LT(count.covered, count.intervals) << "intervals that never miss are too wide";
    }
}

TEST(Advice, OrdersMovesByTheObjectiveAndSaysHowFarBehindEachIs) {
    const StrategyTable table = StrategyTable::builtin();
    for (const char* const objective : {"points", "win", "match"}) {
        Adviser adviser({.worlds = 600, .objective = objective}, table);
        for (const RuleSet& rules : balak::testing::all_presets()) {
            int tested = 0;
            for_each_turn(rules, 1, 18, [&](const Observation& seen) {
                if (++tested > 20) {
                    return;
                }
                const Advice advice = adviser.advise(seen).value();
                const auto worth = [&](const MoveWorth& move) {
                    return adviser.settings().objective == "points" ? move.points.mean
                           : adviser.settings().objective == "win"  ? move.round.mean
                                                                    : move.match.mean;
                };
                for (const MoveWorth& move : advice.moves) {
                    EXPECT_TRUE(seen.legal.contains(move.move));
                    EXPECT_NEAR(move.behind.mean, worth(advice.moves.front()) - worth(move), 1e-9);
                    EXPECT_GE(move.behind.mean, 0);
                    EXPECT_GE(move.match.mean, 0);
                    EXPECT_LE(move.match.mean, 1);
                }
            });
        }
    }
}

TEST(Advice, IsAFunctionOfTheObservation) {
    const StrategyTable table = StrategyTable::builtin();
    StrategyTable plain = StrategyTable::builtin();
    plain.play_on(nullptr);
    const RuleSet rules = *preset("la-plaza-1v1");
    for (const char* const belief : {"none", "mixture"}) {
        const AdviceSettings settings{.worlds = 500, .belief = belief};
        Adviser used(settings, table);
        int tested = 0;
        for_each_turn(rules, 1, 19, [&](const Observation& seen) {
            if (++tested > 12) {
                return;
            }
            Adviser fresh(settings, plain);
            EXPECT_EQ(advice_json(used.advise(seen).value(), settings, seen),
                      advice_json(fresh.advise(seen).value(), settings, seen));
        });
    }
}

TEST(Advice, IsNotWaitedForOnceItIsNotWanted) {
    const std::atomic<bool> stop = true;
    const StrategyTable table = StrategyTable::builtin();
    Adviser adviser({}, table);
    for_each_turn(*preset("block"), 1, 20,
                  [&](const Observation& seen) { EXPECT_FALSE(adviser.advise(seen, &stop).has_value()); });
}

TEST(Places, OfDrawnWorldsAreThoseThatAreCounted) {
    WorldSource source;
    int tested = 0;
    for (const RuleSet& rules : balak::testing::all_presets()) {
        int here = 0;
        for_each_turn(rules, 1, 21, [&](const Observation& seen) {
            if (seen.table.turn < 5 || ++here > 6) {
                return;
            }
            const Places counted = counted_places(seen);
            std::vector<World> worlds;
            source.prepare(seen);
            TurnRandom random = seen.random();
            constexpr std::size_t count = 4'000;
            source.draw(seen, random, count, worlds);
            const Places drawn = places_in(seen, worlds);
            for (const Tile tile : seen.unseen()) {
                const auto bit = static_cast<std::size_t>(tile.bit());
                double sum = 0;
                const auto compare = [&](double share, double chance) {
                    sum += chance;
                    // Six standard errors; what cannot be is not there.
                    EXPECT_NEAR(share, chance, 6 * std::sqrt(chance * (1 - chance) / count) + 1e-9);
                    ++tested;
                };
                compare(drawn[bit].boneyard, counted[bit].boneyard);
                for (const Seat seat : seats(rules.players)) {
                    compare(drawn[bit].seat[seat], counted[bit].seat[seat]);
                }
                EXPECT_NEAR(sum, 1, 1e-9);
            }
        });
    }
    EXPECT_GT(tested, 1'000);
}

} // namespace
} // namespace balak::study
