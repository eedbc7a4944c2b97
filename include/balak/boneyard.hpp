// The boneyard of a round: which tile a seat draws.
#pragma once

#include "balak/seat.hpp"
#include "balak/tile.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

namespace balak {

enum class DrawOrder : std::uint8_t {
    /// Each seat takes the tiles in an order of its own, see Boneyard. This is how deals are played.
    by_seat,
    /// Whoever draws takes the first tile left. This is how records list a boneyard.
    in_turn,
};

/// Tiles at positions 0, 1, 2 and so on, in uniformly random order. A seat that draws takes the first position left in
/// its own order of positions:
///
///     seat 0   from the front upwards
///     seat 1   from the back downwards
///     seat 2   from the middle upwards, then on from the front
///     seat 3   from just below the middle downwards, then on from the back
///
/// So a seat gets the same tiles in every leg of a deal, however often and when the other seats draw, until orders
/// meet; between two seats they meet only where the boneyard ends. With one common order the legs would drift apart at
/// the first draw that comes at another time.
///
/// Every draw is uniform over the tiles left, as from one shuffled heap: which position is taken depends on the
/// positions taken before and on the seat, and whose turn it is to draw depends only on tiles that have left the
/// boneyard, so what lies at the position is any of the others with equal chances.
class Boneyard {
public:
    Boneyard() = default;
    /// Of the first `size` tiles.
    Boneyard(const std::array<Tile, tile_count>& tiles, int size, DrawOrder order) : tiles_(tiles) {
        set_order(size, order);
    }
    Boneyard(std::span<const Tile> tiles, DrawOrder order) {
        std::copy(tiles.begin(), tiles.end(), tiles_.begin());
        set_order(static_cast<int>(tiles.size()), order);
    }

    /// Tiles left.
    int size() const { return std::popcount(left_); }
    /// Takes tiles for `seat` until one is of `wanted`, `most` at most. Needs so many tiles left, and one at least.
    TileSet take_until(Seat seat, TileSet wanted, int most) {
        assert(most >= 1 && most <= size());
        const int step = step_[seat];
        int place = place_[seat];
        std::uint32_t left = left_;
        std::size_t count = drawn_count_;
        TileSet taken;
        do {
            while ((left >> place & 1) == 0) {
                place = after(place, step);
            }
            const Tile tile = tiles_[static_cast<std::size_t>(place)];
            left ^= std::uint32_t{1} << place;
            place = after(place, step);
            drawn_[count++] = tile;
            taken |= tile;
        } while ((taken & wanted).empty() && --most > 0);
        place_[seat] = static_cast<std::int16_t>(place);
        left_ = left;
        drawn_count_ = static_cast<std::uint8_t>(count);
        return taken;
    }
    /// The tiles taken so far, in the order in which they were taken.
    std::span<const Tile> drawn() const { return {drawn_.data(), drawn_count_}; }
    DrawOrder order() const { return step_[Seat(1)] < 0 ? DrawOrder::by_seat : DrawOrder::in_turn; }
    /// Positions, those already taken included.
    int positions() const { return size_; }
    /// The positions not yet taken, one bit each.
    std::uint32_t positions_left() const { return left_; }
    /// The tile at a position 0..positions()-1, whether it is taken or not.
    Tile at(int position) const { return tiles_[static_cast<std::size_t>(position)]; }
    /// The tiles left, by position. Allocates.
    std::vector<Tile> left() const {
        std::vector<Tile> tiles;
        for (std::uint32_t rest = left_; rest != 0; rest &= rest - 1) {
            tiles.push_back(tiles_[static_cast<std::size_t>(std::countr_zero(rest))]);
        }
        return tiles;
    }

private:
    void set_order(int size, DrawOrder order) {
        size_ = static_cast<std::uint8_t>(size);
        left_ = (std::uint32_t{1} << size) - 1;
        if (order == DrawOrder::by_seat && size > 0) {
            const auto middle = static_cast<std::int16_t>(size / 2);
            const auto last = static_cast<std::int16_t>(size - 1);
            place_.values = {0, last, middle, middle == 0 ? last : static_cast<std::int16_t>(middle - 1)};
            step_.values = {1, -1, 1, -1};
        } else {
            step_.values = {1, 1, 1, 1};
        }
    }
    /// The next place in a seat's order, which is a circle.
    int after(int place, int step) const {
        place += step;
        if (place < 0 || place >= size_) {
            place = step > 0 ? 0 : size_ - 1;
        }
        return place;
    }

    std::uint32_t left_ = 0;        // positions not yet taken
    PerSeat<std::int16_t> place_{}; // where a seat looks first; the positions before it in the seat's order are taken
    PerSeat<std::int16_t> step_{};  // 1 upwards, -1 downwards
    std::uint8_t size_ = 0;         // positions
    std::uint8_t drawn_count_ = 0;
    std::array<Tile, tile_count> tiles_{};
    std::array<Tile, tile_count> drawn_{};
};

} // namespace balak
