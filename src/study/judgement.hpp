// Choices that were made, judged by what the seat could see.
#pragma once

#include "balak/strategy.hpp"
#include "search/match_chances.hpp"
#include "search/play_outs.hpp"
#include "search/world_source.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace balak::study {

/// How choices are judged. The names are those of monte-carlo's options.
struct JudgeSettings {
    std::size_t worlds = 200; ///< for each choice, at least; 4 at least
    /// More are played in until the standard error of the loss is this small, in the unit of the objective: points, or
    /// a chance. 0: `worlds` are enough.
    double error = 1;
    std::size_t most_worlds = 20'000;
    std::string rollout = "tile-counting"; ///< the simple strategy by which all seats play on
    std::string objective = "points";      ///< one of Goal::names
    std::uint64_t seed = 0;                ///< another one draws other worlds

    bool operator==(const JudgeSettings&) const = default;
};

/// What a move is worth, as far as some worlds tell.
struct JudgedMove {
    double worth = 0;
    double error = 0; ///< standard error
};

/// The loss of a move: what the best one is worth more. The best move is found in one half of the worlds and its loss
/// is measured in the other, and the reverse. So the loss is not biased upwards by the choice of the best, and it may
/// come out below 0; of a move without loss it is 0 or less on average.
struct Loss {
    double loss = 0;
    double error = 0; ///< standard error
    std::size_t worlds = 0;

    /// Whether it is more than chance makes it: more than 1.96 standard errors.
    bool is_more_than_chance() const { return loss > 0 && loss > 1.96 * error; }
};

struct Judgement {
    Loss loss;
    /// Where that is more than chance: the loss in as many worlds that have not made it look like that.
    std::optional<Loss> again;
    std::vector<JudgedMove> moves; ///< by rank, in the last worlds judged in
    int best = 0;                  ///< the rank of the best of these

    bool is_mistake() const { return again && again->is_more_than_chance(); }
};

/// Judges choices. To be used by one thread at a time.
class ChoiceJudge {
public:
    /// The names in `settings` must be known to `table`.
    ChoiceJudge(JudgeSettings settings, const StrategyTable& table);

    /// Judges the move `played` of a choice. A function of the observation, whose random numbers key the worlds.
    Judgement judge(const Observation& seen, Move played);

private:
    struct Sums;
    Sums sums(const Observation& seen, int played, TurnRandom& random);
    void add_worlds(const Observation& seen, int played, std::size_t count, TurnRandom& random, Sums& sums);

    JudgeSettings settings_;
    WorldSource source_;
    PlayOuts play_outs_;
    std::optional<MatchChances> chances_; // of the rules last judged by
    std::vector<World> worlds_;
};

} // namespace balak::study
