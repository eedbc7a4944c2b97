// A rule set as data: every option of play and scoring, the published presets, and the house rules on top of them.
#pragma once

#include "balak/seat.hpp"
#include "balak/tile.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace balak {

enum class Draw : std::uint8_t { until_playable, none };
enum class Starter : std::uint8_t { none, random_non_double };
enum class FirstRound : std::uint8_t { highest_double, double_six, lot };
enum class LaterRounds : std::uint8_t { highest_double, winner, alternate };
enum class OpeningTile : std::uint8_t { forced, free };
enum class OutScore : std::uint8_t { opponents, losing_side, all_hands };
enum class BlockWinner : std::uint8_t { fewest_pips, blocker };
enum class BlockTie : std::uint8_t { fewest_tiles, none };
enum class BlockScore : std::uint8_t { others_minus_own, all_hands, losing_side };
enum class Scoring : std::uint8_t { winner_takes, penalty };

/// Who opens a round, with what.
struct OpeningRules {
    FirstRound first_round = FirstRound::highest_double;
    LaterRounds later_rounds = LaterRounds::highest_double;
    OpeningTile tile = OpeningTile::forced;
    bool operator==(const OpeningRules&) const = default;
};

/// What going out gives.
struct OutRules {
    OutScore score = OutScore::opponents;
    int bonus = 0;
    bool operator==(const OutRules&) const = default;
};

/// Who wins a blocked round, and what it gives.
struct BlockRules {
    BlockWinner winner = BlockWinner::fewest_pips;
    BlockTie tie = BlockTie::fewest_tiles;
    BlockScore score = BlockScore::others_minus_own;
    bool operator==(const BlockRules&) const = default;
};

/// What ends a match.
struct MatchRules {
    int target = 100; ///< points that end the match; 0 where `rounds` ends it
    int rounds = 0;   ///< rounds that end the match; 0 where `target` ends it
    bool operator==(const MatchRules&) const = default;
};

/// The complete rules of a game. `rule_options()` says what each option means. The defaults are those of the preset
/// `playboard` with two players.
struct RuleSet {
    std::string name = "playboard"; ///< the preset's name; decides nothing
    int players = 2;                ///< min_seats to max_seats
    bool partnership = false;       ///< seats 0 and 2 against seats 1 and 3
    int max_pip = 6;                ///< 1..6
    int hand_size = 7;
    Draw draw = Draw::until_playable;
    int boneyard_reserve = 0; ///< the last so many tiles are never drawn
    Starter starter = Starter::none;
    OpeningRules opening;
    OutRules out;
    BlockRules block;
    Scoring scoring = Scoring::winner_takes;
    int capicu_bonus = 0;
    MatchRules match;

    bool operator==(const RuleSet&) const = default;

    int side_count() const { return partnership ? 2 : players; }
    /// Whether who wins the round wins the match, whatever the round gives: a match of one round in which the winner
    /// takes points (docs/rules.md, shared 9).
    bool round_decides_match() const { return match.rounds == 1 && scoring == Scoring::winner_takes; }
    Side side_of(Seat seat) const { return Side(partnership ? seat.number() % 2 : seat.number()); }
    TileSet tiles() const { return full_set(max_pip); }
    /// Tiles in the boneyard after the deal.
    int boneyard_size() const {
        return tiles().size() - players * hand_size - (starter == Starter::random_non_double ? 1 : 0);
    }
};

/// One option of a rule set: its name, its values and what they mean. Values are integers; a flag is 0 or 1, a choice
/// the place of its name in `choices`.
struct RuleOption {
    enum class Kind : std::uint8_t { integer, flag, choice };

    std::string_view name; ///< as in configs and records, `opening.tile` for `tile` in the object `opening`
    Kind kind;
    std::int64_t least;
    std::int64_t most;
    std::span<const std::string_view> choices;
    std::string_view meaning;
    std::int64_t (*get)(const RuleSet&);
    void (*set)(RuleSet&, std::int64_t);
    bool optional = false; ///< whether the option may be absent: 0 then says so

    /// A value as a user would write it.
    std::string text(std::int64_t value) const;
    /// The values that are allowed, in words.
    std::string expected() const;
};

/// All options but the name, in the order in which they are written.
std::span<const RuleOption> rule_options();

/// An object of options in configs and records: `opening` holds the option `opening.tile`.
struct RuleOptionGroup {
    std::string_view name;
    std::string_view meaning;
};

std::span<const RuleOptionGroup> rule_option_groups();

/// A named rule set.
struct Preset {
    std::string_view name;
    std::string_view summary;
    std::span<const int> players; ///< the numbers of seats it is made for, the usual one first
    RuleSet (*make)(int players); ///< all but the name, for one of these numbers
    bool published = true;        ///< whether docs/rules.md has it from a published text
};

std::span<const Preset> presets();

/// The rule set of a preset for so many players (by default its usual number); nothing for an unknown name or a
/// number of players that the preset is not made for.
std::optional<RuleSet> preset(std::string_view name, std::optional<int> players = std::nullopt);

/// A named change that a table may make to any rule set.
struct HouseRule {
    std::string_view name;
    std::string_view summary;
    void (*apply)(RuleSet&);
};

std::span<const HouseRule> house_rules();

/// What is wrong with a rule set, a sentence each, naming the options that clash. Empty: it can be played.
std::vector<std::string> rule_faults(const RuleSet& rules);

/// A short name that tells rule sets apart: the name, and in brackets where it differs from the preset of that name.
std::string describe(const RuleSet& rules);

} // namespace balak
