// What is counted of a match while it is played.
#pragma once

#include "balak/round.hpp"
#include "bots/fault.hpp"
#include "slices/block.hpp"
#include "slices/side_numbers.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>

namespace balak::tournament {

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

/// How far a match has to go.
class MatchGoal {
public:
    explicit MatchGoal(const RuleSet& rules) {
        if (rules.match.rounds > 0) {
            rounds_ = rules.match.rounds;
            half_rounds_ = rounds_ > 1 ? rounds_ / 2 : never;
        } else {
            target_ = rules.match.target;
            half_target_ = target_ - target_ / 2;
        }
    }
    /// Whether a match with this score is over after so many rounds, 1 at least.
    bool is_over(SideNumbers score, int rounds) const { return (rounds >= rounds_) | for_some(score >= target_); }
    /// Whether a match has come to half the target, or to half its rounds if those are more than one.
    bool is_halfway(SideNumbers score, int rounds) const {
        return (rounds >= half_rounds_) | for_some(score >= half_target_);
    }

private:
    static constexpr int never = std::numeric_limits<int>::max();

    int rounds_ = never;
    int half_rounds_ = never;
    int target_ = never;
    int half_target_ = never;
};

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
    /// A round of this kind; returns the score.
    SideNumbers add(const MatchGoal& goal, const RoundCounts& kind, SideNumbers points) {
        // Without branches, which nobody could foresee.
        const SideNumbers half = numbers_of(halfway);
        const SideNumbers now = numbers_of(score) + points;
        const SideNumbers moves = for_all(goal.is_halfway(half, rounds.played) ? 0 : ~0);
        rounds += kind;
        score = per_side(now);
        halfway = per_side((half & ~moves) | (now & moves));
        return now;
    }
    void add(const RuleSet& rules, const PlayedRound& round);
};

/// Rounds of a leg between two sides, counted together.
class PairRounds {
public:
    static constexpr int most_margin = 255;

    /// Whether the rounds of these rules can be counted so: two sides, and no margin beyond `most_margin`.
    static bool can_count(const RuleSet& rules);

    /// Rounds that a side opened.
    class Opened {
    public:
        /// A round whose margin, of side 0 over side 1, is within what `can_count` promises.
        void add(slices::Verdict verdict, int margin) {
            ++kinds_[verdict.kind()];
            assert(margin >= -most_margin && margin <= most_margin);
            const int bin = most_margin + margin;
            ++margins_[static_cast<std::size_t>(bin)];
        }

    private:
        friend class Tally;
        std::array<std::int64_t, slices::Verdict::kind_count> kinds_{};
        std::array<std::int64_t, 2 * most_margin + 1> margins_{}; // by the margin of side 0 over side 1
    };
    Opened& opened_by(Side side) { return opened_[side]; }

private:
    friend class Tally;
    PerSide<Opened> opened_;
};

} // namespace balak::tournament
