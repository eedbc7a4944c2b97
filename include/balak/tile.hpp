// Tiles of the double-six set as bits, and sets of tiles as masks.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace balak {

inline constexpr int max_pip = 6;     ///< the highest number on a tile of the largest set
inline constexpr int tile_count = 28; ///< tiles of the double-six set

namespace detail {

struct TileTables {
    std::array<std::uint8_t, tile_count> high{};
    std::array<std::uint8_t, tile_count> low{};
    std::array<std::uint8_t, tile_count> pips{};
    std::array<std::array<std::uint8_t, max_pip + 1>, max_pip + 1> bit{};
    std::array<std::uint32_t, max_pip + 1> with_number{}; // the suit masks
    std::array<std::uint32_t, max_pip + 1> set{};         // all tiles up to a number
    std::array<std::uint32_t, 4> pips_plane{};            // tiles whose pips have bit i set
    std::uint32_t doubles = 0;
};

/// The bit order: by pips, then by the higher half, so that the highest bit of a hand is its heaviest tile.
consteval TileTables make_tile_tables() {
    TileTables t;
    std::uint8_t bit = 0;
    for (int pips = 0; pips <= 2 * max_pip; ++pips) {
        for (int high = (pips + 1) / 2; high <= pips && high <= max_pip; ++high) {
            const int low = pips - high;
            const std::uint32_t mask = std::uint32_t{1} << bit;
            t.high[bit] = static_cast<std::uint8_t>(high);
            t.low[bit] = static_cast<std::uint8_t>(low);
            t.pips[bit] = static_cast<std::uint8_t>(pips);
            t.bit[high][low] = t.bit[low][high] = bit;
            t.with_number[high] |= mask;
            t.with_number[low] |= mask;
            for (int top = high; top <= max_pip; ++top) {
                t.set[top] |= mask;
            }
            for (int plane = 0; plane < 4; ++plane) {
                t.pips_plane[plane] |= (pips >> plane & 1) != 0 ? mask : 0;
            }
            t.doubles |= high == low ? mask : 0;
            ++bit;
        }
    }
    return t;
}

inline constexpr TileTables tiles = make_tile_tables();

} // namespace detail

/// One of the 28 tiles. Tiles compare by weight: by pips, then by the higher half.
class Tile {
public:
    /// The tile 0-0.
    constexpr Tile() = default;
    /// The tile with this bit number, 0..27.
    static constexpr Tile from_bit(int bit) { return Tile(static_cast<std::uint8_t>(bit)); }
    /// The tile with these halves, each 0..6, in any order.
    static constexpr Tile from_halves(int one, int other) { return Tile(detail::tiles.bit[one][other]); }
    /// Reads `6-3`, higher half first; nothing for any other text.
    static std::optional<Tile> parse(std::string_view text);

    constexpr int bit() const { return bit_; }
    constexpr int high() const { return detail::tiles.high[bit_]; }
    constexpr int low() const { return detail::tiles.low[bit_]; }
    constexpr int pips() const { return detail::tiles.pips[bit_]; }
    constexpr bool is_double() const { return (detail::tiles.doubles >> bit_ & 1) != 0; }
    constexpr bool shows(int number) const { return (detail::tiles.with_number[number] >> bit_ & 1) != 0; }
    /// The other half of a tile that shows `number`.
    constexpr int other_half(int number) const { return pips() - number; }

    constexpr auto operator<=>(const Tile&) const = default;

private:
    explicit constexpr Tile(std::uint8_t bit) : bit_(bit) {}

    std::uint8_t bit_ = 0;
};

/// `6-3`: the higher half first.
std::string to_string(Tile tile);

/// A set of tiles, one bit each. Iterating goes from the lightest tile to the heaviest.
class TileSet {
public:
    constexpr TileSet() = default;
    explicit constexpr TileSet(std::uint32_t bits) : bits_(bits) {}
    constexpr TileSet(Tile tile) : bits_(std::uint32_t{1} << tile.bit()) {}

