// What is known of a round's opening once it has been seen.
#pragma once

#include "balak/round.hpp"

namespace balak {

/// Whether a tile decides who opens the round of this number in a match.
bool tile_decides_opening(const RuleSet& rules, int round);

/// Whether that tile must then be laid.
bool opening_tile_is_forced(const RuleSet& rules);

/// The opening of a round of which at least one turn was seen.
Opening opening_seen(const Observation& seen);

} // namespace balak
