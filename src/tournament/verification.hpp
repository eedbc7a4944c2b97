// Plays the same deals on the plain engine and in slices, and compares what they come to, one by one.
#pragma once

#include "balak/rules.hpp"
#include "balak/strategy.hpp"
#include "slices/target.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace balak::tournament {

/// A strategy as both engines play it.
struct BothWays {
    std::string name;
    std::unique_ptr<Strategy> plain;
    SliceForm sliced;
};

/// A strategy with these options. Throws std::invalid_argument unless it has a slice form.
BothWays both_ways(const StrategyTable& table, std::string_view name, const OptionValues& options);
/// The same with standard options.
BothWays both_ways(const StrategyTable& table, std::string_view name);
/// All strategies of a table that have a slice form.
std::vector<BothWays> all_both_ways(const StrategyTable& table);

/// Rules, and a strategy in each seat. What it points to must outlive it.
struct VerifiedTable {
    RuleSet rules;
    PerSeat<const BothWays*> players;

    /// Every other seat is the second one's.
    static VerifiedTable alternating(const RuleSet& rules, const BothWays& first, const BothWays& second);
};

/// Compares the plain engine with some targets. Each of the functions gives a sentence that names the first difference
/// (rules, strategies, deal, target, what differs), or an empty one, and adds what was compared to the counts.
class Verification {
public:
    Verification(std::vector<const slices::Target*> targets, std::uint64_t seed);
    /// All targets of this machine.
    explicit Verification(std::uint64_t seed);

    /// Single rounds of the deals from `first` on: hands left, turns, tiles drawn, who laid last, how it ended, winner
    /// and points. Deals of even number are opened as the first round of a match, the others as a later one, after any
    /// opener and last seat.
    std::string rounds(const VerifiedTable& table, std::uint64_t first, std::uint64_t count);

    /// Whole matches of a pairing of both in all its seatings: score, winner, and all that is counted of each match and
    /// in sum.
    std::string matches(const RuleSet& rules, const BothWays& one, const BothWays& other, std::uint64_t first,
                        std::uint64_t deals);

    /// Roll-outs from each turn with a choice of rounds that `random` plays: the outcome of each move in each of some
    /// sampled worlds, and what monte-carlo chooses, for both of its objectives.
    std::string roll_outs(const RuleSet& rules, const BothWays& rollout, std::uint64_t first, std::uint64_t deals);

    /// What was compared with each of the targets.
    struct Counts {
        std::uint64_t rounds = 0;
        std::uint64_t matches = 0;
        std::uint64_t rounds_of_matches = 0;
        std::uint64_t roll_outs = 0;
        std::uint64_t choices = 0;
    };
    const Counts& counts() const { return counts_; }
    const std::vector<const slices::Target*>& targets() const { return targets_; }
    /// Seconds of processor time in the slices while rounds were compared, by target.
    const std::vector<double>& seconds() const { return seconds_; }

private:
    std::vector<const slices::Target*> targets_;
    std::uint64_t seed_;
    Counts counts_;
    std::vector<double> seconds_;
};

} // namespace balak::tournament
