// What a page shows of each rule set: the ladder, who beats whom, how points were spread.
#pragma once

#include "report/words.hpp"

#include <cstddef>

namespace balak::report {

/// The section of a rule set, one of `sections`.
io::Json standings_section(const Section& section, std::size_t sections);

} // namespace balak::report
