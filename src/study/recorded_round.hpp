// Recorded rounds, to be played again.
#pragma once

#include "balak/round.hpp"
#include "io/record_reader.hpp"

#include <string_view>
#include <vector>

namespace balak::study {

/// A round of a record: what Round needs to begin it, and the tiles laid in order. Draws and passes follow.
struct RecordedRound {
    RuleSet rules;
    Deal deal;
    Opening opening;
    PerSide<int> score; ///< of the match before it
    int number = 0;     ///< in the match, from 0
    std::vector<Move> plays;
};

/// The judge must have found no fault in the record (io::Judge). Throws io::InputError, whose text begins with `place`,
/// for numbers beyond those that balak plays with.
RecordedRound read_round(const io::Record& record, std::string_view place);

} // namespace balak::study
