// What the moves of a position are worth, and who may hold what.
#pragma once

#include "balak/strategy.hpp"
#include "search/holders.hpp"
#include "search/match_chances.hpp"
#include "search/play_outs.hpp"
#include "search/world_source.hpp"
#include "tournament/statistics.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace balak::study {

/// How worths are found. The names are those of monte-carlo's options.
struct AdviceSettings {
    /// Worlds to play in; those of a belief are drawn in batches, of which there are eight at least.
    std::size_t worlds = 10'000;
    std::string rollout = "tile-counting"; ///< the simple strategy by which all seats play on
    std::string objective = "points";      ///< which worth the moves are ordered by, one of Goal::names
    std::string belief = "none";           ///< one of WorldSource::beliefs
    std::string model = "tile-counting";   ///< of the belief
    double errors = 0.2;                   ///< of the belief
};

/// What a move is worth to the side that makes it, if all seats play on by the roll-out strategy. The intervals are of
/// 95 % and tell of the worlds drawn, not of how well that strategy plays.
struct MoveWorth {
    Move move;
    tournament::Estimate points; ///< of the round: the side's, less the mean of the others'
    tournament::Estimate round;  ///< chance to win the round
    tournament::Estimate match;  ///< chance to win the match, as MatchChances has it
    /// What the best move is worth more, by the objective and in the same worlds; of the best one 0.
    tournament::Estimate behind;
};

struct Advice {
    std::size_t worlds = 0;       ///< played in
    std::vector<MoveWorth> moves; ///< all legal ones, the best first
    Places places;                ///< of the tiles that the seat does not see
    bool counted = true;          ///< whether the places are exact; if not, they are shares of the worlds
};

/// Gives advice. To be used by one thread at a time.
class Adviser {
public:
    /// The names in `settings` must be known to `table`.
    Adviser(AdviceSettings settings, const StrategyTable& table);

    /// A function of the observation, its random numbers included. There must be a deal that leads to what is seen
    /// (bots::require_possible). Nothing once `stop` is set.
    std::optional<Advice> advise(const Observation& seen, const std::atomic<bool>* stop = nullptr);

    const AdviceSettings& settings() const { return settings_; }

private:
    AdviceSettings settings_;
    WorldSource source_;
    PlayOuts play_outs_;
    std::optional<MatchChances> chances_; // of the rules last advised on
    std::vector<World> worlds_;
};

} // namespace balak::study
