// The turns of recorded rounds.
#pragma once

#include "io/record_reader.hpp"
#include "study/question.hpp"

#include <optional>
#include <string_view>

namespace balak::study {

/// What the seat to move saw in a round that is recorded, after so many turns (plays and passes), or at the last turn
/// with a choice. The judge must have found no fault in the record (io::Judge). Throws io::InputError, whose text
/// begins with `place`, where there is no such turn or nothing to be laid in it.
Question recorded_turn(const io::Record& record, std::optional<int> turn, std::string_view place);

} // namespace balak::study
