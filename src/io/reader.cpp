#include "io/reader.hpp"

#include "io/shown.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace balak::io {
namespace {

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

} // namespace

std::string json_text(const Json& json, int indent) {
    return plain_json(json.dump(indent, ' ', false, Json::error_handler_t::replace));
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
    if (!is_name(name)) {
        expected("a name: a text without control characters and other unseen ones, its blanks single spaces inside");
    }
    return name;
}

bool Node::boolean() const {
    if (!value_->is_boolean()) {
        expected("true or false");
    }
    return value_->get<bool>();
}

namespace {

/// The value of an integer from 0 or below it, as it is written or as 5.0; nothing if it is none of 64 bits.
template <class T>
std::optional<T> whole_number(const Json& value) {
    constexpr double exact = 9'007'199'254'740'992; // 2^53: beyond it a double may mean its neighbour
    if (value.is_number_unsigned()) {
        const auto number = value.get<std::uint64_t>();
        return std::in_range<T>(number) ? std::optional(static_cast<T>(number)) : std::nullopt;
    }
    std::optional<std::int64_t> number;
    if (value.is_number_integer()) {
        number = value.get<std::int64_t>();
    } else if (value.is_number_float()) {
        const auto real = value.get<double>();
        number = std::abs(real) <= exact && real == std::trunc(real) ? std::optional(static_cast<std::int64_t>(real))
                                                                     : std::nullopt;
    }
    return number && std::in_range<T>(*number) ? std::optional(static_cast<T>(*number)) : std::nullopt;
}

} // namespace

std::int64_t Node::integer(std::int64_t least, std::int64_t most) const {
    const std::optional<std::int64_t> number = whole_number<std::int64_t>(*value_);
    if (!number || *number < least || *number > most) {
        expected(fmt::format("an integer from {} to {}", least, most));
    }
    return *number;
}

std::uint64_t Node::unsigned_64() const {
    const std::optional<std::uint64_t> number = whole_number<std::uint64_t>(*value_);
    if (!number) {
        expected("an integer from 0 to 18446744073709551615");
    }
    return *number;
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
