// What is kept of the luck of all deals: exact sums, from which a regression on luck is made after the last merge.
#pragma once

#include "tournament/luck.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace balak::tournament {

__extension__ using Int128 = __int128;

/// What is known of a deal for one pairing: what is estimated, then the measures of luck, added up over its legs.
inline constexpr std::size_t estimated = 3; ///< shares, margin, rounds, as in DealTotals
inline constexpr std::size_t deal_values = estimated + luck_measures;
using DealValues = std::array<std::int64_t, deal_values>;

/// Sums over deals of their values and of all products of two.
struct Moments {
    std::int64_t deals = 0;
    std::array<Int128, deal_values> sum{};
    std::array<std::array<Int128, deal_values>, deal_values> products{}; ///< [i][j] for j <= i only

    void add(const DealValues& deal) {
        ++deals;
        for (std::size_t i = 0; i < deal_values; ++i) {
            sum[i] += deal[i];
            for (std::size_t j = 0; j <= i; ++j) {
                products[i][j] += Int128{deal[i]} * deal[j];
            }
        }
    }
    template <class F, class... Self>
    static void each_count(const F& f, Self&... self) {
        f(self.deals...);
        for (std::size_t i = 0; i < deal_values; ++i) {
            f(self.sum[i]...);
            for (std::size_t j = 0; j <= i; ++j) {
                f(self.products[i][j]...);
            }
        }
    }
};

/// The deals in parts, so that the deals of one are adjusted with what is learnt from the others.
inline constexpr std::size_t luck_parts = 8;

/// The moments of each part; empty where luck is not measured.
using LuckSums = std::vector<Moments>;

} // namespace balak::tournament
