// The lookup tables of the lanes.
#pragma once

#include "balak/tile.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace balak::batch {

/// A byte for each tile, in two halves of 16.
struct TileBytes {
    alignas(16) std::uint8_t lower[16] = {};
    alignas(16) std::uint8_t upper[16] = {};
};

template <class Value>
consteval TileBytes bytes_of_tiles(Value value) {
    TileBytes table;
    for (int bit = 0; bit < tile_count; ++bit) {
        const auto byte = static_cast<std::uint8_t>(value(Tile::from_bit(bit)));
        (bit < 16 ? table.lower[bit] : table.upper[bit - 16]) = byte;
    }
    return table;
}

inline constexpr TileBytes tile_pips = bytes_of_tiles([](Tile tile) { return tile.pips(); });
inline constexpr TileBytes tile_high = bytes_of_tiles([](Tile tile) { return tile.high(); });

inline constexpr TileBytes tile_numbers =
    bytes_of_tiles([](Tile tile) { return 1U << tile.high() | 1U << tile.low(); });

/// The tiles that show each number; 16 entries, for lookups among so many lanes.
alignas(64) inline constexpr std::uint32_t suits[16] = {
    tiles_with(0).bits(), tiles_with(1).bits(), tiles_with(2).bits(), tiles_with(3).bits(),
    tiles_with(4).bits(), tiles_with(5).bits(), tiles_with(6).bits()};

/// How many bits each number of four bits has; the same times 16.
alignas(16) inline constexpr std::uint8_t nibble_sizes[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
alignas(16) inline constexpr std::uint8_t nibble_sizes_above[16] = {0,  16, 16, 32, 16, 32, 32, 48,
                                                                    16, 32, 32, 48, 32, 48, 48, 64};

/// A 1 in each byte. Out of the compiler's sight: gcc 12 would make four shifts and additions of the product with it.
alignas(64) extern const std::uint32_t ones_of_bytes[16];

/// For eight lanes and a mask of them: the places of the lanes in the mask, in order; and for each lane how many before
/// it are in the mask.
struct LaneOrder {
    alignas(8) std::uint8_t packed[256][8];
    alignas(8) std::uint8_t rank[256][8];
};

consteval LaneOrder make_lane_order() {
    LaneOrder order{};
    for (unsigned mask = 0; mask < 256; ++mask) {
        std::uint8_t count = 0;
        for (std::uint8_t lane = 0; lane < 8; ++lane) {
            order.rank[mask][lane] = count;
            if ((mask >> lane & 1) != 0) {
                order.packed[mask][count++] = lane;
            }
        }
    }
    return order;
}

inline constexpr LaneOrder lane_order = make_lane_order();

} // namespace balak::batch
