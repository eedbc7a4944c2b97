// Runs a tournament on all cores.
#pragma once

#include "balak/match.hpp"
#include "balak/strategy.hpp"
#include "bots/use.hpp"
#include "tournament/remote.hpp"
#include "tournament/stop_state.hpp"
#include "tournament/tally.hpp"
#include "tournament/tournament.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace balak::tournament {

/// How far a run has come.
struct Progress {
    std::size_t rule_set = 0; ///< the one being played
    std::uint64_t deals_done = 0;
    std::uint64_t deals = 0; ///< of this rule set
    std::uint64_t matches_done = 0;
    std::uint64_t rounds_done = 0;
};

/// A finished round that is to be recorded.
struct RecordedRound {
    std::uint64_t match; ///< its number in the run
    int number;          ///< of the round in the match
    std::size_t rule_set;
    const RuleSet& rules;
    PerSeat<std::string_view> entrants;
    const Deal& deal;
    const Round& round;
    const RoundResult& result;
    const Match& match_after; ///< the match with this round counted
};

/// A recorded match that was lost by a fault. Its records break off after its last complete round.
struct ForfeitedMatch {
    std::uint64_t match = 0; ///< its number in the run
    std::size_t rule_set = 0;
    int rounds = 0; ///< complete ones
    std::size_t entrant = 0;
    Forfeit forfeit;
};

/// Where a run may end before its last deal. It is asked at fixed numbers of deals, in their order, whichever thread
/// was quicker, so that a run ends at the same deal on any number of threads.
struct StoppingRule {
    /// The number of deals of the next look, above the one given.
    std::function<std::uint64_t(std::uint64_t)> next_look;
    /// Asked at each look under a rule set (by its number), and at the last deal: whether to end there. The states of
    /// its pairings are from the look before, at first none.
    std::function<bool(std::size_t, const Tally&, std::vector<PairingStop>&)> stop;
};

/// The share of all deals that a run plays: of each rule set's deals the `number`-th of `count` consecutive parts.
struct Shard {
    std::uint64_t number = 0; ///< from 0
    std::uint64_t count = 1;

    std::uint64_t first(std::uint64_t deals) const { return deals / count * number + std::min(number, deals % count); }
    std::uint64_t end(std::uint64_t deals) const { return Shard{number + 1, count}.first(deals); }
};

/// What earlier runs have counted under a rule set, of its first deals: that is not played again.
struct Played {
    std::vector<bool> pairings; ///< by pairing: whether it is counted. All of them are where entrants meet at tables
    std::uint64_t deals = 0;    ///< of these pairings
    Tally tally;                ///< of these pairings; its deals are `deals` if it has all pairings, else none

    bool all() const { return std::ranges::find(pairings, false) == pairings.end(); }
};

struct Outcome;

/// How a tournament is run. But for `shard` and `stopping_rule` nothing here changes what is counted, where `played` is
/// true.
struct RunOptions {
    int threads = 0; ///< 0: one for each core
    Shard shard;
    std::optional<StoppingRule> stopping_rule; ///< not with a shard
    /// What an earlier run of the same tournament and shard has committed; the run is resumed from there.
    const Outcome* resumed = nullptr;
    /// By rule set what need not be played, or no list. Not with a shard, a stopping rule or records.
    const std::vector<std::optional<Played>>* played = nullptr;
    /// Called after each commit, by one thread at a time, with all that is committed. May throw.
    std::function<void(const Outcome&)> committed;
    /// At most so many matches of each pairing are recorded (in a free-for-all: of each table), the first ones.
    std::uint64_t record_matches = 0;
    /// Appends a round in writing. Called by many threads at a time.
    std::function<void(const RecordedRound&, std::string&)> format_record;
    /// Takes what format_record made, many rounds at a time, in the order of their matches. May throw.
    std::function<void(std::string_view)> write_records;
    /// Takes what players said with their moves in recorded matches, as lines of JSON, in the order of the matches. May
    /// throw. Without it that is lost.
    std::function<void(std::string_view)> write_notes;
    /// Makes the players under a rule set, by its number, of the entrants whose types are not in the strategy table.
    /// Only for tournaments that have some.
    std::function<std::unique_ptr<Outside>(std::size_t rule_set, int threads)> outside;
    /// Called now and then, by one thread at a time.
    std::function<void(const Progress&)> report;
    /// Once this is true the run stops after the deals that are being played.
    const std::atomic<bool>* stop = nullptr;
};

/// What was played: for each rule set that was begun tally.deals() deals from the first of the shard on, each complete.
struct Outcome {
    std::vector<Tally> tallies;                  ///< by rule set
    std::vector<bool> stopped;                   ///< by rule set: whether the stopping rule ended it
    std::vector<std::vector<PairingStop>> stops; ///< by rule set: where the stopping rule stands, by pairing
    std::vector<ForfeitedMatch> forfeits;        ///< among the recorded matches, in their order
    bool complete = false;
    std::string failure; ///< what ended the run, if something went wrong
    int threads = 0;
    double seconds = 0;
    /// The targets of the slices that rounds or roll-outs were really played on; none: all was left to the plain
    /// engine.
    std::set<std::string> targets;
    std::uint64_t rounds_in_slices = 0;       ///< of rounds()
    std::map<std::size_t, bots::BotUse> bots; ///< by entrant: how those that are bots have played in this process
    std::uint64_t matches_before = 0;         ///< of matches(), those that were played by earlier runs
    std::uint64_t rounds_before = 0;          ///< of rounds()

    std::uint64_t matches() const;
    std::uint64_t rounds() const;
};

/// Plays a tournament whose rule sets and entrants are valid. What is counted depends on the tournament alone. A
/// failure (a strategy that plays an illegal move, records that cannot be written) ends the run, and what was complete
/// before is in the outcome.
Outcome run(const Tournament& tournament, const StrategyTable& strategies, const RunOptions& options);

} // namespace balak::tournament
