// Where the worlds of a choice come from.
#pragma once

#include "balak/strategy.hpp"
#include "core/worlds.hpp"
#include "search/belief.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace balak {

/// Draws worlds that agree with what a seat has seen: uniformly, or weighted by a belief about the other seats.
class WorldSource {
public:
    /// The names of the beliefs that there are, `none` among them.
    static constexpr std::array<std::string_view, 3> beliefs{"none", "model", "mixture"};

    /// What is taken in of what was seen.
    enum class Worlds : std::uint8_t {
        exact, ///< all of it
        voids, ///< only the numbers that seats are known to lack now; with a belief all of it
    };

    explicit WorldSource(std::optional<Belief> belief = std::nullopt, Worlds worlds = Worlds::exact)
        : belief_(std::move(belief)), worlds_(worlds) {}

    /// Takes in what a seat has seen.
    void prepare(const Observation& seen);
    /// Draws so many worlds. `seen` is as in prepare().
    void draw(const Observation& seen, TurnRandom& random, std::size_t count, std::vector<World>& worlds);
    /// Whether worlds are weighted. Those of one draw() are then not independent of each other.
    bool weighted() const { return belief_.has_value(); }

private:
    std::optional<Belief> belief_;
    Worlds worlds_;
    WorldSampler sampler_;
};

/// The belief of this name, one of WorldSource::beliefs: nothing for `none`; the others play by the simple strategy
/// `model`, or each by any of balak's own, but for the share `errors` of their choices.
std::optional<Belief> belief_named(std::string_view name, std::string_view model, double errors,
                                   const StrategyTable& table);

} // namespace balak
