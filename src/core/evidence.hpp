// What a seat has seen, as bounds on where each hidden tile came from.
#pragma once

#include "balak/table.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace balak {

/// Tiles that came to one place together: those dealt to a seat, those that a seat drew in one turn and kept, or those
/// left in the boneyard. A tile that was drawn and, the only one that fits, laid at once is known and in none of them.
struct Parcel {
    Seat seat;              ///< whose; of the boneyard: nobody's
    std::uint8_t size = 0;  ///< tiles
    bool dealt = true;      ///< before the first turn
    std::uint8_t event = 0; ///< where in Table::events() the draws of it begin
};

/// A set of parcels, one bit each.
using Parcels = std::uint32_t;

/// What the rules make of the record of a round. What is hidden from a seat is a deal (all hands, and the order in
/// which the boneyard is drawn), and what the seat saw bounds it:
///
/// - a seat that drew or passed held no tile that fitted, so such a tile came to it later, unless it was laid before;
/// - what it drew before the last tile of a turn did not fit, and what made it stop is the tile that it then laid;
/// - a tile was dealt, or drawn in an earlier turn, before it was laid;
/// - where a tile decides who opens, nobody was dealt a better one.
///
/// These bounds are all there is: a deal that keeps them leads, with the moves that were made, to exactly this record.
/// Every one of them says of one tile which parcels it cannot be of, so the deals that agree with what was seen are the
/// ways to fill the parcels (in the boneyard and within a turn's draws in any order).
class Evidence {
public:
    static constexpr std::size_t boneyard = 0; ///< the parcel that is left there
    static constexpr std::size_t max_parcels = 32;

    /// What is taken in; all of it, but where it is to be shown what a kind is good for.
    struct Kinds {
        bool opening = true; ///< who opened, with what
        bool passes = true;  ///< what seats lacked when they passed
        bool draws = true; ///< what they lacked when they drew and found a tile, and what the tiles before that lacked
        bool times = true; ///< that a tile was there before it was laid
    };

    Evidence() = default;
    explicit Evidence(const Observation& seen) : Evidence(seen, Kinds{}) {}
    Evidence(const Observation& seen, const Kinds& kinds);
    /// Less than was seen: only which numbers a seat is known to lack now (Table::lacks).
    static Evidence of_voids(const Observation& seen);

    std::span<const Parcel> parcels() const { return {parcels_.data(), parcel_count_}; }
    /// The parcels that are not the seat's own: other seats' and the boneyard.
    Parcels of_others() const;
    /// Tiles that the seat does not see or that others have laid, their parcels unknown.
    TileSet hidden() const { return hidden_; }
    /// Of the seat's own tiles those that it drew and kept; their parcels are its own turns.
    TileSet own_drawn() const { return own_drawn_; }
    /// The tiles one of which decided who opened: one at most where it was laid or is the seat's own. None: nothing is
    /// known of the opening.
    TileSet openings() const { return openings_; }
    /// The parcels that a tile may be of, `opening` being the tile that decided the opening where there is one.
    std::array<Parcels, tile_count> may_be_of(TileSet opening) const;

private:
    std::size_t add_parcel(Parcel parcel) {
        parcels_[parcel_count_] = parcel;
        return parcel_count_++;
    }
    void read_events(const Observation& seen, const Kinds& kinds);
    void read_opening(const Observation& seen);

    std::array<Parcel, max_parcels> parcels_{};
    std::size_t parcel_count_ = 0;
    TileSet hidden_;
    TileSet own_drawn_;
    TileSet openings_;
    Seat own_;
    Seat opener_;
    PerSeat<Parcels> dealt_;
    std::array<Parcels, tile_count> may_be_of_{}; // before what the opening tells
};

} // namespace balak
