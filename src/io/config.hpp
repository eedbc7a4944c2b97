// Configs: what a user wants played, read strictly from JSON or from words of a command line.
#pragma once

#include "balak/strategy.hpp"
#include "io/reader.hpp"
#include "tournament/tournament.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace balak::io {

/// A tournament and where its output goes.
struct Config {
    tournament::Tournament tournament;
    int threads = 0;     ///< 0: one for each core
    std::string results; ///< file; empty: none
    std::string records; ///< file; empty: none
    std::string notes;   ///< file of what bots said with their moves; empty: none
    std::uint64_t record_matches = 100;
    bool keep_counts = true; ///< in the results, for others to go on from
};

/// The config in a file. Its rule sets and strategies are valid. Throws InputError.
Config read_config(const std::string& file, const StrategyTable& strategies);
/// The same of a document that was read from this file.
Config read_config(const Json& json, const std::string& file, const StrategyTable& strategies);

/// A rule set by name, with house rules: `la-plaza-pairs`, `la-plaza-pairs+short+capicu-25`. Throws InputError, whose
/// text begins with `place`.
RuleSet named_rules(const std::string& name, std::optional<int> players, const std::string& place);

/// A rule set from a preset's name or from an object with a preset and options to change.
RuleSet read_rules(const Node& node, std::optional<int> players);

/// An entrant from `type` or `type:option=value,option=value`, `command:WORDS` or `library:PATH`. Throws InputError,
/// whose text begins with `place`.
tournament::Entrant named_entrant(const std::string& spec, const StrategyTable& strategies, const std::string& place);

/// An entrant from such a text or from an object. What a bot's entry names lies relative to `base`.
tournament::Entrant read_entrant(const Node& node, const StrategyTable& strategies, const std::string& base = "");

/// Throws InputError, whose text begins with `place`, if these entrants cannot play this tournament: fewer than two,
/// names that are there twice, too few for the tables of a free-for-all, or so many that the tables are too many.
void require_playable(const tournament::Tournament& tournament, const std::string& place);

/// Throws InputError, whose text begins with `place`, if luck is to be adjusted for and a strategy sees all: the
/// measures are 0 on average only where nobody knows what will be drawn.
void require_luck(const tournament::Tournament& tournament, const std::string& place);

/// What `unit: round` makes of a rule set: a match is one round.
RuleSet one_round(RuleSet rules);

/// The texts that an option may have that is no integer.
std::vector<std::string_view> choices_of(const StrategyOption& option, const StrategyTable& strategies);

/// An entrant with all its options.
Json to_json(const tournament::Entrant& entrant);

/// The complete config, all defaults resolved.
Json to_json(const Config& config);

/// Names of the formats and units, in the order of their enumerations.
std::span<const std::string_view> format_names();
std::span<const std::string_view> unit_names();

} // namespace balak::io
