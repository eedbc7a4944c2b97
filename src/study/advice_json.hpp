// Advice as JSON.
#pragma once

#include "io/json.hpp"
#include "study/advice.hpp"

namespace balak::study {

/// `balak.advice/1` (docs/studying.md), with the position as read_position() reads it.
io::Json advice_json(const Advice& advice, const AdviceSettings& settings, const Observation& seen);

} // namespace balak::study
