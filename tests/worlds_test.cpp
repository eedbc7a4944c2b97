// Sampled worlds: whether they agree with what the seat has seen, and whether all that do are equally likely.
#include "core/worlds.hpp"

#include "core/opening.hpp"

#include "balak/match.hpp"
#include "balak/round.hpp"
#include "chi_square.hpp"
#include "rule_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <ostream>
#include <span>
#include <string_view>
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

/// Replays the record on a deal. Returns the round as it then stands, or nothing where the deal leads to other draws or
/// passes, or to another opening.
std::optional<Round> replay(const Observation& seen, const Deal& deal) {
    const RuleSet& rules = seen.rules;
    const Opening opening = tile_decides_opening(rules, seen.round) ? opening_by_tile(rules, deal.hands)
                                                                    : Opening{seen.table.opener, std::nullopt};
    if (opening.seat != seen.table.opener) {
        return std::nullopt;
    }
    Round round(rules, deal, opening);
    const auto as_recorded = [&] {
        const std::span<const Event> here = round.table().events();
        return std::ranges::equal(
            here, seen.table.events().first(std::min(here.size(), seen.table.events().size())), [](Event a, Event b) {
                return a.kind() == b.kind() &&
                       (a.kind() == Event::Kind::draw || a.kind() == Event::Kind::pass || a.tile() == b.tile());
            });
    };
    while (round.table().event_count < seen.table.event_count) {
        const Event next = seen.table.event[round.table().event_count];
        const Move move{next.tile(), next.kind() == Event::Kind::play_left ? End::left : End::right};
        if (!as_recorded() || round.over() || next.kind() == Event::Kind::draw || next.kind() == Event::Kind::pass ||
            !round.legal_moves().contains(move)) {
            return std::nullopt;
        }
        round.play(move);
    }
    if (round.over() || !as_recorded() || round.table().event_count != seen.table.event_count ||
        round.hands()[seen.seat] != seen.hand || round.dealt()[seen.seat] != seen.dealt) {
        return std::nullopt;
    }
    return round;
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

/// What a world is: the hands of all seats, then the boneyard in the order in which it will be drawn.
using Placed = std::vector<std::uint32_t>;

Placed placed(const RuleSet& rules, const PerSeat<TileSet>& hands, std::span<const Tile> boneyard) {
    Placed all;
    for (const Seat seat : seats(rules.players)) {
        all.push_back(hands[seat].bits());
    }
    for (const Tile tile : boneyard) {
        all.push_back(TileSet(tile).bits());
    }
    return all;
}

/// Every world that a seat cannot exclude, with the number of deals and boneyard orders that lead to it: found by
/// replaying the record on all that there are.
class AllDeals {
public:
    explicit AllDeals(const Observation& seen) : seen_(seen) {
        Deal deal;
        deal.draw_order = DrawOrder::in_turn;
        deal.hands[seen.seat] = seen.dealt;
        TileSet rest = seen.rules.tiles() - seen.dealt;
        if (seen.table.has_starter) {
            deal.starter = seen.table.starter;
            rest -= seen.table.starter;
        }
        deal_hands(deal, Seat(0), rest);
    }
    const std::map<Placed, std::uint64_t>& worlds() const { return worlds_; }
    std::uint64_t deals() const { return deals_; }

private:
    void deal_hands(Deal& deal, Seat seat, TileSet rest) {
        if (seat == seen_.seat) {
            seat = Seat(seat.number() + 1);
        }
        if (seat.number() >= seen_.rules.players) {
            for (const Tile tile : rest) {
                deal.boneyard[static_cast<std::size_t>(deal.boneyard_size++)] = tile;
            }
            const auto end = deal.boneyard.begin() + deal.boneyard_size;
            do {
                const std::optional<Round> round = replay(seen_, deal);
                if (round) {
                    ++worlds_[placed(seen_.rules, round->hands(), round->boneyard().left())];
                    ++deals_;
                }
            } while (std::next_permutation(deal.boneyard.begin(), end));
            deal.boneyard_size = 0;
            return;
        }
        for (std::uint32_t hand = 0; hand <= rest.bits(); ++hand) {
            if ((hand & ~rest.bits()) == 0 && TileSet(hand).size() == seen_.rules.hand_size) {
                deal.hands[seat] = TileSet(hand);
                deal_hands(deal, Seat(seat.number() + 1), rest - TileSet(hand));
            }
        }
    }

    const Observation& seen_;
    std::map<Placed, std::uint64_t> worlds_;
    std::uint64_t deals_ = 0;
};

/// The same without the order of the boneyard.
std::map<Placed, std::uint64_t> hands_of(const RuleSet& rules, const std::map<Placed, std::uint64_t>& worlds) {
    std::map<Placed, std::uint64_t> sums;
    for (const auto& [world, deals] : worlds) {
        sums[Placed(world.begin(), world.begin() + rules.players)] += deals;
    }
    return sums;
}

/// Draws worlds under some evidence and compares with all deals, boneyard orders included where there are not too many.
/// Nothing where a test would need too many worlds all the same.
std::optional<::testing::AssertionResult> as_likely_as_the_deals(const Observation& seen, const Evidence& evidence,
                                                                 double false_alarm) {
    const AllDeals all(seen);
    // Ten expected in the rarest cell.
    const auto samples_for = [&](const std::map<Placed, std::uint64_t>& worlds) {
        std::uint64_t rarest = all.deals();
        for (const auto& [world, deals] : worlds) {
            rarest = std::min(rarest, deals);
        }
        return 10 * all.deals() / rarest;
    };
    constexpr std::uint64_t most = 60'000;
    const bool ordered = samples_for(all.worlds()) <= most;
    const std::map<Placed, std::uint64_t> worlds = ordered ? all.worlds() : hands_of(seen.rules, all.worlds());
    const std::uint64_t samples = samples_for(worlds);
    if (worlds.size() < 2 || samples > most) {
        return std::nullopt;
    }
    std::map<Placed, std::uint64_t> drawn;
    WorldSampler sampler;
    sampler.prepare(seen, evidence);
    TurnRandom random = seen.random();
    for (std::uint64_t i = 0; i < samples; ++i) {
        const World world = sampler.sample(random);
        const Placed found = placed(seen.rules, world.hands, ordered ? world.boneyard() : std::span<const Tile>());
        if (!worlds.contains(found)) {
            return ::testing::AssertionFailure() << "a world that cannot be";
        }
        ++drawn[found];
    }
    std::vector<std::uint64_t> counts;
    std::vector<double> law;
    for (const auto& [world, deals] : worlds) {
        counts.push_back(drawn[world]);
        law.push_back(static_cast<double>(deals) / static_cast<double>(all.deals()));
    }
    return testing::fits(counts, law, false_alarm);
}

/// A preset with few tiles, so that all deals can be counted through.
struct SmallGame {
    std::string_view preset;
    int players;
    int max_pip;
    int hand_size;
    bool later_rounds = false; ///< the record is of the second round of a match
    bool free_opening = false; ///< who holds the highest double opens with any tile

    RuleSet rules() const {
        RuleSet rules = *balak::preset(preset, players);
        rules.max_pip = max_pip;
        rules.hand_size = hand_size;
        rules.boneyard_reserve = std::min(rules.boneyard_reserve, 1);
        if (free_opening) {
            rules.opening.tile = OpeningTile::free;
            rules.opening.first_round = FirstRound::highest_double;
        }
        return rules;
    }
    friend void PrintTo(const SmallGame& game, std::ostream* out) {
        *out << game.preset << ' ' << game.players << " max_pip " << game.max_pip << " hand_size " << game.hand_size
             << (game.later_rounds ? " later" : "") << (game.free_opening ? " free" : "");
    }
};

constexpr std::array small_games{
    SmallGame{"playboard", 2, 2, 2},
    SmallGame{"playboard", 2, 3, 3},
    SmallGame{"playboard", 3, 3, 2},
    SmallGame{"playboard", 4, 3, 2},
    SmallGame{"la-plaza-1v1", 2, 3, 3},
    SmallGame{"la-plaza-1v1", 2, 3, 2, true},
    SmallGame{"la-plaza-pairs", 4, 3, 2},
    SmallGame{"four-rounds", 2, 3, 3},
    SmallGame{"block", 2, 3, 3},
    SmallGame{"playboard", 2, 3, 3, false, true},
    SmallGame{"playboard", 3, 3, 2, true, true},
    SmallGame{"four-rounds", 2, 3, 3, false, true},
};

/// Visits turns of random rounds, each with what the seat to move sees, from the first turns to the last.
void for_each_turn_of(const SmallGame& game, Numbers& numbers, const std::function<bool(const Observation&)>& visit) {
    const RuleSet rules = game.rules();
    ASSERT_TRUE(rule_faults(rules).empty());
    for (bool more = true; more;) {
        const Deal deal = Dealer(80).deal(rules, numbers.below(1'000'000), 0);
        Match match(rules);
        if (game.later_rounds) {
            match.add(deal.lot, {.last_seat = Seat(1), .winner = {}, .pips = {}, .points = {}});
        }
        Round round(rules, deal, match.opening(deal));
        while (!round.over() && more) {
            more = visit(round.observe(deal.random, match.score(), match.round()));
            const LegalMoves legal = round.legal_moves();
            round.play(legal.nth(static_cast<int>(numbers.below(static_cast<std::size_t>(legal.size())))));
        }
    }
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
        const auto verdict = as_likely_as_the_deals(seen, Evidence(seen), 1e-7);
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
        const auto verdict = as_likely_as_the_deals(seen, evidence_of(seen), 1e-7);
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
