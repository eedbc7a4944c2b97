// What kinds of mutations are made of.
#pragma once

#include "mutations.hpp"

#include "balak/tile.hpp"
#include "io/rules_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace balak::testing {

using io::Json;
using Lines = std::vector<std::string>;
using Change = std::function<bool(Json& record, Numbers& numbers)>;

inline std::string line_of(const Json& record) {
    return record.dump() + "\n";
}

/// A mutation of one record: tries some records until one can be changed so that it differs.
inline Mutation of_record(std::string name, Change change) {
    return {std::move(name), [change](Lines& lines, Numbers& numbers) {
                for (int tries = 0; tries < 40; ++tries) {
                    std::string& line = lines[numbers.below(lines.size())];
                    const Json before = Json::parse(line);
                    Json record = before;
                    if (change(record, numbers) && record != before) {
                        line = line_of(record);
                        return true;
                    }
                }
                return false;
            }};
}

/// A mutation of one record's moves at place `at`, 0..size-1.
inline Mutation of_move(const std::string& name,
                        std::function<bool(Json& moves, std::size_t at, Numbers& numbers)> change) {
    return of_record(fmt::format("move: {}", name), [change](Json& record, Numbers& numbers) {
        Json& moves = record["moves"];
        return !moves.empty() && change(moves, numbers.below(moves.size()), numbers);
    });
}

/// A mutation of the text of one line, which includes its line feed.
inline Mutation of_text(const std::string& name, std::function<void(std::string& line, Numbers& numbers)> change) {
    return {fmt::format("text: {}", name), [change](Lines& lines, Numbers& numbers) {
                change(lines[numbers.below(lines.size())], numbers);
                return true;
            }};
}

inline void insert(Json& array, std::size_t at, const Json& value) {
    array.insert(array.begin() + static_cast<std::ptrdiff_t>(at), value);
}

inline void erase(Json& array, std::size_t at) {
    array.erase(array.begin() + static_cast<std::ptrdiff_t>(at));
}

/// A place in one of the hands or the boneyard that are not empty.
inline Json& some_dealt(Json& record, Numbers& numbers) {
    for (;;) {
        const std::size_t place = numbers.below(record["hands"].size() + 1);
        Json& tiles = place == record["hands"].size() ? record["boneyard"] : record["hands"][place];
        if (!tiles.empty()) {
            return tiles[numbers.below(tiles.size())];
        }
    }
}

inline std::string some_tile(Numbers& numbers) {
    return to_string(Tile::from_bit(static_cast<int>(numbers.below(tile_count))));
}

inline Json& some_hand(Json& record, Numbers& numbers) {
    return record["hands"][numbers.below(record["hands"].size())];
}

// The kinds by what they spoil.
void add_move_mutations(std::vector<Mutation>& all);
void add_deal_mutations(std::vector<Mutation>& all);
void add_result_mutations(std::vector<Mutation>& all);
void add_rules_mutations(std::vector<Mutation>& all);
void add_run_mutations(std::vector<Mutation>& all);
void add_field_mutations(std::vector<Mutation>& all);
void add_text_mutations(std::vector<Mutation>& all);

} // namespace balak::testing
