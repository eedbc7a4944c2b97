// What an entrant has come to over all its pairings.
#include "tournament/statistics.hpp"
#include "tournament/tally.hpp"

#include <array>

namespace balak::tournament {

CentredSums::CentredSums(const DealSums& sums) : deals(sums.deals), matches(sums.matches), sum(sums.sum) {
    if (deals == 0) {
        return;
    }
    shares_squared = centred(deals, sum.shares, sum.shares, sums.shares_squared);
    margin_squared = centred(deals, sum.margin, sum.margin, sums.margin_squared);
    rounds_squared = centred(deals, sum.rounds, sum.rounds, sums.rounds_squared);
    margin_times_rounds = centred(deals, sum.margin, sum.rounds, sums.margin_times_rounds);
}

std::vector<EntrantTally> Tally::entrants() const {
    std::vector<EntrantTally> list;
    for (std::size_t i = 0; i < entrants_; ++i) {
        if (free_for_all_) {
            const TableEntrant& one = table_entrants_[i];
            list.push_back(
                {CentredSums(one.deals), one.outcomes.wins, one.outcomes.draws, one.outcomes.losses, one.faults});
        } else {
            list.push_back(entrant_of_pairings(i));
        }
    }
    return list;
}

EntrantTally Tally::entrant_of_pairings(std::size_t entrant) const {
    using Real = long double;
    /// What a block differs from the mean of so many deals.
    struct Difference {
        Real shares = 0;
        Real margin = 0;
        Real rounds = 0;
    };
    EntrantTally made;
    CentredSums& sums = made.deals;
    std::array<Difference, block_count> together{};
    const auto products = [&](Real factor, const Difference& of) {
        sums.shares_squared += factor * of.shares * of.shares;
        sums.margin_squared += factor * of.margin * of.margin;
        sums.rounds_squared += factor * of.rounds * of.rounds;
        sums.margin_times_rounds += factor * of.margin * of.rounds;
    };
    Real factor = 0;
    for (std::size_t i = 0; i < pairings_.size(); ++i) {
        const bool is_a = who_[i].a == entrant;
        const PairingTally& pairing = pairings_[i];
        if ((!is_a && who_[i].b != entrant) || pairing.deals.deals == 0) {
            continue;
        }
        const int sign = is_a ? 1 : -1;
        const CentredSums own(pairing.deals);
        sums.deals = own.deals;
        sums.matches += own.matches;
        sums.sum.shares += is_a ? own.sum.shares : full_share * own.matches - own.sum.shares;
        sums.sum.margin += sign * own.sum.margin;
        sums.sum.rounds += own.sum.rounds;
        sums.shares_squared += own.shares_squared;
        sums.margin_squared += own.margin_squared;
        sums.rounds_squared += own.rounds_squared;
        sums.margin_times_rounds += sign * own.margin_times_rounds;
        made.wins += is_a ? pairing.wins : pairing.losses;
        made.draws += pairing.draws;
        made.losses += is_a ? pairing.losses : pairing.wins;
        for (std::size_t kind = 0; kind < made.faults.size(); ++kind) {
            made.faults[kind] += (is_a ? pairing.faults_of_a : pairing.faults_of_b)[kind];
        }
        // The squared differences of a block's sum have n - n n / K times the variance of a deal, in all K deals K - 1.
        const auto deals = static_cast<Real>(own.deals);
        Real degrees = deals;
        for (const BlockSums& block : pairing.blocks.all()) {
            degrees -= static_cast<Real>(block.deals) * static_cast<Real>(block.deals) / deals;
        }
        factor = degrees > 0 ? (deals - 1) / degrees : 0;
        for (std::size_t b = 0; b < block_count; ++b) {
            const BlockSums& block = pairing.blocks[b];
            // In integers, so that what is the same in all deals comes to exactly 0.
            const auto difference = [&](std::int64_t total, std::int64_t sum) {
                return static_cast<Real>(Int128{total} * own.deals - Int128{block.deals} * sum) / deals;
            };
            const Difference own_difference{sign * difference(block.totals.shares, own.sum.shares),
                                            sign * difference(block.totals.margin, own.sum.margin),
                                            difference(block.totals.rounds, own.sum.rounds)};
            products(-factor, own_difference);
            together[b].shares += own_difference.shares;
            together[b].margin += own_difference.margin;
            together[b].rounds += own_difference.rounds;
        }
    }
    for (const Difference& difference : together) {
        products(factor, difference);
    }
    return made;
}

} // namespace balak::tournament
