// A match: rounds until the rule set's match-end rule is met.
#pragma once

#include "balak/deal.hpp"
#include "balak/round.hpp"
#include "balak/rules.hpp"

#include <optional>

namespace balak {

/// The state of a match between its rounds.
class Match {
public:
    explicit Match(const RuleSet& rules) : rules_(&rules) {}
    /// The match after so many rounds, 1 at least, that came to this score; `last_winner` won the last one. Who opens
    /// the next one is not known.
    Match(const RuleSet& rules, const PerSide<int>& score, int rounds, std::optional<Side> last_winner);

    /// Whether a match with this score is over after so many rounds, 1 at least.
    static bool over(const RuleSet& rules, const PerSide<int>& score, int rounds) {
        if (rules.match.rounds > 0) {
            return rounds >= rules.match.rounds;
        }
        bool reached = false;
        for (const Side side : sides(rules.side_count())) {
            reached |= score[side] >= rules.match.target;
        }
        return reached;
    }

    const RuleSet& rules() const { return *rules_; }
    bool over() const { return over_; }
    /// Number of the round to be played next, from 0.
    int round() const { return round_; }
    /// The score of each side so far.
    const PerSide<int>& score() const { return score_; }
    /// Who opens the next round, given its deal.
    Opening opening(const Deal& deal) const;
    /// Counts a round that `opener` opened. Throws std::logic_error once the match is over.
    void add(Seat opener, const RoundResult& result);
    /// The side that won; nobody for a draw or before the end.
    std::optional<Side> winner() const { return winner_; }

private:
    void find_winner(std::optional<Side> last_winner);

    const RuleSet* rules_;
    PerSide<int> score_;
    int round_ = 0;
    bool over_ = false;
    std::optional<Side> winner_;
    Seat opener_;
    std::optional<Seat> last_seat_;
};

} // namespace balak
