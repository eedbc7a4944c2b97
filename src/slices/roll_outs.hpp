// Playing a round in progress to its end many times over, each time with other hidden tiles.
#pragma once

#include "balak/strategy.hpp"
#include "balak/table.hpp"
#include "slices/target.hpp"

#include <array>
#include <cstddef>

namespace balak {

struct World;

namespace slices {

/// Plays out rounds in slices after a move of the seat that observes, each of them in up to a block's worlds. All seats
/// play by one strategy.
class RollOuts {
public:
    RollOuts(const SliceForm& strategy, const Target& target);

    /// Whether rounds can be played on from here: not where a move is the last one.
    static bool can_play(const Observation& seen) { return seen.hand.size() > 1; }

    /// Begins with no world. The observation must live on while worlds are added and rounds played.
    void start(const Observation& seen);
    /// Another world: hidden tiles and the keys of the strategies' random numbers. At most block_rounds.
    void add_world(const World& world, const RoundKey& key);

    /// Plays a round in each world in which the observing seat makes this move, and calls result(number of the world,
    /// points by side, the side that won, if any) for each.
    template <class Result>
    void play(Move move, Result result) {
        play_all(move);
        const Points points(seen_->rules);
        for (std::size_t world = 0; world < worlds_; ++world) {
            const Verdict verdict(ends_.verdict[world]);
            result(world, points.of(verdict, ends_.amount[world]), verdict.winner());
        }
    }

private:
    void play_all(Move move);

    SliceForm strategy_;
    const Target* target_;
    const Observation* seen_ = nullptr;
    std::array<Seat, max_seats> seats_; // by place
    std::size_t worlds_ = 0;
    Block block_;
    Ends ends_;
};

} // namespace slices
} // namespace balak
