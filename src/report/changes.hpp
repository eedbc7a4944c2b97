// What changed between two results, or between the rule sets of one.
#pragma once

#include "io/comparison.hpp"

#include <cstddef>

namespace balak::report {

/// The section of a change, one of `changes` on a page. The words are those of `balak compare`.
io::Json change_section(const io::RulesChange& change, std::size_t changes);

} // namespace balak::report
