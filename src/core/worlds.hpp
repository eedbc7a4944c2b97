// Sampling worlds: the hidden tiles of a round, placed as they may be after what a seat has seen.
#pragma once

#include "balak/deal.hpp"
#include "balak/table.hpp"
#include "core/evidence.hpp"
#include "core/fillings.hpp"

#include <array>
#include <span>
#include <vector>

namespace balak {

/// The hidden tiles of a round, placed.
struct World {
    PerSeat<TileSet> hands; ///< the observing seat's own hand included
    std::array<Tile, tile_count> order{};
    int boneyard_size = 0;
    /// The hidden tiles, and those that other seats have laid, in the parcels of the evidence.
    Filled parcels{};

    /// The tiles of the boneyard in random order.
    std::span<const Tile> boneyard() const { return {order.data(), static_cast<std::size_t>(boneyard_size)}; }
};

/// Draws worlds uniformly: from all deals (the hands dealt, and the order in which the boneyard is drawn) that agree
/// with the evidence, each equally likely.
class WorldSampler {
public:
    /// Takes in what a seat has seen, all of it. Reuses its memory from call to call.
    void prepare(const Observation& seen) { prepare(seen, Evidence(seen)); }
    /// Takes in this evidence instead, which may be less than all that the seat has seen.
    void prepare(const Observation& seen, const Evidence& evidence);

    /// Whether any deal agrees with the evidence of the last prepare(). Only then there is something to sample.
    bool possible() const { return ways_ > 0; }

    World sample(TurnRandom& random) const {
        World world;
        sample(random, world);
        return world;
    }
    void sample(TurnRandom& random, World& world) const;

    /// A deal that leads, with the moves that were made, to what the seat has seen and to this world, which must be of
    /// the last prepare() with all evidence. Its boneyard is drawn in turn. `seen` is as in prepare().
    Deal deal_of(const Observation& seen, const World& world, TurnRandom& random);

private:
    const Fillings& own_draws(Parcels own);

    Evidence evidence_;
    PerSeat<TileSet> own_; // the observing seat's hand
    TileSet laid_;
    /// By the tile that decided the opening, where more than one may have.
    std::vector<Fillings> fillings_;
    std::size_t filling_count_ = 0;
    double ways_ = 0;
    /// Of the observing seat's own draws; counted once deal_of() asks for them.
    Fillings own_draws_;
    bool own_draws_counted_ = false;
};

} // namespace balak
