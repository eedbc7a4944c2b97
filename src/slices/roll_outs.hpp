// Playing a round in progress to its end many times over, each time with other hidden tiles.
#pragma once

#include "balak/strategy.hpp"
#include "balak/table.hpp"
#include "slices/target.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

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

    /// Plays a round in each world for each of the moves, which the observing seat makes, and calls result(number of
    /// the move, number of the world, points by side, the side that won, if any) for each.
    template <class Result>
    void play(std::span<const Move> moves, Result result) {
        const Points points(seen_->rules);
        const std::size_t at_once = std::min(block_rounds / worlds_, moves.size());
        for (std::size_t first = 0; first < moves.size(); first += at_once) {
            const auto some = moves.subspan(first, std::min(at_once, moves.size() - first));
            play_at_once(some);
            for (std::size_t row = 0; row < some.size() * worlds_; ++row) {
                const Verdict verdict(ends_.verdict[row]);
                result(first + row / worlds_, row % worlds_, per_side(points.of(verdict, ends_.amount[row])),
                       verdict.winner());
            }
        }
    }

private:
    void play_at_once(std::span<const Move> moves);

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
