// Positions and advice as text.
#pragma once

#include "study/advice.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace balak::cli {

/// What a seat sees: rules and score, then table_text(). Lines of at most `width` characters.
std::string position_text(const Observation& seen, std::size_t width);

/// The chain, the seat's hand, and how many tiles are where.
std::string table_text(const Observation& seen, std::size_t width);

/// Text with line feeds in place of blanks where lines would be wider.
std::string wrapped(std::string_view text, std::size_t width);

/// The moves with their worths, the best first, and a sentence on which to take.
std::string moves_text(const study::Advice& advice, const study::AdviceSettings& settings, const Observation& seen);

/// The chance of each place for each tile that the seat does not see.
std::string places_text(const study::Advice& advice, const Observation& seen);

} // namespace balak::cli
