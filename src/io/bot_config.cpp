#include "io/bot_config.hpp"

#include <boost/tokenizer.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>

namespace balak::io {
namespace {

using bots::Bot;
using tournament::Entrant;

constexpr std::array<std::string_view, 2> types{"command", "library"};
constexpr std::array<std::string_view, 2> faults{"stop", "forfeit"};

/// Words and quotes, as a shell would take them, but nothing else of a shell.
std::vector<std::string> words_of(const std::string& text, const std::string& place) {
    using Separator = boost::escaped_list_separator<char>;
    std::vector<std::string> words;
    try {
        const boost::tokenizer<Separator> tokens(text, Separator("\\", " ", "\"'"));
        std::ranges::copy_if(tokens, std::back_inserter(words), [](const std::string& word) { return !word.empty(); });
    } catch (const boost::escaped_list_error& error) {
        throw InputError(fmt::format("{}: the command {} cannot be read: {}", place, quoted(text), error.what()));
    }
    bool open = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\') {
            ++i; // what comes after it means nothing
        } else if (text[i] == '"' || text[i] == '\'') {
            open = !open;
        }
    }
    if (open) {
        throw InputError(fmt::format("{}: the command {} cannot be read: a quote is not closed", place, quoted(text)));
    }
    if (words.empty()) {
        throw InputError(
            fmt::format("{}: \"command:\" is followed by no words; as in \"command:python3 mine.py\"", place));
    }
    return words;
}

/// A path that the loader does not look for in its own folders.
std::string library_path(const std::string& base, const std::string& path) {
    const std::string whole = (std::filesystem::path(base) / path).string();
    return whole.find('/') == std::string::npos ? "./" + whole : whole;
}

void read_words(const Node& node, Bot& bot) {
    if (!node.is_array() || node.items().empty()) {
        node.expected("a list of the program and its arguments");
    }
    for (const Node& word : node.items()) {
        bot.command.words.push_back(word.text());
        if (bot.command.words.back().find('\0') != std::string::npos) {
            word.expected("a text without the character 0");
        }
    }
    if (bot.command.words.front().empty()) {
        node.items().front().expected("the name of a program");
    }
}

void read_environment(const Node& node, Bot& bot) {
    if (!node.is_object()) {
        node.expected("an object of texts");
    }
    for (const auto& [name, value] : node.value().items()) {
        if (name.empty() || name.find('=') != std::string::npos || name.find('\0') != std::string::npos) {
            node.fail(fmt::format("{} can be no name of an environment variable", quoted(name)));
        }
        std::string text = node.at(name).text();
        if (text.find('\0') != std::string::npos) {
            node.at(name).expected("a text without the character 0");
        }
        bot.command.environment.emplace(name, std::move(text));
    }
}

void read_options(const Node& node, Bot& bot) {
    if (node.has("options")) {
        if (!node.at("options").is_object()) {
            node.at("options").expected("an object");
        }
        bot.options = node.at("options").value().dump();
    }
}

void read_command(const Node& node, const std::string& base, Bot& bot) {
    constexpr std::array<std::string_view, 12> keys{"name",        "type",      "command",   "folder",
                                                    "environment", "options",   "processes", "move_ms",
                                                    "start_ms",    "memory_mb", "on_fault",  "restarts"};
    node.require_keys(keys);
    if (!node.has("command")) {
        node.fail("the key \"command\" is missing: a list of the program and its arguments");
    }
    read_words(node.at("command"), bot);
    bot.written_folder = node.has("folder") ? node.at("folder").text("the path of a folder") : ".";
    bot.command.folder = (std::filesystem::path(base.empty() ? "." : base) / bot.written_folder).string();
    if (node.has("environment")) {
        read_environment(node.at("environment"), bot);
    }
    const auto number = [&](std::string_view key, auto& value, std::int64_t most) {
        if (node.has(key)) {
            value = static_cast<std::remove_reference_t<decltype(value)>>(node.at(key).integer(0, most));
        }
    };
    number("processes", bot.processes, bots::most_processes);
    number("move_ms", bot.move_ms, bots::most_ms);
    number("start_ms", bot.start_ms, bots::most_ms);
    number("memory_mb", bot.command.memory_mb, bots::most_memory_mb);
    number("restarts", bot.restarts, bots::most_restarts);
    if (node.has("on_fault")) {
        bot.on_fault = static_cast<bots::OnFault>(node.at("on_fault").choice(faults));
    }
}

} // namespace

