// A match that can be left wherever a player is waited for, and is counted once it is over.
#pragma once

#include "balak/match.hpp"
#include "balak/round.hpp"
#include "bots/fault.hpp"
#include "tournament/luck.hpp"
#include "tournament/schedule.hpp"
#include "tournament/tally.hpp"

#include <optional>
#include <string>
#include <vector>

namespace balak::tournament {

/// What is kept of a match until it is counted.
struct PlayedMatch {
    std::vector<PlayedRound> rounds;
    std::optional<RoundLuck> luck; ///< of all rounds, where it is measured
    std::optional<Forfeit> forfeit;
    std::string records; ///< its rounds, if they are recorded
    std::string notes;   ///< of its players, if it is recorded

    /// Back to nothing played. It keeps its memory.
    void clear(bool measure_luck);
    /// Counts it for the deal that is open.
    void count(const RuleSet& rules, const Leg& leg, Tally& tally) const;
};

/// The match itself. Its rounds are played by strategies; a seat that has none is waited for.
class OngoingMatch {
public:
    explicit OngoingMatch(const RuleSet& rules) : match_(rules) {}

    bool over() const { return match_.over(); }
    bool between_rounds() const { return between_rounds_; }
    /// The number of the round that is played, or comes next.
    int round_number() const { return match_.round(); }
    void begin_round(const Deal& deal);
    /// Plays on as far as the strategies reach. Returns whether the round is over; if not, the seat to move is waited
    /// for.
    bool play_on(const PerSeat<Strategy*>& strategies);
    /// What the seat that is waited for sees.
    Observation question() const { return round_->observe(deal_.random, match_.score(), match_.round()); }
    /// Lays a tile for it.
    void answer(Move move) { round_->play(move); }
    const Deal& deal() const { return deal_; }
    /// The round that is played, or the last one.
    const Round& round() const { return *round_; }
    const Match& match() const { return match_; }

    /// Counts the round, which is over. Returns what it came to.
    RoundResult end_round(PlayedMatch& played);
    /// The match ends here: the seat that is waited for loses it for its side.
    void forfeit(bots::FaultKind fault, PlayedMatch& played) const;

private:
    Match match_;
    Deal deal_;
    std::optional<Round> round_;
    bool between_rounds_ = true;
};

} // namespace balak::tournament
