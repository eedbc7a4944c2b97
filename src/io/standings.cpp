#include "io/standings.hpp"

#include "io/results.hpp"

#include <nlohmann/json.hpp>

namespace balak::io {
namespace {

using namespace tournament;

template <class T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json interval_json(const std::optional<Interval>& interval) {
    return interval ? Json({interval->low, interval->high}) : Json(nullptr);
}

Json rating_json(const std::optional<Rating>& rating) {
    if (!rating) {
        return nullptr;
    }
    return {{"elo", rating->elo},
            {"elo_error", or_null(rating->error)},
            {"ci95", interval_json(rating->interval)},
            {"fisher_error", or_null(rating->fisher_error)}};
}

/// The equilibrium of win rates, if every two entrants have met.
std::optional<Equilibrium> equilibrium_of(const Schedule& schedule, const Tally& tally) {
    const std::size_t count = schedule.entrants;
    if (schedule.pairings.size() != count * (count - 1) / 2) {
        return std::nullopt;
    }
    std::vector<std::vector<double>> payoffs(count, std::vector<double>(count));
    for (std::size_t i = 0; i < schedule.pairings.size(); ++i) {
        const DealSums& sums = tally.pairings()[i].deals;
        const auto [a, b] = schedule.pairings[i];
        payoffs[a][b] = sums.matches > 0 ? win_rate(sums).mean - 0.5 : 0;
        payoffs[b][a] = -payoffs[a][b];
    }
    return nash_average(payoffs);
}

} // namespace

Standings standings(const Tournament& tournament, const RuleSet& rules, const Schedule& schedule, const Tally& tally) {
    Standings made{ladder_order(tally),
                   {},
                   rate(rated_field(tournament.format, rules, schedule, tally), tournament.anchor),
                   equilibrium_of(schedule, tally)};
    made.comparisons = compare_all(schedule, tally, made.order);
    return made;
}

void add_standing(Json& row, const Standings& standings, std::size_t entrant) {
    const Rating& rating = standings.ratings.entrants[entrant];
    row["elo"] = rating.elo;
    row["elo_error"] = or_null(rating.error);
    row["elo_ci95"] = interval_json(rating.interval);
    row["elo_fisher_error"] = or_null(rating.fisher_error);
    row["groups"] = Json::array();
    for (const std::size_t group : standings.comparisons.groups[entrant]) {
        row["groups"].push_back(group_name(group));
    }
    row["nash_share"] = nullptr;
    row["nash_score"] = nullptr;
    if (standings.equilibrium) {
        row["nash_share"] = standings.equilibrium->shares[entrant];
        row["nash_score"] = standings.equilibrium->scores[entrant];
    }
}

void add_tests(Json& object, const Standings& standings, std::size_t pairing) {
    const PairingTest& win_rate = standings.comparisons.win_rate[pairing];
    const PairingTest& points = standings.comparisons.points_per_round[pairing];
    object["p_value"] = {{"win_rate", or_null(win_rate.p)}, {"points_per_round", or_null(points.p)}};
    object["p_holm"] = {{"win_rate", or_null(win_rate.adjusted)}, {"points_per_round", or_null(points.adjusted)}};
    object["separated"] = standings.comparisons.separated[pairing] != 0;
}

Json ratings_json(const Tournament& tournament, const Standings& standings) {
    Json names = Json::array();
    for (const std::size_t entrant : standings.order) {
        names.push_back(tournament.entrants[entrant].name);
    }
    Json matrix = nullptr;
    if (!standings.ratings.superiority.empty()) {
        matrix = Json::array();
        for (const std::size_t i : standings.order) {
            Json row = Json::array();
            for (const std::size_t j : standings.order) {
                row.push_back(standings.ratings.superiority[i][j]);
            }
            matrix.push_back(std::move(row));
        }
    }
    Json json = {{"anchor", nullptr},
                 {"finite", standings.ratings.finite},
                 {"opening", rating_json(standings.ratings.opener)},
                 {"draws", rating_json(standings.ratings.draws)},
                 {"likelihood_of_superiority", {{"names", names}, {"of_row_over_column", std::move(matrix)}}},
                 {"cycle", nullptr}};
    if (tournament.anchor) {
        json["anchor"] = {{"name", tournament.entrants[tournament.anchor->entrant].name},
                          {"elo", tournament.anchor->elo}};
    }
    if (standings.comparisons.cycle) {
        json["cycle"] = Json::array();
        for (const std::size_t entrant : *standings.comparisons.cycle) {
            json["cycle"].push_back(tournament.entrants[entrant].name);
        }
    }
    return json;
}

} // namespace balak::io
