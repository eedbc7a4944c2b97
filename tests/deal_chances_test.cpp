// Whether deals have the chances that combinatorics gives them. Seeds are fixed; each test states how often a perfect
// generator would fail it.
#include "balak/deal.hpp"

#include "chi_square.hpp"

#include <boost/math/distributions/binomial.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace balak {
namespace {

using Counts = std::vector<std::uint64_t>;

/// Ways to choose k of n.
double choose(int n, int k) {
    if (k < 0 || k > n) {
        return 0;
    }
    double ways = 1;
    for (int i = 1; i <= k; ++i) {
        ways = ways * (n - k + i) / i;
    }
    return ways;
}

RuleSet table_of(int players, int hand_size) {
    RuleSet rules;
    rules.players = players;
    rules.hand_size = hand_size;
    return rules;
}

/// Whether `hits` of `trials` are within what a binomial law allows but for a chance of `false_alarm`.
::testing::AssertionResult plausible_hits(std::uint64_t hits, std::uint64_t trials, double probability,
                                          double false_alarm = 1e-6) {
    const boost::math::binomial law(static_cast<double>(trials), probability);
    const auto count = static_cast<double>(hits);
    const double at_most = cdf(law, count);
    const double at_least = hits == 0 ? 1 : cdf(complement(law, count - 1));
    if (at_most < false_alarm / 2 || at_least < false_alarm / 2) {
        return ::testing::AssertionFailure()
               << hits << " of " << trials << ", expected " << static_cast<double>(trials) * probability;
    }
    return ::testing::AssertionSuccess();
}

TEST(DealChances, NoDoubleInOneHandOfSevenIs323In3289) {
    EXPECT_NEAR(choose(21, 7) / choose(28, 7), 323.0 / 3289.0, 1e-15);
    std::uint64_t none = 0;
    constexpr std::uint64_t deals = 400'000;
    const RuleSet rules = table_of(2, 7);
    for (std::uint64_t number = 0; number < deals; ++number) {
        none += (Dealer(1).deal(rules, number, 0).hands[Seat(1)] & doubles).empty() ? 1 : 0;
    }
    EXPECT_TRUE(plausible_hits(none, deals, 323.0 / 3289.0)); // false alarm 1e-6
}

TEST(DealChances, NoDoubleInTwoHandsOfSevenIs1In345) {
    EXPECT_NEAR(choose(21, 14) / choose(28, 14), 1.0 / 345.0, 1e-15);
    std::uint64_t none = 0;
    constexpr std::uint64_t deals = 1'000'000;
    const RuleSet rules = table_of(2, 7);
    for (std::uint64_t number = 0; number < deals; ++number) {
        const Deal deal = Dealer(2).deal(rules, number, 0);
        none += ((deal.hands[Seat(0)] | deal.hands[Seat(1)]) & doubles).empty() ? 1 : 0;
    }
    EXPECT_TRUE(plausible_hits(none, deals, 1.0 / 345.0)); // false alarm 1e-6
}

TEST(DealChances, NoDoubleInThreeHandsOfSevenIs1In1184040) {
    // All seven doubles are then in the boneyard of seven. The same holds for each hand in its place: the four events
    // exclude each other and are counted together, which is four times as much evidence, and the boneyard's alone.
    EXPECT_NEAR(choose(28, 21) / choose(21, 21), 1184040.0, 1e-6);
    std::uint64_t in_one_place = 0;
    std::uint64_t in_boneyard = 0;
    constexpr std::uint64_t deals = 8'000'000;
    const RuleSet rules = table_of(3, 7);
    for (std::uint64_t number = 0; number < deals; ++number) {
        const Deal deal = Dealer(3).deal(rules, number, 0);
        TileSet dealt;
        for (const Seat seat : seats(3)) {
            in_one_place += (doubles - deal.hands[seat]).empty() ? 1 : 0;
            dealt |= deal.hands[seat];
        }
        if ((dealt & doubles).empty()) {
            ++in_boneyard;
            ++in_one_place;
        }
    }
    EXPECT_TRUE(plausible_hits(in_boneyard, deals, 1.0 / 1184040.0));  // expects 6.8; false alarm 1e-6
    EXPECT_TRUE(plausible_hits(in_one_place, deals, 4.0 / 1184040.0)); // expects 27; false alarm 1e-6
}

TEST(DealChances, TheHighestDoubleOfTwoHandsHasItsExactLaw) {
    // The n-th double from above is the highest dealt: it is among the 14, the n - 1 above are not.
    std::vector<double> law;
    for (int above = 0; above < 7; ++above) {
        law.push_back(choose(27 - above, 13) / choose(28, 14));
    }
    constexpr std::array published{.5, .259259, .129630, .062222, .028519, .012399, .005072};
    for (std::size_t i = 0; i < published.size(); ++i) {
        EXPECT_NEAR(law[i], published[i], 5e-7);
    }
    law.push_back(1.0 / 345.0);

    Counts counts(8);
    const RuleSet rules = table_of(2, 7);
    for (std::uint64_t number = 0; number < 1'000'000; ++number) {
        const Deal deal = Dealer(4).deal(rules, number, 0);
        const TileSet dealt = (deal.hands[Seat(0)] | deal.hands[Seat(1)]) & doubles;
        ++counts[dealt.empty() ? 7 : static_cast<std::size_t>(6 - dealt.heaviest().high())];
    }
    EXPECT_TRUE(testing::fits(counts, law)); // false alarm 1e-6
}

/// The places of a table where every hand has one tile: each shows its own tile.
std::vector<std::size_t> tile_in_each_place(const RuleSet& rules, const Deal& deal) {
    std::vector<std::size_t> tiles;
    for (const Seat seat : seats(rules.players)) {
        tiles.push_back(static_cast<std::size_t>(deal.hands[seat].heaviest().bit()));
    }
    for (int i = 0; i < deal.boneyard_size; ++i) {
        tiles.push_back(static_cast<std::size_t>(deal.boneyard[static_cast<std::size_t>(i)].bit()));
    }
    return tiles;
}

TEST(DealChances, EveryTileIsEquallyLikelyInEveryPlace) {
    constexpr std::size_t n = tile_count;
    constexpr int deals = 300'000;
    const RuleSet rules = table_of(4, 1);
    std::vector<Counts> at(n, Counts(n));
    for (std::uint64_t number = 0; number < deals; ++number) {
        const std::vector<std::size_t> tiles = tile_in_each_place(rules, Dealer(5).deal(rules, number, 0));
        for (std::size_t place = 0; place < n; ++place) {
            ++at[place][tiles[place]];
        }
    }
    double sum = 0;
    for (std::size_t place = 0; place < n; ++place) {
        EXPECT_TRUE(testing::uniform(at[place], 1e-8)) << place; // false alarm 28 times 1e-8
        for (const std::uint64_t count : at[place]) {
            const double off = static_cast<double>(count) - deals / double{n};
            sum += off * off / (deals / double{n});
        }
    }
    // Rows and columns both add up to `deals`: 27^2 degrees of freedom, after scaling by 27/28. False alarm 1e-6.
    EXPECT_TRUE(testing::plausible(sum * (n - 1) / n, double{(n - 1) * (n - 1)}, 1e-6));
}

TEST(DealChances, EveryTileIsEquallyLikelyInEveryHand) {
    for (const RuleSet& rules : {table_of(2, 7), table_of(3, 5), table_of(4, 5), table_of(4, 7)}) {
        std::vector<Counts> held(4, Counts(tile_count));
        constexpr std::uint64_t deals = 200'000;
        for (std::uint64_t number = 0; number < deals; ++number) {
            const Deal deal = Dealer(6).deal(rules, number, 0);
            for (const Seat seat : seats(rules.players)) {
                for (const Tile tile : deal.hands[seat]) {
                    ++held[static_cast<std::size_t>(seat.number())][static_cast<std::size_t>(tile.bit())];
                }
            }
        }
        for (const Seat seat : seats(rules.players)) {
            EXPECT_TRUE(testing::uniform_subsets(held[static_cast<std::size_t>(seat.number())], deals,
                                                 rules.hand_size)); // false alarm 1e-6 each, 13 of them
        }
    }
}

TEST(DealChances, AnyTwoPlacesTogetherHoldAnyTwoTilesEquallyOften) {
    // All 378 pairs of places, each with 756 ordered pairs of tiles. False alarm 378 times 1e-8.
    constexpr std::size_t n = tile_count;
    std::vector<Counts> pairs(n * n, Counts(n * n));
    const RuleSet rules = table_of(2, 1);
    for (std::uint64_t number = 0; number < 100'000; ++number) {
        const std::vector<std::size_t> tiles = tile_in_each_place(rules, Dealer(7).deal(rules, number, 0));
        for (std::size_t one = 0; one < n; ++one) {
            for (std::size_t other = one + 1; other < n; ++other) {
                ++pairs[one * n + other][tiles[one] * n + tiles[other]];
            }
        }
    }
    for (std::size_t one = 0; one < n; ++one) {
        for (std::size_t other = one + 1; other < n; ++other) {
            Counts cells;
            for (std::size_t a = 0; a < n; ++a) {
                for (std::size_t b = 0; b < n; ++b) {
                    if (a != b) {
                        cells.push_back(pairs[one * n + other][a * n + b]);
                    }
                }
            }
            EXPECT_TRUE(testing::uniform(cells, 1e-8)) << one << " and " << other;
        }
    }
}

TEST(DealChances, NeighbouringDealsRoundsAndSeedsTellNothingAboutEachOther) {
    // The tiles in two places of one deal against those in two places of its neighbour: 784 cells each. False alarm
    // 12 times 1e-7.
    const RuleSet rules = table_of(2, 1);
    constexpr std::array<std::size_t, 2> watched{0, 20};
    std::vector<Counts> cells(12, Counts(tile_count * tile_count));
    for (std::uint64_t i = 0; i < 60'000; ++i) {
        const auto here = tile_in_each_place(rules, Dealer(8).deal(rules, 2 * i, 0));
        const std::array neighbours{tile_in_each_place(rules, Dealer(8).deal(rules, 2 * i + 1, 0)),
                                    tile_in_each_place(rules, Dealer(8).deal(rules, 2 * i, 1)),
                                    tile_in_each_place(rules, Dealer(9).deal(rules, 2 * i, 0))};
        std::size_t table = 0;
        for (const auto& there : neighbours) {
            for (const std::size_t one : watched) {
                for (const std::size_t other : watched) {
                    ++cells[table++][here[one] * tile_count + there[other]];
                }
            }
        }
    }
    for (std::size_t table = 0; table < cells.size(); ++table) {
        EXPECT_TRUE(testing::uniform(cells[table], 1e-7)) << table;
    }
}

TEST(DealChances, TheStarterIsUniformAndLeavesNoSeatMoreDoubles) {
    const RuleSet rules = *preset("four-rounds");
    std::vector<double> law;
    for (int held = 0; held <= 7; ++held) {
        law.push_back(choose(7, held) * choose(20, 7 - held) / choose(27, 7));
    }
    law[5] += law[6] + law[7]; // five or more: seven alone would be too rare for a cell
    law.resize(6);
    Counts starters(tile_count);
    std::vector<Counts> doubles_in(3, Counts(6)); // seat 0, seat 1, the first seven of the boneyard
    Counts beside(tile_count);                    // tiles in the hand of seat 0 where 6-5 was the starter
    std::uint64_t with_six_five = 0;
    for (std::uint64_t number = 0; number < 600'000; ++number) {
        const Deal deal = Dealer(10).deal(rules, number, 0);
        ++starters[static_cast<std::size_t>(deal.starter->bit())];
        TileSet first_seven;
        for (std::size_t i = 0; i < 7; ++i) {
            first_seven |= deal.boneyard[i];
        }
        std::size_t place = 0;
        for (const TileSet tiles : {deal.hands[Seat(0)], deal.hands[Seat(1)], first_seven}) {
            ++doubles_in[place++][static_cast<std::size_t>(std::min(5, (tiles & doubles).size()))];
        }
        if (*deal.starter == Tile::from_halves(6, 5)) {
            ++with_six_five;
            for (const Tile tile : deal.hands[Seat(0)]) {
                ++beside[static_cast<std::size_t>(tile.bit())];
            }
        }
    }
    Counts non_doubles;
    Counts others;
    for (const Tile tile : full_set(6)) {
        const auto bit = static_cast<std::size_t>(tile.bit());
        if (tile.is_double()) {
            EXPECT_EQ(starters[bit], 0U);
        } else {
            non_doubles.push_back(starters[bit]);
        }
        if (tile == Tile::from_halves(6, 5)) {
            EXPECT_EQ(beside[bit], 0U);
        } else {
            others.push_back(beside[bit]);
        }
    }
    EXPECT_TRUE(testing::uniform(non_doubles)); // false alarm 1e-6, as each of the next four
    for (const Counts& counts : doubles_in) {
        EXPECT_TRUE(testing::fits(counts, law));
    }
    EXPECT_TRUE(testing::uniform_subsets(others, with_six_five, 7));
}

TEST(DealChances, TheLotIsFairAndTellsNothing) {
    for (int players = 2; players <= 4; ++players) {
        RuleSet rules = table_of(players, 1);
        rules.opening.first_round = FirstRound::lot;
        Counts lots(static_cast<std::size_t>(players));
        Counts with_tile(static_cast<std::size_t>(players) * tile_count);
        for (std::uint64_t number = 0; number < 200'000; ++number) {
            const Deal deal = Dealer(11).deal(rules, number, 0);
            const auto lot = static_cast<std::size_t>(deal.lot.number());
            ++lots.at(lot);
            ++with_tile.at(lot * tile_count + static_cast<std::size_t>(deal.hands[Seat(0)].heaviest().bit()));
        }
        EXPECT_TRUE(testing::uniform(lots)) << players; // false alarm 1e-6 each
        EXPECT_TRUE(testing::uniform(with_tile)) << players;
    }
}

} // namespace
} // namespace balak
