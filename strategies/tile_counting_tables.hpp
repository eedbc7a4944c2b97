// What tile-counting makes of its weights: tables of small integers, in half points, the same for both engines.
#pragma once

#include "balak/rules.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace balak::strategies {

/// The options, by their names; 0..63 each, in sixteenths of a point.
struct CountingWeights {
    std::uint8_t scarce = 14;
    std::uint8_t partner = 4;
    std::uint8_t reach = 28;
    std::uint8_t ours = 16;
    std::uint8_t link = 12;
    std::uint8_t doubles = 11;
    std::uint8_t danger = 3;
    std::uint8_t pip = 7;
    std::uint8_t block = 24;

    static constexpr int most = 63;
    constexpr bool operator==(const CountingWeights&) const = default;
    constexpr std::array<std::uint8_t, 9> numbers() const {
        return {scarce, partner, reach, ours, link, doubles, danger, pip, block};
    }
};

struct CountingTables {
    static constexpr std::size_t fitting = 14; ///< of the tiles at most 13 fit two ends
    using OfTiles = std::array<std::uint16_t, 16>;

    OfTiles scarce{};  ///< by the tiles that the next seat may lay
    OfTiles partner{}; ///< by those of the partner: what they are worth more than none
    OfTiles ours{};    ///< by tiles
    OfTiles link{};    ///< by tiles kept: what they cost less than 13
    std::array<std::uint16_t, 8> doubles{};
    std::uint16_t reach = 0;
    std::array<std::array<std::uint16_t, max_pip + 1>, 5> pips{}; ///< by threat, then by the number laid
    std::uint16_t block = 0;

    /// `nothing_drawn`: whether the rules draw no tiles.
    constexpr CountingTables(const CountingWeights& weights, bool nothing_drawn) {
        // 64 / (n + 2). The first few matter most: who has only these to hope for passes, or draws a long time.
        constexpr std::array<int, fitting> scarcity{32, 21, 16, 13, 11, 9, 8, 7, 6, 6, 5, 5, 5, 4};
        const auto worth = [](int weight, int amount) {
            return static_cast<std::uint16_t>((weight * amount + 4) >> 3);
        };
        for (std::size_t n = 0; n < fitting; ++n) {
            const int count = static_cast<int>(n);
            scarce[n] = worth(weights.scarce, scarcity[n]);
            partner[n] =
                static_cast<std::uint16_t>(worth(weights.partner, scarcity[0]) - worth(weights.partner, scarcity[n]));
            ours[n] = worth(weights.ours, count);
            link[n] = static_cast<std::uint16_t>(worth(weights.link, 13) - worth(weights.link, count));
        }
        for (std::size_t n = 0; n < doubles.size(); ++n) {
            doubles[n] = worth(weights.doubles, static_cast<int>(n));
        }
        reach = worth(weights.reach, 1);
        for (std::size_t threat = 0; threat < pips.size(); ++threat) {
            const int pip = (nothing_drawn ? weights.pip : 0) + weights.danger * static_cast<int>(threat);
            for (std::size_t n = 0; n <= max_pip; ++n) {
                pips[threat][n] = worth(pip, static_cast<int>(n));
            }
        }
        block = weights.block;
    }

    /// The most that a move is worth, blocks aside.
    constexpr int most() const {
        return *std::ranges::max_element(scarce) + *std::ranges::max_element(ours) + 2 * reach + doubles.back() +
               std::max(partner[fitting - 1], link[0]) + 2 * pips.back().back();
    }
};

/// More points than these count as so many where a move blocks the round.
inline constexpr int most_block_points = 31;

// With the bits that their entries take, for the slice form:

/// Tables of the standard weights, which the compiler knows.
template <bool nothing_drawn>
struct StandardTables {
    static constexpr CountingTables table{CountingWeights{}, nothing_drawn};
    static constexpr std::size_t bits = 8;
    static constexpr std::size_t scarce_bits = 6;
    static constexpr std::size_t ours_bits = 5;
    static constexpr std::size_t partner_bits = 4;
    static constexpr std::size_t reach_bits = 3;
    static constexpr std::size_t doubles_bits = 4;
    static constexpr std::size_t pip_bits = 4;
    static constexpr bool reach_is_four = table.reach == 4;
    static constexpr bool standard = true;
    static_assert(CountingWeights{}.ours == 16 && CountingWeights{}.link == 12);
    static_assert(table.most() < 1 << bits && table.scarce[0] < 1 << scarce_bits);
    static_assert(table.partner[13] < 1 << partner_bits && table.reach < 1 << reach_bits);
    static_assert(table.doubles[7] < 1 << doubles_bits && table.pips[4][6] < 1 << pip_bits);
    static constexpr const CountingTables& get() { return table; }
};

/// Tables of any weights.
struct AnyTables {
    static constexpr std::size_t bits = 11;
    static constexpr std::size_t scarce_bits = 8;
    static constexpr std::size_t ours_bits = 7;
    static constexpr std::size_t partner_bits = 8;
    static constexpr std::size_t reach_bits = 4;
    static constexpr std::size_t doubles_bits = 6;
    static constexpr std::size_t pip_bits = 8;
    static constexpr bool reach_is_four = false;
    static constexpr bool standard = false;
    const CountingTables* table;
    const CountingTables& get() const { return *table; }
};

} // namespace balak::strategies
