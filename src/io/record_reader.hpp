// Reading game records (docs/records.md) that any program may have written.
#pragma once

#include "io/strict_json.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace balak::io {

/// What is wrong, the rule that says so, and the number of the move (from 1) where it is about one.
struct Complaint {
    std::string what;
    std::string rule;
    std::optional<std::size_t> move{};
};

/// A record as it is written: its fields have the right types, but may say anything. Texts are as found, so a tile may
/// be none, a count may be huge.
struct Record {
    Integer match;
    Integer round;
    Value::Object rules;
    std::vector<std::string> strategies;
    std::vector<std::vector<std::string>> hands;
    std::optional<std::string> starter;
    std::vector<std::string> boneyard;
    Integer opener;
    std::vector<std::string> moves;
    std::string ending;
    std::optional<Integer> last_seat;
    std::optional<Integer> winner;
    std::vector<Integer> pips;
    std::vector<Integer> points;
    std::vector<Integer> score;
    bool capicu = false;
    bool match_over = false;
    std::optional<Integer> match_winner;
};

/// The record that an object holds; nothing if a field is missing or has a wrong type. Every such field, and every
/// field that a record does not have, is a complaint.
std::optional<Record> read_record(Value::Object object, std::vector<Complaint>& complaints);

/// The field `match` or `round` of an object, where it is a count.
std::optional<Integer> read_count(const Value::Object& object, std::string_view field);

} // namespace balak::io
