// Rounds before their first turn in the lanes.
#pragma once

#include "batch/columns.hpp"

#include <cstdint>
#include <span>

namespace balak::batch {

/// Writes the rounds of these deals, by the rows they have in `deals`, which become their ids and the numbers of their
/// boneyards. In all of them the seat batch.first_seat is the first to move in the lanes: the opener, if the rules lay
/// a starter, else the seat after the opener. `opening_tile`: the tile that decides who opens is laid; otherwise, where
/// no starter lies, the opener has yet to lay any tile (Kernels::open).
void write_first_positions(const Batch& batch, const DealColumns& deals, std::span<const std::uint32_t> rows,
                           bool opening_tile, Positions& positions);

} // namespace balak::batch
