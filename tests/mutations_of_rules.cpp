// Spoils the rules of a record.
#include "mutation_parts.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace balak::testing {
namespace {

/// A mutation of one record's rules, and the same for all records of a run.
void add_rules_mutation(std::vector<Mutation>& all, const std::string& name, const Change& change) {
    all.push_back(of_record(fmt::format("rules: {}", name),
                            [=](Json& record, Numbers& numbers) { return change(record["rules"], numbers); }));
    all.push_back({fmt::format("rules of all: {}", name), [=](Lines& lines, Numbers& numbers) {
                       bool changed = false;
                       for (std::string& line : lines) {
                           const Json before = Json::parse(line);
                           Json record = before;
                           changed = (change(record["rules"], numbers) && record != before) || changed;
                           line = line_of(record);
                       }
                       return changed;
                   }});
}

} // namespace

void add_rules_mutations(std::vector<Mutation>& all) {
    const auto pointer_of = [](std::string_view option) {
        std::string pointer = fmt::format("/{}", option);
        std::ranges::replace(pointer, '.', '/');
        return Json::json_pointer(pointer);
    };
    for (const RuleOption& option : rule_options()) {
        const Json::json_pointer pointer = pointer_of(option.name);
        std::vector<Json> values{nullptr, "none", -1, 1'000'000'001LL, true, Json::array()};
        for (std::int64_t value = option.least; value <= std::min(option.most, option.least + 3); ++value) {
            if (option.kind == RuleOption::Kind::choice) {
                values.emplace_back(option.text(value));
            } else if (option.kind == RuleOption::Kind::flag) {
                values.emplace_back(value != 0);
            } else {
                values.emplace_back(value);
            }
        }
        if (option.kind == RuleOption::Kind::integer) {
            values.emplace_back(option.most + 1);
            values.emplace_back(option.most + 20);
        }
        for (const Json& value : values) {
            // Beyond a thousand million balak gives up where the referee does not.
            if (value == 1'000'000'001LL && option.least == 1 && option.name.starts_with("match.")) {
                continue;
            }
            if (value == 1'000'000'001LL && option.least == 0) {
                continue;
            }
            add_rules_mutation(all, fmt::format("{} {}", option.name, value.dump()), [=](Json& rules, Numbers&) {
                rules[pointer] = value;
                return true;
            });
        }
        add_rules_mutation(all, fmt::format("without {}", option.name), [=](Json& rules, Numbers&) {
            Json& parent = rules[pointer.parent_pointer()];
            return parent.erase(pointer.back()) > 0;
        });
        add_rules_mutation(all, fmt::format("{} at the top", option.name), [=](Json& rules, Numbers&) {
            if (pointer.parent_pointer().empty() || !rules.contains(pointer)) {
                return false;
            }
            rules[std::string(option.name)] = Json(rules[pointer]);
            return true;
        });
    }
    for (const char* group : {"opening", "out", "block", "match"}) {
        add_rules_mutation(all, fmt::format("{} no object", group), [=](Json& rules, Numbers&) {
            rules[group] = 5;
            return true;
        });
        add_rules_mutation(all, fmt::format("{} with an unknown option", group), [=](Json& rules, Numbers&) {
            rules[group]["extra"] = 0;
            return true;
        });
    }
    for (const char* name : {"", " ", "block", "playboard", "la-plaza-1v1", "four-rounds", "my own"}) {
        add_rules_mutation(all, fmt::format("name {}", Json(name).dump()), [=](Json& rules, Numbers&) {
            rules["name"] = name;
            return true;
        });
    }
    add_rules_mutation(all, "without name", [](Json& rules, Numbers&) { return rules.erase("name") > 0; });
    add_rules_mutation(all, "an unknown option", [](Json& rules, Numbers&) {
        rules["spinner"] = true;
        return true;
    });
    add_rules_mutation(all, "a match by target and rounds", [](Json& rules, Numbers&) {
        rules["match"] = {{"target", 100}, {"rounds", 4}};
        return true;
    });
    add_rules_mutation(all, "a match without end", [](Json& rules, Numbers&) {
        rules["match"] = {{"target", nullptr}, {"rounds", nullptr}};
        return true;
    });
    add_rules_mutation(all, "the option that is not given as null", [](Json& rules, Numbers&) {
        rules["match"][rules["match"].contains("target") ? "rounds" : "target"] = nullptr;
        return true;
    });
    add_rules_mutation(all, "no option at all", [](Json& rules, Numbers&) {
        rules = Json::object();
        return true;
    });
}

} // namespace balak::testing
