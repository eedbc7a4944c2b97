// Reading JSON from strangers: exactly what is written, or a refusal. Integers are exact at any size that is read,
// nothing else is a number, a key may be there once, and no input is too deep or too odd.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace balak::io {

/// An integer without bounds.
using Integer = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>, boost::multiprecision::et_off>;

struct Member;

/// A JSON value.
struct Value {
    using Array = std::vector<Value>;
    using Object = std::vector<Member>; ///< in the order of the text

    std::variant<std::nullptr_t, bool, Integer, std::string, Array, Object> data; ///< null until it is set

    bool is_null() const { return std::holds_alternative<std::nullptr_t>(data); }
    /// The value as one of the types above, or null.
    template <class T>
    const T* as() const {
        return std::get_if<T>(&data);
    }
    bool operator==(const Value& other) const;
};

/// A member of an object.
struct Member {
    std::string name;
    Value value;

    bool operator==(const Member& other) const = default;
};

/// The member of this name, or null.
const Value* find(const Value::Object& object, std::string_view name);

/// Arrays and objects inside each other that are read; a deeper text is refused.
inline constexpr std::size_t max_depth = 900;

/// Reads a text that is one JSON value. Returns why it is refused, or an empty string. Numbers with a fraction or an
/// exponent, integers beyond 300 digits and objects with a key twice are refused.
std::string read_json(std::string_view text, Value& value);

/// A text as a short JSON string in plain ASCII, to be shown in a message.
std::string shown(std::string_view text);
/// A value as short JSON in plain ASCII, to be shown in a message.
std::string shown(const Value& value);

} // namespace balak::io
