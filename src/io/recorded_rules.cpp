#include "io/recorded_rules.hpp"

#include "io/rules_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace balak::io {
namespace {

constexpr std::string_view rule = "RECORD rules";

/// More than any sum of pips, and two of them still add up in an int.
constexpr std::int64_t most_of_any = 1'000'000'000;

/// Whether only balak itself sets an upper limit to this option.
bool open_ended(const RuleOption& option) {
    return option.kind == RuleOption::Kind::integer && option.name != "players" && option.name != "max_pip" &&
           option.name != "hand_size";
}

/// The upper limit in a record.
std::int64_t most(const RuleOption& option) {
    return open_ended(option) ? most_of_any : option.most;
}

bool set(RuleSet& rules, const RuleOption& option, const Value& value) {
    if (const auto* number = value.as<Integer>()) {
        if (*number < option.least || *number > most(option)) {
            return false;
        }
        const auto small = static_cast<std::int64_t>(*number);
        if (open_ended(option)) {
            option.set(rules, small);
            return true;
        }
        return set_option(rules, option, Json(small));
    }
    if (const auto* flag = value.as<bool>()) {
        return set_option(rules, option, Json(*flag));
    }
    const auto* text = value.as<std::string>();
    return text != nullptr && set_option(rules, option, Json(*text));
}

std::string expected(const RuleOption& option) {
    return open_ended(option) ? fmt::format("an integer from {} to {}", option.least, most(option)) : option.expected();
}

/// Reads the members of a rules object one by one.
class RulesReader {
public:
    explicit RulesReader(std::vector<Complaint>& complaints) : complaints_(complaints) {
        rules_.name.clear();
        rules_.match = {0, 0};
    }

    void read(const Value::Object& object) {
        for (const auto& [key, value] : object) {
            const auto* group = value.as<Value::Object>();
            if (key == "name") {
                read_name(value);
            } else if (!is_option_group(key)) {
                // A name with the dot in it is not the nested form.
                read_option(key, key.find('.') == std::string::npos ? find_rule_option(key) : nullptr, value);
            } else if (group == nullptr) {
                complain(fmt::format("{} is {}, must be an object", key, shown(value)));
            } else {
                for (const auto& [inner, inner_value] : *group) {
                    const std::string name = fmt::format("{}.{}", key, inner);
                    read_option(name, find_rule_option(name), inner_value);
                }
            }
        }
    }

    const RuleSet& finish() {
        if (!named_) {
            complain("name is missing");
        }
        for (const RuleOption& option : rule_options()) {
            const bool seen = std::ranges::find(seen_, &option) != seen_.end();
            if (!seen && !option.optional && option.name != "max_pip") {
                complain(fmt::format("{} is missing", option.name));
            }
        }
        return rules_;
    }

private:
    void complain(const std::string& what) { complaints_.push_back({"rules: " + what, std::string(rule)}); }

    void read_name(const Value& value) {
        named_ = true;
        const auto* text = value.as<std::string>();
        if (text == nullptr || text->find_first_not_of(" \t\r\n") == std::string::npos) {
            complain(fmt::format("name is {}, must be a text that is not empty", shown(value)));
            return;
        }
        rules_.name = *text;
    }

    void read_option(std::string_view name, const RuleOption* option, const Value& value) {
        if (option == nullptr) {
            complain(fmt::format("there is no option {}", shown(name)));
            return;
        }
        seen_.push_back(option);
        if (value.is_null() && option->optional) {
            return;
        }
        if (!set(rules_, *option, value)) {
            complain(fmt::format("{} is {}, must be {}", name, shown(value), expected(*option)));
        }
    }

    std::vector<Complaint>& complaints_;
    RuleSet rules_;
    bool named_ = false;
    std::vector<const RuleOption*> seen_;
};

/// Whether an option changes nothing in this rule set.
bool without_effect(const RuleSet& rules, std::string_view option) {
    if (option == "opening.tile") {
        return rules.starter != Starter::none || (rules.opening.first_round == FirstRound::lot &&
                                                  rules.opening.later_rounds != LaterRounds::highest_double);
    }
    if (option == "boneyard_reserve") {
        return rules.draw == Draw::none;
    }
    return rules.scoring == Scoring::penalty && (option == "out.score" || option == "block.score");
}

std::string value_text(const RuleOption& option, const RuleSet& rules) {
    const std::int64_t value = option.get(rules);
    return option.optional && value == 0 ? "not given" : option.text(value);
}

} // namespace

std::optional<RuleSet> read_rules(const Value::Object& rules, std::vector<Complaint>& complaints) {
    const std::size_t before = complaints.size();
    RulesReader reader(complaints);
    reader.read(rules);
    const RuleSet read = reader.finish();
    if (complaints.size() > before) {
        return std::nullopt;
    }
    // Values beyond what balak plays clash with nothing, so they are judged at its limits.
    RuleSet limited = read;
    for (const RuleOption& option : rule_options()) {
        option.set(limited, std::min(option.get(limited), option.most));
    }
    for (const std::string& fault : rule_faults(limited)) {
        complaints.push_back({"rules: " + fault, std::string(rule)});
    }
    return complaints.size() > before ? std::nullopt : std::optional(read);
}

std::vector<Complaint> preset_complaints(const RuleSet& rules) {
    const auto known = std::ranges::find(presets(), rules.name, &Preset::name);
    if (known == presets().end() || !known->published) {
        return {{fmt::format("rules: the published rules have no preset {}", shown(rules.name)), "RULES presets"}};
    }
    std::optional<RuleSet> wanted = preset(rules.name, rules.players);
    if (!wanted) {
        wanted = preset(rules.name);
    }
    std::vector<Complaint> complaints;
    for (const RuleOption& option : rule_options()) {
        const bool free_target = option.name == "match.target" && rules.name.starts_with("la-plaza");
        if (free_target || without_effect(*wanted, option.name) || option.get(rules) == option.get(*wanted)) {
            continue;
        }
        complaints.push_back({fmt::format("rules: {} is {}, but {} in the preset {}", option.name,
                                          value_text(option, rules), value_text(option, *wanted), rules.name),
                              "RULES presets"});
    }
    return complaints;
}

} // namespace balak::io
