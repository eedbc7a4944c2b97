#include "io/rules_json.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>

namespace balak::io {
namespace {

Json option_value(const RuleOption& option, const RuleSet& rules) {
    const std::int64_t value = option.get(rules);
    switch (option.kind) {
    case RuleOption::Kind::flag:
        return value != 0;
    case RuleOption::Kind::choice:
        return option.text(value);
    case RuleOption::Kind::integer:
        break;
    }
    return value;
}

} // namespace

Json to_json(const RuleSet& rules) {
    Json json = {{"name", rules.name}};
    for (const RuleOption& option : rule_options()) {
        if (option.optional && option.get(rules) == 0) {
            continue;
        }
        const std::size_t dot = option.name.find('.');
        if (dot == std::string_view::npos) {
            json[std::string(option.name)] = option_value(option, rules);
        } else {
            json[std::string(option.name.substr(0, dot))][std::string(option.name.substr(dot + 1))] =
                option_value(option, rules);
        }
    }
    return json;
}

bool is_option_group(std::string_view name) {
    return std::ranges::find(rule_option_groups(), name, &RuleOptionGroup::name) != rule_option_groups().end();
}

const RuleOption* find_rule_option(std::string_view name) {
    const auto found = std::ranges::find(rule_options(), name, &RuleOption::name);
    return found == rule_options().end() ? nullptr : &*found;
}

bool set_option(RuleSet& rules, const RuleOption& option, const Json& value) {
    switch (option.kind) {
    case RuleOption::Kind::flag:
        if (!value.is_boolean()) {
            return false;
        }
        option.set(rules, value.get<bool>() ? 1 : 0);
        return true;
    case RuleOption::Kind::choice: {
        const auto place = value.is_string() ? std::ranges::find(option.choices, value.get_ref<const std::string&>())
                                             : option.choices.end();
        if (place == option.choices.end()) {
            return false;
        }
        option.set(rules, place - option.choices.begin());
        return true;
    }
    case RuleOption::Kind::integer:
        break;
    }
    if (!value.is_number_integer() || value < option.least || value > option.most) {
        return false;
    }
    option.set(rules, value.get<std::int64_t>());
    return true;
}

} // namespace balak::io
