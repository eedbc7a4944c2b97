// What differs between two results files, or between the rule sets of one, and whether that is more than chance.
#pragma once

#include "io/results_reader.hpp"
#include "tournament/changes.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace balak::io {

/// A figure in two runs.
struct FigureChange {
    enum class Unit { points, share, number };

    std::string_view key;   ///< in JSON
    std::string_view title; ///< in a table
    std::string_view words; ///< in a sentence, after a number
    Unit unit = Unit::points;
    tournament::Change change;
    std::optional<double> p_holm; ///< over all figures of the comparison
    std::optional<double> deals_to_show;

    /// Whether the difference is more than chance: then its sign, else 0.
    int real() const;
};

/// A pairing in two runs, seen from the same side in both.
struct PairingChange {
    std::string a;
    std::string b;
    int separated_one = 0; ///< as PairingResults::separated
    int separated_other = 0;
    double win_rate_one = 0.5;
    double win_rate_other = 0.5;
    std::vector<FigureChange> figures;
};

/// Two rule sets, or one in two files.
struct RulesChange {
    std::string rules_one; ///< titles
    std::string rules_other;
    std::string one; ///< what a reader calls them
    std::string other;
    std::int64_t deals_one = 0;
    std::int64_t deals_other = 0;
    bool matched = false;
    std::string matching;                 ///< a sentence: which deals both have, and what is made of it
    std::vector<std::string> differences; ///< of the options, a sentence each
    std::vector<std::string> notes;       ///< what a reader should know of it
    std::vector<PairingChange> pairings;
    std::vector<FigureChange> table; ///< figures of the rules, over all pairings
};

struct Comparison {
    std::vector<Results> files;           ///< one or two
    std::vector<std::string> differences; ///< of the two configs, a sentence each
    std::vector<std::string> warnings;
    std::vector<RulesChange> changes;
    std::size_t tests = 0; ///< figures that were tested together
};

/// Compares the rule sets of a file with the one of the title `base`, or with the first one. Throws InputError.
Comparison compare(Results results, const std::optional<std::string>& base);

/// Compares two files. Throws InputError if they are not comparable.
Comparison compare(Results one, Results other);

/// Adjusts the p-values of all figures of comparisons that are read together, as one family.
void adjust_together(std::span<Comparison> comparisons);

/// All of it as JSON, `balak.comparison/1`.
Json to_json(const Comparison& comparison);

} // namespace balak::io
