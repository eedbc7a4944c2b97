// How the points of single matches and rounds were spread.
#pragma once

#include "report/words.hpp"

#include <cstddef>

namespace balak::report {

/// Histograms of the pairings of a rule set, one of `sections`, from the top of its ladder.
io::Json spreads_part(const Section& section, std::size_t sections);

} // namespace balak::report
