// Strict reading of JSON that a user wrote: every fault is a sentence with its place.
#pragma once

#include "io/input_error.hpp"
#include "io/json.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace balak::io {

/// The whole of a file. Throws InputError if it cannot be read, or is longer than a config can be: a device might never
/// end.
std::string read_file(const std::string& file);
/// The whole of a file that balak has written, which may be as long as what a large run has counted.
std::string read_own_file(const std::string& file);

/// Parses JSON. Throws InputError for broken syntax (with line and column), a key that is there twice in one object,
/// a document nested deeper than any config, and an integer beyond 64 bits.
Json parse_json(const std::string& text, const std::string& file);

/// A text as it is written in JSON, shortened: on one line whatever is in it.
std::string quoted(const std::string& text);

/// `, did you mean "x"?` for the nearest of the known names if it is near enough, else nothing.
std::string did_you_mean(std::string_view name, std::span<const std::string_view> known);

/// `"a", "b" or "c"`
std::string list_of(std::span<const std::string_view> names, std::string_view last_joint = "or");

/// The names of a table's rows.
std::vector<std::string_view> names_of(const auto& rows) {
    std::vector<std::string_view> names;
    for (const auto& row : rows) {
        names.push_back(row.name);
    }
    return names;
}

/// A value in a JSON document and where it stands. All functions throw InputError.
class Node {
public:
    /// The document itself. `value` must outlive the node.
    Node(const Json& value, std::string file) : value_(&value), file_(std::move(file)) {}

    const Json& value() const { return *value_; }
    /// `FILE: PATH`, to begin a sentence with.
    std::string place() const;
    bool is_object() const;
    bool is_array() const;
    bool is_string() const;

    bool has(std::string_view key) const;
    Node at(std::string_view key) const;
    std::vector<Node> items() const;

    std::string text(std::string_view expected = "a text") const;
    /// A text that can name a thing in a line of a table: not blank, no control characters.
    std::string name() const;
    bool boolean() const;
    std::int64_t integer(std::int64_t least, std::int64_t most) const;
    std::uint64_t unsigned_64() const;
    double number(double least, double most) const;
    /// The place of the value in `choices`.
    std::size_t choice(std::span<const std::string_view> choices) const;
    /// Requires an object without other keys than these; `word` is what the user calls them.
    void require_keys(std::span<const std::string_view> known, std::string_view word = "key") const;

    /// `FILE: PATH is VALUE, expected ...`
    [[noreturn]] void expected(std::string_view what) const;
    /// `FILE: PATH: what`
    [[noreturn]] void fail(std::string_view what) const;

private:
    Node(const Json& value, std::string file, std::string path)
        : value_(&value), file_(std::move(file)), path_(std::move(path)) {}

    const Json* value_;
    std::string file_;
    std::string path_; // empty for the document itself
};

} // namespace balak::io
