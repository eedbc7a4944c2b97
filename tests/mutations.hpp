// Ways to spoil a file of good records. Some leave it legal by luck.
#pragma once

#include "rule_sets.hpp"

#include <functional>
#include <string>
#include <vector>

namespace balak::testing {

/// A kind of mutation.
struct Mutation {
    std::string name;
    /// Changes a run, given as lines with their line feeds, in a place that `numbers` choose. Returns whether it could.
    std::function<bool(std::vector<std::string>& lines, Numbers& numbers)> apply;
};

std::vector<Mutation> all_mutations();

} // namespace balak::testing
