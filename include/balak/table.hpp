// What everybody at the table sees of a round, and what one seat sees besides: all that a strategy may know.
#pragma once

#include "balak/random.hpp"
#include "balak/rules.hpp"
#include "balak/seat.hpp"
#include "balak/tile.hpp"

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

namespace balak {

namespace bots {
class Position;
}

enum class End : std::uint8_t { left, right };

/// Laying a tile at an end. The opening tile is laid at the left.
struct Move {
    Tile tile;
    End end = End::left;
    constexpr bool operator==(const Move&) const = default;
};

/// The distinct legal moves: two sets of tiles. Where both ends show the same number `right` is empty.
struct LegalMoves {
    TileSet left;
    TileSet right;

    constexpr TileSet tiles() const { return left | right; }
    constexpr int size() const { return left.size() + right.size(); }
    constexpr bool contains(Move move) const { return (move.end == End::left ? left : right).contains(move.tile); }
    /// The move that lays this tile, at the left if it fits there. The tile must be one of `tiles()`.
    constexpr Move with(Tile tile) const {
        assert(tiles().contains(tile));
        return {tile, left.contains(tile) ? End::left : End::right};
    }
    /// The move of this rank, 0..size()-1: those at the left first, each from the lightest tile up.
    constexpr Move nth(int rank) const {
        assert(rank >= 0 && rank < size());
        const int at_left = left.size();
        return rank < at_left ? Move{left.nth(rank), End::left} : Move{right.nth(rank - at_left), End::right};
    }
    constexpr bool operator==(const LegalMoves&) const = default;
};

/// What a hand can lay at a chain with these ends.
constexpr LegalMoves legal_moves(TileSet hand, int left, int right) {
    return {hand & tiles_with(left), left == right ? TileSet() : hand & tiles_with(right)};
}

/// One thing that everybody saw. The seat is implied: the opener first, then the next seat after each play or pass.
class Event {
public:
    enum class Kind : std::uint8_t { draw, play_left, play_right, pass };

    /// A draw.
    constexpr Event() = default;
    static constexpr Event play(Move move) {
        return Event(static_cast<std::uint8_t>(move.tile.bit() | (move.end == End::left ? 1 : 2) << 5));
    }
    /// A tile was drawn; which one only the drawer saw.
    static constexpr Event draw() { return Event(0); }
    static constexpr Event pass() { return Event(3 << 5); }

    constexpr Kind kind() const { return static_cast<Kind>(code_ >> 5); }
    /// The tile laid; only for plays.
    constexpr Tile tile() const { return Tile::from_bit(code_ & 31); }

private:
    explicit constexpr Event(std::uint8_t code) : code_(code) {}

    std::uint8_t code_ = 0;
};

/// The public state of a round.
struct Table {
    /// Each tile is laid or drawn at most once, and between two tiles laid fewer than N seats pass.
    static constexpr int max_events = 2 * tile_count + (max_seats - 1) * (tile_count + 1) + 1;

    std::uint8_t left = 0;     ///< the number at the left end, once a tile is laid
    std::uint8_t right = 0;    ///< the number at the right end
    std::uint8_t drawable = 0; ///< tiles that may still be drawn
    std::uint8_t boneyard = 0; ///< tiles in the boneyard, those that are never drawn included
    std::uint8_t passes = 0;   ///< seats that have passed in a row
    std::uint8_t turn = 0;     ///< plays and passes so far
    std::uint8_t draws = 0;    ///< tiles drawn so far
    std::uint8_t event_count = 0;
    Seat to_move;
    Seat opener;
    bool started = false; ///< whether a tile lies on the table
    bool has_starter = false;
    Tile starter; ///< the tile laid before the first turn, where `has_starter`
    TileSet laid; ///< all tiles on the table, the starter included
    PerSeat<TileSet> laid_by;
    PerSeat<std::uint8_t> held; ///< tiles in each hand
    /// Numbers that no tile in a seat's hand shows, as everybody can tell: the seat passed or drew while an end showed
    /// them, and no tile that might show them has come to it since. A tile that was drawn and fits is left out: it is
    /// laid in the same turn. The seat's hand before its last draw is known to lack more; `events` tells of that.
    PerSeat<NumberSet> lacks;
    std::array<Event, max_events> event{};

    /// Everything that happened, in order.
    std::span<const Event> events() const { return {event.data(), event_count}; }
};

/// Tiles in the order in which they came to a seat.
class TileRow {
public:
    constexpr void add(Tile tile) { tiles_[count_++] = tile; }
    constexpr int size() const { return static_cast<int>(count_); }
    constexpr const Tile* begin() const { return tiles_.data(); }
    constexpr const Tile* end() const { return tiles_.data() + count_; }

private:
    std::array<Tile, tile_count> tiles_{};
    std::size_t count_ = 0;
};

/// All that a seat may know when it must choose. It refers to the round it was made from: good until that goes on.
class Observation {
public:
    const RuleSet& rules;
    const Table& table;
    const LegalMoves& legal;   ///< two moves at least: without a choice nobody is asked
    const PerSide<int>& score; ///< of the match, before this round
    const int round;           ///< number of the round in the match, from 0
    const Seat seat;           ///< who sees this, and whose turn it is
    const TileSet hand;        ///< the seat's own tiles
    const TileSet dealt;       ///< the tiles that the seat was dealt; `hand` less these was drawn

    /// The tiles that the seat does not see: in other hands or in the boneyard.
    TileSet unseen() const { return rules.tiles() - table.laid - hand; }
    /// The seat's own random numbers for this turn, from the first one. Those of other seats are out of reach.
    TurnRandom random() const { return {key_, table.turn}; }
    /// The tiles that the seat drew, in order: one for each draw of its own in the table's events. In a round that was
    /// made from an observation only those that it drew since.
    TileRow draws() const;

private:
    friend class Round;
    friend class bots::Position;
    Observation(const RuleSet& rule_set, const Table& public_table, const LegalMoves& moves,
                const PerSide<int>& match_score, int round_number, TileSet own, TileSet own_dealt, SeatKey key,
                std::span<const Tile> drawn)
        : rules(rule_set), table(public_table), legal(moves), score(match_score), round(round_number),
          seat(public_table.to_move), hand(own), dealt(own_dealt), key_(key), drawn_(drawn) {}

    SeatKey key_;
    std::span<const Tile> drawn_; // the last tiles drawn by anybody: draws() picks out the seat's own
};

} // namespace balak
