// Playing a round in progress to its end many times over, each time with other hidden tiles.
#pragma once

#include "balak/simple.hpp"
#include "balak/table.hpp"
#include "batch/kernels.hpp"

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
    void add_round(Move move, std::uint32_t id);
    std::size_t size() const { return rows_; }

    /// Plays all rounds that were added and calls result(id, points by side, the side that won, if any) for each of
    /// them, in no order. Then none is left.
    template <class Result>
    void play(Result result) {
        play_all();
        for (std::size_t row = 0; row < outcomes_.size; ++row) {
            PerSide<int> points;
            for (const Side side : sides(seen_->rules.side_count())) {
                points[side] = static_cast<int>(scores_.points[static_cast<std::size_t>(side.number())][row]);
            }
            result(outcomes_.id[row], points, Verdict(scores_.verdict[row]).winner());
        }
    }

private:
    void play_all();
    void fill_common();

    Simple strategy_;
    const Observation* seen_ = nullptr;
    Batch batch_;
    Positions positions_;
    Outcomes outcomes_;
    Scores scores_;
    std::size_t rows_ = 0;
    std::vector<BoneyardTable> boneyards_;
    PerSeat<TileSet> hands_; // of the latest world
    RoundKey key_;
    bool needs_table_ = false;
};

} // namespace batch
} // namespace balak
