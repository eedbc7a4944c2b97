// Playing a round in progress to its end many times over, each time with other hidden tiles.
#pragma once

#include "balak/simple.hpp"
#include "balak/table.hpp"
#include "batch/kernels.hpp"
#include "batch/verdict.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace balak {

struct World;

namespace batch {

/// Plays out rounds in lanes after a move of the seat that observes. It keeps its memory from choice to choice.
class RollOuts {
public:
    /// All seats play by `strategy`.
    explicit RollOuts(const Simple& strategy) : strategy_(strategy) {}

    /// Whether rounds can be played on from here in lanes.
    static bool can_play(const Observation& seen);

    /// Begins with no round. The observation must live on while rounds are added and played.
    void start(const Observation& seen);
    /// Another world for the rounds that follow: hidden tiles and the key of the strategies' random numbers.
    void add_world(const World& world, RoundKey key);
    /// A round in the latest world in which the observing seat makes this move.
    void add_round(Move move, std::uint32_t id) { add_rounds(world_count_ - 1, move, id, 0); }
    /// The same in each world: the ids go up by `step`.
    void add_rounds(Move move, std::uint32_t first_id, std::uint32_t step) { add_rounds(0, move, first_id, step); }
    std::size_t size() const { return rows_; }

    /// Plays all rounds that were added and calls result(id, points by side, the side that won, if any) for each of
    /// them, in no order. Then none is left.
    template <class Result>
    void play(Result result) {
        play_all();
        PerSide<int> points;
        for (std::size_t row = 0; row < outcomes_.size; ++row) {
            for (const Side side : sides(seen_->rules.side_count())) {
                points[side] = static_cast<int>(scores_.points[static_cast<std::size_t>(side.number())][row]);
            }
            result(outcomes_.id[row], points, Verdict(scores_.verdict[row]).winner());
        }
    }

private:
    /// Rounds in all worlds from `first_world` on.
    void add_rounds(std::size_t first_world, Move move, std::uint32_t first_id, std::uint32_t step);
    void play_all();
    void fill_common();

    Simple strategy_;
    const Observation* seen_ = nullptr;
    std::size_t players_ = 0;
    std::array<Seat, max_seats> seats_; // by place
    Batch batch_;
    Positions worlds_; // what rounds have from their world
    std::size_t world_count_ = 0;
    Positions positions_;
    Outcomes outcomes_;
    Scores scores_;
    std::size_t rows_ = 0;
    std::vector<BoneyardTable> boneyards_;
    bool draws_ = false;
    bool needs_table_ = false;
};

} // namespace batch
} // namespace balak
