// What a deal is made of and depends on; whether its chances are right is tested in deal_chances_test.cpp.
#include "balak/deal.hpp"

#include "by_hand.hpp"
#include "core/dealing.hpp"
#include "core/orders.hpp"
#include "rule_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace balak {
namespace {

using testing::Numbers;

std::vector<Tile> boneyard_of(const Deal& deal) {
    return {deal.boneyard.begin(), deal.boneyard.begin() + deal.boneyard_size};
}

bool same_tiles(const Deal& one, const Deal& other) {
    return one.hands == other.hands && one.starter == other.starter && boneyard_of(one) == boneyard_of(other);
}

TEST(Deal, PutsEachTileOfTheSetInOnePlace) {
    Numbers numbers(1);
    for (int i = 0; i < 3'000; ++i) {
        const RuleSet rules = testing::random_rules(numbers);
        const Deal deal = Dealer(numbers.below(1'000)).deal(rules, numbers.below(1'000), 0);
        std::multiset<Tile> dealt;
        for (const Seat seat : seats(rules.players)) {
            ASSERT_EQ(deal.hands[seat].size(), rules.hand_size);
            for (const Tile tile : deal.hands[seat]) {
                dealt.insert(tile);
            }
        }
        ASSERT_EQ(deal.starter.has_value(), rules.starter == Starter::random_non_double);
        if (deal.starter) {
            ASSERT_FALSE(deal.starter->is_double());
            dealt.insert(*deal.starter);
        }
        ASSERT_EQ(deal.boneyard_size, rules.boneyard_size());
        for (const Tile tile : boneyard_of(deal)) {
            dealt.insert(tile);
        }
        std::multiset<Tile> set;
        for (const Tile tile : rules.tiles()) {
            set.insert(tile);
        }
        ASSERT_EQ(dealt, set) << describe(rules);
    }
}

TEST(Deal, CanBeMadeAgainWithoutTheOnesBeforeIt) {
    const RuleSet rules = *preset("la-plaza-1v1");
    const Dealer dealer(42);
    std::vector<Deal> forwards;
    for (std::uint64_t number = 0; number < 50; ++number) {
        forwards.push_back(dealer.deal(rules, number, 0));
        dealer.deal(rules, number, 1);
    }
    for (std::uint64_t number = 50; number-- > 0;) {
        const Deal again = Dealer(42).deal(rules, number, 0);
        EXPECT_TRUE(same_tiles(again, forwards[number]));
        EXPECT_EQ(again.lot, forwards[number].lot);
        EXPECT_EQ(again.random, forwards[number].random);
    }
}

TEST(Deal, DependsOnNoOptionButThoseThatSayWhereTilesGo) {
    const RuleSet base = *preset("playboard", 3);
    const Dealer dealer(5);
    int tried = 0;
    for (const RuleOption& option : rule_options()) {
        const bool places = option.name == "players" || option.name == "max_pip" || option.name == "hand_size" ||
                            option.name == "starter";
        for (std::int64_t value = option.least; value <= std::min(option.most, option.least + 6); ++value) {
            RuleSet other = base;
            option.set(other, value);
            if (other == base || other.boneyard_size() < 0) {
                continue;
            }
            ++tried;
            EXPECT_EQ(same_tiles(dealer.deal(base, 9, 2), dealer.deal(other, 9, 2)), !places)
                << option.name << " " << value;
        }
    }
    EXPECT_GT(tried, 40);
    RuleSet renamed = base;
    renamed.name = "another";
    EXPECT_TRUE(same_tiles(dealer.deal(base, 9, 2), dealer.deal(renamed, 9, 2)));
}

TEST(Deal, SeedDealAndRoundEachGiveAnotherDeal) {
    const RuleSet rules = *preset("playboard");
    std::set<std::tuple<std::uint32_t, std::uint32_t>> hands;
    std::set<std::tuple<std::uint32_t, std::uint32_t>> keys;
    std::size_t made = 0;
    const auto add = [&](const Deal& deal) {
        hands.emplace(deal.hands[Seat(0)].bits(), deal.hands[Seat(1)].bits());
        for (const Seat seat : seats(rules.players)) {
            keys.emplace(deal.random[seat].first, deal.random[seat].second);
        }
        ++made;
    };
    for (const std::uint64_t seed : {0ULL, 1ULL, 1ULL << 32, ~0ULL}) {
        for (const std::uint64_t deal : {0ULL, 1ULL, 1ULL << 32, (1ULL << 56) - 1}) {
            for (const std::uint32_t round : {0U, 1U, 1U << 31}) {
                add(Dealer(seed).deal(rules, deal, round));
            }
        }
    }
    EXPECT_EQ(hands.size(), made);
    EXPECT_EQ(keys.size(), 2 * made);
}

TEST(Deal, AdjacentSeedsShareNoDeals) {
    // There are 1.4e11 pairs of hands, so chance makes two of these 32,000 deals share theirs with probability 0.004;
    // seeds that were mixed into the deal number by xor or addition would share nearly all.
    const RuleSet rules = *preset("playboard");
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    std::size_t made = 0;
    for (std::uint64_t seed = 0; seed < 16; ++seed) {
        for (std::uint64_t number = 0; number < 1'000; ++number) {
            for (std::uint32_t round = 0; round < 2; ++round) {
                const Deal deal = Dealer(seed).deal(rules, number, round);
                seen.emplace(deal.hands[Seat(0)].bits(), deal.hands[Seat(1)].bits());
                ++made;
            }
        }
    }
    EXPECT_EQ(seen.size(), made);
}

TEST(Deal, TheLotIsDrawnForTheFirstRoundOnlyAndOnlyWhereItDecides) {
    const RuleSet lot = *preset("la-plaza-1v1");
    const RuleSet no_lot = *preset("playboard");
    int ones = 0;
    for (std::uint64_t number = 0; number < 100; ++number) {
        ones += Dealer(3).deal(lot, number, 0).lot.number();
        EXPECT_EQ(Dealer(3).deal(lot, number, 1).lot, Seat(0));
        EXPECT_EQ(Dealer(3).deal(no_lot, number, 0).lot, Seat(0));
    }
    EXPECT_GT(ones, 0);
    EXPECT_LT(ones, 100);
}

TEST(Orders, AreAllPermutationsOfTheRanksOnceEach) {
    for (int size = 1; size <= Orders::most_tiles; ++size) {
        for (int first = 0; first + size <= 1 << Orders::rank_bits; ++first) {
            const Orders& orders = Orders::of(8 + first, size);
            std::set<std::vector<std::uint32_t>> all;
            for (std::size_t number = 0; number < orders.count(); ++number) {
                std::vector<std::uint32_t> ranks(static_cast<std::size_t>(size));
                for (int bit = 0; bit < Orders::rank_bits; ++bit) {
                    const std::uint32_t positions = Orders::positions(orders[number], bit);
                    ASSERT_LT(positions, 1U << size);
                    for (std::size_t tile = 0; tile < ranks.size(); ++tile) {
                        ranks[tile] |= (positions >> tile & 1) << bit;
                    }
                }
                const std::set<std::uint32_t> distinct(ranks.begin(), ranks.end());
                ASSERT_EQ(distinct.size(), ranks.size());
                ASSERT_EQ(static_cast<int>(*distinct.begin()), first);
                ASSERT_EQ(static_cast<int>(*distinct.rbegin()), first + size - 1);
                all.insert(ranks);
            }
            std::size_t permutations = 1;
            for (int i = 2; i <= size; ++i) {
                permutations *= static_cast<std::size_t>(i);
            }
            EXPECT_EQ(all.size(), permutations);
            EXPECT_EQ(orders.count(), permutations);
        }
    }
}

TEST(Deposit, PutsTheLowerBitsToThePlacesOfAMask) {
    Numbers numbers(2);
    for (int i = 0; i < 10'000; ++i) {
        const auto bits = static_cast<std::uint32_t>(numbers.below(1 << tile_count));
        const auto mask = static_cast<std::uint32_t>(numbers.below(1 << tile_count));
        std::uint32_t expected = 0;
        int next = 0;
        for (int place = 0; place < static_cast<int>(tile_count); ++place) {
            if ((mask >> place & 1) != 0) {
                expected |= (bits >> next++ & 1) << place;
            }
        }
        ASSERT_EQ(deposit_by_table(bits, mask), expected) << bits << ' ' << mask;
    }
}

} // namespace
} // namespace balak
