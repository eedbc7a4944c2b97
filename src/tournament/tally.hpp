// What is counted while a tournament runs: exact integers only, so that tallies merged in any order are the same.
#pragma once

#include "balak/round.hpp"
#include "bots/fault.hpp"
#include "slices/block.hpp"
#include "tournament/luck_sums.hpp"
#include "tournament/schedule.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
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

/// How many deals each block has, and their totals.
class Blocks {
public:
    void add(std::uint64_t deal, const DealTotals& totals);
    const std::vector<std::int64_t>& deals() const { return deals_; }
    const std::vector<DealTotals>& totals() const { return totals_; }
    template <class F, class... Self>
    static void each_count(const F& f, Self&... self) {
        for (std::size_t i = 0; i < block_count; ++i) {
            f(self.deals_[i]...);
            DealTotals::each_count(f, self.totals_[i]...);
        }
    }

private:
    std::vector<std::int64_t> deals_ = std::vector<std::int64_t>(block_count);
    std::vector<DealTotals> totals_ = std::vector<DealTotals>(block_count);
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

/// All about one pairing, from a's side.
struct PairingTally {
    DealSums deals;
    Blocks blocks;
    std::vector<Contest> contests = std::vector<Contest>(block_count); ///< by block, as in `blocks`
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
        Blocks::each_count(f, first.blocks, other.blocks...);
        for (std::size_t i = 0; i < block_count; ++i) {
            Contest::each_count(f, first.contests[i], other.contests[i]...);
        }
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
        for (const Side side : sides(max_seats)) {
            Place::each_count(f, first.by_side[side], other.by_side[side]...);
        }
        Opened::each_count(f, first.opened_by_a, other.opened_by_a...);
        Opened::each_count(f, first.opened_by_b, other.opened_by_b...);
    }
};

/// One entrant over all its matches.
struct EntrantTally {
    DealSums deals;
    std::int64_t wins = 0;
    std::int64_t draws = 0; ///< ended without a winner
    std::int64_t losses = 0;
    std::array<std::int64_t, bots::fault_kinds> faults{}; ///< by kind: each has lost a match

