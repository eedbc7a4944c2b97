// What is counted while a tournament runs.
#pragma once

#include "tournament/counts.hpp"
#include "tournament/match_count.hpp"
#include "tournament/schedule.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace balak::tournament {

/// Sums over deals as in DealSums, squares and products those of the differences from the means.
struct CentredSums {
    std::int64_t deals = 0;
    std::int64_t matches = 0;
    DealTotals sum;
    long double shares_squared = 0;
    long double margin_squared = 0;
    long double rounds_squared = 0;
    long double margin_times_rounds = 0;

    CentredSums() = default;
    CentredSums(const DealSums& sums); // NOLINT(google-explicit-constructor): the same sums
};

/// One entrant over all its matches.
struct EntrantTally {
    /// What its pairings have in common is estimated from blocks of deals, and is exact where each has one deal.
    CentredSums deals;
    std::int64_t wins = 0;
    std::int64_t draws = 0; ///< ended without a winner
    std::int64_t losses = 0;
    FaultCounts faults{};
};

/// All counts of a tournament under one rule set. But for a free-for-all, whose tables belong to several pairings, they
/// are those of its pairings, each by itself: so pairings of two runs can be joined to what one run would have counted.
class Tally {
public:
    /// With `measure_luck` the luck of all rounds is counted too. `range`: the blocks that there is room for.
    Tally(const RuleSet& rules, const Schedule& schedule, bool measure_luck = false, BlockRange range = {});

    /// Counts a round of a leg, here and in what is counted of its match. Rounds of any deals may come in any order.
    void add_round(const Leg& leg, MatchCount& count, const PlayedRound& round) {
        count.add(*rules_, round);
        add_round(leg, round);
    }
    /// Counts rounds of a leg here alone: not in what is counted of their matches.
    void add_round(const Leg& leg, const PlayedRound& round);
    void add_rounds(const Leg& leg, const PairRounds& rounds);
    /// Counts luck of the deal that is open. Only with `measure_luck`.
    void add_luck(const Leg& leg, const RoundLuck& luck);
    /// Counts a match of the deal that is open, all its rounds in `count`.
    void add_match(const Leg& leg, const MatchCount& count);
    /// Counts a match of the deal that is open which was lost by a fault. Its last round is the broken one, with points
    /// that bring the score to forfeit_score().
    void add_forfeit(const Leg& leg, const MatchCount& count, const Forfeit& forfeit);
    /// Closes the deal of this number once all its legs are counted.
    void end_deal(std::uint64_t number);
    void merge(const Tally& other);
    /// Counts a pairing as it was counted in a tally of the same rule set, but not its deals: not in a free-for-all.
    void merge_pairing(std::size_t pairing, const Tally& other, std::size_t others_pairing);
    /// Counts deals without what they came to.
    void count_deals(std::int64_t deals) { deals_ += deals; }
    /// Back to nothing counted, and ready for these deals alone.
    void clear(std::uint64_t first_deal, std::uint64_t deal_count);

    std::int64_t deals() const { return deals_; }
    TableTally table() const;
    /// The same by block.
    std::vector<TableTally> table_blocks() const;
    const std::vector<PairingTally>& pairings() const { return pairings_; }
    std::vector<EntrantTally> entrants() const;

    /// The counts of whole deals. The tallies are of the same rule set, schedule and entrants.
    template <class F, class First, class... Other>
    static void each_count(const F& f, First& first, Other&... other) {
        f(first.deals_, other.deals_...);
        for (std::size_t i = 0; i < first.tables_.size(); ++i) {
            TableCounts::each_count(f, first.tables_[i], other.tables_[i]...);
        }
        for (std::size_t i = 0; i < first.pairings_.size(); ++i) {
            PairingTally::each_count(f, first.pairings_[i], other.pairings_[i]...);
        }
        for (std::size_t i = 0; i < first.table_entrants_.size(); ++i) {
            TableEntrant::each_count(f, first.table_entrants_[i], other.table_entrants_[i]...);
        }
    }

private:
    void count_match(const Leg& leg, const MatchCount& count, const Forfeit* forfeit);
    template <int side_count>
    void count_match(const Leg& leg, const MatchCount& count, const Forfeit* forfeit);
    void clear(BlockRange range);
    EntrantTally entrant_of_pairings(std::size_t entrant) const;

    struct OpenDeal {
        DealTotals totals;
        std::int64_t matches = 0;
        Contest contest;
        std::vector<std::int64_t> luck; // by measure, if it is measured

        void clear();
    };

    const RuleSet* rules_;
    bool measure_luck_;
    bool free_for_all_;          // entrants meet at tables, not in pairings
    std::uint64_t arrangements_; // of the legs, that the deals take by turns
    std::size_t entrants_;
    PairingTally empty_pairing_{BlockRange{0, 0}};
    TableCounts empty_table_{BlockRange{0, 0}};
    std::int64_t deals_ = 0;
    std::vector<TableTally> open_tables_; // of the deal
    std::vector<TableCounts> tables_;     // by pairing; in a free-for-all one for all
    std::vector<PairingTally> pairings_;
    std::vector<TableEntrant> table_entrants_; // in a free-for-all
    std::vector<Pairing> who_;
    std::vector<OpenDeal> open_pairings_;
    std::vector<OpenDeal> open_entrants_;
};

} // namespace balak::tournament
