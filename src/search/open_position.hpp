// Positions of a round with open hands, small enough to be copied at every node of a search.
#pragma once

#include "balak/round.hpp"
#include "balak/seat.hpp"
#include "balak/table.hpp"
#include "balak/tile.hpp"
#include "core/scoring.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <optional>

namespace balak::search {

/// What changes in a round. Like a Round it is at a turn with a legal move, or over.
struct Position {
    std::array<std::uint32_t, max_seats> hand{}; // tiles, one bit each
    std::array<std::int16_t, max_seats> pips{};  // in the hands of each side
    std::uint32_t boneyard = 0;                  // positions not yet taken, one bit each
    std::int16_t boneyard_pips = 0;
    std::uint8_t left = 0; // the numbers at the ends
    std::uint8_t right = 0;
    std::uint8_t to_move = 0;
};

/// A position as a key: equal keys of one game are positions with the same future. Which end is which does not matter.
struct Key {
    std::uint64_t first = 0;
    std::uint64_t second = 0;

    bool operator==(const Key&) const = default;
    std::uint64_t hash() const {
        std::uint64_t mixed = (first ^ second * 0x9E3779B97F4A7C15) * 0xD6E8FEB86659FD93;
        mixed ^= mixed >> 32;
        mixed *= 0xD6E8FEB86659FD93;
        return mixed ^ mixed >> 29;
    }
};

enum class After : std::uint8_t { turn, out, capicu, blocked };

/// What does not change in a round from here on, and how positions follow each other.
class Game {
public:
    /// Of a round that is not over.
    explicit Game(const Round& round)
        : rules_(&round.rules()), players_(round.rules().players), draws_(round.rules().draw == Draw::until_playable) {
        for (const Seat seat : seats(players_)) {
            side_[index(seat)] = static_cast<std::uint8_t>(rules_->side_of(seat).number());
        }
        const Boneyard& boneyard = round.boneyard();
        in_turn_ = boneyard.order() == DrawOrder::in_turn;
        middle_ = boneyard.positions() / 2;
        for (int i = 0; i < boneyard.positions(); ++i) {
            tiles_[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(boneyard.at(i).bit());
        }
    }

    const RuleSet& rules() const { return *rules_; }
    std::uint8_t side_of(std::uint8_t seat) const { return side_[seat]; }

    /// The seat whose turn follows.
    std::uint8_t after(std::uint8_t seat) const {
        return seat + 1 == players_ ? std::uint8_t{0} : std::uint8_t(seat + 1);
    }

    Position start(const Round& round) const {
        Position position;
        for (const Seat seat : seats(players_)) {
            const TileSet hand = round.hands()[seat];
            position.hand[index(seat)] = hand.bits();
            std::int16_t& pips = position.pips[side_[index(seat)]];
            pips = static_cast<std::int16_t>(pips + hand.pips());
        }
        position.boneyard = round.boneyard().positions_left();
        for (std::uint32_t rest = position.boneyard; draws_ && rest != 0; rest &= rest - 1) {
            add(position.boneyard_pips, pips_of(tiles_[static_cast<std::size_t>(std::countr_zero(rest))]));
        }
        position.left = round.table().left;
        position.right = round.table().right;
        position.to_move = static_cast<std::uint8_t>(round.to_move().number());
        return position;
    }

    /// The legal moves once a tile is laid.
    static LegalMoves moves(const Position& position) {
        return legal_moves(TileSet(position.hand[position.to_move]), position.left, position.right);
    }

    /// Lays the first tile of the round.
    After open(Position& position, Tile tile) const {
        position.left = static_cast<std::uint8_t>(tile.high());
        position.right = static_cast<std::uint8_t>(tile.low());
        return laid(position, tile, [] { return false; });
    }

    /// Lays a tile at an end, then draws and passes for whoever is stuck. Where that ends the round the seat that laid
    /// it is still, or again, to move.
    After lay(Position& position, Move move) const {
        const std::uint8_t left = position.left;
        const std::uint8_t right = position.right;
        std::uint8_t& end = move.end == End::left ? position.left : position.right;
        end = static_cast<std::uint8_t>(move.tile.pips() - end);
        return laid(position, move.tile,
                    [&] { return left != right && move.tile.shows(left) && move.tile.shows(right); });
    }

    /// The score of a round that ended so.
    Score score(const Position& position, After after) const {
        PerSide<int> pips;
        for (std::size_t side = 0; side < max_seats; ++side) {
            pips.values[side] = position.pips[side];
        }
        return score_of(*rules_, after == After::blocked ? Ending::blocked : Ending::out, Side(side_[position.to_move]),
                        after == After::capicu, pips, [&] {
                            PerSide<int> tiles;
                            for (std::size_t seat = 0; seat < static_cast<std::size_t>(players_); ++seat) {
                                tiles.values[side_[seat]] += std::popcount(position.hand[seat]);
                            }
                            return tiles;
                        });
    }

    static Key key(const Position& position) {
        // Of each tile the number of the seat that holds it, from 1, in three planes.
        const auto& hand = position.hand;
        const std::uint64_t low = std::min(position.left, position.right);
        const std::uint64_t high = std::max(position.left, position.right);
        return {(hand[0] | hand[2]) | std::uint64_t{hand[1] | hand[2]} << 28 | low << 56 | high << 59 |
                    std::uint64_t{position.to_move} << 62,
                position.boneyard | std::uint64_t{hand[3]} << 28};
    }

private:
    static std::size_t index(Seat seat) { return static_cast<std::size_t>(seat.number()); }
    static int pips_of(int bit) { return Tile::from_bit(bit).pips(); }
    static void add(std::int16_t& sum, int value) { sum = static_cast<std::int16_t>(sum + value); }
    static std::uint32_t fitting(const Position& position) {
        return (tiles_with(position.left) | tiles_with(position.right)).bits();
    }

    /// `at_both()`: whether the tile could have been laid at either of two different ends.
    template <class AtBoth>
    After laid(Position& position, Tile tile, AtBoth at_both) const {
        const std::uint8_t seat = position.to_move;
        position.hand[seat] &= ~TileSet(tile).bits();
        add(position.pips[side_[seat]], -tile.pips());
        if (position.hand[seat] == 0) {
            return at_both() ? After::capicu : After::out;
        }
        const std::uint32_t fits = fitting(position);
        for (int passes = 0; passes < players_; ++passes) {
            position.to_move = after(position.to_move);
            if ((position.hand[position.to_move] & fits) != 0 || (draws_ && draw(position, fits))) {
                return After::turn;
            }
        }
        return After::blocked;
    }

    /// Draws for the seat to move until a tile fits or none may be drawn. Returns whether one fits.
    bool draw(Position& position, std::uint32_t fits) const {
        const std::uint8_t seat = position.to_move;
        for (int drawable = std::popcount(position.boneyard) - rules_->boneyard_reserve; drawable > 0; --drawable) {
            const int place = next_place(seat, position.boneyard);
            const int bit = tiles_[static_cast<std::size_t>(place)];
            const std::uint32_t tile = std::uint32_t{1} << bit;
            position.boneyard ^= std::uint32_t{1} << place;
            position.hand[seat] |= tile;
            add(position.pips[side_[seat]], pips_of(bit));
            add(position.boneyard_pips, -pips_of(bit));
            if ((tile & fits) != 0) {
                return true;
            }
        }
        return false;
    }

    /// The position that a seat draws from, of those left, one at least. See Boneyard.
    int next_place(std::uint8_t seat, std::uint32_t left) const {
        assert(left != 0);
        const std::uint32_t lower = left & ((std::uint32_t{1} << middle_) - 1);
        switch (in_turn_ ? 0 : seat) {
        case 0:
            return std::countr_zero(left);
        case 1:
            return std::bit_width(left) - 1;
        case 2:
            return std::countr_zero(left == lower ? left : left ^ lower);
        default:
            return std::bit_width(lower == 0 ? left : lower) - 1;
        }
    }

    const RuleSet* rules_;
    int players_;
    bool draws_ = false;
    bool in_turn_ = false;
    int middle_ = 0; // of the boneyard's positions
    std::array<std::uint8_t, max_seats> side_{};
    std::array<std::uint8_t, tile_count> tiles_{}; // of the boneyard, by position
};

} // namespace balak::search
