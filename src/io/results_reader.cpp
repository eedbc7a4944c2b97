#include "io/results_reader.hpp"

#include "io/config.hpp"
#include "io/results.hpp"
#include "io/results_nodes.hpp"
#include "tournament/comparisons.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

namespace balak::io {
namespace {

using tournament::DesignCounts;
using tournament::Estimate;

/// The numbers of all blocks, as they stand in a text.
std::vector<std::int64_t> read_blocks(const Node& node, std::int64_t least) {
    const std::string words = fmt::format("a text of {} integers from {} to {} with a space between them",
                                          tournament::block_count, least, most_count);
    const std::string text = node.text(words);
    std::vector<std::int64_t> numbers;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end && numbers.size() < tournament::block_count) {
        std::int64_t number = 0;
        const auto parsed = std::from_chars(at, end, number);
        const bool last = parsed.ptr == end;
        if (parsed.ec != std::errc() || number < least || number > most_count || (!last && *parsed.ptr != ' ')) {
            node.expected(words);
        }
        numbers.push_back(number);
        at = last ? end : parsed.ptr + 1;
    }
    if (at != end || numbers.size() != tournament::block_count || text.ends_with(' ')) {
        node.expected(words);
    }
    return numbers;
}

std::int64_t sum(const std::vector<std::int64_t>& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
}

/// Whether a mean in the file is that of its blocks, but for the last digits.
bool agree(double mean, double other) {
    return std::abs(mean - other) <= 1e-9 * std::max(1.0, std::abs(other));
}

[[noreturn]] void contradicts(const Node& node, std::string_view what) {
    node.fail(fmt::format("the blocks do not come to the pairing's {}; the file was changed or is damaged", what));
}

PairingResults read_pairing(const Node& node, const RulesResults& rules, const std::set<std::string>& names) {
    PairingResults pairing;
    for (const auto& [key, name] : {std::pair("a", &pairing.a), std::pair("b", &pairing.b)}) {
        const Node place = member(node, key);
        *name = place.text("the name of a strategy");
        if (!names.contains(*name)) {
            place.expected("the name of a strategy of the config");
        }
    }
    if (pairing.a == pairing.b) {
        member(node, "b").expected("another strategy than \"a\"");
    }
    pairing.matches = count(member(node, "matches"));
    if (count(member(node, "deals")) != rules.deals || rules.deals == 0 || pairing.matches == 0 ||
        pairing.matches % rules.deals != 0) {
        member(node, "matches").expected("the same number of matches for each deal of \"totals\"");
    }
    pairing.win_rate = read_estimate(member(node, "win_rate"));
    pairing.points_per_round = read_estimate(member(node, "points_per_round"));
    const Node adjusted = member(node, "p_holm");
    pairing.p_win_rate = number_or_null(member(adjusted, "win_rate"), 0, 1);
    pairing.p_points_per_round = number_or_null(member(adjusted, "points_per_round"), 0, 1);

    const Node blocks = member(node, "blocks");
    pairing.shares = read_blocks(member(blocks, "shares"), 0);
    pairing.margins = read_blocks(member(blocks, "margin"), -most_count);
    pairing.rounds = read_blocks(member(blocks, "rounds"), 0);
    const std::int64_t per_deal = pairing.matches / rules.deals;
    for (std::size_t i = 0; i < rules.blocks.size(); ++i) {
        const std::int64_t matches = rules.blocks[i].deals * per_deal;
        if (pairing.shares[i] > matches * rules.shares_of_match || pairing.rounds[i] < matches ||
            (matches == 0 && (pairing.margins[i] != 0 || pairing.rounds[i] != 0))) {
            contradicts(blocks, "deals");
        }
    }
    const auto matches = static_cast<double>(pairing.matches);
    const auto scale = static_cast<double>(rules.margins_of_point);
    if (sum(pairing.rounds) != count(member(node, "rounds"))) {
        contradicts(blocks, "rounds");
    }
    if (!agree(pairing.win_rate.mean,
               static_cast<double>(sum(pairing.shares)) / matches / static_cast<double>(rules.shares_of_match))) {
        contradicts(blocks, "win rate");
    }
    if (!agree(pairing.points_per_round.mean,
               static_cast<double>(sum(pairing.margins)) / static_cast<double>(sum(pairing.rounds)) / scale)) {
        contradicts(blocks, "points a round");
    }
    return pairing;
}

RulesResults read_part(const Node& node, const Node& options, const std::set<std::string>& names) {
    RulesResults part;
    part.title = member(node, "rules").name();
    part.options = options.value();
    part.seats = static_cast<int>(member(options, "players").integer(min_seats, max_seats));
    part.sides = member(options, "partnership").boolean() ? 2 : part.seats;
    part.deals = count(member(member(node, "totals"), "deals"));

    if (!node.has("blocks")) {
        node.fail("the key \"blocks\" is missing: an older balak wrote this, play it again to compare it");
    }
    const Node blocks = node.at("blocks");
    member(blocks, "count").integer(tournament::block_count, tournament::block_count);
    part.shares_of_match = member(blocks, "shares_of_match").integer(1, 1000);
    part.margins_of_point = member(blocks, "margins_of_point").integer(1, 1000);
    part.blocks.resize(tournament::block_count);
    DesignCounts names_of_counts;
    std::vector<std::vector<std::int64_t>> columns;
    DesignCounts::each_count(
        [&](std::string_view name, std::int64_t) { columns.push_back(read_blocks(member(blocks, name), 0)); },
        names_of_counts);
    for (std::size_t i = 0; i < part.blocks.size(); ++i) {
        std::size_t column = 0;
        DesignCounts::each_count([&](std::string_view, std::int64_t& value) { value = columns[column++][i]; },
                                 part.blocks[i]);
        if (part.blocks[i].deals == 0 && !std::ranges::all_of(columns, [&](const auto& all) { return all[i] == 0; })) {
            blocks.fail(fmt::format("block {} has counts but no deals; the file was changed or is damaged", i));
        }
    }
    if (sum(columns.front()) != part.deals) {
        blocks.fail("the blocks do not come to the deals of \"totals\"; the file was changed or is damaged");
    }
    if (part.deals == 0) {
        return part;
    }
    const Node pairings = member(node, "pairings");
    std::set<std::pair<std::string, std::string>> seen;
    for (const Node& item : list(pairings)) {
        PairingResults pairing = read_pairing(item, part, names);
        if (!seen.insert(std::minmax(pairing.a, pairing.b)).second) {
            item.fail(
                fmt::format("the pairing of {} and {} is there twice", io::quoted(pairing.a), io::quoted(pairing.b)));
        }
        part.pairings.push_back(std::move(pairing));
    }
    return part;
}

} // namespace

