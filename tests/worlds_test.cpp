// Sampled worlds: whether they agree with what the seat has seen, and whether all that do are equally likely.
#include "core/worlds.hpp"

#include "balak/match.hpp"
#include "chi_square.hpp"
#include "rule_sets.hpp"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <map>
#include <vector>

namespace balak {
namespace {

using testing::Numbers;

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

TEST(Worlds, AgreeWithAllThatTheSeatHasSeen) {
    Numbers numbers(81);
    WorldSampler sampler; // one for all: it must not remember
    std::vector<RuleSet> tables = testing::all_presets();
    for (int i = 0; i < 200; ++i) {
        tables.push_back(testing::random_rules(numbers));
    }
    int worlds = 0;
    int lacking = 0;
    for (const RuleSet& rules : tables) {
        for_each_turn(rules, 10, numbers, [&](const Round&, const Observation& seen) {
            sampler.prepare(seen);
            TurnRandom random = seen.random();
            for (int i = 0; i < 5; ++i) {
                const World world = sampler.sample(random);
                ++worlds;
                ASSERT_EQ(world.hands[seen.seat], seen.hand);
                TileSet placed;
                int count = 0;
                for (const Seat seat : others(seen)) {
                    ASSERT_EQ(world.hands[seat].size(), seen.table.held[seat]);
                    lacking += seen.table.lacks[seat].empty() ? 0 : 1;
                    for (const Tile tile : world.hands[seat]) {
                        ASSERT_TRUE(may_hold(seen, seat, tile));
                    }
                    placed |= world.hands[seat];
                    count += world.hands[seat].size();
                }
                ASSERT_EQ(world.boneyard_size, seen.table.boneyard);
                for (const Tile tile : world.boneyard()) {
                    placed |= tile;
                    ++count;
                }
                ASSERT_EQ(placed, seen.unseen());
                ASSERT_EQ(count, seen.unseen().size()) << "a tile is in two places";
            }
        });
    }
    EXPECT_GT(worlds, 50'000);
    EXPECT_GT(lacking, 20'000);
}

TEST(Worlds, AreAFunctionOfTheRandomNumbers) {
    Numbers numbers(82);
    const RuleSet rules = *preset("playboard", 3);
    for_each_turn(rules, 20, numbers, [&](const Round&, const Observation& seen) {
        WorldSampler used;
        WorldSampler fresh;
        used.prepare(seen);
        TurnRandom warm({1, 2}, Seat(0), 0);
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

/// All placements of the hidden tiles, found by trying every place for every tile: for each tile the number of its
/// place, the boneyard coming last. Gives up beyond `most`.
class Placements {
public:
    Placements(const Observation& seen, std::size_t most) : seen_(seen), most_(most), others_(others(seen)) {
        for (const Tile tile : seen.unseen()) {
            tiles_.push_back(tile);
        }
        for (const Seat seat : others_) {
            room_.push_back(seen.table.held[seat]);
        }
        room_.push_back(seen.table.boneyard);
        place(0, {});
    }
    const std::vector<std::vector<std::size_t>>& all() const { return all_; }

    std::vector<std::size_t> of(const World& world) const {
        std::vector<std::size_t> places;
        for (const Tile tile : tiles_) {
            std::size_t where = others_.size();
            for (std::size_t i = 0; i < others_.size(); ++i) {
                where = world.hands[others_[i]].contains(tile) ? i : where;
            }
            places.push_back(where);
        }
        return places;
    }

private:
    void place(std::size_t next, std::vector<std::size_t> places) {
        if (all_.size() > most_) {
            return;
        }
        if (next == tiles_.size()) {
            all_.push_back(places);
            return;
        }
        for (std::size_t where = 0; where < room_.size(); ++where) {
            if (room_[where] > 0 && (where == others_.size() || may_hold(seen_, others_[where], tiles_[next]))) {
                --room_[where];
                places.push_back(where);
                place(next + 1, places);
                places.pop_back();
                ++room_[where];
            }
        }
    }

    const Observation& seen_;
    std::size_t most_;
    std::vector<Seat> others_;
    std::vector<Tile> tiles_;
    std::vector<int> room_;
    std::vector<std::vector<std::size_t>> all_;
};

int seats_that_lack(const Observation& seen) {
    int lacking = 0;
    for (const Seat seat : others(seen)) {
        lacking += seen.table.lacks[seat].empty() ? 0 : 1;
    }
    return lacking;
}

TEST(Worlds, AreUniformOverAllPlacementsInSmallSets) {
    // By number of players and number of other seats that are known to lack something: so many positions each.
    std::map<std::pair<int, int>, int> positions;
    constexpr std::size_t most = 400;
    Numbers numbers(83);
    WorldSampler sampler;
    for (int i = 0; i < 6'000; ++i) {
        RuleSet rules;
        rules.players = static_cast<int>(numbers.between(2, 4));
        rules.max_pip = static_cast<int>(numbers.between(2, 3));
        rules.hand_size = static_cast<int>(numbers.between(1, 4));
        rules.draw = numbers.below(3) == 0 ? Draw::until_playable : Draw::none;
        rules.boneyard_reserve = static_cast<int>(numbers.below(3));
        if (rules.boneyard_size() < 0) {
            continue;
        }
        for_each_turn(rules, 1, numbers, [&](const Round&, const Observation& seen) {
            const Placements placements(seen, most);
            const std::size_t count = placements.all().size();
            int& tested = positions[{rules.players, seats_that_lack(seen)}];
            if (count < 2 || count > most || tested >= 12) {
                return;
            }
            ++tested;
            std::map<std::vector<std::size_t>, std::uint64_t> drawn;
            for (const auto& placement : placements.all()) {
                drawn[placement] = 0;
            }
            sampler.prepare(seen);
            TurnRandom random = seen.random();
            for (std::size_t k = 0; k < 50 * count; ++k) {
                const auto found = drawn.find(placements.of(sampler.sample(random)));
                ASSERT_NE(found, drawn.end()) << "a world that cannot be";
                ++found->second;
            }
            std::vector<std::uint64_t> counts;
            for (const auto& [placement, times] : drawn) {
                counts.push_back(times);
            }
            EXPECT_TRUE(testing::uniform(counts, 1e-7)) << count << " placements"; // false alarm 1e-7 each, 108 at most
        });
    }
    for (int players = 2; players <= 4; ++players) {
        for (int lacking = 0; lacking < players; ++lacking) {
            EXPECT_EQ((positions[{players, lacking}]), 12) << players << " players, " << lacking << " lack something";
        }
    }
}

TEST(Worlds, LetTheBoneyardLieInAnyOrder) {
    // Positions with three or four tiles in the boneyard: the order of every placement on its own.
    Numbers numbers(84);
    WorldSampler sampler;
    int tested = 0;
    int with_classes = 0;
    for (int i = 0; i < 3'000 && tested < 20; ++i) {
        RuleSet rules;
        rules.players = static_cast<int>(numbers.between(2, 3));
        rules.max_pip = 2;
        rules.hand_size = 1 + static_cast<int>(numbers.below(2));
        rules.draw = Draw::none;
        if (rules.boneyard_size() < 0) {
            continue;
        }
        for_each_turn(rules, 1, numbers, [&](const Round&, const Observation& seen) {
            if (tested >= 20 || seen.table.boneyard < 2 || seen.table.boneyard > 3 || seats_that_lack(seen) == 0) {
                return;
            }
            const Placements placements(seen, 50);
            if (placements.all().size() < 2) {
                return;
            }
            ++tested;
            with_classes += seats_that_lack(seen);
            const std::size_t orders = seen.table.boneyard == 2 ? 2 : 6;
            const std::size_t outcomes = orders * placements.all().size();
            std::map<std::pair<std::vector<std::size_t>, std::vector<Tile>>, std::uint64_t> drawn;
            sampler.prepare(seen);
            TurnRandom random = seen.random();
            for (std::size_t k = 0; k < 100 * outcomes; ++k) {
                const World world = sampler.sample(random);
                ++drawn[{placements.of(world), {world.boneyard().begin(), world.boneyard().end()}}];
            }
            EXPECT_EQ(drawn.size(), outcomes);
            std::vector<std::uint64_t> counts;
            for (const auto& [outcome, times] : drawn) {
                counts.push_back(times);
            }
            EXPECT_TRUE(testing::uniform(counts, 1e-7)); // false alarm 1e-7 each, 20 of them
        });
    }
    EXPECT_EQ(tested, 20);
    EXPECT_GE(with_classes, 20);
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

TEST(Worlds, PutEachTileInEachPlaceAsOftenAsThePlacementsDo) {
    // Positions of the presets, where there are too many placements to list.
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
            sampler.prepare(seen);
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
