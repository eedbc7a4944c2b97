// A comparison as JSON.
#include "io/comparison_words.hpp"

#include <nlohmann/json.hpp>

namespace balak::io {
namespace {

template <class T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json estimate_json(const tournament::Estimate& estimate) {
    Json json = {{"mean", estimate.mean}, {"standard_error", or_null(estimate.standard_error)}, {"ci95", nullptr}};
    if (estimate.interval) {
        json["ci95"] = {estimate.interval->low, estimate.interval->high};
    }
    return json;
}

Json figure_json(const FigureChange& figure) {
    return {{"one", figure.change.one},
            {"other", figure.change.other},
            {"difference", estimate_json(figure.change.difference)},
            {"p_value", or_null(figure.change.p)},
            {"p_holm", or_null(figure.p_holm)},
            {"real", figure.real() != 0},
            {"deals_to_show", or_null(figure.deals_to_show)},
            {"variance_factor", or_null(figure.change.variance_factor)}};
}

Json results_json(const Results& results) {
    return {{"file", results.file},         {"name", results.name},     {"version", results.version},
            {"complete", results.complete}, {"format", results.format}, {"unit", results.unit},
            {"seed", results.seed}};
}

Json rules_json(const Results& results, const RulesResults& rules) {
    Json pairings = Json::array();
    for (const PairingResults& pairing : rules.pairings) {
        pairings.push_back(
            {{"a", pairing.a},
             {"b", pairing.b},
             {"seen_from", pairing.a},
             {"matches", pairing.matches},
             {"win_rate", estimate_json(pairing.win_rate)},
             {"points_per_round", estimate_json(pairing.points_per_round)},
             {"p_holm",
              {{"win_rate", or_null(pairing.p_win_rate)}, {"points_per_round", or_null(pairing.p_points_per_round)}}},
             {"separated", pairing.separated() != 0},
             {"sentence", sentence(pairing, rules, results.unit)}});
    }
    return {{"rules", rules.title}, {"deals", rules.deals}, {"pairings", std::move(pairings)}};
}

Json change_json(const RulesChange& change, const Results& one, const Results& other) {
    Json pairings = Json::array();
    for (const PairingChange& pairing : change.pairings) {
        Json figures = Json::object();
        for (const FigureChange& figure : pairing.figures) {
            figures[std::string(figure.key)] = figure_json(figure);
        }
        const auto better = [&](int separated) {
            return separated == 0 ? Json(nullptr) : Json(separated > 0 ? pairing.a : pairing.b);
        };
        pairings.push_back({{"a", pairing.a},
                            {"b", pairing.b},
                            {"seen_from", pairing.a},
                            {"better_in_one", better(pairing.separated_one)},
                            {"better_in_other", better(pairing.separated_other)},
                            {"figures", std::move(figures)},
                            {"sentence", sentence(pairing, change)}});
    }
    Json table = Json::object();
    for (const FigureChange& figure : change.table) {
        table[std::string(figure.key)] = figure_json(figure);
    }
    return {{"one", {{"file", one.file}, {"rules", change.rules_one}, {"deals", change.deals_one}}},
            {"other", {{"file", other.file}, {"rules", change.rules_other}, {"deals", change.deals_other}}},
            {"matched", change.matched},
            {"matching", change.matching},
            {"differences", change.differences},
            {"notes", change.notes},
            {"pairings", std::move(pairings)},
            {"design", std::move(table)},
            {"sentences", table_sentences(change)}};
}

} // namespace

Json to_json(const Comparison& comparison) {
    Json json = {{"schema", "balak.comparison/1"}, {"files", Json::array()}, {"warnings", comparison.warnings}};
    for (const Results& results : comparison.files) {
        json["files"].push_back(results_json(results));
    }
    if (comparison.files.size() == 1) {
        json["rules"] = Json::array();
        for (const RulesResults& rules : comparison.files.front().rules) {
            json["rules"].push_back(rules_json(comparison.files.front(), rules));
        }
    } else {
        json["differences"] = comparison.differences;
    }
    json["tests"] = comparison.tests;
    json["changes"] = Json::array();
    for (const RulesChange& change : comparison.changes) {
        json["changes"].push_back(change_json(change, comparison.files.front(), comparison.files.back()));
    }
    return json;
}

} // namespace balak::io
