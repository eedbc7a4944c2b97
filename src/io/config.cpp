#include "io/config.hpp"

#include "io/limits.hpp"
#include "io/rules_json.hpp"
#include "io/stop_config.hpp"
#include "tournament/schedule.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

namespace balak::io {
namespace {

using tournament::Entrant;
using tournament::Format;
using tournament::Tournament;
using tournament::Unit;

constexpr std::array<std::string_view, 3> formats{"round-robin", "gauntlet", "free-for-all"};
constexpr std::array<std::string_view, 2> units{"match", "round"};

void read_output(const Node& node, Config& config) {
    constexpr std::array<std::string_view, 5> keys{"results", "records", "record_matches", "notes", "counts"};
    node.require_keys(keys);
    if (node.has("results")) {
        config.results = node.at("results").text("the path of a file");
    }
    if (node.has("records")) {
        config.records = node.at("records").text("the path of a file");
        if (config.records.empty()) {
            node.at("records").expected("the path of a file");
        }
    }
    if (node.has("record_matches")) {
        if (!node.has("records")) {
            node.fail("\"record_matches\" is given, but \"records\" is not: there is no file to write them to");
        }
        config.record_matches = static_cast<std::uint64_t>(node.at("record_matches").integer(1, limits::matches));
    }
    if (node.has("counts")) {
        config.keep_counts = node.at("counts").boolean();
    }
    if (node.has("notes")) {
        config.notes = node.at("notes").text("the path of a file");
        if (config.notes.empty()) {
            node.at("notes").expected("the path of a file");
        }
        if (!node.has("records")) {
            node.fail("\"notes\" is given, but \"records\" is not: notes are kept of recorded matches");
        }
    }
}

tournament::Anchor read_anchor(const Node& node, const Tournament& tournament) {
    constexpr std::array<std::string_view, 2> keys{"name", "elo"};
    node.require_keys(keys);
    for (const std::string_view key : keys) {
        if (!node.has(key)) {
            node.fail(fmt::format("the key \"{}\" is missing: an anchor is the name of a strategy and its Elo", key));
        }
    }
    std::vector<std::string_view> names;
    for (const Entrant& entrant : tournament.entrants) {
        names.push_back(entrant.name);
    }
    return {node.at("name").choice(names),
            static_cast<double>(node.at("elo").integer(-limits::anchor, limits::anchor))};
}

} // namespace

std::span<const std::string_view> format_names() {
    return formats;
}

std::span<const std::string_view> unit_names() {
    return units;
}

RuleSet one_round(RuleSet rules) {
    rules.match = {0, 1};
    return rules;
}

void require_luck(const Tournament& tournament, const std::string& place) {
    const auto cheat = std::ranges::find_if(tournament.entrants, &Entrant::sees_all);
    if (tournament.adjust && cheat != tournament.entrants.end()) {
        throw InputError(fmt::format("{}: {} sees all, and what it knows it will draw is no luck; leave out one "
                                     "or the other",
                                     place, quoted(cheat->name)));
    }
}

void require_playable(const Tournament& tournament, const std::string& place) {
    std::set<std::string_view> names;
    for (const Entrant& entrant : tournament.entrants) {
        if (!names.insert(entrant.name).second) {
            throw InputError(fmt::format("{}: strategies: there are two named {}; give one of them another \"name\"",
                                         place, quoted(entrant.name)));
        }
    }
    if (names.size() < 2) {
        throw InputError(fmt::format("{}: strategies: a tournament needs at least 2, there {} {}", place,
                                     names.size() == 1 ? "is" : "are", names.size()));
    }
    std::set<std::string> rule_sets;
    for (const RuleSet& rules : tournament.rules) {
        if (!rule_sets.insert(describe(rules)).second) {
            throw InputError(
                fmt::format("{}: rules: there are two named \"{}\"; take one away, or give it another \"name\"", place,
                            describe(rules)));
        }
        const auto seated = static_cast<std::size_t>(rules.side_count());
        if (tournament.format == Format::free_for_all && names.size() < seated) {
            throw InputError(fmt::format("{}: strategies: format \"free-for-all\" needs at least {} under the rules "
                                         "\"{}\", there are {}",
                                         place, seated, describe(rules), names.size()));
        }
        const double tables = tournament::table_count(tournament.format, rules, names.size());
        if (tables > limits::tables) {
            throw InputError(fmt::format("{}: strategies: {} of them make {:.0f} tables for each deal, at most {:.0f} "
                                         "can be counted; take fewer strategies, or format \"gauntlet\"",
                                         place, names.size(), tables, limits::tables));
        }
    }
}

Config read_config(const std::string& file, const StrategyTable& strategies) {
    return read_config(parse_json(read_file(file), file), file, strategies);
}

Config read_config(const Json& json, const std::string& file, const StrategyTable& strategies) {
    const Node root(json, file);
    constexpr std::array<std::string_view, 14> keys{"$schema", "name",   "rules",  "players", "format",
                                                    "matches", "unit",   "seed",   "stop",    "strategies",
                                                    "threads", "output", "anchor", "adjust"};
    root.require_keys(keys);
    Config config;
    Tournament& tournament = config.tournament;
    const std::string stem = std::filesystem::path(file).stem().string();
    config.results = fmt::format("results/{}.json", stem);
    tournament.name = root.has("name") ? root.at("name").text() : stem;
    if (root.has("$schema")) {
        root.at("$schema").text();
    }
    if (root.has("format")) {
        tournament.format = static_cast<Format>(root.at("format").choice(formats));
    }
    if (root.has("unit")) {
        tournament.unit = static_cast<Unit>(root.at("unit").choice(units));
    }
    if (root.has("matches")) {
        tournament.matches = static_cast<std::uint64_t>(root.at("matches").integer(1, limits::matches));
    }
    if (root.has("seed")) {
        tournament.seed = root.at("seed").unsigned_64();
    }
    if (root.has("adjust")) {
        tournament.adjust = root.at("adjust").boolean();
    }
    if (root.has("stop")) {
        tournament.stop = read_stop(root.at("stop"));
    }
    if (root.has("threads")) {
        config.threads = static_cast<int>(root.at("threads").integer(0, limits::threads));
    }
    if (root.has("output")) {
        read_output(root.at("output"), config);
    }

    std::optional<int> players;
    if (root.has("players")) {
        players = static_cast<int>(root.at("players").integer(min_seats, max_seats));
    }
    if (!root.has("rules")) {
        root.fail("the key \"rules\" is missing: the name of a preset, an object, or a list of either");
    }
    const Node rules = root.at("rules");
    if (rules.is_array()) {
        for (const Node& item : rules.items()) {
            tournament.rules.push_back(read_rules(item, players));
        }
        if (tournament.rules.empty()) {
            rules.expected("at least one rule set");
        }
    } else {
        tournament.rules.push_back(read_rules(rules, players));
    }
    if (tournament.unit == Unit::round) {
        std::ranges::transform(tournament.rules, tournament.rules.begin(), one_round);
    }

    if (!root.has("strategies")) {
        root.fail("the key \"strategies\" is missing: a list of at least two strategies");
    }
    if (!root.at("strategies").is_array()) {
        root.at("strategies").expected("a list of at least two strategies");
    }
    const std::string base = std::filesystem::path(file).parent_path().string();
    for (const Node& item : root.at("strategies").items()) {
        tournament.entrants.push_back(read_entrant(item, strategies, base));
    }
    require_playable(tournament, file);
    require_luck(tournament, file + ": adjust");
    if (root.has("anchor")) {
        tournament.anchor = read_anchor(root.at("anchor"), tournament);
    }
    return config;
}

Json to_json(const Config& config) {
    const Tournament& tournament = config.tournament;
    Json rules = Json::array();
    for (const RuleSet& rule_set : tournament.rules) {
        const Json options = to_json(rule_set);
        Json item = {{"preset", preset(rule_set.name) ? rule_set.name : "playboard"}};
        item.update(options);
        rules.push_back(std::move(item));
    }
    Json strategies = Json::array();
    for (const Entrant& entrant : tournament.entrants) {
        strategies.push_back(to_json(entrant));
    }
    Json json = {
        {"name", tournament.name},
        {"rules", std::move(rules)},
        {"format", formats[static_cast<std::size_t>(tournament.format)]},
        {"matches", tournament.matches},
        {"unit", units[static_cast<std::size_t>(tournament.unit)]},
        {"seed", tournament.seed},
        {"adjust", tournament.adjust},
        {"strategies", std::move(strategies)},
        {"threads", config.threads},
        {"output", {{"results", config.results}}},
    };
    if (tournament.stop) {
        json["stop"] = to_json(*tournament.stop);
    }
    if (tournament.anchor) {
        json["anchor"] = {{"name", tournament.entrants[tournament.anchor->entrant].name},
                          {"elo", static_cast<std::int64_t>(tournament.anchor->elo)}};
    }
    if (!config.records.empty()) {
        json["output"]["records"] = config.records;
        json["output"]["record_matches"] = config.record_matches;
    }
    if (!config.keep_counts) {
        json["output"]["counts"] = false;
    }
    if (!config.notes.empty()) {
        json["output"]["notes"] = config.notes;
    }
    return json;
}

} // namespace balak::io
