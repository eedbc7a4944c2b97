// Sampling worlds: the hidden tiles, placed as they may be after what a seat has seen.
#pragma once

#include "balak/table.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace balak {

/// The hidden tiles of a round, placed.
struct World {
    PerSeat<TileSet> hands; ///< the observing seat's own hand included
    std::array<Tile, tile_count> order{};
    int boneyard_size = 0;

    /// The tiles of the boneyard in random order.
    std::span<const Tile> boneyard() const { return {order.data(), static_cast<std::size_t>(boneyard_size)}; }
};

/// Draws worlds uniformly from all placements of the unseen tiles in which every hand has its size and no seat holds a
/// number that `Table::lacks` denies it; the rest is the boneyard, in any order. Tiles that the same seats may hold
/// form a class; the number of placements is a product of multinomials summed over how the classes split, so that a
/// split is drawn with its exact weight and no sample is ever rejected.
class WorldSampler {
public:
    /// Takes in what a seat sees. Reuses its memory from call to call.
    void prepare(const Observation& seen);
    World sample(TurnRandom& random) const;

private:
    static constexpr int max_others = max_seats - 1;
    using Room = std::array<std::uint8_t, max_others>; // tiles still to go to each other seat

    /// Tiles that the same seats may hold: `seats` has bit i where the i-th other seat may.
    struct Class {
        TileSet tiles;
        unsigned seats = 0;
    };

    std::uint64_t count(std::size_t first, Room room);
    template <class Visit>
    void for_each_split(const Class& group, Room room, Visit visit) const;
    std::size_t place(std::size_t group, Room room) const;

    std::array<Seat, max_others> others_{};
    int other_count_ = 0;
    Room room_{};
    PerSeat<TileSet> own_;
    std::array<Class, 1 << max_others> classes_{};
    std::size_t class_count_ = 0;
    /// Placements of the classes from one on into the room left: by class and room, unknown where the high bit is set.
    std::vector<std::uint64_t> ways_;
};

} // namespace balak
