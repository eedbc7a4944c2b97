#include "io/bot_results.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <vector>

namespace balak::io {

using namespace tournament;

Json faults_json(const EntrantTally& entrant) {
    Json json = Json::object();
    for (std::size_t i = 0; i < bots::fault_kinds; ++i) {
        if (entrant.faults[i] > 0) {
            json[std::string(bots::fault_names()[i])] = entrant.faults[i];
        }
    }
    return json;
}

bool has_bots(const Tournament& tournament) {
    return std::ranges::any_of(tournament.entrants, [](const Entrant& entrant) { return entrant.bot.has_value(); });
}

std::string irreproducible(const Tournament& tournament, const Outcome& outcome) {
    std::string text;
    for (std::size_t i = 0; i < tournament.entrants.size(); ++i) {
        const Entrant& entrant = tournament.entrants[i];
        if (!entrant.bot) {
            continue;
        }
        if (!entrant.bot->introduction.reproducible) {
            text += fmt::format("{} does not say that it is reproducible: another run may come out otherwise, and "
                                "intervals hold only for players without memory.\n",
                                quoted(entrant.name));
        }
        std::int64_t late = 0;
        for (const Tally& tally : outcome.tallies) {
            const FaultCounts faults = tally.entrants()[i].faults;
            for (const bots::FaultKind kind : {bots::FaultKind::too_late, bots::FaultKind::not_ready}) {
                late += faults[static_cast<std::size_t>(kind)];
            }
        }
        if (late > 0) {
            text += fmt::format("{} has lost {} match{} by the clock: another run may come out otherwise.\n",
                                quoted(entrant.name), late, late == 1 ? "" : "es");
        }
    }
    return text;
}

std::string fault_sentences(const Tournament& tournament, const Outcome& outcome) {
    std::vector<FaultCounts> faults(tournament.entrants.size());
    for (const Tally& tally : outcome.tallies) {
        const std::vector<EntrantTally> entrants = tally.entrants();
        for (std::size_t i = 0; i < faults.size(); ++i) {
            std::ranges::transform(faults[i], entrants[i].faults, faults[i].begin(), std::plus<>());
        }
    }
    std::string text;
    for (std::size_t i = 0; i < tournament.entrants.size(); ++i) {
        std::int64_t lost = 0;
        std::vector<std::string> kinds;
        for (std::size_t kind = 0; kind < bots::fault_kinds; ++kind) {
            const std::int64_t count = faults[i][kind];
            lost += count;
            if (count > 0) {
                kinds.push_back(fmt::format("{} {}", bots::fault_names()[kind], count));
            }
        }
        if (lost > 0) {
            text += fmt::format("{} has lost {} match{} by faults: {}.\n", quoted(tournament.entrants[i].name), lost,
                                lost == 1 ? "" : "es", fmt::join(kinds, ", "));
        }
    }
    return text;
}

void add_bots(Json& run, const Tournament& tournament, const Outcome& outcome) {
    Json list = Json::array();
    for (std::size_t i = 0; i < tournament.entrants.size(); ++i) {
        const Entrant& entrant = tournament.entrants[i];
        if (!entrant.bot) {
            continue;
        }
        const bots::Introduction& said = entrant.bot->introduction;
        Json json = {{"strategy", entrant.name},
                     {"name", said.name},
                     {"version", said.version},
                     {"reproducible", said.reproducible}};
        if (entrant.bot->is_library()) {
            json["digest"] = said.digest;
        }
        if (const auto use = outcome.bots.find(i); use != outcome.bots.end() && !entrant.bot->is_library()) {
            json["choices"] = use->second.times.count();
            json["seconds_a_choice"] = {{"median", use->second.times.quantile(0.5)},
                                        {"p99", use->second.times.quantile(0.99)}};
            json["restarts"] = use->second.restarts;
        }
        list.push_back(std::move(json));
    }
    run["bots"] = std::move(list);
    run["reproducible"] = irreproducible(tournament, outcome).empty();
    Json forfeits = Json::array();
    for (const ForfeitedMatch& one : outcome.forfeits) {
        forfeits.push_back({{"match", one.match},
                            {"rounds", one.rounds},
                            {"strategy", tournament.entrants[one.entrant].name},
                            {"fault", bots::name_of(one.forfeit.fault)}});
    }
    run["forfeits"] = std::move(forfeits);
}

} // namespace balak::io
