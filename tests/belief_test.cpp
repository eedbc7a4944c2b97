// Worlds weighted by how well they explain what the other seats have played.
#include "search/belief.hpp"

#include "balak/deal.hpp"
#include "balak/round.hpp"
#include "rule_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace balak {
namespace {

std::vector<std::unique_ptr<Strategy>> models(std::initializer_list<std::string_view> names) {
    std::vector<std::unique_ptr<Strategy>> made;
    for (const std::string_view name : names) {
        made.push_back(StrategyTable::builtin().make(name));
    }
    return made;
}

/// Visits the choices of rounds in which all seats play by one strategy, with the chance of the others' choices so far
/// if they do so but for a share of errors.
void for_each_choice(const RuleSet& rules, std::string_view name, double errors, int rounds,
                     const std::function<void(const Round&, const Observation&, double chance)>& visit) {
    const auto player = StrategyTable::builtin().make(name);
    for (int number = 0; number < rounds; ++number) {
        const Deal deal = Dealer(91).deal(rules, static_cast<std::uint64_t>(number), 0);
        Round round(rules, deal, first_opening(rules, deal));
        PerSeat<double> chance{{1, 1, 1, 1}};
        while (!round.over()) {
            const Observation seen = round.observe(deal.random);
            Move move = seen.legal.nth(0);
            if (seen.legal.size() > 1) {
                double others = 1;
                for (const Seat seat : seats(rules.players)) {
                    others *= seat == seen.seat ? 1 : chance[seat];
                }
                visit(round, seen, others);
                move = player->choose(seen);
                chance[seen.seat] *= 1 - errors + errors / seen.legal.size();
            }
            round.play(move);
        }
    }
}

/// The deal that a round came from, drawn in turn.
Deal deal_of(const Round& round) {
    Deal deal;
    deal.draw_order = DrawOrder::in_turn;
    deal.hands = round.dealt();
    if (round.table().has_starter) {
        deal.starter = round.table().starter;
    }
    for (const Tile tile : round.boneyard().drawn()) {
        deal.boneyard[static_cast<std::size_t>(deal.boneyard_size++)] = tile;
    }
    for (const Tile tile : round.boneyard().left()) {
        deal.boneyard[static_cast<std::size_t>(deal.boneyard_size++)] = tile;
    }
    return deal;
}

TEST(Belief, WeighsAWorldByTheChanceOfTheChoicesSeen) {
    constexpr double errors = 0.2;
    for (const RuleSet& rules : testing::all_presets()) {
        Belief belief(models({"greedy-heavy"}), errors);
        int choices = 0;
        for_each_choice(rules, "greedy-heavy", errors, 20,
                        [&](const Round& round, const Observation& seen, double chance) {
                            EXPECT_NEAR(belief.weight(seen, deal_of(round), {}), chance, 1e-12);
                            choices += chance < 1 ? 1 : 0;
                        });
        EXPECT_GT(choices, 20);
    }
}

TEST(Belief, IsTheMeanOverItsModels) {
    Belief mixture(models({"greedy-heavy", "doubles-first"}), 0.3);
    Belief greedy(models({"greedy-heavy"}), 0.3);
    Belief doubles(models({"doubles-first"}), 0.3);
    int differ = 0;
    const RuleSet block = *preset("block"); // one other seat, so that the means are of whole worlds
    for_each_choice(block, "tile-counting", 0.3, 30, [&](const Round& round, const Observation& seen, double) {
        const Deal deal = deal_of(round);
        const double one = greedy.weight(seen, deal, {});
        const double other = doubles.weight(seen, deal, {});
        EXPECT_NEAR(mixture.weight(seen, deal, {}), (one + other) / 2, 1e-12);
        differ += one != other ? 1 : 0;
    });
    EXPECT_GT(differ, 20);
}

TEST(Belief, WeighsAModelThatPlaysAtRandomRightOnAverage) {
    // One choice of the other seat was seen, of two or three moves: the chance of it is 1/2 or 1/3, errors or not. Over
    // 4,000 keys the standard error is 0.008 at most; 5 of them, two-sided 6e-7, some dozens of times.
    const RuleSet rules = *preset("block");
    Belief belief(models({"random"}), 0.01);
    int positions = 0;
    for_each_choice(rules, "greedy-heavy", 1, 60, [&](const Round& round, const Observation& seen, double chance) {
        if (chance < 0.3 || chance == 1) {
            return;
        }
        ++positions;
        const Deal deal = deal_of(round);
        double sum = 0;
        for (std::uint32_t key = 0; key < 4'000; ++key) {
            RoundKey keys;
            keys.values.fill({key, 7});
            sum += belief.weight(seen, deal, keys);
        }
        EXPECT_NEAR(sum / 4'000, chance, 5 * 0.008);
    });
    EXPECT_GT(positions, 20);
}

TEST(Belief, DrawsWorldsByTheirWeights) {
    // The chance of each tile to be in the next hand, by worlds drawn and by weights of worlds from the sampler.
    const RuleSet rules = *preset("playboard", 2);
    Belief belief(models({"tile-counting"}), 0.1);
    WorldSampler sampler;
    int positions = 0;
    double moved = 0; // by the weights, the most of all tiles
    for_each_choice(rules, "tile-counting", 0.1, 40, [&](const Round&, const Observation& seen, double chance) {
        if (chance > 0.7) {
            return;
        }
        ++positions;
        const Seat next = seen.seat.next(rules.players);
        sampler.prepare(seen);
        TurnRandom random = seen.random();
        constexpr int count = 4000;
        std::vector<World> drawn;
        std::array<double, tile_count> share{};
        for (int i = 0; i < count / 100; ++i) {
            belief.sample(seen, sampler, random, 100, drawn);
            ASSERT_EQ(drawn.size(), 100U);
            for (const World& world : drawn) {
                for (const Tile tile : world.hands[next]) {
                    share[static_cast<std::size_t>(tile.bit())] += 1.0 / count;
                }
            }
        }
        std::array<double, tile_count> weighted{};
        std::array<double, tile_count> plain{};
        double sum = 0;
        constexpr int candidates = 16'000;
        for (int i = 0; i < candidates; ++i) {
            const World world = sampler.sample(random);
            const double weight = belief.weight(seen, sampler.deal_of(seen, world, random), {});
            sum += weight;
            for (const Tile tile : world.hands[next]) {
                weighted[static_cast<std::size_t>(tile.bit())] += weight;
                plain[static_cast<std::size_t>(tile.bit())] += 1.0 / candidates;
            }
        }
        for (std::size_t tile = 0; tile < tile_count; ++tile) {
            // Standard errors: at most 0.008 each, but larger where few worlds carry the weight. 0.06 is 5 of 0.012.
            EXPECT_NEAR(share[tile], weighted[tile] / sum, 0.06);
            moved = std::max(moved, std::abs(plain[tile] - weighted[tile] / sum));
        }
    });
    EXPECT_GE(positions, 8);
    EXPECT_GT(moved, 0.15);
}

} // namespace
} // namespace balak
