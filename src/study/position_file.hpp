// Positions in files.
#pragma once

#include "balak/table.hpp"
#include "study/question.hpp"

#include <string>

namespace balak::study {

/// Reads a `choose` message with `rules` (the name of rules, an object as in configs, or all options as in records), or
/// a question that a run has kept, whose first line is `hello`. `file` begins the sentences. Throws io::InputError.
Question read_position(const std::string& text, const std::string& file);

/// The `choose` message of what a seat sees, with its rules: what read_position() reads.
std::string position_text(const Observation& seen);

} // namespace balak::study
