// `balak bench --verify`: whether the slices play as the plain engine does, on this machine.
#pragma once

#include "slices/target.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace balak::cli {

/// Compares the targets with the plain engine under every preset and prints a table. Of each preset and ordered pair of
/// the strategies that have a slice form whose name, as in `playboard-2/random-greedy-heavy`, a regular expression
/// finds, so many single rounds are compared, and matches and roll-outs beside them. Throws std::runtime_error at the
/// first difference, UserError if there is nothing to compare.
void verify(const std::vector<const slices::Target*>& targets, const std::string& filter, std::uint64_t rounds,
            std::uint64_t seed);

} // namespace balak::cli