    template <class F, class... Self>
    static void each_count(const F& f, Self&... self) {
        DealSums::each_count(f, self.deals...);
        f(self.wins...);
        f(self.draws...);
        f(self.losses...);
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

/// A match that a side has lost by a fault.
struct Forfeit {
    Side side;
    bots::FaultKind fault{};
};

/// The score of a match that this side has lost so: nothing against the target, or against the most that a round can
/// give where there is no target.
PerSide<int> forfeit_score(const RuleSet& rules, Side side);

/// The most points by which a match can be won.
std::int64_t most_in_match(const RuleSet& rules);

/// What is counted of a round.
struct PlayedRound {
    Seat opener;
    int turns = 0; ///< plays and passes
    int passes = 0;
    int tiles_drawn = 0;
    bool blocked = false;
    bool capicu = false;
    std::optional<Side> winner;
    PerSide<int> points;
};

PlayedRound played_round(const Round& round, const RoundResult& result);

/// Rounds by how they ended.
struct RoundCounts {
    int played = 0;
    int blocked = 0;
    int capicu = 0;
    int opener_won = 0; ///< won by the side that opened
    PerSide<int> won;

    int nobody_won() const { return played - std::accumulate(won.values.begin(), won.values.end(), 0); }
    // By value: then the compiler adds them as vectors.
    RoundCounts& operator+=(RoundCounts other) {
        played += other.played;
        blocked += other.blocked;
        capicu += other.capicu;
        opener_won += other.opener_won;
        for (std::size_t i = 0; i < won.values.size(); ++i) {
            won.values[i] += other.won.values[i];
        }
        return *this;
    }
};

/// One round that ended so.
RoundCounts one_round(std::optional<Side> winner, bool blocked, bool capicu, Side opening_side);

/// The rounds of a match, counted as they are played.
struct MatchCount {
    RoundCounts rounds;
    int turns = 0;
    int passes = 0;
    int tiles_drawn = 0;
    Side opener; ///< of the first round
    PerSide<int> score;
    PerSide<int> halfway; ///< the score then, before it the score now

    /// What decides the match: the side that has most of it wins.
    const PerSide<int>& deciding(const RuleSet& rules) const {
        return rules.round_decides_match() ? rounds.won : score;
    }
    /// Whether the match has come to half the target, or to half its rounds if those are more than one.
    bool is_halfway(const RuleSet& rules) const {
        if (rules.match.rounds > 0) {
            return rules.match.rounds > 1 && rounds.played >= rules.match.rounds / 2;
        }
        return 2 * std::int64_t{std::ranges::max(halfway.values)} >= rules.match.target;
    }
    /// A round of this kind, with points for the first `side_count` sides.
    template <int side_count>
    void add(const RuleSet& rules, const RoundCounts& kind, const PerSide<int>& points) {
        // Without branches, which nobody could foresee.
        const int moves = is_halfway(rules) ? 0 : -1;
        rounds += kind;
        for (const Side side : sides(side_count)) {
            score[side] += points[side];
            halfway[side] += (score[side] - halfway[side]) & moves;
        }
    }
    void add(const RuleSet& rules, const PlayedRound& round);
};

/// Rounds of a leg between two sides, counted together.
class PairRounds {
public:
    /// Whether the rounds of these rules can be counted so: two sides, and no margin beyond `most_margin`.
    static bool can_count(const RuleSet& rules);

    /// A round whose margin, of side 0 over side 1, is within what `can_count` promises.
    void add(Side opening_side, slices::Verdict verdict, int margin) {
        Opened& opened = opened_[opening_side];
        ++opened.kinds[verdict.kind()];
        assert(margin >= -most_margin && margin <= most_margin);
        const int bin = most_margin + margin;
        ++opened.margins[static_cast<std::size_t>(bin)];
    }

private:
    friend class Tally;
    static constexpr int most_margin = 255;

    /// Rounds that a side opened.
    struct Opened {
        std::array<std::int64_t, slices::Verdict::kind_count> kinds{};
        std::array<std::int64_t, 2 * most_margin + 1> margins{}; // by the margin of side 0 over side 1
    };
    PerSide<Opened> opened_;
};

/// All counts of a tournament under one rule set.
class Tally {
public:
    /// With `measure_luck` the luck of all rounds is counted too.
    Tally(const RuleSet& rules, const Schedule& schedule, std::size_t entrants, bool measure_luck = false);

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
    /// Back to nothing counted.
    void clear();

    std::int64_t deals() const { return deals_; }
    const TableTally& table() const { return table_; }
    /// The same by blocks of deals, as in Blocks.
    const std::vector<TableTally>& table_blocks() const { return table_blocks_; }
    const std::vector<PairingTally>& pairings() const { return pairings_; }
    const std::vector<EntrantTally>& entrants() const { return entrants_; }

    /// The counts of whole deals. The tallies are of the same rule set, schedule and entrants.
    template <class F, class First, class... Other>
    static void each_count(const F& f, First& first, Other&... other) {
        f(first.deals_, other.deals_...);
        TableTally::each_count(f, first.table_, other.table_...);
        for (std::size_t i = 0; i < block_count; ++i) {
            TableTally::each_count(f, first.table_blocks_[i], other.table_blocks_[i]...);
        }
        for (std::size_t i = 0; i < first.pairings_.size(); ++i) {
            PairingTally::each_count(f, first.pairings_[i], other.pairings_[i]...);
        }
        for (std::size_t i = 0; i < first.entrants_.size(); ++i) {
            EntrantTally::each_count(f, first.entrants_[i], other.entrants_[i]...);
        }
    }

private:
    void count_match(const Leg& leg, const MatchCount& count, const Forfeit* forfeit);
    template <int side_count>
    void count_match(const Leg& leg, const MatchCount& count, const Forfeit* forfeit);

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
    PairingTally empty_pairing_;
    std::int64_t deals_ = 0;
    TableTally open_table_; // of the deal
    TableTally table_;
    std::vector<TableTally> table_blocks_;
    std::vector<PairingTally> pairings_;
    std::vector<EntrantTally> entrants_;
    std::vector<Pairing> who_;
    std::vector<OpenDeal> open_pairings_;
    std::vector<OpenDeal> open_entrants_;
};

} // namespace balak::tournament
