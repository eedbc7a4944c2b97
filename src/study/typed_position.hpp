// Positions that a person types.
#pragma once

#include "balak/rules.hpp"
#include "bots/choose_message.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace balak::study {

/// What a seat sees, told in words as game records have them, with blanks or commas between. It is the seat's turn.
/// Halves of a tile may come in any order, and a tile that fits one end only needs no mark.
struct TypedPosition {
    int seat = 0;
    std::string hand;                   ///< now: `6-1 3-3`
    std::string played;                 ///< all that the seat saw: `6-6 6-4< + 4-1> pass +2-1`
    std::optional<int> opener;          ///< it follows from the rest, and is compared where it is said
    std::optional<std::string> starter; ///< the tile that lay on the table before the first turn
    std::optional<std::string> score;   ///< of the match before this round, by side: `45 30`; by default all 0
    std::optional<int> round;           ///< in the match, from 0; by default 0, or 1 where there is a score
};

/// The message that tells the same. Throws io::InputError, whose text begins with `place`, for what cannot be read and
/// for what does not fit together; bots::Position looks at the rest.
bots::ChooseMessage read_typed(const RuleSet& rules, const TypedPosition& typed, std::string_view place);

} // namespace balak::study
