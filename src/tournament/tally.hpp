// What is counted while a tournament runs: exact integers only, so that tallies merged in any order are the same.
#pragma once

#include "balak/match.hpp"
#include "balak/round.hpp"
#include "tournament/schedule.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace balak::tournament {

__extension__ using Int128 = __int128;

/// A match won counts this many shares; sides that tie for the first place divide them equally (by 2, 3 or 4).
inline constexpr int full_share = 12;

/// What the legs of one deal came to for one pairing or entrant, or sums of it.
struct DealTotals {
    std::int64_t shares = 0; ///< of matches, in units of 1 / full_share
    std::int64_t margin = 0; ///< points, times the schedule's scale
    std::int64_t rounds = 0;
};

/// Sums over deals: of the totals of each deal, of their squares and products.
struct DealSums {
    std::int64_t deals = 0;
    std::int64_t matches = 0;
    DealTotals sum;
    Int128 shares_squared = 0;
    Int128 margin_squared = 0;
    Int128 rounds_squared = 0;
    Int128 margin_times_rounds = 0;

    void add(const DealTotals& deal, std::int64_t matches_of_deal);
    void merge(const DealSums& other);
};

/// Margins in bins of equal width. The middle one is centred on 0; the outermost ones hold all beyond them as well.
class Histogram {
public:
    Histogram() = default;
    /// For margins up to `most` points, times `scale`.
    Histogram(std::int64_t most, int scale);

    void add(std::int64_t scaled_margin) { ++counts_[bin(scaled_margin)]; }
    void merge(const Histogram& other);
    /// Points from the lower edge of a bin to that of the next.
    std::int64_t width() const { return width_; }
    /// The points in the middle of a bin.
    std::int64_t middle(std::size_t bin) const { return (static_cast<std::int64_t>(bin) - half_) * width_; }
    const std::vector<std::int64_t>& counts() const { return counts_; }

private:
    std::size_t bin(std::int64_t scaled_margin) const;

    std::int64_t width_ = 1;
    std::int64_t scaled_width_ = 1;
    std::int64_t half_ = 0; // bins on each side of the middle one
    std::vector<std::int64_t> counts_;
};

/// The first side's, the other's and nobody's.
struct Split {
    std::int64_t a = 0;
    std::int64_t b = 0;
    std::int64_t nobody = 0;
};

/// All about one pairing, from a's side.
struct PairingTally {
    DealSums deals;
    std::int64_t wins = 0; ///< matches; in a free-for-all: in which a scored more than b
    std::int64_t draws = 0;
    std::int64_t losses = 0;
    Int128 match_margin_squared = 0;
    Int128 round_margin_squared = 0;
    Histogram match_margins;
    Histogram round_margins;
    Split rounds_won; ///< nobody: by no side or by a third
    Split blocked_won;
    Split capicu;
    Split shut_outs;
    /// Matches with a in a side of this number, as that side sees them.
    struct Place {
        std::int64_t matches = 0;
        std::int64_t shares = 0;
        std::int64_t margin = 0; ///< own points less the mean of the others', times (sides - 1)
    };
    PerSide<Place> by_side;
    /// Rounds that a (or b) opened.
    struct Opened {
        std::int64_t rounds = 0;
        Split won;
        std::int64_t margin = 0; ///< of a over b
    };
    Opened opened_by_a;
    Opened opened_by_b;

    void merge(const PairingTally& other);
};

/// One entrant over all its matches.
struct EntrantTally {
    DealSums deals;
    std::int64_t wins = 0;
    std::int64_t draws = 0; ///< ended without a winner
    std::int64_t losses = 0;

    void merge(const EntrantTally& other);
};

/// Everything about a rule set, whoever played.
struct TableTally {
    std::int64_t matches = 0;
    std::int64_t drawn_matches = 0;
    std::int64_t rounds = 0;
    std::int64_t turns = 0; ///< plays and passes
    std::int64_t passes = 0;
    std::int64_t tiles_drawn = 0;
    std::int64_t blocked = 0;
    std::int64_t nobody_won = 0; ///< rounds
    std::int64_t opener_won = 0; ///< rounds won by the side that opened them
    std::int64_t capicu = 0;
    std::int64_t shut_outs = 0;

    void merge(const TableTally& other);
};

/// All counts of a tournament under one rule set.
class Tally {
public:
    Tally(const RuleSet& rules, const Schedule& schedule, std::size_t entrants);

    /// Counts a round and a match of a leg. The rounds of a match come before it.
    void add_round(const Leg& leg, const Round& round, const RoundResult& result);
    void add_match(const Leg& leg, const Match& match);
    /// Closes a deal once all its legs are counted.
    void end_deal();
    void merge(const Tally& other);
    /// Back to nothing counted.
    void clear();

    std::int64_t deals() const { return deals_; }
    const TableTally& table() const { return table_; }
    const std::vector<PairingTally>& pairings() const { return pairings_; }
    const std::vector<EntrantTally>& entrants() const { return entrants_; }

private:
    struct OpenDeal {
        DealTotals totals;
        std::int64_t matches = 0;
    };

    const RuleSet* rules_;
    bool free_for_all_; // entrants meet at tables, not in pairings
    Histogram match_margins_;
    Histogram round_margins_;
    std::int64_t deals_ = 0;
    std::int64_t rounds_of_match_ = 0;
    TableTally table_;
    std::vector<PairingTally> pairings_;
    std::vector<EntrantTally> entrants_;
    std::vector<Pairing> who_;
    std::vector<OpenDeal> open_pairings_;
    std::vector<OpenDeal> open_entrants_;
};

} // namespace balak::tournament
