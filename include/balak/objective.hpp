// What a search wants: what the result of a round is worth to a side.
#pragma once

#include "balak/rules.hpp"
#include "balak/seat.hpp"

#include <cstdint>
#include <optional>

namespace balak {

class MatchChances;

/// Turns the results of rounds into one integer, which searches add up and compare. With two sides what a result is
/// worth to one of them is minus what it is worth to the other.
class Objective {
public:
    enum class Kind : std::uint8_t {
        points, ///< the side's points less the mean of the others', times the number of others
        win,    ///< 1 for winning the round, -1 where another side wins it, 0 where nobody does
        match,  ///< the chance to win the match after it, less that to lose it, times match_scale
    };
    static constexpr int match_scale = 100'000;

    Objective(Kind kind, const RuleSet& rules) : kind_(kind), side_count_(rules.side_count()) {}
    /// For matches: of the round of this number, begun at this score. `chances` must live as long as the objective.
    Objective(const MatchChances& chances, const PerSide<int>& score, int round);

    Kind kind() const { return kind_; }
    /// What a round that gives `points` and is won by `winner` is worth to `side`.
    std::int64_t worth(Side side, const PerSide<int>& points, std::optional<Side> winner) const {
        if (kind_ == Kind::win) {
            return !winner ? 0 : *winner == side ? 1 : -1;
        }
        if (kind_ == Kind::match) {
            return worth_in_match(side, points, winner);
        }
        std::int64_t margin = std::int64_t{points[side]} * side_count_;
        for (const Side each : sides(side_count_)) {
            margin -= points[each];
        }
        return margin;
    }

private:
    std::int64_t worth_in_match(Side side, const PerSide<int>& points, std::optional<Side> winner) const;

    Kind kind_;
    int side_count_;
    const MatchChances* chances_ = nullptr;
    PerSide<int> score_{};
    int round_ = 0;
};

} // namespace balak
