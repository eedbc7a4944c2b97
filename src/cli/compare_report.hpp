// Comparisons as pages for people.
#pragma once

#include "io/comparison.hpp"

#include <string>

namespace balak::cli {

enum class PageStyle { text, markdown };

/// Tables of what was compared, and what of it is real in sentences.
std::string comparison_page(const io::Comparison& comparison, PageStyle style);

} // namespace balak::cli
