#include "io/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <set>

namespace balak::io {
namespace {

constexpr std::size_t most_bytes = 64U << 20U; // no config is as long; a device might never end

/// A value as it stands in the file, shortened.
std::string shown(const Json& value) {
    std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    constexpr std::size_t most = 60;
    if (text.size() > most) {
        text.resize(most);
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

Json parse_json(const std::string& text, const std::string& file) {
    std::vector<std::set<std::string>> open_objects;
    const auto refuse_double_keys = [&](int, Json::parse_event_t event, Json& parsed) {
        if (event == Json::parse_event_t::object_start) {
            open_objects.emplace_back();
        } else if (event == Json::parse_event_t::object_end) {
            open_objects.pop_back();
        } else if (event == Json::parse_event_t::key) {
            if (!open_objects.back().insert(parsed.get<std::string>()).second) {
                throw InputError(fmt::format("{}: the key {} is there twice in one object", file, shown(parsed)));
            }
        }
        return true;
    };
    try {
        return Json::parse(text, refuse_double_keys);
    } catch (const Json::parse_error& error) {
        // "[json.exception.parse_error.101] parse error at line 1, column 2: ..."
        const std::string_view what = error.what();
        const std::size_t start = what.find("] ");
        throw InputError(fmt::format("{}: is no valid JSON: {}", file,
                                     start == std::string_view::npos ? what : what.substr(start + 2)));
    }
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

std::size_t Node::choice(std::span<const std::string_view> choices) const {
    const auto place = value_->is_string() ? std::ranges::find(choices, value_->get_ref<const std::string&>())
                                           : choices.end();
    if (place == choices.end()) {
        expected(list_of(choices) + (value_->is_string() ? did_you_mean(value_->get<std::string>(), choices) : ""));
    }
    return static_cast<std::size_t>(place - choices.begin());
}

void Node::require_keys(std::span<const std::string_view> known) const {
    if (!value_->is_object()) {
        expected("an object");
    }
    for (const auto& [key, unused] : value_->items()) {
        if (std::ranges::find(known, key) == known.end()) {
            const std::string suggestion = did_you_mean(key, known);
            fail(fmt::format("unknown key {}{}", shown(key),
                             suggestion.empty() ? fmt::format(", expected {}", list_of(known)) : suggestion));
        }
    }
}

std::string Node::place() const {
    return path_.empty() ? file_ : fmt::format("{}: {}", file_, path_);
}

void Node::expected(std::string_view what) const {
    throw InputError(fmt::format("{}: {} is {}, expected {}", file_, path_.empty() ? "the document" : path_,
                                 shown(*value_), what));
}

void Node::fail(std::string_view what) const {
    throw InputError(fmt::format("{}: {}", place(), what));
}

} // namespace balak::io
