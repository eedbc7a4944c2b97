#include "balak/rules.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

namespace balak {
namespace {

using Kind = RuleOption::Kind;
using Names = std::span<const std::string_view>;

/// The row of an option whose field `Field` (a lambda without captures) finds in a rule set.
template <class Field>
constexpr RuleOption row(std::string_view name, Kind kind, std::int64_t least, std::int64_t most, Names choices,
                         std::string_view meaning, Field, bool optional = false) {
    return {.name = name,
            .kind = kind,
            .least = least,
            .most = most,
            .choices = choices,
            .meaning = meaning,
            .get = [](const RuleSet& rules) { return static_cast<std::int64_t>(Field{}(rules)); },
            .set =
                [](RuleSet& rules, std::int64_t value) {
                    auto& field = Field{}(rules);
                    field = static_cast<std::remove_cvref_t<decltype(field)>>(value);
                },
            .optional = optional};
}

template <class Field>
constexpr RuleOption number(std::string_view name, std::int64_t least, std::int64_t most, std::string_view meaning,
                            Field field) {
    return row(name, Kind::integer, least, most, {}, meaning, field);
}

/// A number that may be absent.
template <class Field>
constexpr RuleOption optional_number(std::string_view name, std::int64_t least, std::int64_t most,
                                     std::string_view meaning, Field field) {
    return row(name, Kind::integer, least, most, {}, meaning, field, true);
}

template <class Field>
constexpr RuleOption choice(std::string_view name, Names choices, std::string_view meaning, Field field) {
    return row(name, Kind::choice, 0, static_cast<std::int64_t>(choices.size()) - 1, choices, meaning, field);
}

// The names of the values, in the order of their enumerations.
constexpr std::array<std::string_view, 2> draw_names{"until-playable", "none"};
constexpr std::array<std::string_view, 2> starter_names{"none", "random-non-double"};
constexpr std::array<std::string_view, 3> first_round_names{"highest-double", "double-six", "lot"};
constexpr std::array<std::string_view, 3> later_rounds_names{"highest-double", "winner", "alternate"};
constexpr std::array<std::string_view, 2> opening_tile_names{"forced", "free"};
constexpr std::array<std::string_view, 3> out_score_names{"opponents", "losing-side", "all-hands"};
constexpr std::array<std::string_view, 2> block_winner_names{"fewest-pips", "blocker"};
constexpr std::array<std::string_view, 2> block_tie_names{"fewest-tiles", "none"};
constexpr std::array<std::string_view, 3> block_score_names{"others-minus-own", "all-hands", "losing-side"};
constexpr std::array<std::string_view, 2> scoring_names{"winner-takes", "penalty"};

// clang-format off
constexpr std::array option_table{
    number("players", min_seats, max_seats, "number of seats", [](auto& r) -> auto& { return r.players; }),
    row("partnership", Kind::flag, 0, 1, {}, "seats 0 and 2 against seats 1 and 3; needs 4 players",
        [](auto& r) -> auto& { return r.partnership; }),
    number("max_pip", 1, 6, "the set: all tiles up to this number (6: the double-six set, 28 tiles)",
           [](auto& r) -> auto& { return r.max_pip; }),
    number("hand_size", 1, 14, "tiles dealt to each seat; the rest is the boneyard",
           [](auto& r) -> auto& { return r.hand_size; }),
    number("boneyard_reserve", 0, 28, "the last so many tiles are never drawn",
           [](auto& r) -> auto& { return r.boneyard_reserve; }),
    choice("draw", draw_names,
           "who is stuck draws one tile at a time until one fits and plays it, or with none passes at once",
           [](auto& r) -> auto& { return r.draw; }),
    choice("starter", starter_names,
           "a random tile that is no double lies on the table before the first turn, or the opener lays the first tile",
           [](auto& r) -> auto& { return r.starter; }),
    choice("opening.first_round", first_round_names,
           "who opens the first round: the holder of the highest double dealt (else of the heaviest tile), the holder "
           "of 6-6 (else as highest-double), or by lot",
           [](auto& r) -> auto& { return r.opening.first_round; }),
    choice("opening.later_rounds", later_rounds_names,
           "who opens later rounds: as highest-double, who laid the last tile of the round before, or the next seat",
           [](auto& r) -> auto& { return r.opening.later_rounds; }),
    choice("opening.tile", opening_tile_names,
           "where a tile gave the right to open, it must be laid first, or any tile may",
           [](auto& r) -> auto& { return r.opening.tile; }),
    choice("out.score", out_score_names,
           "going out gives the pips in all hands outside the winner's side (the first two), or in every hand",
           [](auto& r) -> auto& { return r.out.score; }),
    number("out.bonus", 0, 1000, "added for going out", [](auto& r) -> auto& { return r.out.bonus; }),
    choice("block.winner", block_winner_names,
           "a blocked round is won by the side with the fewest pips, or by the side that laid the last tile",
           [](auto& r) -> auto& { return r.block.winner; }),
    choice("block.tie", block_tie_names, "of sides that tie for the fewest pips, the one with the fewest tiles wins, "
                                         "or nobody does",
           [](auto& r) -> auto& { return r.block.tie; }),
    choice("block.score", block_score_names,
           "a won block gives the others' pips minus the winner's (at least 0), the pips in every hand, or the others' "
           "pips",
           [](auto& r) -> auto& { return r.block.score; }),
    choice("scoring", scoring_names,
           "the winner takes the points, or every side gets minus the pips left in its own hands",
           [](auto& r) -> auto& { return r.scoring; }),
    number("capicu_bonus", 0, 1000,
           "added for going out with a capicu: a tile, no double, that fits both ends while they differ",
           [](auto& r) -> auto& { return r.capicu_bonus; }),
    optional_number("match.target", 1, 1'000'000,
                    "the match ends with the round in which a side reaches so many points",
                    [](auto& r) -> auto& { return r.match.target; }),
    optional_number("match.rounds", 1, 100'000, "the match has so many rounds; the highest score wins",
                    [](auto& r) -> auto& { return r.match.rounds; }),
};
// clang-format on

constexpr std::array<RuleOptionGroup, 4> group_table{{
    {"opening", "who opens a round, with what"},
    {"out", "what going out gives"},
    {"block", "who wins a blocked round, and what it gives"},
    {"match", "what ends a match: a target or a number of rounds"},
}};

constexpr std::array two_players{2};
constexpr std::array four_players{4};
constexpr std::array two_to_four_players{2, 3, 4};

RuleSet playboard(int players) {
    RuleSet rules;
    rules.players = players;
    rules.hand_size = players == 2 ? 7 : 5;
    return rules;
}

RuleSet la_plaza(int players) {
    RuleSet rules;
    rules.players = players;
    rules.opening = {FirstRound::lot, LaterRounds::winner, OpeningTile::free};
    rules.out.score = OutScore::all_hands;
    rules.block = {BlockWinner::fewest_pips, BlockTie::none, BlockScore::all_hands};
    return rules;
}

RuleSet la_plaza_pairs(int players) {
    RuleSet rules = la_plaza(players);
    rules.partnership = true;
    rules.draw = Draw::none;
    rules.opening = {FirstRound::double_six, LaterRounds::winner, OpeningTile::forced};
    return rules;
}

RuleSet four_rounds(int players) {
    RuleSet rules;
    rules.players = players;
    rules.boneyard_reserve = 2;
    rules.starter = Starter::random_non_double;
    rules.opening = {FirstRound::lot, LaterRounds::alternate, OpeningTile::free};
    rules.out.bonus = 5;
    rules.block.tie = BlockTie::none;
    rules.scoring = Scoring::penalty;
    rules.match = {0, 4};
    return rules;
}

RuleSet block(int players) {
    RuleSet rules = playboard(players);
    rules.draw = Draw::none;
    return rules;
}

constexpr std::array<Preset, 5> preset_table{{
    {"playboard", "draw game, each for themselves, to 100 points; the highest double opens every round",
     two_to_four_players, playboard},
    {"la-plaza-1v1", "draw game for two to 100 points; the winner of a round takes every pip and opens the next",
     two_players, la_plaza},
    {"la-plaza-pairs", "block game in two partnerships to 100 points, all tiles dealt; 6-6 opens the first round",
     four_players, la_plaza_pairs},
    {"four-rounds", "draw game for two over four rounds from a random starter; pips left count as penalties",
     two_players, four_rounds},
    {"block", "block game for two to 100 points: as playboard, but nothing is drawn", two_players, block, false},
}};

// clang-format off
constexpr std::array<HouseRule, 10> house_rule_table{{
    {"losing-side", "only the losing side's pips count, going out and blocked",
     [](RuleSet& rules) {
         rules.out.score = OutScore::losing_side;
         rules.block.score = BlockScore::losing_side;
     }},
    {"blocker-wins", "a blocked round goes to the side that blocked it",
     [](RuleSet& rules) { rules.block.winner = BlockWinner::blocker; }},
    {"capicu-25", "25 points for a capicu", [](RuleSet& rules) { rules.capicu_bonus = 25; }},
    {"capicu-30", "30 points for a capicu", [](RuleSet& rules) { rules.capicu_bonus = 30; }},
    {"short", "a match to 50 points", [](RuleSet& rules) { rules.match = {50, 0}; }},
    {"classic", "a match to 100 points", [](RuleSet& rules) { rules.match = {100, 0}; }},
    {"to-150", "a match to 150 points", [](RuleSet& rules) { rules.match = {150, 0}; }},
    {"long", "a match to 200 points", [](RuleSet& rules) { rules.match = {200, 0}; }},
    {"to-500", "a match to 500 points", [](RuleSet& rules) { rules.match = {500, 0}; }},
    {"no-draw", "nothing is drawn from the boneyard: who is stuck passes",
     [](RuleSet& rules) { rules.draw = Draw::none; }},
}};
// clang-format on

} // namespace

std::span<const RuleOption> rule_options() {
    return option_table;
}

std::string RuleOption::text(std::int64_t value) const {
    switch (kind) {
    case Kind::flag:
        return value != 0 ? "true" : "false";
    case Kind::choice:
        return std::string(choices[static_cast<std::size_t>(value)]);
    case Kind::integer:
        break;
    }
    return std::to_string(value);
}

std::string RuleOption::expected() const {
    switch (kind) {
    case Kind::flag:
        return "true or false";
    case Kind::choice: {
        std::string text;
        for (std::size_t i = 0; i < choices.size(); ++i) {
            text += i == 0 ? "" : i + 1 == choices.size() ? " or " : ", ";
            text += '"' + std::string(choices[i]) + '"';
        }
        return text;
    }
    case Kind::integer:
        break;
    }
    return "an integer from " + std::to_string(least) + " to " + std::to_string(most);
}

std::span<const RuleOptionGroup> rule_option_groups() {
    return group_table;
}

std::span<const Preset> presets() {
    return preset_table;
}

std::span<const HouseRule> house_rules() {
    return house_rule_table;
}

std::optional<RuleSet> preset(std::string_view name, std::optional<int> players) {
    const auto* known = std::ranges::find(preset_table, name, &Preset::name);
    if (known == preset_table.end() ||
        (players && std::ranges::find(known->players, *players) == known->players.end())) {
        return std::nullopt;
    }
    RuleSet rules = known->make(players.value_or(known->players.front()));
    rules.name = name;
    return rules;
}

std::vector<std::string> rule_faults(const RuleSet& rules) {
    std::vector<std::string> faults;
    for (const RuleOption& option : rule_options()) {
        const std::int64_t value = option.get(rules);
        if ((value < option.least || value > option.most) && !(option.optional && value == 0)) {
            faults.push_back(std::string(option.name) + " is " + std::to_string(value) + ", must be " +
                             option.expected());
        }
    }
    if (rules.name.find_first_not_of(" \t\r\n") == std::string::npos) {
        faults.emplace_back("the name is empty");
    }
    if (!faults.empty()) {
        return faults;
    }
    if (rules.partnership && rules.players != 4) {
        faults.push_back("partnership is true but players is " + std::to_string(rules.players) +
                         ": a partnership needs 4 players");
    }
    if (rules.boneyard_size() < 0) {
        const bool starter = rules.starter == Starter::random_non_double;
        faults.push_back("players " + std::to_string(rules.players) + " and hand_size " +
                         std::to_string(rules.hand_size) + (starter ? " and the starter" : "") + " need " +
                         std::to_string(rules.players * rules.hand_size + (starter ? 1 : 0)) +
                         " tiles, but the set of max_pip " + std::to_string(rules.max_pip) + " has " +
                         std::to_string(rules.tiles().size()));
    }
    if (rules.match.target > 0 && rules.match.rounds > 0) {
        faults.emplace_back("match.target and match.rounds are both given: a match ends by one of them");
    }
    if (rules.match.target == 0 && rules.match.rounds == 0) {
        faults.emplace_back("neither match.target nor match.rounds is given: a match would never end");
    }
    if (rules.scoring == Scoring::penalty && rules.match.rounds == 0) {
        faults.emplace_back("scoring is \"penalty\" but the match ends by match.target: points that only fall never "
                            "reach a target; give match.rounds instead");
    }
    return faults;
}

std::string describe(const RuleSet& rules) {
    const auto* known = std::ranges::find(preset_table, rules.name, &Preset::name);
    if (known == preset_table.end()) {
        return rules.name;
    }
    const bool made_for_players = std::ranges::find(known->players, rules.players) != known->players.end();
    const RuleSet base = known->make(made_for_players ? rules.players : known->players.front());
    std::string differences;
    for (const RuleOption& option : rule_options()) {
        const std::int64_t value = option.get(rules);
        if (value != option.get(base) && !(option.optional && value == 0)) {
            differences += (differences.empty() ? "" : ", ") + std::string(option.name) + " " + option.text(value);
        }
    }
    std::string text = rules.name;
    // Only where the preset leaves a choice does the name alone not tell how many play.
    if (known->players.size() > 1 && made_for_players) {
        text += ", " + std::to_string(rules.players) + " players";
    }
    return differences.empty() ? text : text + " (" + differences + ")";
}

} // namespace balak
