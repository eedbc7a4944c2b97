// The rule set of a record.
#pragma once

#include "balak/rules.hpp"
#include "io/record_reader.hpp"

#include <optional>
#include <vector>

namespace balak::io {

/// The rule set that a `rules` object stands for; nothing if it cannot be understood or makes no sense, with complaints
/// that say why. Bonuses, the reserve and the match's end may exceed what balak plays itself, up to a thousand million.
std::optional<RuleSet> read_rules(const Value::Object& rules, std::vector<Complaint>& complaints);

/// Where a rule set differs from the preset of docs/rules.md that it is named after. Options without effect in the
/// preset may differ, and so may the target of the la-plaza presets.
std::vector<Complaint> preset_complaints(const RuleSet& rules);

} // namespace balak::io
