// What a bot writes.
#include "bots/messages.hpp"

#include "io/strict_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <span>

namespace balak::bots {
namespace {

using io::Json;
using io::shown;

constexpr int most_depth = 100; // objects and arrays inside each other

/// Reads the usual form of an answer, `{"id":7,"move":"6-1<"}` with or without blanks, without a parser's cost. Nothing
/// where there is anything else in the line.
std::optional<Answer> read_usual_answer(std::string_view line) {
    const auto take = [&](std::string_view text) {
        const bool there = line.starts_with(text);
        line.remove_prefix(there ? text.size() : 0);
        return there;
    };
    const auto skip_blank = [&] { take(" "); };
    Answer answer;
    if (!take(R"({"id":)")) {
        return std::nullopt;
    }
    skip_blank();
    if (line.empty() || line.front() < '1' || line.front() > '9') {
        return std::nullopt;
    }
    const auto number = std::from_chars(line.data(), line.data() + line.size(), answer.id);
    if (number.ec != std::errc() || answer.id > last_id) {
        return std::nullopt;
    }
    line.remove_prefix(static_cast<std::size_t>(number.ptr - line.data()));
    if (!take(",")) {
        return std::nullopt;
    }
    skip_blank();
    if (!take(R"("move":)")) {
        return std::nullopt;
    }
    skip_blank();
    if (!take("\"")) {
        return std::nullopt;
    }
    constexpr std::size_t longest_move = 4;
    const std::size_t end = line.substr(0, longest_move + 1).find('"');
    const auto plain = [](char c) { return (c >= '0' && c <= '9') || c == '-' || c == '<' || c == '>'; };
    if (end == std::string_view::npos || !std::ranges::all_of(line.substr(0, end), plain)) {
        return std::nullopt;
    }
    answer.move = line.substr(0, end);
    line.remove_prefix(end + 1);
    if (!take("}") || !(line.empty() || line == "\r")) {
        return std::nullopt;
    }
    return answer;
}

/// Reads `name` or `version`. False where it is no such text.
bool read_name(const Json& ready, const char* key, std::string& name) {
    const auto found = ready.find(key);
    if (found == ready.end()) {
        return true;
    }
    if (!found->is_string()) {
        return false;
    }
    name = found->get<std::string>();
    return is_name(name);
}

std::variant<Ready, Answer, Ignored, Fault> read_ready(const Json& json, std::string_view line) {
    Ready ready;
    const auto bad = [&](std::string_view key, const std::string& expected) {
        return Fault{FaultKind::bad_ready,
                     fmt::format("wrote a `ready` whose \"{}\" is not {}: {}", key, expected, shown(line))};
    };
    if (!read_name(json, "name", ready.name)) {
        return bad("name", name_rule());
    }
    if (!read_name(json, "version", ready.version)) {
        return bad("version", name_rule());
    }
    if (const auto at_once = json.find("at_once"); at_once != json.end()) {
        if (!at_once->is_number_integer() || *at_once < 1 || *at_once > most_at_once) {
            return bad("at_once", fmt::format("an integer from 1 to {}", most_at_once));
        }
        ready.at_once = at_once->get<int>();
    }
    if (const auto reproducible = json.find("reproducible"); reproducible != json.end()) {
        if (!reproducible->is_boolean()) {
            return bad("reproducible", "true or false");
        }
        ready.reproducible = reproducible->get<bool>();
    }
    return ready;
}

std::variant<Ready, Answer, Ignored, Fault> read_answer(const Json& json, std::string_view line) {
    Answer answer;
    const auto id = json.find("id");
    if (id == json.end() || !id->is_number_unsigned() || *id < 1 || *id > last_id) {
        return Fault{FaultKind::unknown_id,
                     fmt::format("wrote an answer without the \"id\" of a question: {}", shown(line))};
    }
    answer.id = id->get<std::uint64_t>();
    if (const auto move = json.find("move"); move != json.end()) {
        // What is no text cannot be one of the moves; it is shown as it is.
        answer.move = move->is_string() ? move->get<std::string>() : move->dump();
    }
    if (const auto note = json.find("note"); note != json.end()) {
        answer.note = note->dump();
        answer.long_note = answer.note.size() > longest_note;
        if (answer.long_note) {
            answer.note =
                fmt::format("\"(a note of {} bytes, {} at most are kept)\"", answer.note.size(), longest_note);
        }
    }
    return answer;
}

} // namespace

std::optional<Json> read_object(std::string_view line) {
    // The parser would skip a byte order mark, and take a zero byte for the end of the text.
    if (line.starts_with("\xEF\xBB\xBF") || line.find('\0') != std::string_view::npos) {
        return std::nullopt;
    }
    bool too_deep = false;
    Json json = Json::parse(
        line,
        [&](int depth, Json::parse_event_t /*event*/, Json& /*parsed*/) {
            too_deep |= depth > most_depth;
            return !too_deep;
        },
        false);
    return too_deep || !json.is_object() ? std::nullopt : std::optional(std::move(json));
}

bool is_name(std::string_view text) {
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
    if (text.size() > longest_name || std::ranges::any_of(text, is_control)) {
        return false;
    }
    // Only UTF-8 comes out as it went in.
    const Json name(text);
    return Json::parse(name.dump(-1, ' ', false, Json::error_handler_t::replace)) == name;
}

std::string name_rule() {
    return fmt::format("a text in UTF-8 of at most {} bytes without control characters", longest_name);
}

std::variant<Ready, Answer, Ignored, Fault> read_line(std::string_view line) {
    if (std::optional<Answer> answer = read_usual_answer(line)) {
        return *std::move(answer);
    }
    const std::optional<Json> json = read_object(line);
    if (!json) {
        return Fault{FaultKind::no_object, fmt::format("wrote what is no JSON object: {}", shown(line))};
    }
    const auto type = json->find("type");
    if (type != json->end() && *type == "ready") {
        return read_ready(*json, line);
    }
    // An answer needs no type, and may have one.
    if (type == json->end() || (json->contains("id") && json->contains("move"))) {
        return read_answer(*json, line);
    }
    return Ignored();
}

std::optional<Move> find_move(std::string_view text, const LegalMoves& legal, bool opening) {
    Move move;
    if (text.size() == 4 && !opening) {
        if (text[3] != '<' && text[3] != '>') {
            return std::nullopt;
        }
        move.end = text[3] == '<' ? End::left : End::right;
        text.remove_suffix(1);
    } else if (!opening) {
        return std::nullopt;
    }
    const std::optional<Tile> tile = Tile::parse(text);
    if (!tile) {
        return std::nullopt;
    }
    move.tile = *tile;
    return legal.contains(move) ? std::optional(move) : std::nullopt;
}

Fault long_line(std::string_view beginning) {
    return {FaultKind::long_line,
            fmt::format("wrote a line of more than {} bytes, which begins with {}", longest_line, shown(beginning))};
}

Fault unknown_id(std::uint64_t id) {
    return {FaultKind::unknown_id, fmt::format("answered the id {}, which it was not asked", id)};
}

Fault answered_before(std::uint64_t id) {
    return {FaultKind::answered_before, fmt::format("answered the id {} again", id)};
}

Fault illegal_move(std::string_view text, const LegalMoves& legal, bool opening) {
    std::string moves;
    for (int rank = 0; rank < legal.size(); ++rank) {
        moves += rank == 0 ? "" : rank + 1 == legal.size() ? " or " : ", ";
        moves += text_of(legal.nth(rank), opening);
    }
    return {FaultKind::illegal_move, fmt::format("chose the move {}, expected {}", shown(text), moves)};
}

Fault early_message(std::string_view line) {
    return {FaultKind::not_ready, fmt::format("wrote another message before its `ready`: {}", shown(line))};
}

Fault ready_twice(std::string_view line) {
    return {FaultKind::ready_twice, fmt::format("wrote `ready` a second time: {}", shown(line))};
}

} // namespace balak::bots
