// Stopping rules as JSON and as words.
#pragma once

#include "io/reader.hpp"
#include "tournament/stop_rule.hpp"
#include "tournament/stop_state.hpp"

#include <string>

namespace balak::io {

/// A stopping rule from an object with a `rule`. Throws InputError.
tournament::StopRule read_stop(const Node& node);

/// A stopping rule from `rule:key=value,key=value`, read as the object it stands for; `width=W` is short for `until`.
/// Throws InputError, whose text begins with `place`.
tournament::StopRule named_stop(const std::string& text, const std::string& place);

/// A stopping rule with all defaults resolved.
Json to_json(const tournament::StopRule& rule);

/// The JSON Schema of what `read_stop` takes.
Json stop_schema();

/// Where a rule stands with a pairing, for results.
Json stop_json(const tournament::StopRule& rule, const tournament::PairingStop& state);

/// The same as a sentence about the entrants a and b.
std::string stop_sentence(const tournament::StopRule& rule, const tournament::PairingStop& state, const std::string& a,
                          const std::string& b);

} // namespace balak::io
