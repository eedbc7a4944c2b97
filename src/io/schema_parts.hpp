// The parts that JSON Schemas are put together from.
#pragma once

#include "io/json.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace balak::io::schema {

/// A schema with what it is for before it.
inline Json described(std::string_view description, const Json& schema) {
    Json whole = {{"description", description}};
    whole.update(schema);
    return whole;
}

template <class Number>
Json number_schema(std::string_view type, Number least, Number most) {
    return {{"type", type}, {"minimum", least}, {"maximum", most}};
}

inline Json integer(std::int64_t least, std::int64_t most) {
    return number_schema("integer", least, most);
}

inline Json number(double least, double most) {
    return number_schema("number", least, most);
}

inline Json text() {
    return {{"type", "string"}};
}

inline Json flag() {
    return {{"type", "boolean"}};
}

/// One of some texts.
inline Json one_of(const auto& names) {
    return {{"enum", Json(names)}};
}

inline Json with_default(Json schema, Json value) {
    schema["default"] = std::move(value);
    return schema;
}

/// An object that has no other members than these.
inline Json object(Json members, const std::vector<std::string_view>& required = {}) {
    Json schema = {{"type", "object"}, {"additionalProperties", false}};
    if (!required.empty()) {
        schema["required"] = required;
    }
    schema["properties"] = std::move(members);
    return schema;
}

/// The schema that stands under this name in `definitions`.
inline Json definition(const std::string& name) {
    return {{"$ref", "#/definitions/" + name}};
}

} // namespace balak::io::schema
