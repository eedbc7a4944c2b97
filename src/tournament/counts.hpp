// What is counted of pairings, entrants and tables: exact integers only, so that counts added in any order are the
// same.
#pragma once

#include "balak/seat.hpp"
#include "bots/fault.hpp"
#include "tournament/luck_sums.hpp"

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

namespace balak::tournament {

// Every count is named once, in a function each_count(f, self...) of its class: it calls f with the same count of each
// object, for all counts in a fixed order. Merging and writing down go by it.

/// A match won counts this many shares; sides that tie for the first place divide them equally (by 2, 3 or 4).
inline constexpr int full_share = 12;

/// What the legs of one deal came to for one pairing or entrant, or sums of it.
struct DealTotals {
    std::int64_t shares = 0; ///< of matches, in units of 1 / full_share
    std::int64_t margin = 0; ///< points, times the schedule's scale
    std::int64_t rounds = 0;

    DealTotals& operator+=(const DealTotals& other);
    template <class F, class... Self>
    static void each_count(const F& f, Self&... self) {
        f(self.shares...);
        f(self.margin...);
        f(self.rounds...);
    }
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
    template <class F, class... Self>
    static void each_count(const F& f, Self&... self) {
        f(self.deals...);
        f(self.matches...);
        DealTotals::each_count(f, self.sum...);
        f(self.shares_squared...);
        f(self.margin_squared...);
        f(self.rounds_squared...);
        f(self.margin_times_rounds...);
    }
};

/// The deals of a run in a fixed number of blocks: deal k belongs to block k modulo `block_count`. What two pairings,
/// or two runs of the same deals, have in common shows in the differences of their blocks, whatever the number of
/// deals.
inline constexpr std::size_t block_count = 256;

/// Consecutive blocks, the first one after the last: of the few deals that a thread plays at a time there are no more.
struct BlockRange {
    std::size_t first = 0;
    std::size_t count = block_count;
};

/// Something for each block, or for those of a range alone.
template <class T>
class ByBlock {
public:
    explicit ByBlock(BlockRange range = {}) : first_(range.first), values_(range.count) {}

    /// Back to nothing, for the blocks of another range.
    void clear(BlockRange range) {
        first_ = range.first;
        values_.assign(range.count, T());
    }
    /// `block` is in the range.
    T& operator[](std::size_t block) { return values_[place(block)]; }
    const T& operator[](std::size_t block) const { return values_[place(block)]; }
    /// From block 0 on; all blocks are in the range.
    std::span<const T> all() const {
        assert(first_ == 0 && values_.size() == block_count);
        return values_;
    }
    /// For the blocks of the last object, which are in the ranges of the others.
    template <class F, class... Self>
    static void each_count(const F& f, Self&... self) {
        const auto& last = std::get<sizeof...(Self) - 1>(std::tie(self...));
        for (std::size_t i = 0; i < last.values_.size(); ++i) {
            const std::size_t block = (last.first_ + i) % block_count;
            T::each_count(f, self[block]...);
        }
    }

private:
    std::size_t place(std::size_t block) const {
        const std::size_t place = (block + block_count - first_) % block_count;
        assert(place < values_.size());
        return place;
    }

    std::size_t first_;
    std::vector<T> values_;
};

/// How many deals a block has, and their totals.
struct BlockSums {
    std::int64_t deals = 0;
    DealTotals totals;

    void add(const DealTotals& deal) {
        ++deals;
        totals += deal;
    }
    template <class F, class... Self>
    static void each_count(const F& f, Self&... self) {
        f(self.deals...);
        DealTotals::each_count(f, self.totals...);
    }
};

/// How matches ended for a. A draw: both have a part in the first place.
struct Outcomes {
    std::int64_t wins = 0;
    std::int64_t draws = 0;
    std::int64_t losses = 0;

    template <class F, class... Self>
    static void each_count(const F& f, Self&... self) {
        f(self.wins...);
        f(self.draws...);
        f(self.losses...);
    }
};

/// Matches of a pairing by what tells them apart for a rating. Two sides: [0] a opened the first round, [1] b did. A
/// pairing at a table of three or four: [0] one a among b's, [1] one b among a's. A free-for-all: all are in [0].
using Meetings = std::array<Outcomes, 2>;

/// What a rating and a design figure need to know of the deals of a block.
struct Contest {
    Meetings meetings;
    std::int64_t rounds_won_by_a = 0;
    std::int64_t rounds_won_by_b = 0;

    template <class F, class... Self>
    static void each_count(const F& f, Self&... self) {
        Outcomes::each_count(f, self.meetings[0]...);
        Outcomes::each_count(f, self.meetings[1]...);
        f(self.rounds_won_by_a...);
        f(self.rounds_won_by_b...);
    }
};

/// Margins in bins of equal width. The middle one is centred on 0; the outermost ones hold all beyond them as well.
class Histogram {
public:
    Histogram() = default;
    /// For margins up to `most` points, times `scale`.
    Histogram(std::int64_t most, int scale);

    void add(std::int64_t scaled_margin, std::int64_t times = 1) { counts_[bin(scaled_margin)] += times; }
    /// Points from the lower edge of a bin to that of the next.
    std::int64_t width() const { return width_; }
    /// The points in the middle of a bin.
    std::int64_t middle(std::size_t bin) const { return (static_cast<std::int64_t>(bin) - half_) * width_; }
    const std::vector<std::int64_t>& counts() const { return counts_; }
    /// The histograms are of the same bins.
    template <class F, class First, class... Other>
    static void each_count(const F& f, First& first, Other&... other) {
        for (std::size_t i = 0; i < first.counts_.size(); ++i) {
            f(first.counts_[i], other.counts_[i]...);
        }
    }

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

