// What the rule sets are like to play, side by side.
#pragma once

#include "report/words.hpp"

#include <vector>

namespace balak::report {

/// The section with the figures of all rule sets.
io::Json design_section(const std::vector<Section>& sections);

} // namespace balak::report
