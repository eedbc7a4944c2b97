// Worlds of one choice that have been solved.
#pragma once

#include "balak/rules.hpp"
#include "core/worlds.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace balak {

/// Remembers what the moves of a choice are worth in worlds that were solved. Near the end of a round few worlds are
/// left, which are drawn again and again.
class SolvedWorlds {
public:
    /// Begins a choice between so many moves.
    void start(const RuleSet& rules, std::size_t moves) {
        ordered_ = rules.draw == Draw::until_playable;
        moves_ = moves;
        worths_.clear();
        ++choice_;
    }
    /// What was added last of a world, or nothing if it is not remembered.
    std::span<const std::int64_t> find(const World& world) const {
        const Entry& entry = entries_[place(world)];
        return entry.choice == choice_ && entry.hands == world.hands && std::ranges::equal(entry.order(), order(world))
                   ? std::span(worths_).subspan(entry.first, moves_)
                   : std::span<const std::int64_t>();
    }
    /// May forget another world for it. Returns what is then remembered.
    std::span<const std::int64_t> add(const World& world, std::span<const std::int64_t> worths) {
        Entry& entry = entries_[place(world)];
        entry = {.choice = choice_, .size = order(world).size(), .first = worths_.size(), .hands = world.hands};
        std::ranges::copy(order(world), entry.tiles.begin());
        worths_.insert(worths_.end(), worths.begin(), worths.end());
        return std::span(worths_).last(moves_);
    }

private:
    struct Entry {
        std::uint64_t choice = 0;
        std::size_t size = 0;
        std::size_t first = 0; // of its worths
        PerSeat<TileSet> hands;
        std::array<Tile, tile_count> tiles{};

        std::span<const Tile> order() const { return {tiles.data(), size}; }
    };

    /// The tiles of the boneyard where it matters which comes first.
    std::span<const Tile> order(const World& world) const {
        return ordered_ ? world.boneyard() : std::span<const Tile>();
    }
    std::size_t place(const World& world) const {
        std::uint64_t hash = 0;
        const auto mix = [&](std::uint32_t word) { hash = (hash ^ word) * 0x9E3779B97F4A7C15; };
        for (const TileSet hand : world.hands.values) {
            mix(hand.bits());
        }
        for (const Tile tile : order(world)) {
            mix(static_cast<std::uint32_t>(tile.bit()));
        }
        return hash >> 55;
    }

    bool ordered_ = false;
    std::size_t moves_ = 0;
    std::uint64_t choice_ = 0;
    std::array<Entry, 512> entries_;
    std::vector<std::int64_t> worths_;
};

} // namespace balak
