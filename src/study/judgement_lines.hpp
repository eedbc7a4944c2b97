// Judgements as JSON Lines (docs/analysing.md).
#pragma once

#include "study/analysis.hpp"

#include <string>
#include <string_view>

namespace balak::study {

/// The first line, with its line feed: what is in the file, and how it was judged.
std::string judgement_heading(const JudgeSettings& settings);

/// The line of a choice, with its line feed.
std::string judgement_line(const JudgedChoice& choice);

/// The settings of a first line, without its line feed. Throws io::InputError, whose text begins with `place`, for
/// anything else.
JudgeSettings read_judgement_heading(const std::string& line, const std::string& place);

/// The choice of a line, without its line feed. Throws io::InputError for anything else.
JudgedChoice read_judgement(const std::string& line, const std::string& place);

} // namespace balak::study
