// Sampled worlds: whether they agree with what the seat has seen, and whether all that do are equally likely.
#include "core/worlds.hpp"

#include "balak/round.hpp"

#include "all_deals.hpp"
#include "chi_square.hpp"
#include "rule_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace balak {
namespace {

using testing::Numbers;
using testing::replay;

/// Visits turns of random rounds of a rule set.
void for_each_turn(const RuleSet& rules, std::uint64_t rounds, Numbers& numbers,
                   const std::function<void(const Round&, const Observation&)>& visit) {
    for (std::uint64_t number = 0; number < rounds; ++number) {
        const Deal deal = Dealer(80).deal(rules, numbers.below(1'000'000), 0);
        Round round(rules, deal, first_opening(rules, deal));
        while (!round.over()) {
            visit(round, round.observe(deal.random));
            const LegalMoves legal = round.legal_moves();
            round.play(legal.nth(static_cast<int>(numbers.below(static_cast<std::size_t>(legal.size())))));
        }
    }
}

/// The seats that the observer does not see, then the boneyard: the places where hidden tiles are.
std::vector<Seat> others(const Observation& seen) {
    std::vector<Seat> seats_;
    for (const Seat seat : seats(seen.rules.players)) {
        if (seat != seen.seat) {
            seats_.push_back(seat);
        }
    }
    return seats_;
}

bool may_hold(const Observation& seen, Seat seat, Tile tile) {
    return !seen.table.lacks[seat].contains(tile.high()) && !seen.table.lacks[seat].contains(tile.low());
}

struct Replayed {
    int worlds = 0;
    int with_draws = 0; ///< in rounds where tiles were drawn
    int refuted = 0;    ///< whose deals do not lead to what the seat has seen
};

/// Draws five worlds at each turn of so many random rounds, and replays the record on a deal of each.
Replayed replay_worlds(const RuleSet& rules, std::uint64_t rounds, Numbers& numbers, const Evidence::Kinds& kinds) {
    Replayed count;
    WorldSampler sampler; // one for all: it must not remember
    for_each_turn(rules, rounds, numbers, [&](const Round&, const Observation& seen) {
        sampler.prepare(seen, Evidence(seen, kinds));
        TurnRandom random = seen.random();
        for (int i = 0; i < 5; ++i) {
            const World world = sampler.sample(random);
            const std::optional<Round> round = replay(seen, sampler.deal_of(seen, world, random));
            const bool agrees = round && round->hands() == world.hands &&
                                std::ranges::equal(round->boneyard().left(), world.boneyard());
            ++count.worlds;
            count.with_draws += seen.table.draws > 0 ? 1 : 0;
            count.refuted += agrees ? 0 : 1;
        }
    });
    return count;
}

TEST(Worlds, EachIsTheEndOfADealThatLeadsToWhatTheSeatHasSeen) {
    Numbers numbers(81);
    std::vector<RuleSet> tables = testing::all_presets();
    for (int i = 0; i < 200; ++i) {
        tables.push_back(testing::random_rules(numbers));
    }
    Replayed all;
    for (const RuleSet& rules : tables) {
        const Replayed here = replay_worlds(rules, 20, numbers, {});
        EXPECT_EQ(here.refuted, 0) << describe(rules);
        all.worlds += here.worlds;
        all.with_draws += here.with_draws;
    }
    EXPECT_GT(all.worlds, 100'000);
    EXPECT_GT(all.with_draws, 15'000);
}

TEST(Worlds, AreAFunctionOfTheRandomNumbers) {
    Numbers numbers(82);
    const RuleSet rules = *preset("playboard", 3);
    for_each_turn(rules, 20, numbers, [&](const Round&, const Observation& seen) {
        WorldSampler used;
        WorldSampler fresh;
        used.prepare(seen);
        TurnRandom warm({1, 2}, 0);
        used.sample(warm);
        used.prepare(seen);
        fresh.prepare(seen);
        TurnRandom one = seen.random();
        TurnRandom same = seen.random();
        const World first = used.sample(one);
        const World second = fresh.sample(same);
        ASSERT_EQ(first.hands, second.hands);
        ASSERT_TRUE(std::ranges::equal(first.boneyard(), second.boneyard()));
    });
}

using testing::as_likely_as_the_deals;
using testing::for_each_turn_of;
using testing::small_games;
using testing::SmallGame;

/// Draws worlds from a sampler with this evidence.
std::function<World()> sampled(const Observation& seen, const Evidence& evidence) {
    auto sampler = std::make_shared<WorldSampler>();
    sampler->prepare(seen, evidence);
    return [sampler, random = seen.random()]() mutable { return sampler->sample(random); };
}

class WorldsOf : public ::testing::TestWithParam<SmallGame> {};
INSTANTIATE_TEST_SUITE_P(Small, WorldsOf, ::testing::ValuesIn(small_games));

TEST_P(WorldsOf, AreAsLikelyAsAllDealsAndBoneyardOrdersMakeThem) {
    constexpr int wanted = 200;
    Numbers numbers(83);
    int tested = 0;
    int with_draws = 0;
    for_each_turn_of(GetParam(), numbers, [&](const Observation& seen) {
        // False alarm 1e-7 each, 2,400 in all.
        const auto verdict = as_likely_as_the_deals(seen, sampled(seen, Evidence(seen)), 1e-7);
        if (verdict) {
            EXPECT_TRUE(*verdict) << "turn " << int{seen.table.turn};
            ++tested;
            with_draws += seen.table.draws > 0 ? 1 : 0;
        }
        return tested < wanted;
    });
    EXPECT_EQ(tested, wanted);
    EXPECT_TRUE(GetParam().rules().draw == Draw::none || with_draws >= 20) << with_draws;
}

/// How many of so many information sets refute a sampler that leaves something out.
int refuted(const SmallGame& game, const std::function<Evidence(const Observation&)>& evidence_of) {
    Numbers numbers(84);
    int tested = 0;
    int failed = 0;
    for_each_turn_of(game, numbers, [&](const Observation& seen) {
        const auto verdict = as_likely_as_the_deals(seen, sampled(seen, evidence_of(seen)), 1e-7);
        tested += verdict ? 1 : 0;
        failed += verdict && !*verdict ? 1 : 0;
        return tested < 200;
    });
    return failed;
}

TEST(Worlds, ASamplerThatLeavesOutAKindOfEvidenceIsRefuted) {
    const auto without = [](Evidence::Kinds kinds) {
        return [kinds](const Observation& seen) { return Evidence(seen, kinds); };
    };
    const SmallGame playboard{"playboard", 2, 3, 3};
    EXPECT_EQ(refuted(playboard, without({})), 0);
    EXPECT_GT(refuted(playboard, without({.opening = false})), 20);
    EXPECT_GT(refuted(playboard, without({.draws = false})), 5);
    EXPECT_GT(refuted({"block", 2, 3, 3}, without({.passes = false})), 5);
    EXPECT_GT(refuted(playboard, Evidence::of_voids), 20);
    // When tiles were laid decides little in so small sets. In the full one there are worlds that cannot be without it.
    Numbers numbers(86);
    EXPECT_GT(replay_worlds(*preset("playboard", 2), 20, numbers, {.times = false}).refuted, 20);
}

/// The number of placements in which a certain tile is in each place, by adding one tile after the other: a plain count
/// of the same thing that the sampler counts by classes.
class PlacementCount {
public:
    using Room = std::array<int, 4>; // three other seats, and the boneyard

    explicit PlacementCount(const Observation& seen) : seen_(seen), others_(others(seen)) {
        for (std::size_t i = 0; i < others_.size(); ++i) {
            room_[i] = seen.table.held[others_[i]];
        }
        room_[3] = seen.table.boneyard;
    }

    /// For each place the share of all placements that have `tile` there.
    std::array<double, 4> shares(Tile tile) const {
        std::array<double, 4> ways{};
        double sum = 0;
        for (std::size_t place = 0; place < 4; ++place) {
            Room room = room_;
            if (may_be(tile, place) && room[place]-- > 0) {
                ways[place] = count(tile, room);
                sum += ways[place];
            }
        }
        for (double& each : ways) {
            each /= sum;
        }
        return ways;
    }

private:
    bool may_be(Tile tile, std::size_t place) const {
        return place == 3 || (place < others_.size() && may_hold(seen_, others_[place], tile));
    }

    /// Placements of all hidden tiles but one into this room.
    double count(Tile without, const Room& room) const {
        std::map<Room, double> ways{{room, 1}};
        for (const Tile tile : seen_.unseen() - without) {
            std::map<Room, double> next;
            for (const auto& [left, number] : ways) {
                for (std::size_t place = 0; place < 4; ++place) {
                    if (left[place] > 0 && may_be(tile, place)) {
                        Room less = left;
                        --less[place];
                        next[less] += number;
                    }
                }
            }
            ways = std::move(next);
        }
        return ways[Room{}];
    }

    const Observation& seen_;
    std::vector<Seat> others_;
    Room room_{};
};

int seats_that_lack(const Observation& seen) {
    int lacking = 0;
    for (const Seat seat : others(seen)) {
        lacking += seen.table.lacks[seat].empty() ? 0 : 1;
    }
    return lacking;
}

TEST(Worlds, ByVoidsAlonePutEachTileInEachPlaceAsOftenAsThePlacementsDo) {
    // Positions of the presets, where there are too many placements to list; with evidence of which they can be
    // counted.
    Numbers numbers(85);
    WorldSampler sampler;
    int tested = 0;
    int checked = 0;
    for (const RuleSet& rules : testing::all_presets()) {
        int here = 0;
        for_each_turn(rules, 40, numbers, [&](const Round&, const Observation& seen) {
            if (here >= 3 || seats_that_lack(seen) == 0 || seen.table.turn < 4 || numbers.below(4) != 0 ||
                seen.unseen().size() < 8) {
                return;
            }
            ++here;
            ++tested;
            constexpr int samples = 4'000;
            std::map<Tile, std::array<std::uint64_t, 4>> found;
            const std::vector<Seat> seats_ = others(seen);
            sampler.prepare(seen, Evidence::of_voids(seen));
            TurnRandom random = seen.random();
            for (int k = 0; k < samples; ++k) {
                const World world = sampler.sample(random);
                for (std::size_t i = 0; i < seats_.size(); ++i) {
                    for (const Tile tile : world.hands[seats_[i]]) {
                        ++found[tile][i];
                    }
                }
                for (const Tile tile : world.boneyard()) {
                    ++found[tile][3];
                }
            }
            const PlacementCount placements(seen);
            for (const Tile tile : seen.unseen()) {
                const std::array<double, 4> shares = placements.shares(tile);
                std::vector<std::uint64_t> counts;
                std::vector<double> law;
                for (std::size_t place = 0; place < 4; ++place) {
                    // Rare places make no cell of their own in a chi-square test; impossible ones must be empty.
                    if (shares[place] * samples >= 10) {
                        counts.push_back(found[tile][place]);
                        law.push_back(shares[place]);
                    } else if (shares[place] == 0) {
                        EXPECT_EQ(found[tile][place], 0U);
                    }
                }
                double sum = 0;
                for (const double share : law) {
                    sum += share;
                }
                if (law.size() > 1 && sum > 1 - 1e-9) {
                    EXPECT_TRUE(testing::fits(counts, law, 1e-8)) << to_string(tile); // some 350 times 1e-8
                    ++checked;
                }
            }
        });
    }
    EXPECT_GE(tested, 20);
    EXPECT_GE(checked, 200);
}

} // namespace
} // namespace balak