    template <class F, class... Self>
    static void each_count(const F& f, Self&... self) {
        f(self.a...);
        f(self.b...);
        f(self.nobody...);
    }
};

/// Faults by kind: each has lost a match.
using FaultCounts = std::array<std::int64_t, bots::fault_kinds>;

/// All about one pairing, from a's side.
struct PairingTally {
    explicit PairingTally(BlockRange range = {}) : blocks(range), contests(range) {}

    DealSums deals;
    ByBlock<BlockSums> blocks;
    ByBlock<Contest> contests;
    /// Deals by the shares that a got in them, 0 to full_share times the matches of a deal: with two matches the five
    /// outcomes of a pair.
    std::vector<std::int64_t> deals_by_shares;
    LuckSums luck;         ///< deal k of an arrangement belongs to part k modulo `luck_parts`
    std::int64_t wins = 0; ///< matches; in a free-for-all: in which a had more than b of what decides the match
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
    Split forfeits; ///< matches lost by a fault of a, of b, or at the same table of somebody else
    FaultCounts faults_of_a{};
    FaultCounts faults_of_b{};
    /// Matches with a in a side of this number, as that side sees them.
    struct Place {
        std::int64_t matches = 0;
        std::int64_t shares = 0;
        std::int64_t margin = 0; ///< own points less the mean of the others', times (sides - 1)

        template <class F, class... Self>
        static void each_count(const F& f, Self&... self) {
            f(self.matches...);
            f(self.shares...);
            f(self.margin...);
        }
    };
    PerSide<Place> by_side;
    /// Rounds that a (or b) opened.
    struct Opened {
        std::int64_t rounds = 0;
        Split won;
        std::int64_t margin = 0; ///< of a over b

        template <class F, class... Self>
        static void each_count(const F& f, Self&... self) {
            f(self.rounds...);
            Split::each_count(f, self.won...);
            f(self.margin...);
        }
    };
    Opened opened_by_a;
    Opened opened_by_b;

    /// The tallies are of the same rule set and schedule.
    template <class F, class First, class... Other>
    static void each_count(const F& f, First& first, Other&... other) {
        DealSums::each_count(f, first.deals, other.deals...);
        ByBlock<BlockSums>::each_count(f, first.blocks, other.blocks...);
        ByBlock<Contest>::each_count(f, first.contests, other.contests...);
        for (std::size_t i = 0; i < first.deals_by_shares.size(); ++i) {
            f(first.deals_by_shares[i], other.deals_by_shares[i]...);
        }
        for (std::size_t i = 0; i < first.luck.size(); ++i) {
            Moments::each_count(f, first.luck[i], other.luck[i]...);
        }
        f(first.wins, other.wins...);
        f(first.draws, other.draws...);
        f(first.losses, other.losses...);
        f(first.match_margin_squared, other.match_margin_squared...);
        f(first.round_margin_squared, other.round_margin_squared...);
        Histogram::each_count(f, first.match_margins, other.match_margins...);
        Histogram::each_count(f, first.round_margins, other.round_margins...);
        Split::each_count(f, first.rounds_won, other.rounds_won...);
        Split::each_count(f, first.blocked_won, other.blocked_won...);
        Split::each_count(f, first.capicu, other.capicu...);
        Split::each_count(f, first.shut_outs, other.shut_outs...);
        Split::each_count(f, first.forfeits, other.forfeits...);
        for (std::size_t i = 0; i < bots::fault_kinds; ++i) {
            f(first.faults_of_a[i], other.faults_of_a[i]...);
            f(first.faults_of_b[i], other.faults_of_b[i]...);
        }
        for (const Side side : sides(max_seats)) {
            Place::each_count(f, first.by_side[side], other.by_side[side]...);
        }
        Opened::each_count(f, first.opened_by_a, other.opened_by_a...);
        Opened::each_count(f, first.opened_by_b, other.opened_by_b...);
    }
};

/// An entrant of a free-for-all over all its matches.
struct TableEntrant {
    DealSums deals;
    Outcomes outcomes; ///< a draw ended without a winner
    FaultCounts faults{};

    template <class F, class... Self>
    static void each_count(const F& f, Self&... self) {
        DealSums::each_count(f, self.deals...);
        Outcomes::each_count(f, self.outcomes...);
        for (std::size_t i = 0; i < bots::fault_kinds; ++i) {
            f(self.faults[i]...);
        }
    }
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
    /// Matches won by a side that was behind the leader halfway: when the first side had half the target, or after half
    /// of the rounds. None where a match is a single round.
    std::int64_t comebacks = 0;

    template <class F, class... Self>
    static void each_count(const F& f, Self&... self) {
        f(self.matches...);
        f(self.drawn_matches...);
        f(self.rounds...);
        f(self.turns...);
        f(self.passes...);
        f(self.tiles_drawn...);
        f(self.blocked...);
        f(self.nobody_won...);
        f(self.opener_won...);
        f(self.capicu...);
        f(self.shut_outs...);
        f(self.comebacks...);
    }
};

/// The same in all, and by blocks.
struct TableCounts {
    explicit TableCounts(BlockRange range = {}) : blocks(range) {}

    TableTally all;
    ByBlock<TableTally> blocks;

    template <class F, class... Self>
    static void each_count(const F& f, Self&... self) {
        TableTally::each_count(f, self.all...);
        ByBlock<TableTally>::each_count(f, self.blocks...);
    }
};

} // namespace balak::tournament
