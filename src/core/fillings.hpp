// The ways to fill parcels with tiles, counted and drawn from.
#pragma once

#include "balak/random.hpp"
#include "core/evidence.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace balak {

/// What each parcel is filled with.
using Filled = std::array<TileSet, Evidence::max_parcels>;

/// All ways to fill parcels so that each tile is of a parcel that it may be of. They are counted tile by tile, by how
/// much room the parcels have left, so that each way can be drawn with the same chance and no draw is rejected. Three
/// things keep the count small: tiles with one parcel to go to are put there at once; parcels that no tile tells apart
/// are filled as one; and tiles that may be of every parcel are left to the end, where any order of them will do.
///
/// The counts are doubles: of up to 28! ways each share is right to 15 digits.
class Fillings {
public:
    /// Counts the ways to fill the `which` of these parcels with `tiles`, as many as they hold. Reuses its memory.
    void count(std::span<const Parcel> parcels, Parcels which, TileSet tiles,
               const std::array<Parcels, tile_count>& may_be_of);
    /// How many there are.
    double ways() const { return ways_; }
    /// Draws one of them, all equally likely; there must be one. Of the parcels that were not counted nothing or the
    /// empty set is written. The tiles of the parcel 0 are also written to `order`, in random order. Returns how many.
    int sample(TurnRandom& random, Filled& filled, std::array<Tile, tile_count>& order) const;

private:
    static constexpr std::size_t max_parcels = Evidence::max_parcels;
    using Rooms = std::array<std::uint8_t, max_parcels>;

    /// Parcels that are filled as one.
    struct Bin {
        Parcels parcels = 0;
        std::uint8_t room = 0;
        std::uint32_t step = 0; ///< in a layer of cells, from one more tile of room to one less; 0: implied by the rest
    };
    /// A tile that may not be of every parcel.
    struct Bound {
        Tile tile;
        Parcels parcels = 0;
        std::uint32_t bins = 0; ///< one bit each
    };

    bool settle(TileSet tiles, Parcels open, std::array<Parcels, tile_count>& may_be_of);
    void make_bins(Parcels open);
    void count_bound();

    Rooms room_{}; // of each parcel, with what is settled in it
    std::size_t parcel_count_ = 0;
    Filled settled_{}; // with the tiles that have one parcel to go to
    std::array<Tile, tile_count> settled_in_boneyard_{};
    std::uint8_t settled_in_boneyard_count_ = 0;
    std::array<Bound, tile_count> bound_{};
    std::size_t bound_count_ = 0;
    TileSet free_set_;
    std::array<Tile, tile_count> free_{};
    std::size_t free_count_ = 0;
    std::array<Bin, max_parcels> bins_{};
    std::size_t bin_count_ = 0;
    double ways_ = 0;
    std::size_t layer_size_ = 0;
    std::size_t first_cell_ = 0;
    /// A layer for each bound tile: the ways to place it and all after it, by the room that the bins have left. With a
    /// border of zeros: index room + 1 in each bin.
    std::vector<double> layers_;
    std::vector<double> inside_; // 1 where a cell is not of the border
};

} // namespace balak
