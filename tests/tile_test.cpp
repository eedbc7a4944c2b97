#include "balak/tile.hpp"

#include <gtest/gtest.h>

namespace balak {
namespace {

TEST(Tile, TheDoubleSixSetHas28TilesAnd168Pips) {
    EXPECT_EQ(full_set(6).size(), 28);
    EXPECT_EQ(full_set(6).pips(), 168);
}

} // namespace
} // namespace balak
