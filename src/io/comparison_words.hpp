// A comparison in plain sentences, and its figures with as many digits as they are worth.
#pragma once

#include "io/comparison.hpp"

#include <string>
#include <vector>

namespace balak::io {

/// `p < 0.0001`, `p = 0.012`
std::string p_text(double p);

/// A figure in one of the runs: `80.7 %`, `+6.89`, `18.6`, with two digits of the error of the difference.
std::string value_text(const FigureChange& figure, double value);
/// The difference and half of its interval: `+0.42 ± 0.11`.
std::string difference_text(const FigureChange& figure);

/// Which of a pairing is better, by how much, and whether that is real. `unit` is that of the run, `tests` the number
/// of pairings.
std::string sentence(const PairingResults& pairing, const RulesResults& rules, const std::string& unit);

/// What changed for a pairing, and who wins it.
std::string sentence(const PairingChange& pairing, const RulesChange& rules);

/// What changed of the rules' figures: a sentence for each that did, and one for the others.
std::vector<std::string> table_sentences(const RulesChange& rules);

} // namespace balak::io
