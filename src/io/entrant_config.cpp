// Strategies and their options in configs and on the command line.
#include "io/bot_config.hpp"
#include "io/config.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace balak::io {
namespace {

using tournament::Entrant;

const StrategyType& require_type(const std::string& name, const StrategyTable& strategies, const std::string& place) {
    const StrategyType* type = strategies.find(name);
    if (type == nullptr) {
        const auto known = names_of(strategies.types());
        throw InputError(fmt::format("{}: there is no strategy {}, expected {}{}", place, quoted(name), list_of(known),
                                     did_you_mean(name, known)));
    }
    return *type;
}

/// Sets an option from a JSON value; the node says where it stands.
void set_value(OptionValues& values, const StrategyOption& option, const Node& node, const StrategyTable& strategies) {
    if (std::holds_alternative<std::int64_t>(option.standard)) {
        values.set(option.name, node.integer(option.least, option.most));
        return;
    }
    if (option.choices.empty()) {
        require_no_bot(node);
    }
    const std::vector<std::string_view> names = choices_of(option, strategies);
    values.set(option.name, std::string(names[node.choice(names)]));
}

} // namespace

std::vector<std::string_view> choices_of(const StrategyOption& option, const StrategyTable& strategies) {
    std::vector<std::string_view> names(option.choices.begin(), option.choices.end());
    if (names.empty()) {
        for (const StrategyType& type : strategies.types()) {
            if (!type.searches) {
                names.push_back(type.name);
            }
        }
    }
    return names;
}

Entrant named_entrant(const std::string& spec, const StrategyTable& strategies, const std::string& place) {
    if (is_bot_type(spec)) {
        return named_bot(spec, place);
    }
    const std::string type_name = spec.substr(0, spec.find(':'));
    const StrategyType& type = require_type(type_name, strategies, place);
    // Written as `type:option=value,...` it is read as the object it stands for.
    Json options = Json::object();
    for (std::size_t from = type_name.size(); from < spec.size();) {
        const std::size_t end = std::min(spec.find(',', from + 1), spec.size());
        const std::string part = spec.substr(from + 1, end - from - 1);
        const std::size_t equals = part.find('=');
        if (equals == std::string::npos) {
            throw InputError(fmt::format("{}: {}: options are written OPTION=VALUE, but there is {}", place, type.name,
                                         quoted(part)));
        }
        const std::string name = part.substr(0, equals);
        if (options.contains(name)) {
            throw InputError(fmt::format("{}: {}: the option {} is there twice", place, type.name, quoted(name)));
        }
        const std::string value = part.substr(equals + 1);
        const bool digits = value.find_first_not_of("0123456789", value.starts_with('-') ? 1 : 0) == std::string::npos;
        const Json number = digits ? Json::parse(value, nullptr, false) : Json();
        options[name] = number.is_number() ? number : Json(value);
        from = end;
    }
    const Node node(options, fmt::format("{}: {}", place, type.name));
    if (type.options.empty() && !options.empty()) {
        node.fail("this strategy has no options");
    }
    node.require_keys(names_of(type.options), "option");
    Entrant entrant{spec, std::string(type.name), type.standard_options(), type.sees_all};
    for (const StrategyOption& option : type.options) {
        if (node.has(option.name)) {
            set_value(entrant.options, option, node.at(option.name), strategies);
        }
    }
    return entrant;
}

Entrant read_entrant(const Node& node, const StrategyTable& strategies, const std::string& base) {
    if (node.is_string()) {
        return named_entrant(node.text(), strategies, node.place());
    }
    if (!node.is_object()) {
        node.expected("the name of a strategy or an object with a \"type\"");
    }
    if (!node.has("type")) {
        node.fail("the key \"type\" is missing: the strategy's name in `balak strategies`");
    }
    if (is_bot_type(node.at("type").text()) && node.at("type").text().find(':') == std::string::npos) {
        return read_bot(node, base);
    }
    const StrategyType& type = require_type(node.at("type").text(), strategies, node.at("type").place());
    std::vector<std::string_view> keys = names_of(type.options);
    keys.insert(keys.begin(), {"name", "type"});
    node.require_keys(keys);
    Entrant entrant{std::string(type.name), std::string(type.name), type.standard_options(), type.sees_all};
    if (node.has("name")) {
        entrant.name = node.at("name").name();
    }
    for (const StrategyOption& option : type.options) {
        if (node.has(option.name)) {
            set_value(entrant.options, option, node.at(option.name), strategies);
        }
    }
    return entrant;
}

Json to_json(const Entrant& entrant) {
    if (entrant.bot) {
        return bot_json(entrant);
    }
    Json json = {{"name", entrant.name}, {"type", entrant.type}};
    for (const auto& option : entrant.options.all()) {
        std::visit([&](const auto& plain) { json[option.first] = plain; }, option.second);
    }
    return json;
}

} // namespace balak::io
