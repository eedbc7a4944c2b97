// Measures of luck: what chance alone brought in a round, whoever played and however well.
#pragma once

#include "balak/round.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace balak::tournament {

/// Measures that tell a side's luck in drawing, then one that is the same for all sides.
inline constexpr std::size_t draw_measures = 4;
inline constexpr std::size_t luck_measures = draw_measures + 1;

/// Names of the measures in results:
///
/// - draws: the draws expected at each draw, less those that it took after all
/// - draws-by-held: the same, over the tiles that the next seat holds
/// - starving: the draws that the tile drawn, once laid, makes the next seat expect; those of the average fitting tile
///   taken off
/// - closing: in the same way, the tiles that the next seat can lay at the new ends, over the tiles that it holds
/// - long-suits: how unevenly the numbers lie in the hands dealt, as the sum of the squares of the tiles of each number
///   in each hand
inline constexpr std::array<std::string_view, luck_measures> luck_names{"draws", "draws-by-held", "starving", "closing",
                                                                        "long-suits"};

/// The luck of a round, in units of no meaning. Each measure is fixed in advance and is 0 on average, exactly: a sum
/// over draws of weight * (number of tiles * value of the tile drawn - sum of the values of all tiles that could have
/// come), where weight and values are integers that the round so far decides, so that every term is 0 on average
/// whatever happened before. That holds for any strategies and any number of rounds.
struct RoundLuck {
    std::array<PerSide<std::int64_t>, draw_measures> draws;
    std::int64_t long_suits = 0;

    RoundLuck& operator+=(const RoundLuck& other);
};

/// Of a round that was played from its deal and is over.
RoundLuck luck_of(const Round& round);

} // namespace balak::tournament
