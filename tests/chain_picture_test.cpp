#include "cli/chain_picture.hpp"

#include "by_hand.hpp"

#include <gtest/gtest.h>

namespace balak::cli {
namespace {

using testing::tile;

TEST(ChainPicture, DrawsDoublesCrosswise) {
    ChainPicture chain;
    chain.start(tile("6-3"));
    EXPECT_EQ(chain.draw(80, 0), "[6-3]\n");
    chain.lay(tile("6-6"), End::left);
    chain.lay(tile("3-1"), End::right);
    EXPECT_EQ(chain.draw(80, 2), "  6\n"
                                 "  |[6-3][3-1]\n"
                                 "  6\n");
    chain.lay(tile("6-0"), End::left);
    chain.lay(tile("1-1"), End::right);
    EXPECT_EQ(chain.draw(80, 0), "     6          1\n"
                                 "[0-6]|[6-3][3-1]|\n"
                                 "     6          1\n");
}

TEST(ChainPicture, GoesOnBelowWhereItIsTooLong) {
    ChainPicture chain;
    chain.start(tile("6-6"));
    chain.lay(tile("6-5"), End::right);
    chain.lay(tile("5-4"), End::right);
    chain.lay(tile("4-4"), End::right);
    EXPECT_EQ(chain.draw(11, 0), "6\n"
                                 "|[6-5][5-4]\n"
                                 "6\n"
                                 "4\n"
                                 "|\n"
                                 "4\n");
    EXPECT_EQ(chain.draw(10, 1), " 6\n"
                                 " |[6-5]\n"
                                 " 6\n"
                                 "      4\n"
                                 " [5-4]|\n"
                                 "      4\n");
}

TEST(ChainPicture, IsNothingButALineFeedBeforeTheFirstTile) {
    EXPECT_EQ(ChainPicture().draw(80, 0), "\n");
}

} // namespace
} // namespace balak::cli
