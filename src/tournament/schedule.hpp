// The matches that are played with each deal.
#pragma once

#include "balak/rules.hpp"
#include "balak/seat.hpp"
#include "tournament/tournament.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace balak::tournament {

/// Two entrants that are compared, seen from `a`'s side.
struct Pairing {
    std::size_t a = 0;
    std::size_t b = 0;
};

/// How a leg counts for a pairing.
struct Comparison {
    std::size_t pairing = 0;
    /// The margin of a over b is the sum of weight times points over the sides: above 0 for the sides of a, below for
    /// those of b, 0 for others. It comes to `Schedule::scale` times the difference of the mean points of both.
    PerSide<int> weight;
};

/// One match of a deal: an entrant in each seat.
struct Leg {
    PerSide<std::size_t> entrants;
    std::vector<Comparison> comparisons;
};

/// The legs that a deal is played by. Two sides: both seatings of each pairing. More sides: for a pairing the tables
/// with one a among b's and one b among a's, in all rotations; in a free-for-all all tables of different entrants in
/// all rotations, each leg comparing every two of them. Who sits behind whom matters much there, and rotating does not
/// change it: so there is an arrangement for each circular order, (N - 1)! of them, and the deals take them by turns.
struct Schedule {
    std::vector<Pairing> pairings;
    std::vector<Leg> legs;            ///< of all arrangements, one after another
    std::size_t legs_per_deal = 0;    ///< those of one arrangement
    int scale = 1;                    ///< of the margins
    std::size_t legs_per_pairing = 0; ///< in a deal; the same for every pairing
    std::size_t entrants = 0;
    bool free_for_all = false; ///< whether legs belong to several pairings

    std::size_t arrangements() const { return legs.size() / legs_per_deal; }

    /// The legs of a deal.
    std::span<const Leg> legs_of(std::uint64_t deal) const {
        const std::size_t arrangement = deal % arrangements();
        return std::span(legs).subspan(arrangement * legs_per_deal, legs_per_deal);
    }

    /// Deals to be played for so many matches of each pairing.
    std::uint64_t deals(std::uint64_t matches) const { return (matches + legs_per_pairing - 1) / legs_per_pairing; }
};

/// The pairings, or tables of a free-for-all, that a deal is played at; rounded where it is beyond 2^53.
double table_count(Format format, const RuleSet& rules, std::size_t entrants);

/// Throws std::invalid_argument for fewer than two entrants, or for a free-for-all of fewer than there are sides.
Schedule make_schedule(Format format, const RuleSet& rules, std::size_t entrants);

} // namespace balak::tournament
