// How the strategies of a rule set stand to each other: ratings, groups, equilibrium; as values and as JSON.
#pragma once

#include "io/reader.hpp"
#include "tournament/comparisons.hpp"
#include "tournament/equilibrium.hpp"
#include "tournament/ratings.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace balak::io {

struct Standings {
    std::vector<std::size_t> order; ///< of the ladder
    tournament::Comparisons comparisons;
    tournament::Ratings ratings;
    /// Of win rates less one half. Only where every two have met.
    std::optional<tournament::Equilibrium> equilibrium;
};

Standings standings(const tournament::Tournament& tournament, const RuleSet& rules,
                    const tournament::Schedule& schedule, const tournament::Tally& tally);

/// Adds what concerns an entrant to its row of the ladder.
void add_standing(Json& row, const Standings& standings, std::size_t entrant);

/// Adds what concerns a pairing to its object.
void add_tests(Json& object, const Standings& standings, std::size_t pairing);

/// What concerns the whole field.
Json ratings_json(const tournament::Tournament& tournament, const Standings& standings);

} // namespace balak::io
