// Deals: who holds what before the first turn, and how the boneyard lies.
#pragma once

#include "balak/boneyard.hpp"
#include "balak/random.hpp"
#include "balak/rules.hpp"
#include "balak/seat.hpp"
#include "balak/tile.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace balak {

/// The tiles of one round.
struct Deal {
    PerSeat<TileSet> hands;
    std::optional<Tile> starter;
    std::array<Tile, tile_count> boneyard{}; ///< by position
    int boneyard_size = 0;
    DrawOrder draw_order = DrawOrder::by_seat;
    Seat lot;          ///< who opens where the rules let a lot decide
    RoundKey random{}; ///< keys the streams of the strategies
};

/// Makes the deals of a run. A deal is a function of (seed, deal number, round number) and of the options that say
/// how many tiles go where: it does not depend on who plays, so every pairing and every seating meets the same deals.
class Dealer {
public:
    explicit Dealer(std::uint64_t seed) : seed_(seed) {}

    /// Uniform over all deals of the set (biased by less than 2^-22 of each one's chance). The starter is taken first,
    /// uniformly from the tiles that are no double. `deal` uses 56 bits.
    Deal deal(const RuleSet& rules, std::uint64_t deal, std::uint32_t round) const;

private:
    std::uint64_t seed_;
};

} // namespace balak
