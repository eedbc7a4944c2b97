// What the result of a round is worth, in the units that people read.
#pragma once

#include "balak/objective.hpp"
#include "balak/table.hpp"
#include "search/goal.hpp"
#include "search/match_chances.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace balak::study {

/// The places of the worths, in the order of Goal::names.
enum class Measure : std::uint8_t {
    points, ///< of the round: the side's, less the mean of the others'
    round,  ///< 1 where the side wins the round, else 0
    match,  ///< the chance to win the match after it
};
inline constexpr std::size_t measures = 3;
static_assert(Goal::names == std::array<std::string_view, measures>{"points", "win", "match"});

/// The measure of one of Goal::names.
inline Measure measure_named(std::string_view name) {
    return static_cast<Measure>(std::ranges::find(Goal::names, name) - Goal::names.begin());
}

/// Values what rounds give to the side of the seat that observes. Refers to its arguments.
class Worth {
public:
    Worth(const Observation& seen, const MatchChances& chances)
        : seen_(&seen), chances_(&chances), points_(Objective::Kind::points, seen.rules),
          own_(seen.rules.side_of(seen.seat)) {}

    double of(Measure measure, const PerSide<int>& points, std::optional<Side> winner) const {
        const int side_count = seen_->rules.side_count();
        switch (measure) {
        case Measure::points:
            return static_cast<double>(points_.worth(own_, points, winner)) / (side_count - 1);
        case Measure::round:
            return winner == own_ ? 1 : 0;
        case Measure::match:
            break;
        }
        PerSide<int> score = seen_->score;
        for (const Side side : sides(side_count)) {
            score[side] += points[side];
        }
        return chances_->of(own_, score, seen_->round + 1, winner);
    }

private:
    const Observation* seen_;
    const MatchChances* chances_;
    Objective points_;
    Side own_;
};

} // namespace balak::study
