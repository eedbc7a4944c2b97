#include "balak/tile.hpp"

#include "rule_sets.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace balak {
namespace {

using testing::Numbers;

std::vector<Tile> all_tiles() {
    std::vector<Tile> tiles;
    for (int bit = 0; bit < tile_count; ++bit) {
        tiles.push_back(Tile::from_bit(bit));
    }
    return tiles;
}

TEST(Tile, TheDoubleSixSetHas28TilesAnd168Pips) {
    std::set<std::pair<int, int>> seen;
    int pips = 0;
    for (const Tile tile : all_tiles()) {
        EXPECT_TRUE(seen.emplace(tile.high(), tile.low()).second) << to_string(tile);
        EXPECT_GE(tile.high(), tile.low());
        EXPECT_GE(tile.low(), 0);
        EXPECT_LE(tile.high(), 6);
        EXPECT_EQ(tile.pips(), tile.high() + tile.low());
        pips += tile.high() + tile.low();
    }
    EXPECT_EQ(seen.size(), 28U);
    EXPECT_EQ(pips, 168);
    EXPECT_EQ(full_set(6).size(), 28);
    EXPECT_EQ(full_set(6).pips(), 168);
}

TEST(Tile, EachNumberIsOnSevenTilesAndEightHalves) {
    for (int number = 0; number <= 6; ++number) {
        int tiles = 0;
        int halves = 0;
        for (const Tile tile : all_tiles()) {
            const int here = (tile.high() == number ? 1 : 0) + (tile.low() == number ? 1 : 0);
            EXPECT_EQ(tile.shows(number), here > 0);
            EXPECT_EQ(tiles_with(number).contains(tile), here > 0);
            tiles += here > 0 ? 1 : 0;
            halves += here;
        }
        EXPECT_EQ(tiles, 7);
        EXPECT_EQ(halves, 8);
        EXPECT_EQ(tiles_with(number).size(), 7);
    }
}

TEST(Tile, BitsAreOrderedByPipsThenByTheHigherHalf) {
    for (int bit = 1; bit < tile_count; ++bit) {
        const Tile lighter = Tile::from_bit(bit - 1);
        const Tile heavier = Tile::from_bit(bit);
        EXPECT_LT(std::pair(lighter.pips(), lighter.high()), std::pair(heavier.pips(), heavier.high()));
        EXPECT_LT(lighter, heavier);
    }
    // docs/rules.md: 6-3 before 5-4.
    EXPECT_GT(Tile::from_halves(6, 3), Tile::from_halves(5, 4));
}

TEST(Tile, IsReadAndWrittenHigherHalfFirst) {
    for (const Tile tile : all_tiles()) {
        const std::string text = std::to_string(tile.high()) + "-" + std::to_string(tile.low());
        EXPECT_EQ(to_string(tile), text);
        EXPECT_EQ(Tile::parse(text), tile);
    }
}

TEST(Tile, NoOtherTextIsRead) {
    for (const char* text : {"",    "6",   "6-", "-6",   "6-6-", "6-6<", " 6-6", "6-6 ", "3-6", "0-1", "7-0",  "7-7",
                             "9-1", "6/3", "63", "6--3", "a-b",  "6-a",  "/-/",  "0-/",  ":-0", "6 3", "6-3\n"}) {
        EXPECT_EQ(Tile::parse(text), std::nullopt) << text;
    }
    EXPECT_EQ(Tile::parse(std::string_view("6-3", 2)), std::nullopt);
    EXPECT_EQ(Tile::parse(std::string_view("6\0003", 3)), std::nullopt);
}

TEST(Tile, IsTheSameForItsHalvesInAnyOrder) {
    for (int one = 0; one <= 6; ++one) {
        for (int other = 0; other <= 6; ++other) {
            const Tile tile = Tile::from_halves(one, other);
            EXPECT_EQ(tile, Tile::from_halves(other, one));
            EXPECT_EQ(tile.high(), std::max(one, other));
            EXPECT_EQ(tile.low(), std::min(one, other));
            EXPECT_EQ(tile.other_half(one), other);
            EXPECT_EQ(tile.is_double(), one == other);
            EXPECT_EQ(doubles.contains(tile), one == other);
            EXPECT_EQ(Tile::from_bit(tile.bit()), tile);
        }
    }
    EXPECT_EQ(doubles.size(), 7);
}

TEST(TileSet, CountsThePipsOfAnySetRight) {
    Numbers numbers(1);
    for (int i = 0; i < 20'000; ++i) {
        const TileSet set(static_cast<std::uint32_t>(numbers.below(std::size_t{1} << tile_count)));
        int pips = 0;
        int size = 0;
        for (const Tile tile : all_tiles()) {
            pips += set.contains(tile) ? tile.high() + tile.low() : 0;
            size += set.contains(tile) ? 1 : 0;
        }
        ASSERT_EQ(set.pips(), pips) << set.bits();
        ASSERT_EQ(set.size(), size) << set.bits();
    }
}

TEST(TileSet, GoesThroughItsTilesFromTheLightestToTheHeaviest) {
    Numbers numbers(2);
    for (int i = 0; i < 2'000; ++i) {
        const TileSet set(static_cast<std::uint32_t>(numbers.below((std::size_t{1} << tile_count) - 1) + 1));
        std::vector<Tile> expected;
        for (const Tile tile : all_tiles()) {
            if (set.contains(tile)) {
                expected.push_back(tile);
            }
        }
        const std::vector<Tile> walked = [&] {
            std::vector<Tile> tiles;
            for (const Tile tile : set) {
                tiles.push_back(tile);
            }
            return tiles;
        }();
        ASSERT_EQ(walked, expected);
        for (std::size_t rank = 0; rank < expected.size(); ++rank) {
            ASSERT_EQ(set.nth(static_cast<int>(rank)), expected[rank]);
        }
        ASSERT_EQ(set.heaviest(), expected.back());
        ASSERT_EQ(set.lightest(), expected.front());
    }
    EXPECT_TRUE(TileSet().empty());
    EXPECT_FALSE(TileSet().begin() != TileSet().end());
}

TEST(TileSet, JoinsIntersectsAndSubtractsLikeASetOfTiles) {
    Numbers numbers(3);
    for (int i = 0; i < 2'000; ++i) {
        const TileSet one(static_cast<std::uint32_t>(numbers.below(std::size_t{1} << tile_count)));
        const TileSet other(static_cast<std::uint32_t>(numbers.below(std::size_t{1} << tile_count)));
        TileSet joined = one;
        TileSet common = one;
        TileSet less = one;
        joined |= other;
        common &= other;
        less -= other;
        for (const Tile tile : all_tiles()) {
            const bool in_one = one.contains(tile);
            const bool in_other = other.contains(tile);
            ASSERT_EQ((one | other).contains(tile), in_one || in_other);
            ASSERT_EQ((one & other).contains(tile), in_one && in_other);
            ASSERT_EQ((one - other).contains(tile), in_one && !in_other);
        }
        ASSERT_EQ(joined, one | other);
        ASSERT_EQ(common, one & other);
        ASSERT_EQ(less, one - other);
    }
}

TEST(TileSet, ASmallerSetHasTheTilesUpToItsHighestNumber) {
    for (int top = 0; top <= 6; ++top) {
        const TileSet set = full_set(top);
        EXPECT_EQ(set.size(), (top + 1) * (top + 2) / 2);
        // Each number is on top + 2 halves.
        EXPECT_EQ(set.pips(), (top + 2) * top * (top + 1) / 2);
        for (const Tile tile : all_tiles()) {
            EXPECT_EQ(set.contains(tile), tile.high() <= top);
        }
    }
}

TEST(NumberSet, NamesAllTilesThatShowOneOfItsNumbers) {
    for (unsigned bits = 0; bits < 128; ++bits) {
        NumberSet set;
        for (int number = 0; number <= 6; ++number) {
            if ((bits >> number & 1) != 0) {
                set.insert(number);
            }
        }
        EXPECT_EQ(set.bits(), bits);
        EXPECT_EQ(set.empty(), bits == 0);
        for (const Tile tile : all_tiles()) {
            EXPECT_EQ(set.tiles().contains(tile), set.contains(tile.high()) || set.contains(tile.low()));
        }
        set.clear();
        EXPECT_TRUE(set.empty());
    }
}

} // namespace
} // namespace balak