    constexpr std::uint32_t bits() const { return bits_; }
    constexpr bool empty() const { return bits_ == 0; }
    constexpr int size() const { return std::popcount(bits_); }
    constexpr bool contains(Tile tile) const { return (bits_ >> tile.bit() & 1) != 0; }
    /// The heaviest tile of a set that is not empty.
    constexpr Tile heaviest() const {
        assert(!empty());
        return Tile::from_bit(std::bit_width(bits_) - 1);
    }
    /// The lightest tile of a set that is not empty.
    constexpr Tile lightest() const {
        assert(!empty());
        return Tile::from_bit(std::countr_zero(bits_));
    }
    /// The sum of the pips of all tiles.
    constexpr int pips() const {
        const auto& plane = detail::tiles.pips_plane;
        return std::popcount(bits_ & plane[0]) + 2 * std::popcount(bits_ & plane[1]) +
               4 * std::popcount(bits_ & plane[2]) + 8 * std::popcount(bits_ & plane[3]);
    }
    /// The tile with `rank` lighter tiles in the set, rank 0..size()-1.
    constexpr Tile nth(int rank) const {
        assert(rank >= 0 && rank < size());
        std::uint32_t rest = bits_;
        for (; rank > 0; --rank) {
            rest &= rest - 1;
        }
        return Tile::from_bit(std::countr_zero(rest));
    }

    constexpr TileSet operator|(TileSet other) const { return TileSet(bits_ | other.bits_); }
    constexpr TileSet operator&(TileSet other) const { return TileSet(bits_ & other.bits_); }
    /// The tiles of this set that are not in the other.
    constexpr TileSet operator-(TileSet other) const { return TileSet(bits_ & ~other.bits_); }
    constexpr TileSet& operator|=(TileSet other) { return *this = *this | other; }
    constexpr TileSet& operator&=(TileSet other) { return *this = *this & other; }
    constexpr TileSet& operator-=(TileSet other) { return *this = *this - other; }
    constexpr bool operator==(const TileSet&) const = default;

    class Iterator {
    public:
        explicit constexpr Iterator(std::uint32_t rest) : rest_(rest) {}
        constexpr Tile operator*() const { return Tile::from_bit(std::countr_zero(rest_)); }
        constexpr Iterator& operator++() {
            rest_ &= rest_ - 1;
            return *this;
        }
        constexpr bool operator==(const Iterator&) const = default;

    private:
        std::uint32_t rest_;
    };
    constexpr Iterator begin() const { return Iterator(bits_); }
    constexpr Iterator end() const { return Iterator(0); }

private:
    std::uint32_t bits_ = 0;
};

/// All tiles with `number` on a half: the suit of that number.
constexpr TileSet tiles_with(int number) {
    return TileSet(detail::tiles.with_number[number]);
}

/// All doubles of the double-six set.
inline constexpr TileSet doubles{detail::tiles.doubles};

/// The set of all tiles with no number above `top`, 0..6; `full_set(6)` is the double-six set.
constexpr TileSet full_set(int top) {
    return TileSet(detail::tiles.set[top]);
}

/// A set of numbers 0..6, one bit each.
class NumberSet {
public:
    constexpr NumberSet() = default;
    constexpr bool contains(int number) const { return (bits_ >> number & 1) != 0; }
    constexpr bool empty() const { return bits_ == 0; }
    constexpr void insert(int number) { bits_ = static_cast<std::uint8_t>(bits_ | 1U << number); }
    constexpr void clear() { bits_ = 0; }
    constexpr std::uint8_t bits() const { return bits_; }
    constexpr bool operator==(const NumberSet&) const = default;
    /// All tiles that show at least one of these numbers.
    constexpr TileSet tiles() const {
        TileSet all;
        for (int number = 0; number <= max_pip; ++number) {
            all |= contains(number) ? tiles_with(number) : TileSet();
        }
        return all;
    }

private:
    std::uint8_t bits_ = 0;
};

} // namespace balak