std::span<const std::string_view> on_fault_names() {
    return faults;
}

bool is_bot_type(std::string_view type) {
    return std::ranges::find(types, type.substr(0, type.find(':'))) != types.end();
}

Entrant named_bot(const std::string& spec, const std::string& place) {
    const std::size_t colon = std::min(spec.find(':'), spec.size());
    const std::string rest = spec.substr(std::min(colon + 1, spec.size()));
    Entrant entrant{spec, spec.substr(0, colon), {}};
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
    if (std::ranges::any_of(spec, is_control)) {
        throw InputError(fmt::format("{}: {} has control characters", place, quoted(spec)));
    }
    Bot& bot = entrant.bot.emplace();
    if (entrant.type == "command") {
        bot.command.words = words_of(rest, place);
        bot.written_folder = ".";
    } else if (rest.empty()) {
        throw InputError(fmt::format("{}: \"library:\" is followed by no path; as in \"library:./mine.so\"", place));
    } else {
        bot.written_folder = rest;
        bot.path = library_path("", rest);
    }
    return entrant;
}

Entrant read_bot(const Node& node, const std::string& base) {
    Entrant entrant{node.at("type").text(), node.at("type").text(), {}};
    Bot& bot = entrant.bot.emplace();
    if (entrant.type == "command") {
        read_command(node, base, bot);
        entrant.name = fmt::format("command:{}", fmt::join(bot.command.words, " "));
    } else {
        constexpr std::array<std::string_view, 4> keys{"name", "type", "path", "options"};
        node.require_keys(keys);
        if (!node.has("path")) {
            node.fail("the key \"path\" is missing: the file of the library");
        }
        bot.written_folder = node.at("path").text("the path of a file");
        if (bot.written_folder.empty()) {
            node.at("path").expected("the path of a file");
        }
        bot.path = library_path(base, bot.written_folder);
        entrant.name = fmt::format("library:{}", bot.written_folder);
    }
    read_options(node, bot);
    if (node.has("name")) {
        entrant.name = node.at("name").name();
    } else {
        // What stands in tables must be on one line.
        std::ranges::replace_if(
            entrant.name, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
    }
    return entrant;
}

Json bot_json(const Entrant& entrant) {
    const Bot& bot = *entrant.bot;
    Json json = {{"name", entrant.name}, {"type", entrant.type}};
    if (bot.is_library()) {
        json["path"] = bot.written_folder;
        json["options"] = Json::parse(bot.options);
        return json;
    }
    json.update({{"command", bot.command.words},
                 {"folder", bot.written_folder},
                 {"environment", bot.command.environment},
                 {"options", Json::parse(bot.options)},
                 {"processes", bot.processes},
                 {"move_ms", bot.move_ms},
                 {"start_ms", bot.start_ms},
                 {"memory_mb", bot.command.memory_mb},
                 {"on_fault", faults[static_cast<std::size_t>(bot.on_fault)]},
                 {"restarts", bot.restarts}});
    return json;
}

Json bot_identity(const Entrant& entrant) {
    Json json = bot_json(entrant);
    for (const char* const key : {"processes", "move_ms", "start_ms", "memory_mb", "folder", "path"}) {
        json.erase(key);
    }
    const bots::Introduction& said = entrant.bot->introduction;
    json["bot"] = {{"name", said.name}, {"version", said.version}, {"reproducible", said.reproducible}};
    if (entrant.bot->is_library()) {
        json["bot"]["digest"] = said.digest;
    }
    return json;
}

void read_introductions(const Json& identity, tournament::Tournament& tournament) {
    for (std::size_t i = 0; i < tournament.entrants.size(); ++i) {
        const Json::json_pointer place(fmt::format("/strategies/{}/bot", i));
        if (tournament.entrants[i].bot && identity.contains(place)) {
            const Json& said = identity[place];
            bots::Introduction& introduction = tournament.entrants[i].bot->introduction;
            introduction.name = said.value("name", "");
            introduction.version = said.value("version", "");
            introduction.digest = said.value("digest", "");
            introduction.reproducible = said.value("reproducible", false);
        }
    }
}

void require_no_bot(const Node& node) {
    if (node.is_string() && is_bot_type(node.text())) {
        node.fail(fmt::format("{} is a bot; only strategies of balak's own can play rounds out or be believed in",
                              quoted(node.text())));
    }
}

} // namespace balak::io
