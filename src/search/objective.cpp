#include "balak/objective.hpp"

#include "search/match_chances.hpp"

#include <cmath>

namespace balak {

Objective::Objective(const MatchChances& chances, const PerSide<int>& score, int round)
    : kind_(Kind::match), side_count_(chances.rules().side_count()), chances_(&chances), score_(score), round_(round) {}

std::int64_t Objective::worth_in_match(Side side, const PerSide<int>& points, std::optional<Side> winner) const {
    PerSide<int> score = score_;
    for (const Side each : sides(side_count_)) {
        score[each] += points[each];
    }
    // With two sides from one of them, so that the two are worth the opposite to the last bit.
    const Side asked = side_count_ == 2 ? Side(0) : side;
    const auto worth = std::llround(match_scale * (2 * chances_->of(asked, score, round_ + 1, winner) - 1));
    return asked == side ? worth : -worth;
}

} // namespace balak