int PairingResults::separated() const {
    if (!p_win_rate || *p_win_rate > tournament::significance) {
        return 0;
    }
    return win_rate.mean > 0.5 ? 1 : -1;
}

PairingResults PairingResults::turned(const RulesResults& rules) const {
    PairingResults other = *this;
    std::swap(other.a, other.b);
    const auto turn = [](Estimate& estimate, double whole) {
        estimate.mean = whole - estimate.mean;
        if (estimate.interval) {
            estimate.interval = {whole - estimate.interval->high, whole - estimate.interval->low};
        }
    };
    turn(other.win_rate, 1);
    turn(other.points_per_round, 0);
    for (std::size_t i = 0; i < shares.size(); ++i) {
        other.shares[i] = matches_of_block(rules, i) * rules.shares_of_match - shares[i];
        other.margins[i] = -margins[i];
    }
    return other;
}

std::int64_t PairingResults::matches_of_block(const RulesResults& rules, std::size_t block) const {
    return rules.blocks[block].deals * (matches / rules.deals);
}

void require_results_schema(const Json& json, const std::string& file) {
    const std::string kind(results_schema.substr(0, results_schema.find('/') + 1));
    const bool named = json.is_object() && json.contains("schema") && json["schema"].is_string();
    const std::string found = named ? json["schema"].get<std::string>() : "";
    if (!found.starts_with(kind)) {
        throw InputError(
            fmt::format("{}: it is no results file of balak{}", file,
                        named ? fmt::format(": its schema is {}, expected \"{}\"", io::quoted(found), results_schema)
                              : fmt::format(": it has no \"schema\": \"{}\"", results_schema)));
    }
    if (found != results_schema) {
        throw InputError(
            fmt::format("{}: these are results of another version of balak: their schema is {}, expected \"{}\"", file,
                        io::quoted(found), results_schema));
    }
}

Results read_results(const std::string& file) {
    return read_results(parse_json(read_own_file(file), file), file);
}

Results read_results(const Json& json, const std::string& file) {
    require_results_schema(json, file);
    const Node root(json, file);
    if (root.has("shard")) {
        throw InputError(fmt::format("{}: it is one shard of a run; join all shards first: balak merge SHARD.json... "
                                     "--output FILE",
                                     file));
    }
    Results results;
    results.file = file;
    const Node config = member(root, "config");
    results.name = member(config, "name").text();
    results.format = std::string(format_names()[member(config, "format").choice(format_names())]);
    results.unit = std::string(unit_names()[member(config, "unit").choice(unit_names())]);
    results.seed = member(config, "seed").unsigned_64();
    results.stop = config.has("stop") ? config.at("stop").value() : Json(nullptr);
    const Node strategies = member(config, "strategies");
    std::set<std::string> names;
    for (const Node& item : list(strategies)) {
        const Node name = member(item, "name");
        if (!names.insert(name.name()).second) {
            name.fail("there are two strategies of this name");
        }
    }
    results.strategies = strategies.value();

    const Node run = member(root, "run");
    results.complete = member(run, "complete").boolean();
    results.version = member(run, "version").name();

    const std::vector<Node> rules = list(member(config, "rules"));
    const Node statistics = member(root, "statistics");
    const std::vector<Node> parts = list(statistics);
    if (parts.size() > rules.size()) {
        statistics.fail(fmt::format("{} rule sets are there, but the config has {}", parts.size(), rules.size()));
    }
    std::set<std::string> titles;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        RulesResults part = read_part(parts[i], rules[i], names);
        if (!titles.insert(part.title).second) {
            parts[i].fail(fmt::format("the rules {} are there twice", io::quoted(part.title)));
        }
        if (part.deals > 0) {
            results.rules.push_back(std::move(part));
        }
    }
    if (results.rules.empty()) {
        throw InputError(fmt::format("{}: no deal was played: there is nothing to compare", file));
    }
    return results;
}

} // namespace balak::io
