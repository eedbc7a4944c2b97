// Rounds on their way into and out of the lanes: a column for each field, a row for each round.
#pragma once

#include "balak/rules.hpp"
#include "balak/simple.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace balak::batch {

/// The most lanes that any target has, so many rows a kernel may read and write beyond the last one.
inline constexpr std::size_t most_lanes = 16;

/// The id of a lane that plays nothing, and of the rows beyond the last one.
inline constexpr std::uint32_t no_round = 0x80000000;

using Column = std::vector<std::uint32_t>;

/// The words of BoneyardTable::suits, two and two, while tiles are added to the end of the arrangement.
class SuitPlaces {
public:
    void add(std::size_t tile_bit) {
        low_ = low_ >> 1 | last_place[tile_bit].low_;
        high_ = high_ >> 1 | last_place[tile_bit].high_;
    }
    /// The words after `size` tiles, at most 16.
    std::array<std::uint32_t, 4> words(std::size_t size) const {
        const std::uint64_t low = low_ >> (16 - size);
        const std::uint64_t high = high_ >> (16 - size);
        return {static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32),
                static_cast<std::uint32_t>(high), static_cast<std::uint32_t>(high >> 32)};
    }

private:
    /// For each tile, it alone in place 15.
    static const std::array<SuitPlaces, tile_count> last_place;
    static consteval std::array<SuitPlaces, tile_count> make_last_place();

    // The places of the numbers 0 to 3 and 4 to 6, 16 bits each.
    std::uint64_t low_ = 0;
    std::uint64_t high_ = 0;
};

/// A boneyard as the lanes look things up in it. Its places are bits, the front of the arrangement is bit 0.
struct BoneyardTable {
    static constexpr int most = 14; ///< tiles that it may have

    BoneyardTable() = default;
    /// `turned`: with `half_turned`, which two seats alone do not need.
    BoneyardTable(std::span<const Tile> boneyard, bool turned);
    /// Makes `half_turned` of `before`.
    void turn(std::size_t size);

    TileSet tiles() const { return TileSet(before.back()); }

    /// before[i]: the tiles in the first i places; the last entries have all tiles. `half_turned` is the same for the
    /// arrangement that begins in the middle, from which the third and fourth seat draw.
    std::array<std::uint32_t, 16> before{};
    std::array<std::uint32_t, 16> half_turned{};
    /// Where the tiles with each number lie: numbers 2i and 2i + 1 in the lower and upper half of word i.
    std::array<std::uint32_t, 4> suits{};
};

/// Rounds in progress, all with the same seat to move and the same strategies in the same places: hand[0] is that of
/// the seat to move, hand[1] that of the seat after it.
struct Positions {
    void resize(std::size_t rows);
    /// A whole boneyard, but for the number and the places.
    void put_boneyard(std::size_t row, const BoneyardTable& from) {
        yard[row] = from.tiles().bits();
        for (std::size_t i = 0; i < suits.size(); ++i) {
            suits[i][row] = from.suits[i];
        }
    }
    std::size_t size = 0;
    Column id;   ///< what the outcome is known by; below 2^31
    Column ends; ///< left number, right number << 8
    Column turn; ///< plays and passes so far
    std::array<Column, 4> hand;
    // Where tiles are drawn:
    Column boneyard; ///< its number in the array of boneyards
    Column places;   ///< those that still have their tile
    Column yard;     ///< the tiles there
    std::array<Column, 4> suits;
    // Where needs_table():
    Column laid; ///< all tiles on the table
    std::array<Column, 4> laid_by;
    std::array<Column, 4> lacks; ///< tiles that a hand is known to be without
    // Where needs_keys():
    std::array<Column, 2> key; ///< RoundKey
};

/// How rounds ended; rows in no order.
struct Outcomes {
    void resize(std::size_t rows);
    std::size_t size = 0;
    Column id;
    Column ending; ///< turn | place (hand[i]) of the last seat to lay a tile << 8 | capicu << 10
    std::array<Column, 4> hand;
    Column places;
};

/// Deals for the lanes; the row of a deal is where the user wants it.
struct DealColumns {
    void resize(std::size_t rows);
    std::array<Column, 4> hand;           ///< by seat
    Column starter;                       ///< the tile, as a set; none: empty
    Column lot;                           ///< a seat; only where the rules let a lot decide
    Column by_tile;                       ///< who opens where a tile decides, and the tile << 2 (as a bit number)
    std::array<Column, 2> key;            ///< RoundKey; only where asked for
    std::vector<BoneyardTable> boneyards; ///< only where tiles are drawn
};

/// Which deals: of these numbers and this round, to these rows.
struct DealOrder {
    const RuleSet* rules = nullptr;
    std::uint64_t seed = 0;
    std::uint32_t round = 0;
    bool keys = false; ///< whether the keys are wanted
    std::vector<std::uint64_t> numbers;
    std::vector<std::uint32_t> rows;
};

/// What the rounds of a batch have in common.
struct Batch {
    const RuleSet* rules = nullptr;
    int first_seat = 0;               ///< the seat of hand[0]
    std::array<Simple, 4> strategies; ///< of hand[i]
    int boneyard_size = 0;            ///< places of each boneyard, empty ones included
    const BoneyardTable* boneyards = nullptr;
};

/// What the scoring of outcomes gives.
struct Scores {
    void resize(std::size_t rows);
    std::array<Column, 4> points; ///< by side
    Column verdict;               ///< words of Verdict
};

} // namespace balak::batch
