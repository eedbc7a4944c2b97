// What all threads that play under one rule set share, and what one of them has played at a time.
#pragma once

#include "balak/strategy.hpp"
#include "tournament/ongoing_match.hpp"
#include "tournament/remote.hpp"
#include "tournament/runner.hpp"
#include "tournament/schedule.hpp"

#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace balak::tournament {

/// A run of deals that one thread plays, and what they came to.
struct Chunk {
    explicit Chunk(Tally empty) : tally(std::move(empty)) {}

    std::uint64_t first = 0;
    std::uint64_t count = 0; ///< of a failure: those that were complete
    double seconds = 0;
    std::uint64_t rounds_in_slices = 0;
    bool roll_outs_in_slices = false; ///< of its thread, so far
    Tally tally;
    std::string records;
    std::string notes;
    std::vector<ForfeitedMatch> forfeits; ///< among the recorded matches
    std::exception_ptr failure;

    /// Back to nothing played, for the deals that it has now.
    void clear();
};

/// What is the same for all threads that play under one rule set.
struct Plan {
    const Tournament& tournament;
    const StrategyTable& strategies;
    const RunOptions& options;
    std::size_t rule_set;
    const RuleSet& rules;
    Schedule schedule;
    std::size_t legs_per_table;     ///< legs that count as matches of one pairing or one free-for-all table
    std::uint64_t first_match;      ///< number of the first match recorded under this rule set
    std::uint64_t deals;            ///< of the whole tournament
    const Played* played = nullptr; ///< what need not be played; null: nothing
    Outside* outside = nullptr;     ///< the players that are no strategies of the table; null: there are none

    /// Rounds after which a match is taken to be one without end.
    int most_rounds() const { return rules.match.rounds > 0 ? rules.match.rounds : 10'000 + 100 * rules.match.target; }
    std::string without_end() const;
    const Entrant& entrant_in(const Leg& leg, Seat seat) const {
        return tournament.entrants[leg.entrants[rules.side_of(seat)]];
    }
    const Leg& leg(std::uint64_t deal, std::size_t number) const { return schedule.legs_of(deal)[number]; }
    /// Whether a leg of a deal is to be played, and not known from before.
    bool is_played(std::uint64_t deal, const Leg& leg) const {
        return played == nullptr || deal >= played->deals || !played->pairings[leg.comparisons.front().pairing];
    }
    /// Where something went wrong: the rules, the deal, and who sat in which seat.
    std::string place(std::uint64_t deal, std::size_t leg_number) const;

    /// The number that a leg has among the recorded matches, if it is recorded: they are numbered without gaps by
    /// deal, then by leg.
    std::optional<std::uint64_t> record_number(std::uint64_t deal, std::size_t leg) const;
    /// A number for a leg that tells neither its deal nor its run, the same whoever plays it: 1 to 2^53 - 1. It depends
    /// on who meets in the leg and under which rules, not on who else takes part.
    std::uint64_t opaque_number(std::uint64_t deal, std::size_t leg) const;

    /// Plays a leg on until a seat without a strategy is waited for, or to its end: returns whether it is over.
    /// `deal_of_round` makes the deal of a round.
    bool play_on(std::uint64_t deal, std::size_t leg, OngoingMatch& match, PlayedMatch& played,
                 const PerSeat<Strategy*>& players, const std::function<const Deal&(int)>& deal_of_round) const;
    /// Counts a leg that is over for the deal that is open.
    void count(std::uint64_t deal, std::size_t leg, const PlayedMatch& played, Chunk& chunk) const;
    /// Keeps what a player said with a move of a recorded match.
    static void add_note(std::uint64_t match, const Observation& seen, std::string_view note, PlayedMatch& played);
};

} // namespace balak::tournament
