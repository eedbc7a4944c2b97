// Questions to try a bot out with.
#pragma once

#include "balak/rules.hpp"
#include "balak/table.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace balak::bots {

/// A question without its id.
struct Question {
    std::uint64_t match = 0;
    int round = 0;
    int turn = 0;
    int seat = 0;
    LegalMoves legal;
    bool opening = false;
    std::string fields; ///< what follows the id in the line, with its line feed

    /// `match 3, round 0, turn 5, seat 1`
    std::string place() const;
    /// The `choose` line.
    std::string line(std::uint64_t id) const;
};

/// The question of an observation, in a match that the bot knows by this number.
Question question_of(const Observation& seen, std::uint64_t match);

/// What one process is asked: questions of one rule set, from matches in which it has one seat each.
struct Exercise {
    RuleSet rules;
    std::vector<Question> questions;
};

/// Every preset for every number of players, then so many rule sets drawn from all that can be played.
std::vector<RuleSet> exercise_rules(int drawn);

/// Questions from matches in which all seats play random moves: a function of its arguments. Under some rules there are
/// few choices, so there may be fewer questions, none even.
Exercise make_exercise(const RuleSet& rules, int questions);

} // namespace balak::bots
