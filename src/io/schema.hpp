// The JSON Schema of configs, for editors.
#pragma once

#include "balak/strategy.hpp"
#include "io/json.hpp"

namespace balak::io {

/// The schema (draft 7) of what `read_config` takes with these strategies, made from the tables and limits that it
/// reads by: `balak schema` prints it. It takes whatever the reader takes, and cannot refuse what takes knowledge of a
/// preset's values to refuse.
Json config_schema(const StrategyTable& strategies);

} // namespace balak::io
