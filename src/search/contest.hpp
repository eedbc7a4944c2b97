// Moves compared over the same worlds.
#pragma once

#include "balak/tile.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <span>

namespace balak {

/// Adds up what each of a seat's moves is worth in one world after the other, and drops moves that are so far behind
/// that more worlds would hardly bring them back. All moves in the contest have met the same worlds, so two are
/// compared by their differences, which vary much less than the worths.
class Contest {
public:
    static constexpr std::size_t max_moves = tile_count;

    explicit Contest(int moves) : moves_(static_cast<std::size_t>(moves)), in_((std::uint32_t{1} << moves) - 1) {}

    bool is_in(std::size_t move) const { return (in_ >> move & 1) != 0; }
    /// Moves that are in.
    int size() const { return std::popcount(in_); }
    bool decided() const { return (in_ & (in_ - 1)) == 0; }
    /// Other worlds, one after the other, by what each move that is in is worth there; the others are not looked at.
    void add(std::span<const std::int64_t> worth);
    /// Drops the moves that are at least so many standard errors (of the mean difference) behind the best.
    void drop(double standard_errors);
    /// The sum of a move's worths; the one that leads is the best of those that are in.
    std::int64_t sum(std::size_t move) const { return sum_[move]; }

private:
    std::size_t moves_;
    std::uint32_t in_; // one bit each
    double worlds_ = 0;
    std::array<std::int64_t, max_moves> sum_{};
    std::array<std::array<std::int64_t, max_moves>, max_moves>
        products_; // of worths in one world; [i][j] with j <= i is used
};

} // namespace balak
