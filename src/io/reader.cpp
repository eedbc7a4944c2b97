#include "io/reader.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <set>

namespace balak::io {
namespace {

constexpr std::size_t most_bytes = 64U << 20U; // no config is as long; a device might never end
constexpr std::size_t most_depth = 100;        // no config is as deep

/// A value as it stands in the file, shortened.
std::string shown(const Json& value) {
    std::string text = json_text(value, -1);
    constexpr std::size_t most = 60;
    if (text.size() > most) {
        std::size_t end = most;
        // Not in the middle of a UTF-8 character.
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
            --end;
        }
        text.resize(end);
        text += "...";
    }
    return text;
}

/// The least number of letters to change, drop or add (Levenshtein).
std::size_t edit_distance(std::string_view one, std::string_view other) {
    std::vector<std::size_t> row(other.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j) {
        row[j] = j;
    }
    for (std::size_t i = 0; i < one.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < other.size(); ++j) {
            const std::size_t changed = diagonal + (one[i] == other[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

/// Watches a document while it is parsed, and refuses what the parser would take: a key that is there twice in one
/// object, and a document so deep that walking it could exhaust the stack.
class Watch {
public:
    explicit Watch(std::string file) : file_(std::move(file)) {}

    void see(Json::parse_event_t event, const Json& parsed) {
        switch (event) {
        case Json::parse_event_t::object_start:
        case Json::parse_event_t::array_start:
            if (open_.size() == most_depth) {
                throw InputError(fmt::format("{}: is nested deeper than {} objects and lists", file_, most_depth));
            }
            open_.push_back({event == Json::parse_event_t::array_start, 0, {}, {}});
            break;
        case Json::parse_event_t::object_end:
        case Json::parse_event_t::array_end:
            open_.pop_back();
            next();
            break;
        case Json::parse_event_t::value:
            next();
            break;
        case Json::parse_event_t::key:
            open_.back().key = parsed.get<std::string>();
            if (!open_.back().keys.insert(open_.back().key).second) {
                const std::string path = path_of_last();
                throw InputError(fmt::format("{}: {}the key {} is there twice", file_, path.empty() ? "" : path + ": ",
                                             shown(parsed)));
            }
            break;
        }
    }

private:
    struct Level {
        bool is_list;
        std::size_t index;
        std::string key; // of the member being read
        std::set<std::string> keys;
    };

    void next() {
        if (!open_.empty()) {
            ++open_.back().index;
        }
    }
    /// Where the innermost object or list stands.
    std::string path_of_last() const {
        std::string path;
        for (auto level = open_.begin(); level + 1 != open_.end(); ++level) {
            path += level->is_list ? fmt::format("[{}]", level->index) : (path.empty() ? "" : ".") + level->key;
        }
        return path;
    }

    std::string file_;
    std::vector<Level> open_;
};

/// `line 2, column 7: unexpected '}'; ...` from the parser's words, which are
/// `[json.exception.parse_error.101] parse error at line 2, column 7: syntax error while parsing value - unexpected
/// '}'; last read: '...'; expected ...`. What was read last is left out: it may be long, and of any bytes.
std::string syntax_fault(std::string_view words) {
    const std::size_t at = words.find(" at line ");
    const std::size_t colon = words.find(": ", at == std::string_view::npos ? 0 : at);
    const std::size_t dash = words.find(" - ");
    if (at == std::string_view::npos || colon == std::string_view::npos || dash == std::string_view::npos) {
        return std::string(words);
    }
    std::string what(words.substr(dash + 3));
    const std::size_t read = what.find("; last read: '");
    if (read != std::string::npos) {
        const std::size_t after = what.rfind("'; expected ");
        what = what.substr(0, read) + (after == std::string::npos ? "" : what.substr(after + 1));
    }
    return fmt::format("{}: {}", words.substr(at + 4, colon - at - 4), what);
}

} // namespace

std::string read_file(const std::string& file) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "rb"), &std::fclose);
    if (!stream) {
        throw InputError(fmt::format("{}: cannot be read: {}", file, std::strerror(errno)));
    }
    std::string text;
    std::array<char, 65536> buffer{};
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), stream.get())) {
        text.append(buffer.data(), count);
        if (text.size() > most_bytes) {
            throw InputError(fmt::format("{}: is longer than {} MiB", file, most_bytes >> 20U));
        }
    }
    if (std::ferror(stream.get()) != 0) {
        throw InputError(fmt::format("{}: cannot be read: {}", file, std::strerror(errno)));
    }
    return text;
}

