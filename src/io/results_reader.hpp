// Reading results files again, strictly: what a comparison needs of them.
#pragma once

#include "io/reader.hpp"
#include "tournament/changes.hpp"
#include "tournament/design.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace balak::io {

struct RulesResults;

/// A pairing in a results file, seen from a.
struct PairingResults {
    std::string a;
    std::string b;
    std::int64_t matches = 0;
    tournament::Estimate win_rate;
    tournament::Estimate points_per_round;
    /// Adjusted by Holm's method over the pairings of the rule set; none from fewer than two deals.
    std::optional<double> p_win_rate;
    std::optional<double> p_points_per_round;
    /// By block.
    std::vector<std::int64_t> shares;
    std::vector<std::int64_t> margins;
    std::vector<std::int64_t> rounds;

    /// 1 if a is separated above b by win rate, -1 if below, 0 if not separated.
    int separated() const;
    /// The same pairing seen from b.
    PairingResults turned(const RulesResults& rules) const;
    std::int64_t matches_of_block(const RulesResults& rules, std::size_t block) const;
};

/// What was played under one rule set.
// NOLINTNEXTLINE(bugprone-exception-escape): moving JSON throws nothing.
struct RulesResults {
    std::string title; ///< as `describe` gives it
    Json options;      ///< as in the config
    int seats = 2;
    int sides = 2;
    std::int64_t deals = 0;
    std::int64_t shares_of_match = 1;
    std::int64_t margins_of_point = 1;
    std::vector<tournament::DesignCounts> blocks;
    std::vector<PairingResults> pairings;
};

/// A results file.
// NOLINTNEXTLINE(bugprone-exception-escape): moving JSON throws nothing.
struct Results {
    std::string file;
    std::string name;
    std::string version;
    std::string format;
    std::string unit;
    std::uint64_t seed = 0;
    bool complete = true;
    Json stop;                       ///< null for a run that could not end early
    Json strategies;                 ///< as in the config
    std::vector<RulesResults> rules; ///< those that were begun and have deals
};

/// Throws InputError unless a document says that it is results as this balak writes them, of a whole run or a shard.
void require_results_schema(const Json& json, const std::string& file);

/// Reads a results file. Members that are not needed are not looked at, so that the strategies of a file may be unknown
/// here. Throws InputError: no results file, one of another version of the schema, a shard, one without any deal, or
/// one whose parts do not fit together.
Results read_results(const std::string& file);
Results read_results(const Json& json, const std::string& file);

} // namespace balak::io
