// The option `objective` of the searching strategies.
#pragma once

#include "balak/objective.hpp"
#include "balak/strategy.hpp"
#include "search/match_chances.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace balak {

/// What a strategy is told to want, made into an objective where it must choose.
class Goal {
public:
    static constexpr std::array<std::string_view, 3> names{"points", "win", "match"};

    /// One of the names.
    explicit Goal(std::string_view name)
        : kind_(name == "points" ? Objective::Kind::points
                : name == "win"  ? Objective::Kind::win
                                 : Objective::Kind::match) {}

    /// Good until the next call. `player` is asked how rounds come out, where matches count.
    Objective objective(const Observation& seen, Strategy& player) {
        if (kind_ != Objective::Kind::match) {
            return Objective(kind_, seen.rules);
        }
        if (!chances_ || chances_->rules() != seen.rules) {
            chances_.emplace(seen.rules, player);
        }
        return Objective(*chances_, seen.score, seen.round);
    }

private:
    Objective::Kind kind_;
    std::optional<MatchChances> chances_; // of the rules last played by
};

} // namespace balak
