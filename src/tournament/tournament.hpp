// What a tournament is: who plays whom, under which rules, how often.
#pragma once

#include "balak/rules.hpp"
#include "balak/strategy.hpp"
#include "bots/bot.hpp"
#include "tournament/stop_rule.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace balak::tournament {

enum class Format : std::uint8_t { round_robin, gauntlet, free_for_all };
enum class Unit : std::uint8_t { match, round };

/// A strategy that takes part.
struct Entrant {
    std::string name; ///< what it is called in this tournament
    std::string type; ///< its name in the strategy table
    OptionValues options;
    bool sees_all = false;                       ///< whether it cheats, as its type says: for reports
    std::optional<bots::Bot> bot = std::nullopt; ///< a player outside of the program, whose type is in no table
};

/// Where the ratings are fixed: a strategy, by its number, and its rating.
struct Anchor {
    std::size_t entrant = 0;
    double elo = 0;
};

struct Tournament {
    std::string name;
    std::vector<RuleSet> rules; ///< it is played once under each
    Format format = Format::round_robin;
    Unit unit = Unit::match;        ///< what is played for each deal
    std::uint64_t matches = 10'000; ///< of each pairing, all legs counted; rounded up to whole deals
    std::uint64_t seed = 1;
    std::vector<Entrant> entrants;
    bool adjust = false;          ///< whether luck is measured, for adjusted estimates
    std::optional<Anchor> anchor; ///< without it the mean rating is 0
    std::optional<StopRule> stop; ///< `matches` is the most that is played then
};

} // namespace balak::tournament
