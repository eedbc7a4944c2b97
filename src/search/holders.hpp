// Who may hold what: the chances of the places of each tile that a seat does not see.
#pragma once

#include "balak/table.hpp"
#include "core/worlds.hpp"

#include <array>
#include <span>

namespace balak {

/// Where a tile is: the chance of each other seat's hand and of the boneyard. They add up to 1.
struct Place {
    PerSeat<double> seat;
    double boneyard = 0;
};

/// A place for each tile, by its bit; those of tiles that the seat sees are empty.
using Places = std::array<Place, tile_count>;

/// Over all deals that agree with what was seen, each equally likely: counted, so exact to 12 digits. There must be one
/// (WorldSampler::possible).
Places counted_places(const Observation& seen);

/// The shares of these worlds of the same observation; one at least.
Places places_in(const Observation& seen, std::span<const World> worlds);

} // namespace balak
