#include "study/advice_json.hpp"

#include "bots/messages.hpp"
#include "study/position_file.hpp"

#include <nlohmann/json.hpp>

namespace balak::study {
namespace {

io::Json estimate_json(const tournament::Estimate& estimate) {
    io::Json json = {{"mean", estimate.mean}, {"standard_error", nullptr}, {"ci95", nullptr}};
    if (estimate.standard_error) {
        json["standard_error"] = *estimate.standard_error;
    }
    if (estimate.interval) {
        json["ci95"] = {estimate.interval->low, estimate.interval->high};
    }
    return json;
}

io::Json move_json(const MoveWorth& worth, bool opening) {
    return {{"move", bots::text_of(worth.move, opening)},
            {"points", estimate_json(worth.points)},
            {"round", estimate_json(worth.round)},
            {"match", estimate_json(worth.match)},
            {"behind", estimate_json(worth.behind)}};
}

io::Json place_json(Tile tile, const Place& place, const Observation& seen) {
    io::Json chances = io::Json::array();
    for (const Seat seat : seats(seen.rules.players)) {
        chances.push_back(place.seat[seat]);
    }
    return {{"tile", to_string(tile)}, {"seats", std::move(chances)}, {"boneyard", place.boneyard}};
}

} // namespace

io::Json advice_json(const Advice& advice, const AdviceSettings& settings, const Observation& seen) {
    io::Json json = {{"schema", "balak.advice/1"},      {"position", io::Json::parse(position_text(seen))},
                     {"worlds", advice.worlds},         {"rollout", settings.rollout},
                     {"objective", settings.objective}, {"belief", settings.belief}};
    if (settings.belief == "model") {
        json["model"] = settings.model;
    }
    for (const MoveWorth& worth : advice.moves) {
        json["moves"].push_back(move_json(worth, bots::is_opening(seen.table)));
    }
    json["unseen_exact"] = advice.counted;
    json["unseen"] = io::Json::array();
    for (const Tile tile : seen.unseen()) {
        json["unseen"].push_back(place_json(tile, advice.places[static_cast<std::size_t>(tile.bit())], seen));
    }
    return json;
}

} // namespace balak::study
