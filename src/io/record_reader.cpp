#include "io/record_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

namespace balak::io {
namespace {

/// take(value, field): moves a value into a field, or returns false if it is of another type.
template <class T>
bool take(Value& value, T& field) {
    T* found = std::get_if<T>(&value.data);
    if (found == nullptr) {
        return false;
    }
    field = std::move(*found);
    return true;
}

template <class T>
bool take(Value& value, std::optional<T>& field) {
    if (value.is_null()) {
        field.reset();
        return true;
    }
    return take(value, field.emplace());
}

template <class T>
bool take(Value& value, std::vector<T>& field) requires(!std::is_same_v<std::vector<T>, Value::Object>) {
    auto* array = std::get_if<Value::Array>(&value.data);
    if (array == nullptr) {
        return false;
    }
    field.resize(array->size());
    for (std::size_t i = 0; i < field.size(); ++i) {
        if (!take((*array)[i], field[i])) {
            return false;
        }
    }
    return true;
}

bool take_count(Value& value, Integer& field) {
    return take(value, field) && field >= 0;
}

struct Field {
    std::string_view name;
    std::string_view expected;
    bool (*read)(Value& value, Record& record);
};

constexpr std::array fields{
    Field{"match", "an integer from 0", [](Value& v, Record& r) { return take_count(v, r.match); }},
    Field{"round", "an integer from 0", [](Value& v, Record& r) { return take_count(v, r.round); }},
    Field{"rules", "an object", [](Value& v, Record& r) { return take(v, r.rules); }},
    Field{"strategies", "an array of strings", [](Value& v, Record& r) { return take(v, r.strategies); }},
    Field{"hands", "an array of arrays of tiles", [](Value& v, Record& r) { return take(v, r.hands); }},
    Field{"starter", "a tile or null", [](Value& v, Record& r) { return take(v, r.starter); }},
    Field{"boneyard", "an array of tiles", [](Value& v, Record& r) { return take(v, r.boneyard); }},
    Field{"opener", "an integer from 0", [](Value& v, Record& r) { return take_count(v, r.opener); }},
    Field{"moves", "an array of strings", [](Value& v, Record& r) { return take(v, r.moves); }},
    Field{"ending", "a string", [](Value& v, Record& r) { return take(v, r.ending); }},
    Field{"last_seat", "an integer or null", [](Value& v, Record& r) { return take(v, r.last_seat); }},
    Field{"winner", "an integer or null", [](Value& v, Record& r) { return take(v, r.winner); }},
    Field{"pips", "an array of integers", [](Value& v, Record& r) { return take(v, r.pips); }},
    Field{"points", "an array of integers", [](Value& v, Record& r) { return take(v, r.points); }},
    Field{"score", "an array of integers", [](Value& v, Record& r) { return take(v, r.score); }},
    Field{"capicu", "true or false", [](Value& v, Record& r) { return take(v, r.capicu); }},
    Field{"match_over", "true or false", [](Value& v, Record& r) { return take(v, r.match_over); }},
    Field{"match_winner", "an integer or null", [](Value& v, Record& r) { return take(v, r.match_winner); }},
};

} // namespace

std::optional<Record> read_record(Value::Object object, std::vector<Complaint>& complaints) {
    Record record;
    bool whole = true;
    for (const Field& field : fields) {
        const auto found = std::ranges::find(object, field.name, &Member::name);
        if (found == object.end()) {
            complaints.push_back({fmt::format("the field \"{}\" is missing", field.name), "RECORD"});
            whole = false;
        } else if (!field.read(found->value, record)) {
            complaints.push_back({fmt::format("the field \"{}\" is not {}", field.name, field.expected),
                                  fmt::format("RECORD {}", field.name)});
            whole = false;
        }
    }
    for (const auto& [name, value] : object) {
        if (std::ranges::find(fields, name, &Field::name) == fields.end()) {
            complaints.push_back({fmt::format("a record has no field {}", shown(name)), "RECORD"});
        }
    }
    return whole ? std::optional(std::move(record)) : std::nullopt;
}

std::optional<Integer> read_count(const Value::Object& object, std::string_view field) {
    const Value* value = find(object, field);
    const Integer* count = value != nullptr ? value->as<Integer>() : nullptr;
    return count != nullptr && *count >= 0 ? std::optional(*count) : std::nullopt;
}

} // namespace balak::io
