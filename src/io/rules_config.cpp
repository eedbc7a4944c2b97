// Rule sets in configs and on the command line.
#include "balak/rules.hpp"

#include "io/config.hpp"
#include "io/rules_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace balak::io {
namespace {

/// `playboard takes 2, 3 or 4 players`
std::string players_of(const Preset& preset) {
    std::string text;
    for (std::size_t i = 0; i < preset.players.size(); ++i) {
        text += i == 0 ? "" : i + 1 == preset.players.size() ? " or " : ", ";
        text += std::to_string(preset.players[i]);
    }
    return fmt::format("{} is for {} players", preset.name, text);
}

/// Sets options from the members of an object; `prefix` is `opening.` inside the object `opening`.
void set_options(RuleSet& rules, const Node& node, const std::string& prefix) {
    std::vector<std::string_view> known;
    for (const RuleOption& option : rule_options()) {
        const std::string_view name = option.name;
        if (name.starts_with(prefix)) {
            const std::string_view rest = name.substr(prefix.size());
            const std::string_view first = rest.substr(0, rest.find('.'));
            if (known.empty() || known.back() != first) {
                known.push_back(first);
            }
        }
    }
    if (prefix.empty()) {
        known.insert(known.begin(), {"preset", "name"});
    }
    node.require_keys(known);
    // A match ends in one way: naming one takes the preset's other one away.
    if (prefix == "match.") {
        rules.match = {0, 0};
    }
    for (const auto& [key, unused] : node.value().items()) {
        if (prefix.empty() && (key == "preset" || key == "name")) {
            continue;
        }
        const Node member = node.at(key);
        if (prefix.empty() && is_option_group(key)) {
            set_options(rules, member, key + ".");
            continue;
        }
        const RuleOption& option = *find_rule_option(prefix + key);
        if (option.optional && member.value().is_null()) {
            continue;
        }
        if (!set_option(rules, option, member.value())) {
            member.expected(option.expected() +
                            (member.is_string() ? did_you_mean(member.text(), option.choices) : ""));
        }
    }
}

} // namespace

RuleSet named_rules(const std::string& name, std::optional<int> players, const std::string& place) {
    const std::vector<std::string_view> known = names_of(presets());
    const std::string base = name.substr(0, name.find('+'));
    const auto found = std::ranges::find(presets(), base, &Preset::name);
    if (found == presets().end()) {
        throw InputError(fmt::format("{}: there are no rules {}, expected {}{}", place, quoted(base), list_of(known),
                                     did_you_mean(base, known)));
    }
    std::optional<RuleSet> rules = preset(base, players);
    if (!rules) {
        throw InputError(fmt::format("{}: players is {}, but {}", place, *players, players_of(*found)));
    }
    for (std::size_t from = base.size(); from < name.size();) {
        const std::size_t end = std::min(name.find('+', from + 1), name.size());
        const std::string house = name.substr(from + 1, end - from - 1);
        const auto rule = std::ranges::find(house_rules(), house, &HouseRule::name);
        if (rule == house_rules().end()) {
            const std::vector<std::string_view> houses = names_of(house_rules());
            throw InputError(fmt::format("{}: there is no house rule {}, expected {}{}", place, quoted(house),
                                         list_of(houses), did_you_mean(house, houses)));
        }
        rule->apply(*rules);
        from = end;
    }
    const std::vector<std::string> faults = rule_faults(*rules);
    if (!faults.empty()) {
        throw InputError(fmt::format("{}: {}", place, faults.front()));
    }
    return *rules;
}

RuleSet read_rules(const Node& node, std::optional<int> players) {
    if (!node.is_string() && !node.is_object()) {
        node.expected("the name of a preset or an object with a preset and options");
    }
    if (node.is_string()) {
        return named_rules(node.text(), players, node.place());
    }
    if (!node.has("preset")) {
        node.fail("the key \"preset\" is missing: it names the rules that the options change, expected " +
                  list_of(names_of(presets())));
    }
    const Node base = node.at("preset");
    if (node.has("players")) {
        const int own = static_cast<int>(node.at("players").integer(min_seats, max_seats));
        if (players && *players != own) {
            node.fail(fmt::format("players is {}, but the config's own players is {}", own, *players));
        }
        players = own;
    }
    // A preset for another number of players is a base all the same: its options can all be changed.
    const auto found = std::ranges::find(presets(), base.text().substr(0, base.text().find('+')), &Preset::name);
    const bool fits = found == presets().end() || !players || std::ranges::count(found->players, *players) > 0 ||
                      !node.has("players");
    RuleSet rules = named_rules(base.text(), fits ? players : std::nullopt, base.place());
    set_options(rules, node, "");
    if (node.has("name")) {
        rules.name = node.at("name").name();
    }
    const std::vector<std::string> faults = rule_faults(rules);
    if (!faults.empty()) {
        node.fail(faults.front());
    }
    return rules;
}

} // namespace balak::io
