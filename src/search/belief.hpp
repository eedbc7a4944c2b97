// How well a world explains what the other seats have played.
#pragma once

#include "balak/strategy.hpp"
#include "core/worlds.hpp"

#include <memory>
#include <vector>

namespace balak {

/// A model of the other seats: each plays by one of some strategies, all equally likely, but for a share of its
/// choices, which fall on any legal move. A world is weighted by the chance of the choices that were seen, had it been
/// so.
class Belief {
public:
    /// `models`: one at least; `errors`: that share, above 0 and at most 1. Throws std::invalid_argument for others.
    Belief(std::vector<std::unique_ptr<Strategy>> models, double errors);

    /// Draws so many worlds by their weights, from more of the sampler's. The sampler must be prepared for `seen` with
    /// all evidence.
    void sample(const Observation& seen, WorldSampler& sampler, TurnRandom& random, std::size_t count,
                std::vector<World>& worlds);

    /// The weight of a world that agrees with what was seen, from a deal that leads to it. A model that plays at random
    /// is asked once at each choice, with this key: the weight is then right on average over keys.
    double weight(const Observation& seen, const Deal& deal, const RoundKey& key);

private:
    std::vector<std::unique_ptr<Strategy>> models_;
    double errors_;
    std::vector<World> candidates_;
    std::vector<double> weights_;
    std::vector<PerSeat<double>> chance_; // of each seat's choices, by model
};

} // namespace balak