std::string json_text(const Json& json, int indent) {
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Json parse_json(const std::string& text, const std::string& file) {
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
        throw InputError(fmt::format("{}: is empty, expected a JSON object", file));
    }
    Watch watch(file);
    try {
        return Json::parse(text, [&](int, Json::parse_event_t event, Json& parsed) {
            watch.see(event, parsed);
            return true;
        });
    } catch (const Json::parse_error& error) {
        throw InputError(fmt::format("{}: is not valid JSON: {}", file, syntax_fault(error.what())));
    } catch (const Json::out_of_range&) {
        throw InputError(fmt::format("{}: is not valid JSON: a number in it is too large", file));
    }
}

std::string quoted(const std::string& text) {
    return shown(Json(text));
}

std::string did_you_mean(std::string_view name, std::span<const std::string_view> known) {
    std::string_view nearest;
    std::size_t least = std::max<std::size_t>(2, name.size() / 3) + 1;
    for (const std::string_view candidate : known) {
        const std::size_t distance = edit_distance(name, candidate);
        if (distance < least) {
            least = distance;
            nearest = candidate;
        }
    }
    if (nearest.empty() && name.size() >= 3) {
        // A name cut short: `greedy` for `greedy-heavy`.
        const auto longer =
            std::ranges::find_if(known, [&](std::string_view candidate) { return candidate.starts_with(name); });
        nearest = longer == known.end() ? std::string_view() : *longer;
    }
    return nearest.empty() ? "" : fmt::format(", did you mean \"{}\"?", nearest);
}

std::string list_of(std::span<const std::string_view> names, std::string_view last_joint) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += i == 0 ? "" : i + 1 == names.size() ? fmt::format(" {} ", last_joint) : ", ";
        text += fmt::format("\"{}\"", names[i]);
    }
    return text;
}

bool Node::is_object() const {
    return value_->is_object();
}

bool Node::is_array() const {
    return value_->is_array();
}

bool Node::is_string() const {
    return value_->is_string();
}

bool Node::has(std::string_view key) const {
    return value_->contains(key);
}

Node Node::at(std::string_view key) const {
    return {value_->at(std::string(key)), file_, path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key)};
}

std::vector<Node> Node::items() const {
    std::vector<Node> items;
    for (std::size_t i = 0; i < value_->size(); ++i) {
        items.push_back({(*value_)[i], file_, fmt::format("{}[{}]", path_, i)});
    }
    return items;
}

std::string Node::text(std::string_view expected_words) const {
    if (!value_->is_string()) {
        expected(expected_words);
    }
    return value_->get<std::string>();
}

std::string Node::name() const {
    std::string name = text("a name");
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
    if (name.find_first_not_of(' ') == std::string::npos || std::ranges::any_of(name, is_control)) {
        expected("a name: a text that is not blank and has no control characters");
    }
    return name;
}

bool Node::boolean() const {
    if (!value_->is_boolean()) {
        expected("true or false");
    }
    return value_->get<bool>();
}

std::int64_t Node::integer(std::int64_t least, std::int64_t most) const {
    if (!value_->is_number_integer() || *value_ < least || *value_ > most) {
        expected(fmt::format("an integer from {} to {}", least, most));
    }
    return value_->get<std::int64_t>();
}

std::uint64_t Node::unsigned_64() const {
    if (!value_->is_number_unsigned()) {
        expected("an integer from 0 to 18446744073709551615");
    }
    return value_->get<std::uint64_t>();
}

double Node::number(double least, double most) const {
    const double value = value_->is_number() ? value_->get<double>() : 0;
    if (!value_->is_number() || !(value >= least && value <= most)) {
        expected(fmt::format("a number from {} to {}", least, most));
    }
    return value;
}

std::size_t Node::choice(std::span<const std::string_view> choices) const {
    const auto place =
        value_->is_string() ? std::ranges::find(choices, value_->get_ref<const std::string&>()) : choices.end();
    if (place == choices.end()) {
        expected(list_of(choices) + (value_->is_string() ? did_you_mean(value_->get<std::string>(), choices) : ""));
    }
    return static_cast<std::size_t>(place - choices.begin());
}

void Node::require_keys(std::span<const std::string_view> known, std::string_view word) const {
    if (!value_->is_object()) {
        expected("an object");
    }
    for (const auto& [key, unused] : value_->items()) {
        if (std::ranges::find(known, key) == known.end()) {
            const std::string suggestion = did_you_mean(key, known);
            fail(fmt::format("unknown {} {}{}", word, quoted(key),
                             suggestion.empty() ? fmt::format(", expected {}", list_of(known)) : suggestion));
        }
    }
}

std::string Node::place() const {
    return path_.empty() ? file_ : fmt::format("{}: {}", file_, path_);
}

void Node::expected(std::string_view what) const {
    throw InputError(
        fmt::format("{}: {} is {}, expected {}", file_, path_.empty() ? "the document" : path_, shown(*value_), what));
}

void Node::fail(std::string_view what) const {
    throw InputError(fmt::format("{}: {}", place(), what));
}

} // namespace balak::io
