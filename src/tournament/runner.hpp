// Runs a tournament on all cores.
#pragma once

#include "balak/strategy.hpp"
#include "tournament/tally.hpp"
#include "tournament/tournament.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
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

/// How a tournament is run: nothing here changes what is counted.
struct RunOptions {
    int threads = 0; ///< 0: one for each core
    /// At most so many matches of each pairing are recorded (in a free-for-all: of each table), the first ones.
    std::uint64_t record_matches = 0;
    /// Appends a round in writing. Called by many threads at a time.
    std::function<void(const RecordedRound&, std::string&)> format_record;
    /// Takes what format_record made, many rounds at a time, in the order of their matches. May throw.
    std::function<void(std::string_view)> write_records;
    /// Called now and then, by one thread at a time.
    std::function<void(const Progress&)> report;
    /// Once this is true the run stops after the deals that are being played.
    const std::atomic<bool>* stop = nullptr;
};

/// What was played: for each rule set that was begun the deals 0 to tally.deals() - 1, each complete.
struct Outcome {
    std::vector<Tally> tallies; ///< by rule set
    bool complete = false;
    std::string failure; ///< what ended the run, if something went wrong
    int threads = 0;
    double seconds = 0;

    std::uint64_t matches() const;
    std::uint64_t rounds() const;
};

/// Plays a tournament whose rule sets and entrants are valid. What is counted depends on the tournament alone. A
/// failure (a strategy that plays an illegal move, records that cannot be written) ends the run, and what was complete
/// before is in the outcome.
Outcome run(const Tournament& tournament, const StrategyTable& strategies, const RunOptions& options);

} // namespace balak::tournament
