// Rule sets as JSON: nested objects with the option names of `rule_options()`.
#pragma once

#include "balak/rules.hpp"
#include "io/json.hpp"

#include <string_view>

namespace balak::io {

/// The complete rule set: the name and every option; of match.target and match.rounds the one that is given.
Json to_json(const RuleSet& rules);

/// Whether an option of this name's first part has options inside it: `opening`, `out`, `block`, `match`.
bool is_option_group(std::string_view name);

/// The option of this full name, or null.
const RuleOption* find_rule_option(std::string_view name);

/// Sets an option from a JSON value. False, and nothing changed, if the value is none that `option.expected()` names.
bool set_option(RuleSet& rules, const RuleOption& option, const Json& value);

} // namespace balak::io
