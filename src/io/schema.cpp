#include "io/schema.hpp"

#include "bots/bot.hpp"
#include "io/bot_config.hpp"
#include "io/config.hpp"
#include "io/limits.hpp"
#include "io/schema_parts.hpp"
#include "io/stop_config.hpp"

#include <fmt/format.h>

#include <limits>

namespace balak::io {
namespace {

using namespace schema;

/// A text that `Node::name` takes.
constexpr std::string_view name_pattern = R"(^[^\x00-\x1f\x7f]*[^\x00-\x20\x7f][^\x00-\x1f\x7f]*$)";

/// The rows of a table by name, each with its summary.
Json named_rows(const auto& rows) {
    Json list = Json::array();
    for (const auto& row : rows) {
        list.push_back({{"const", row.name}, {"description", row.summary}});
    }
    return list;
}

Json pattern(const std::string& expression) {
    return {{"pattern", expression}};
}

/// `preset+house-rule+house-rule`.
Json rules_name() {
    Json names = named_rows(presets());
    names.push_back(pattern(
        fmt::format("^({})(\\+({}))*$", fmt::join(names_of(presets()), "|"), fmt::join(names_of(house_rules()), "|"))));
    return described("a preset, and house rules added with +", {{"type", "string"}, {"anyOf", names}});
}

Json rule_option(const RuleOption& option) {
    switch (option.kind) {
    case RuleOption::Kind::flag:
        return described(option.meaning, flag());
    case RuleOption::Kind::choice:
        return described(option.meaning, one_of(option.choices));
    case RuleOption::Kind::integer:
        break;
    }
    Json schema = integer(option.least, option.most);
    if (option.optional) {
        schema["type"] = {"integer", "null"};
    }
    return described(option.meaning, schema);
}

/// A match ends in one way: one of the two is given, the other is absent or null.
Json one_end_of_match() {
    const auto only = [](const std::string& one, const std::string& other) -> Json {
        return {{"required", Json::array({one})},
                {"properties", {{one, {{"type", "integer"}}}, {other, {{"type", "null"}}}}}};
    };
    return Json::array({only("target", "rounds"), only("rounds", "target")});
}

Json rules_object() {
    Json members = {{"preset", definition("rulesName")}, {"name", definition("name")}};
    for (const RuleOption& option : rule_options()) {
        const std::string name(option.name);
        const std::size_t dot = name.find('.');
        if (dot == std::string::npos) {
            members[name] = rule_option(option);
        } else {
            members[name.substr(0, dot)][name.substr(dot + 1)] = rule_option(option);
        }
    }
    for (const RuleOptionGroup& group : rule_option_groups()) {
        Json& member = members[std::string(group.name)];
        member = described(group.meaning, object(member));
    }
    members["match"]["oneOf"] = one_end_of_match();
    Json schema = {{"title", "a preset with options changed"}};
    schema.update(object(members, {"preset"}));
    schema["if"] = {{"required", Json::array({"partnership"})}, {"properties", {{"partnership", {{"const", true}}}}}};
    schema["then"] = {{"properties", {{"players", {{"const", 4}}}}}};
    return schema;
}

Json strategy_option(const StrategyOption& option, const StrategyTable& strategies) {
    if (const auto* number = std::get_if<std::int64_t>(&option.standard)) {
        return described(option.meaning, with_default(integer(option.least, option.most), *number));
    }
    return described(option.meaning,
                     with_default(one_of(choices_of(option, strategies)), std::get<std::string_view>(option.standard)));
}

/// An entry of `strategies` that is an object with this `type`; `members` are its own keys.
Json entry(std::string_view type, std::string_view summary, const Json& members,
           std::vector<std::string_view> required = {}) {
    Json all = {{"type", {{"const", type}}}, {"name", definition("name")}};
    all.update(members);
    required.insert(required.begin(), "type");
    Json schema = {{"title", type}, {"description", summary}};
    schema.update(object(all, required));
    return schema;
}

/// A bot that is a command, and one that is a library.
Json bot_entries() {
    const bots::Bot standard;
    Json path = text();
    path["minLength"] = 1;
    const Json told = described("what the bot is told; any object", with_default({{"type", "object"}}, Json::object()));
    const Json command = {
        {"command", described("the program and its arguments; no shell sees them",
                              {{"type", "array"}, {"minItems", 1}, {"items", text()}})},
        {"folder", described("in which it runs; relative to the config", with_default(text(), "."))},
        {"environment",
         described("variables besides PATH, HOME, LANG and TMPDIR",
                   with_default({{"type", "object"}, {"additionalProperties", text()}}, Json::object()))},
        {"options", told},
        {"processes", described("for each seat; 0: one for each thread",
                                with_default(integer(0, bots::most_processes), standard.processes))},
        {"move_ms", described("milliseconds for an answer; 0: no limit",
                              with_default(integer(0, bots::most_ms), standard.move_ms))},
        {"start_ms", described("milliseconds for being ready; 0: no limit",
                               with_default(integer(0, bots::most_ms), standard.start_ms))},
        {"memory_mb", described("limit of its data segment; 0: none",
                                with_default(integer(0, bots::most_memory_mb), standard.command.memory_mb))},
        {"on_fault", described("a fault stops the run, or loses the match",
                               with_default(one_of(on_fault_names()), on_fault_names()[0]))},
        {"restarts", described("how often it is started again after a forfeit, before the run stops",
                               with_default(integer(0, bots::most_restarts), standard.restarts))},
    };
    const Json library = {{"path", described("its file; relative to the config", path)}, {"options", told}};
    return Json::array({entry("command", "a bot: a program that reads and writes lines", command, {"command"}),
                        entry("library", "a bot: a shared library, which runs inside of balak", library, {"path"})});
}

/// Whatever an entry of `strategies` may be: a text, or an object of one of the types.
Json strategy(const StrategyTable& strategies) {
    Json entries = Json::array({definition("strategyName")});
    for (const StrategyType& type : strategies.types()) {
        Json options = Json::object();
        for (const StrategyOption& option : type.options) {
            options[std::string(option.name)] = strategy_option(option, strategies);
        }
        entries.push_back(entry(type.name, type.summary, options));
    }
    for (const Json& bot : bot_entries()) {
        entries.push_back(bot);
    }
    return {{"anyOf", entries}};
}

/// The pattern of `type:option=value,option=value`.
Json spec_pattern(const StrategyType& type, const StrategyTable& strategies) {
    std::vector<std::string> options;
    for (const StrategyOption& option : type.options) {
        options.push_back(std::holds_alternative<std::int64_t>(option.standard)
                              ? fmt::format("{}={}[0-9]+", option.name, option.least < 0 ? "-?" : "")
                              : fmt::format("{}=({})", option.name, fmt::join(choices_of(option, strategies), "|")));
    }
    return pattern(fmt::format("^{0}:({1})(,({1}))*$", type.name, fmt::join(options, "|")));
}

Json strategy_name(const StrategyTable& strategies) {
    Json names = named_rows(strategies.types());
    for (const StrategyType& type : strategies.types()) {
        if (!type.options.empty()) {
            names.push_back(spec_pattern(type, strategies));
        }
    }
    names.push_back(
        described("a bot: a command, split at blanks but not inside of quotes", pattern("^command:.*[^ ]")));
    names.push_back(described("a bot: the file of a shared library", pattern("^library:.")));
    return described("a strategy, and after a colon options that differ from their defaults",
                     {{"type", "string"}, {"anyOf", names}});
}

Json output() {
    Json path = text();
    path["minLength"] = 1;
    Json schema = object({
        {"results", described("file of the results JSON, by default results/ and the config's name; -: standard "
                              "output; empty: none",
                              text())},
        {"records", described("file of the game records, by default none; -: standard output", path)},
        {"record_matches", described("at most so many matches of each pairing (in a free-for-all: of each table) are "
                                     "recorded, the first ones",
                                     with_default(integer(1, limits::matches), Config().record_matches))},
        {"counts", described("whether the results have all counts, so that --extend goes on from them",
                             with_default(flag(), Config().keep_counts))},
        {"notes", described("file of what bots said with their moves in the recorded matches; by default none", path)},
    });
    schema["dependencies"] = {{"record_matches", Json::array({"records"})}, {"notes", Json::array({"records"})}};
    return schema;
}

Json anchor() {
    return object({{"name", described("of one of the strategies", text())},
                   {"elo", described("its rating", integer(-limits::anchor, limits::anchor))}},
                  {"name", "elo"});
}

/// A list of items like this one, no two of which are the same.
Json list(std::size_t least, const Json& item) {
    return {{"type", "array"}, {"minItems", least}, {"uniqueItems", true}, {"items", item}};
}

/// The keys of a config.
Json keys() {
    const tournament::Tournament standard;
    const Json rules = {{"anyOf", Json::array({definition("rules"), list(1, definition("rules"))})}};
    const auto name_of = [](const auto& names, auto value) { return names[static_cast<std::size_t>(value)]; };
    return {
        {"$schema", described("where this schema is, for editors", text())},
        {"name", described("title of the run; by default the name of the file", text())},
        {"rules", described("the rules to play by; a list runs the same tournament under each", rules)},
        {"players", described("number of seats, where the presets allow several", integer(min_seats, max_seats))},
        {"format", described("every two strategies against each other, the first against the rest, or tables of N "
                             "different strategies",
                             with_default(one_of(format_names()), name_of(format_names(), standard.format)))},
        {"matches", described("matches per pairing, all legs counted, rounded up to whole deals",
                              with_default(integer(1, limits::matches), standard.matches))},
        {"unit", described("what is played for each deal",
                           with_default(one_of(unit_names()), name_of(unit_names(), standard.unit)))},
        {"seed",
         described("the same seed gives the same statistics",
                   with_default(number_schema("integer", std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max()),
                                standard.seed))},
        {"strategies", described("who takes part; names must differ", list(2, definition("strategy")))},
        {"adjust", described("whether luck is measured, for estimates with the luck taken off beside the plain ones",
                             with_default(flag(), standard.adjust))},
        {"stop", described("end once every pairing is decided, after `matches` at the latest; alpha and beta are those "
                           "of each pairing",
                           stop_schema())},
        {"anchor",
         described("where the Elo ratings are fixed: a strategy and its rating; without it their mean is 0", anchor())},
        {"threads", described("threads to play on; 0: one for each core",
                              with_default(integer(0, limits::threads), Config().threads))},
        {"output", described("where what is found goes; paths are relative to the working folder", output())},
    };
}

} // namespace

Json config_schema(const StrategyTable& strategies) {
    Json schema = {
        {"$schema", "http://json-schema.org/draft-07/schema#"},
        {"title", "A balak tournament"},
        {"description", "What `balak tournament` plays: which strategies, under which rules, how often."},
    };
    schema.update(object(keys(), {"rules", "strategies"}));
    schema["definitions"] = {
        {"rules", {{"anyOf", Json::array({definition("rulesName"), definition("rulesObject")})}}},
        {"rulesName", rules_name()},
        {"rulesObject", rules_object()},
        {"strategy", strategy(strategies)},
        {"strategyName", strategy_name(strategies)},
        {"name", described("what it is called in tables and results; by default the name of the preset or the type",
                           {{"type", "string"}, {"pattern", name_pattern}})},
    };
    return schema;
}

} // namespace balak::io
