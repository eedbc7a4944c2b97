#include "io/extension.hpp"

#include "io/bot_config.hpp"
#include "io/bot_results.hpp"
#include "io/checkpoint.hpp"
#include "io/results_reader.hpp"
#include "tournament/schedule.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace balak::io {

using namespace tournament;

namespace {

constexpr std::size_t nobody = static_cast<std::size_t>(-1);

/// An earlier run and what it has counted.
struct Earlier {
    Config config;
    SavedRun run;
    std::string digest;
};

Earlier read_earlier(const std::string& file, const StrategyTable& strategies) {
    const Json json = parse_json(read_own_file(file), file);
    require_results_schema(json, file);
    if (!json.contains("config") || !json.contains("counts")) {
        throw InputError(fmt::format("{}: it cannot be extended: its counts are not in it (those of a whole run are, "
                                     "unless its config says \"counts\": false)",
                                     file));
    }
    Earlier earlier{read_config(json["config"], file, strategies), {}, {}};
    const Json& counts = json["counts"];
    earlier.run = read_saved_run(counts, counts_schema, earlier.config, file);
    earlier.digest = counts["checksum"].get<std::string>();
    read_introductions(earlier.run.identity, earlier.config.tournament);
    const std::string other = difference(
        earlier.run.identity, run_identity(earlier.config, {}, signature(earlier.config.tournament, strategies),
                                           earlier.run.identity.value("extends", "")));
    if (!other.empty()) {
        throw InputError(fmt::format("{}: it cannot be extended: {}", file, other));
    }
    return earlier;
}

/// Throws InputError if nothing of the earlier run could be a part of this one.
void require_alike(const std::string& file, const Tournament& earlier, const Tournament& now) {
    const auto refuse = [&](std::string_view what) {
        throw InputError(fmt::format("{}: it cannot be extended to this run: {}", file, what));
    };
    if (earlier.seed != now.seed) {
        refuse(fmt::format("its seed is {}, here it is {}: other deals were played", earlier.seed, now.seed));
    }
    if (earlier.unit != now.unit) {
        refuse("its \"unit\" is another one");
    }
    if (earlier.adjust != now.adjust) {
        refuse("luck is measured in one of them only (\"adjust\")");
    }
    if (earlier.stop || now.stop) {
        refuse("a stopping rule looks at all pairings as they are played, and what was taken from a file is not");
    }
    const auto together = [](const Tournament& one) { return one.format == Format::free_for_all; };
    if (together(earlier) != together(now)) {
        refuse("one of them is a free-for-all");
    }
}

/// For each entrant of a run the same one of an earlier run, or nobody: of the same type and options, a bot with the
/// same command and what it says of itself.
std::vector<std::size_t> same_entrants(const Json& earlier, const Json& now) {
    const auto nameless = [](Json entrant) {
        entrant.erase("name");
        return entrant;
    };
    std::vector<std::size_t> same;
    for (const Json& entrant : now) {
        const auto found =
            std::ranges::find_if(earlier, [&](const Json& one) { return nameless(one) == nameless(entrant); });
        same.push_back(found == earlier.end() ? nobody : static_cast<std::size_t>(found - earlier.begin()));
    }
    return same;
}

/// For each pairing of a schedule the same one of an earlier schedule, or nobody. Where tables belong to several
/// pairings, no pairing can be played by itself: there it is all or none.
std::vector<std::size_t> same_pairings(const Schedule& earlier, const Schedule& now,
                                       const std::vector<std::size_t>& entrants) {
    std::vector<std::size_t> same;
    for (const Pairing pairing : now.pairings) {
        const auto found = std::ranges::find_if(earlier.pairings, [&](const Pairing& one) {
            return one.a == entrants[pairing.a] && one.b == entrants[pairing.b];
        });
        same.push_back(found == earlier.pairings.end() ? nobody
                                                       : static_cast<std::size_t>(found - earlier.pairings.begin()));
    }
    if (now.free_for_all && (earlier.entrants != now.entrants || !std::ranges::is_sorted(entrants))) {
        std::ranges::fill(same, nobody);
    }
    return same;
}

/// What a tally of an earlier run has of these pairings, as a tally of this schedule.
Played played_before(const Schedule& schedule, const Tally& earlier, const std::vector<std::size_t>& same,
                     Tally empty) {
    Played played{{}, static_cast<std::uint64_t>(earlier.deals()), std::move(empty)};
    for (const std::size_t pairing : same) {
        played.pairings.push_back(pairing != nobody);
    }
    if (schedule.free_for_all) {
        played.tally.merge(earlier);
        return played;
    }
    for (std::size_t i = 0; i < same.size(); ++i) {
        if (same[i] != nobody) {
            played.tally.merge_pairing(i, earlier, same[i]);
        }
    }
    if (played.all()) {
        played.tally.count_deals(earlier.deals());
    }
    return played;
}

} // namespace

std::string signature(const Tournament& tournament, const StrategyTable& strategies) {
    if (has_bots(tournament)) {
        return "bots";
    }
    Tournament first = tournament;
    first.rules.resize(1);
    first.matches = 1; // that is one deal
    first.stop.reset();
    RunOptions options;
    options.threads = 1;
    const Outcome outcome = run(first, strategies, options);
    if (!outcome.complete) {
        throw std::runtime_error(outcome.failure);
    }
    return digest(outcome.tallies.front());
}

Extension read_extension(const std::string& file, const Config& config, const StrategyTable& strategies) {
    const Earlier earlier = read_earlier(file, strategies);
    const Tournament& before = earlier.config.tournament;
    const Tournament& now = config.tournament;
    require_alike(file, before, now);
    const std::vector<std::size_t> entrants =
        same_entrants(earlier.run.identity["strategies"], run_identity(config, {}, "")["strategies"]);
    Extension extension;
    extension.digest = earlier.digest;
    for (const RuleSet& rules : now.rules) {
        std::optional<Played>& played = extension.played.emplace_back();
        const auto found = std::ranges::find(before.rules, rules);
        if (found == before.rules.end()) {
            continue;
        }
        const Tally& tally = earlier.run.outcome.tallies[static_cast<std::size_t>(found - before.rules.begin())];
        const Schedule schedule = make_schedule(now.format, rules, now.entrants.size());
        const std::vector<std::size_t> same =
            same_pairings(make_schedule(before.format, rules, before.entrants.size()), schedule, entrants);
        const std::size_t count = same.size() - static_cast<std::size_t>(std::ranges::count(same, nobody));
        if (count == 0) {
            continue;
        }
        const std::uint64_t matches = static_cast<std::uint64_t>(tally.deals()) * schedule.legs_per_pairing;
        if (static_cast<std::uint64_t>(tally.deals()) > schedule.deals(now.matches)) {
            throw InputError(fmt::format("{}: it has {} matches of each pairing, more than the {} of this run; "
                                         "--matches {} goes on with them",
                                         file, matches, now.matches, matches));
        }
        played = played_before(schedule, tally, same, Tally(rules, schedule, now.adjust));
        extension.pairings += count;
    }
    if (extension.pairings == 0) {
        throw InputError(fmt::format("{}: no pairing of this run was played there under the same rules", file));
    }
    return extension;
}

} // namespace balak::io
