// A comparison in plain sentences, and its figures with as many digits as they are worth.
#pragma once

#include "io/comparison.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace balak::io {

/// `p < 0.0001`, `p = 0.012`
std::string p_text(double p);

/// The same in a table: `< 0.0001`, `0.012`, or nothing.
std::string p_cell(const std::optional<double>& p);

/// A mean and half of its interval, with two digits of its error: `80.7 % ± 1.1`, `+6.89 ± 0.31`.
std::string estimate_text(const tournament::Estimate& estimate, FigureChange::Unit unit);

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

/// Which run a results file is of.
std::string title(const Results& results);

/// How the figures of pairings are meant.
inline constexpr std::string_view pairings_legend =
    "± is half of a 95 % interval over deals; a draw is half a win. Real is what has p (Holm) up to 0.05, adjusted "
    "over all pairings of a rule set.";
/// How the figures of the changes are meant.
std::string legend(const Comparison& comparison);

} // namespace balak::io
