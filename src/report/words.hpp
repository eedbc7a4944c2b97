// What a page says in sentences of its own: who won, and whether that is real.
#pragma once

#include "io/comparison.hpp"
#include "io/results_reader.hpp"
#include "io/standings_reader.hpp"

#include <string>
#include <vector>

namespace balak::report {

/// One rule set of one file.
struct Section {
    const io::Results* results;
    const io::RulesResults* rules;
    const io::RulesStandings* standings;
    std::string title; ///< names the rule set among all of the page
};

/// Who is at the top under a rule set.
struct Verdict {
    std::string winner;
    bool is_real = false; ///< separated above every other that it has met
    std::string sentence;
};

/// By Holm's test of all pairings, as in the results.
Verdict verdict(const Section& section);

/// The first sentences of a page: who won under its rule sets, whether that is real, and how much of what was compared
/// has changed.
std::string lead(const std::vector<Section>& sections, const std::vector<io::Comparison>& comparisons);

/// Names with commas, at most so many of them.
std::string listed(const std::vector<std::string>& names, std::size_t most = 6);

/// `rounds` or `matches`: what was won.
std::string_view unit_word(const io::Results& results);

} // namespace balak::report
