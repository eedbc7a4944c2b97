#include "mutations.hpp"

#include "balak/tile.hpp"
#include "io/rules_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace balak::testing {
namespace {

using io::Json;
using Lines = std::vector<std::string>;
using Change = std::function<bool(Json& record, Numbers& numbers)>;

std::string line_of(const Json& record) {
    return record.dump() + "\n";
}

/// A mutation of one record: tries some records until one can be changed so that it differs.
Mutation of_record(std::string name, Change change) {
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
Mutation of_move(const std::string& name, std::function<bool(Json& moves, std::size_t at, Numbers& numbers)> change) {
    return of_record(fmt::format("move: {}", name), [change](Json& record, Numbers& numbers) {
        Json& moves = record["moves"];
        return !moves.empty() && change(moves, numbers.below(moves.size()), numbers);
    });
}

/// A mutation of the text of one line, which includes its line feed.
Mutation of_text(const std::string& name, std::function<void(std::string& line, Numbers& numbers)> change) {
    return {fmt::format("text: {}", name), [change](Lines& lines, Numbers& numbers) {
                change(lines[numbers.below(lines.size())], numbers);
                return true;
            }};
}

void insert(Json& array, std::size_t at, const Json& value) {
    array.insert(array.begin() + static_cast<std::ptrdiff_t>(at), value);
}

void erase(Json& array, std::size_t at) {
    array.erase(array.begin() + static_cast<std::ptrdiff_t>(at));
}

/// A place in one of the hands or the boneyard that are not empty.
Json& some_dealt(Json& record, Numbers& numbers) {
    for (;;) {
        const std::size_t place = numbers.below(record["hands"].size() + 1);
        Json& tiles = place == record["hands"].size() ? record["boneyard"] : record["hands"][place];
        if (!tiles.empty()) {
            return tiles[numbers.below(tiles.size())];
        }
    }
}

std::string some_tile(Numbers& numbers) {
    return to_string(Tile::from_bit(static_cast<int>(numbers.below(tile_count))));
}

Json& some_hand(Json& record, Numbers& numbers) {
    return record["hands"][numbers.below(record["hands"].size())];
}

void add_move_mutations(std::vector<Mutation>& all) {
    all.push_back(of_move("dropped", [](Json& moves, std::size_t at, Numbers&) {
        erase(moves, at);
        return true;
    }));
    all.push_back(of_move("twice", [](Json& moves, std::size_t at, Numbers&) {
        insert(moves, at, Json(moves[at]));
        return true;
    }));
    all.push_back(of_move("swapped with the next", [](Json& moves, std::size_t at, Numbers&) {
        if (at + 1 == moves.size()) {
            return false;
        }
        std::swap(moves[at], moves[at + 1]);
        return true;
    }));
    all.push_back(of_move("swapped with another", [](Json& moves, std::size_t at, Numbers& numbers) {
        std::swap(moves[at], moves[numbers.below(moves.size())]);
        return true;
    }));
    all.push_back(of_move("and all after it cut off", [](Json& moves, std::size_t at, Numbers&) {
        while (moves.size() > at) {
            erase(moves, at);
        }
        return true;
    }));
    all.push_back(of_move("the last one cut off", [](Json& moves, std::size_t, Numbers&) {
        erase(moves, moves.size() - 1);
        return true;
    }));
    all.push_back(of_move("a pass instead", [](Json& moves, std::size_t at, Numbers&) {
        moves[at] = "pass";
        return true;
    }));
    all.push_back(of_move("a pass before", [](Json& moves, std::size_t at, Numbers&) {
        insert(moves, at, "pass");
        return true;
    }));
    all.push_back(of_move("a pass after the end", [](Json& moves, std::size_t, Numbers&) {
        moves.push_back("pass");
        return true;
    }));
    all.push_back(of_move("a play after the end", [](Json& moves, std::size_t, Numbers& numbers) {
        moves.push_back(some_tile(numbers) + "<");
        return true;
    }));
    all.push_back(of_move("a draw before", [](Json& moves, std::size_t at, Numbers& numbers) {
        insert(moves, at, fmt::format("+{}", some_tile(numbers)));
        return true;
    }));
    all.push_back(of_move("another tile", [](Json& moves, std::size_t at, Numbers& numbers) {
        auto token = moves[at].get<std::string>();
        const std::size_t digit = token.find_first_of("0123456");
        if (digit == std::string::npos) {
            return false;
        }
        moves[at] = token.replace(digit, 3, some_tile(numbers));
        return true;
    }));
    all.push_back(of_move("the other end", [](Json& moves, std::size_t at, Numbers&) {
        auto token = moves[at].get<std::string>();
        if (!token.ends_with('<') && !token.ends_with('>')) {
            return false;
        }
        token.back() = token.back() == '<' ? '>' : '<';
        moves[at] = token;
        return true;
    }));
    all.push_back(of_move("no end", [](Json& moves, std::size_t at, Numbers&) {
        auto token = moves[at].get<std::string>();
        if (!token.ends_with('<') && !token.ends_with('>')) {
            return false;
        }
        token.pop_back();
        moves[at] = token;
        return true;
    }));
    all.push_back(of_move("a draw read as a play", [](Json& moves, std::size_t at, Numbers&) {
        auto token = moves[at].get<std::string>();
        if (!token.starts_with('+')) {
            return false;
        }
        moves[at] = token.substr(1) + "<";
        return true;
    }));
    all.push_back(of_move("a draw left out", [](Json& moves, std::size_t at, Numbers&) {
        if (!moves[at].get<std::string>().starts_with('+')) {
            return false;
        }
        erase(moves, at);
        return true;
    }));
    all.push_back(of_move("halves the wrong way round", [](Json& moves, std::size_t at, Numbers&) {
        auto token = moves[at].get<std::string>();
        const std::size_t dash = token.find('-');
        if (dash == std::string::npos) {
            return false;
        }
        std::swap(token[dash - 1], token[dash + 1]);
        moves[at] = token;
        return true;
    }));
    all.push_back(of_move("the opening tile with an end", [](Json& moves, std::size_t, Numbers& numbers) {
        moves[0] = moves[0].get<std::string>() + (numbers.below(2) == 0 ? "<" : ">");
        return true;
    }));
    all.push_back(of_record("move: another opening tile", [](Json& record, Numbers& numbers) {
        const std::size_t opener = record["opener"];
        const Json& hand = record["hands"][opener];
        if (!record["starter"].is_null()) {
            return false;
        }
        record["moves"][0] = hand[numbers.below(hand.size())];
        return true;
    }));
    all.push_back(of_record("move: another tile of the hands", [](Json& record, Numbers& numbers) {
        Json& move = record["moves"][numbers.below(record["moves"].size())];
        auto token = move.get<std::string>();
        if (!token.ends_with('<') && !token.ends_with('>')) {
            return false;
        }
        const Json& hand = some_hand(record, numbers);
        move = hand[numbers.below(hand.size())].get<std::string>() + token.back();
        return true;
    }));
    all.push_back(of_record("move: none at all", [](Json& record, Numbers&) {
        record["moves"] = Json::array();
        return true;
    }));
    all.push_back(of_move("a hundred passes", [](Json& moves, std::size_t at, Numbers&) {
        for (int i = 0; i < 100; ++i) {
            insert(moves, at, "pass");
        }
        return true;
    }));
    for (const char* garbage : {"", " ", "6-6<<", "7-0<", "3-6<", "PASS", "pass ", "+", "+pass", "<", ">", "6-1 <", "++2-1",
                                "+2-1<", "6_1<", "66<", "-1-0<", "6-1\n", "\xC3\xA9", "null", "0-0<>"}) {
        all.push_back(of_move(fmt::format("garbage {}", Json(garbage).dump()), [garbage](Json& moves, std::size_t at, Numbers&) {
            moves[at] = garbage;
            return true;
        }));
    }
}

void add_deal_mutations(std::vector<Mutation>& all) {
    const auto add = [&](const std::string& name, const Change& change) {
        all.push_back(of_record(fmt::format("deal: {}", name), change));
    };
    add("two tiles swapped", [](Json& record, Numbers& numbers) {
        std::swap(some_dealt(record, numbers), some_dealt(record, numbers));
        return true;
    });
    add("tiles of two hands swapped", [](Json& record, Numbers& numbers) {
        Json& one = some_hand(record, numbers);
        Json& other = some_hand(record, numbers);
        std::swap(one[numbers.below(one.size())], other[numbers.below(other.size())]);
        return true;
    });
    add("two hands swapped", [](Json& record, Numbers&) {
        std::swap(record["hands"][0], record["hands"][1]);
        return true;
    });
    add("the boneyard in another order", [](Json& record, Numbers& numbers) {
        Json& boneyard = record["boneyard"];
        if (boneyard.size() < 2) {
            return false;
        }
        std::swap(boneyard[numbers.below(boneyard.size())], boneyard[numbers.below(boneyard.size())]);
        return true;
    });
    add("a tile twice", [](Json& record, Numbers& numbers) {
        some_dealt(record, numbers) = Json(some_dealt(record, numbers));
        return true;
    });
    add("a tile gone", [](Json& record, Numbers& numbers) {
        Json& hand = some_hand(record, numbers);
        erase(hand, numbers.below(hand.size()));
        return true;
    });
    add("a tile more", [](Json& record, Numbers& numbers) {
        some_hand(record, numbers).push_back(some_tile(numbers));
        return true;
    });
    add("a tile moved to another hand", [](Json& record, Numbers& numbers) {
        Json& from = some_hand(record, numbers);
        Json& to = some_hand(record, numbers);
        to.push_back(Json(from.back()));
        erase(from, from.size() - 1);
        return true;
    });
    add("a boneyard tile gone", [](Json& record, Numbers&) {
        if (record["boneyard"].empty()) {
            return false;
        }
        erase(record["boneyard"], record["boneyard"].size() - 1);
        return true;
    });
    add("the boneyard empty", [](Json& record, Numbers&) {
        record["boneyard"] = Json::array();
        return true;
    });
    add("a hand empty", [](Json& record, Numbers& numbers) {
        some_hand(record, numbers) = Json::array();
        return true;
    });
    add("a hand gone", [](Json& record, Numbers&) {
        erase(record["hands"], record["hands"].size() - 1);
        return true;
    });
    add("a hand more", [](Json& record, Numbers&) {
        record["hands"].push_back(Json(record["hands"][0]));
        return true;
    });
    add("a hand more, empty", [](Json& record, Numbers&) {
        record["hands"].push_back(Json::array());
        return true;
    });
    add("no hands", [](Json& record, Numbers&) {
        record["hands"] = Json::array();
        return true;
    });
    add("another starter", [](Json& record, Numbers& numbers) {
        record["starter"] = some_tile(numbers);
        return true;
    });
    add("no starter", [](Json& record, Numbers&) {
        record["starter"] = nullptr;
        return true;
    });
    add("the starter swapped", [](Json& record, Numbers& numbers) {
        if (record["starter"].is_null()) {
            return false;
        }
        std::swap(record["starter"], some_dealt(record, numbers));
        return true;
    });
    add("the starter swapped with a double", [](Json& record, Numbers& numbers) {
        if (record["starter"].is_null()) {
            return false;
        }
        Json& dealt = some_dealt(record, numbers);
        if (!Tile::parse(dealt.get<std::string>())->is_double()) {
            return false;
        }
        std::swap(record["starter"], dealt);
        return true;
    });
    for (const char* garbage : {"", "7-7", "7-0", "3-6", "6", "6-6 ", "pass", "66", "a-b"}) {
        add(fmt::format("garbage tile {}", Json(garbage).dump()), [garbage](Json& record, Numbers& numbers) {
            some_dealt(record, numbers) = garbage;
            return true;
        });
    }
}

void add_result_mutations(std::vector<Mutation>& all) {
    const auto add = [&](const std::string& name, const Change& change) {
        all.push_back(of_record(fmt::format("result: {}", name), change));
    };
    for (const char* field : {"last_seat", "winner", "match_winner"}) {
        for (const int value : {-1, 0, 1, 2, 3, 4}) {
            add(fmt::format("{} {}", field, value), [=](Json& record, Numbers&) {
                record[field] = value;
                return true;
            });
        }
        add(fmt::format("{} null", field), [=](Json& record, Numbers&) {
            record[field] = nullptr;
            return true;
        });
    }
    for (const char* field : {"pips", "points", "score"}) {
        for (const int change : {-100, -1, 1, 5}) {
            add(fmt::format("{} {:+}", field, change), [=](Json& record, Numbers& numbers) {
                Json& number = record[field][numbers.below(record[field].size())];
                number = number.get<int>() + change;
                return true;
            });
        }
        add(fmt::format("{} swapped", field), [=](Json& record, Numbers&) {
            std::swap(record[field][0], record[field][1]);
            return true;
        });
        add(fmt::format("{} too long", field), [=](Json& record, Numbers&) {
            record[field].push_back(0);
            return true;
        });
        add(fmt::format("{} too short", field), [=](Json& record, Numbers&) {
            erase(record[field], 0);
            return true;
        });
        add(fmt::format("{} empty", field), [=](Json& record, Numbers&) {
            record[field] = Json::array();
            return true;
        });
    }
    for (const char* field : {"capicu", "match_over"}) {
        add(fmt::format("{} wrong", field), [=](Json& record, Numbers&) {
            record[field] = !record[field].get<bool>();
            return true;
        });
    }
    for (const char* ending : {"out", "blocked", "", "OUT", "passed"}) {
        add(fmt::format("ending {}", Json(ending).dump()), [=](Json& record, Numbers&) {
            record["ending"] = ending;
            return true;
        });
    }
    for (const int opener : {0, 1, 2, 3, 4, 99}) {
        add(fmt::format("opener {}", opener), [=](Json& record, Numbers&) {
            record["opener"] = opener;
            return true;
        });
    }
    add("points and score agree but are wrong", [](Json& record, Numbers& numbers) {
        const std::size_t side = numbers.below(record["points"].size());
        record["points"][side] = record["points"][side].get<int>() + 1;
        record["score"][side] = record["score"][side].get<int>() + 1;
        return true;
    });
    all.push_back({"result: score wrong from a round on", [](Lines& lines, Numbers& numbers) {
                       const std::size_t from = numbers.below(lines.size());
                       const Json match = Json::parse(lines[from])["match"];
                       for (std::size_t i = from; i < lines.size(); ++i) {
                           Json record = Json::parse(lines[i]);
                           if (record["match"] == match) {
                               record["score"][0] = record["score"][0].get<int>() + 1;
                               lines[i] = line_of(record);
                           }
                       }
                       return true;
                   }});
}

/// A mutation of one record's rules, and the same for all records of a run.
void add_rules_mutation(std::vector<Mutation>& all, const std::string& name, const Change& change) {
    all.push_back(of_record(fmt::format("rules: {}", name), [=](Json& record, Numbers& numbers) { return change(record["rules"], numbers); }));
    all.push_back({fmt::format("rules of all: {}", name), [=](Lines& lines, Numbers& numbers) {
                       bool changed = false;
                       for (std::string& line : lines) {
                           const Json before = Json::parse(line);
                           Json record = before;
                           changed = (change(record["rules"], numbers) && record != before) || changed;
                           line = line_of(record);
                       }
                       return changed;
                   }});
}

void add_rules_mutations(std::vector<Mutation>& all) {
    const auto pointer_of = [](std::string_view option) {
        std::string pointer = fmt::format("/{}", option);
        std::ranges::replace(pointer, '.', '/');
        return Json::json_pointer(pointer);
    };
    for (const RuleOption& option : rule_options()) {
        const Json::json_pointer pointer = pointer_of(option.name);
        std::vector<Json> values{nullptr, "none", -1, 1'000'000'001LL, true, Json::array()};
        for (std::int64_t value = option.least; value <= std::min(option.most, option.least + 3); ++value) {
            if (option.kind == RuleOption::Kind::choice) {
                values.emplace_back(option.text(value));
            } else if (option.kind == RuleOption::Kind::flag) {
                values.emplace_back(value != 0);
            } else {
                values.emplace_back(value);
            }
        }
        if (option.kind == RuleOption::Kind::integer) {
            values.emplace_back(option.most + 1);
            values.emplace_back(option.most + 20);
        }
        for (const Json& value : values) {
            // Beyond a thousand million balak gives up where the referee does not.
            if (value == 1'000'000'001LL && option.least == 1 && option.name.starts_with("match.")) {
                continue;
            }
            if (value == 1'000'000'001LL && option.least == 0) {
                continue;
            }
            add_rules_mutation(all, fmt::format("{} {}", option.name, value.dump()), [=](Json& rules, Numbers&) {
                rules[pointer] = value;
                return true;
            });
        }
        add_rules_mutation(all, fmt::format("without {}", option.name), [=](Json& rules, Numbers&) {
            Json& parent = rules[pointer.parent_pointer()];
            return parent.erase(pointer.back()) > 0;
        });
        add_rules_mutation(all, fmt::format("{} at the top", option.name), [=](Json& rules, Numbers&) {
            if (pointer.parent_pointer().empty() || !rules.contains(pointer)) {
                return false;
            }
            rules[std::string(option.name)] = Json(rules[pointer]);
            return true;
        });
    }
    for (const char* group : {"opening", "out", "block", "match"}) {
        add_rules_mutation(all, fmt::format("{} no object", group), [=](Json& rules, Numbers&) {
            rules[group] = 5;
            return true;
        });
        add_rules_mutation(all, fmt::format("{} with an unknown option", group), [=](Json& rules, Numbers&) {
            rules[group]["extra"] = 0;
            return true;
        });
    }
    for (const char* name : {"", " ", "block", "playboard", "la-plaza-1v1", "four-rounds", "my own"}) {
        add_rules_mutation(all, fmt::format("name {}", Json(name).dump()), [=](Json& rules, Numbers&) {
            rules["name"] = name;
            return true;
        });
    }
    add_rules_mutation(all, "without name", [](Json& rules, Numbers&) { return rules.erase("name") > 0; });
    add_rules_mutation(all, "an unknown option", [](Json& rules, Numbers&) {
        rules["spinner"] = true;
        return true;
    });
    add_rules_mutation(all, "a match by target and rounds", [](Json& rules, Numbers&) {
        rules["match"] = {{"target", 100}, {"rounds", 4}};
        return true;
    });
    add_rules_mutation(all, "a match without end", [](Json& rules, Numbers&) {
        rules["match"] = {{"target", nullptr}, {"rounds", nullptr}};
        return true;
    });
    add_rules_mutation(all, "the option that is not given as null", [](Json& rules, Numbers&) {
        rules["match"][rules["match"].contains("target") ? "rounds" : "target"] = nullptr;
        return true;
    });
    add_rules_mutation(all, "no option at all", [](Json& rules, Numbers&) {
        rules = Json::object();
        return true;
    });
}

void add_run_mutations(std::vector<Mutation>& all) {
    const auto add = [&](const std::string& name, bool (*change)(Lines&, std::size_t, Numbers&)) {
        all.push_back({fmt::format("run: {}", name),
                       [=](Lines& lines, Numbers& numbers) { return change(lines, numbers.below(lines.size()), numbers); }});
    };
    add("a round dropped", [](Lines& lines, std::size_t at, Numbers&) {
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
        return true;
    });
    add("a round twice", [](Lines& lines, std::size_t at, Numbers&) {
        lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), std::string(lines[at]));
        return true;
    });
    add("two rounds swapped", [](Lines& lines, std::size_t at, Numbers& numbers) {
        std::swap(lines[at], lines[numbers.below(lines.size())]);
        return true;
    });
    add("the last round again as the next one", [](Lines& lines, std::size_t, Numbers&) {
        Json record = Json::parse(lines.back());
        record["round"] = record["round"].get<int>() + 1;
        lines.push_back(line_of(record));
        return true;
    });
    add("two rounds after the last", [](Lines& lines, std::size_t, Numbers&) {
        Json record = Json::parse(lines.back());
        for (int i = 0; i < 2; ++i) {
            record["round"] = record["round"].get<int>() + 1;
            lines.push_back(line_of(record));
        }
        return true;
    });
    add("the end cut off", [](Lines& lines, std::size_t at, Numbers&) {
        lines.resize(std::max<std::size_t>(at, 1));
        return true;
    });
    add("the rounds in reverse", [](Lines& lines, std::size_t, Numbers&) {
        std::ranges::reverse(lines);
        return true;
    });
    add("a round of another match put in", [](Lines& lines, std::size_t at, Numbers& numbers) {
        Json record = Json::parse(lines[numbers.below(lines.size())]);
        const Json here = Json::parse(lines[at]);
        record["match"] = here["match"];
        record["round"] = here["round"];
        lines[at] = line_of(record);
        return true;
    });
    add("matches mixed round by round, which is allowed", [](Lines& lines, std::size_t, Numbers&) {
        std::ranges::stable_sort(lines, {}, [](const std::string& line) { return Json::parse(line)["round"].get<int>(); });
        return true;
    });
    add("strategies swapped", [](Lines& lines, std::size_t at, Numbers&) {
        Json record = Json::parse(lines[at]);
        record["strategies"][0] = "another";
        lines[at] = line_of(record);
        return true;
    });
    add("a strategy too few", [](Lines& lines, std::size_t at, Numbers&) {
        Json record = Json::parse(lines[at]);
        erase(record["strategies"], 0);
        lines[at] = line_of(record);
        return true;
    });
    for (const char* field : {"match", "round"}) {
        for (const Json& value : {Json(0), Json(1), Json(2), Json(7), Json(-1), Json("0"), Json(4'000'000'000ULL),
                                  Json(18'446'744'073'709'551'615ULL)}) {
            all.push_back(of_record(fmt::format("run: {} {}", field, value.dump()), [=](Json& record, Numbers&) {
                record[field] = value;
                return true;
            }));
        }
    }
}

void add_field_mutations(std::vector<Mutation>& all) {
    for (const char* field : {"match", "round", "rules", "strategies", "hands", "starter", "boneyard", "opener", "moves", "ending",
                              "last_seat", "winner", "pips", "points", "score", "capicu", "match_over", "match_winner"}) {
        all.push_back(of_record(fmt::format("field: {} missing", field),
                                [=](Json& record, Numbers&) { return record.erase(field) > 0; }));
        for (const Json& value : {Json(nullptr), Json(true), Json(-7), Json(1.5), Json("x"), Json::array(), Json::object(),
                                  Json::array({nullptr}), Json::array({1, "x"}), Json::array({Json::array({1})})}) {
            all.push_back(of_record(fmt::format("field: {} {}", field, value.dump()), [=](Json& record, Numbers&) {
                record[field] = value;
                return true;
            }));
        }
        // Numbers that no machine word holds cannot be made with a JSON value.
        all.push_back(of_text(fmt::format("{} a huge number", field), [=](std::string& line, Numbers&) {
            const std::string key = fmt::format("\"{}\":", field);
            const std::size_t from = line.find(key) + key.size();
            const Json record = Json::parse(line);
            line.replace(from, record[field].dump().size(), "123456789012345678901234567890");
        }));
    }
    all.push_back(of_record("field: an unknown one", [](Json& record, Numbers&) {
        record["comment"] = "hello";
        return true;
    }));
    all.push_back(of_record("field: in another order, which is allowed", [](Json& record, Numbers&) {
        const Json match = record["match"];
        record.erase("match");
        record["match"] = match;
        record["capicu"] = !record["capicu"].get<bool>(); // an order alone would make no difference to compare
        return true;
    }));
}

void add_text_mutations(std::vector<Mutation>& all) {
    const auto replace_with = [&](const std::string& name, const std::string& text) {
        all.push_back(of_text(name, [=](std::string& line, Numbers&) { line = text; }));
    };
    const auto append = [&](const std::string& name, const std::string& text) {
        all.push_back(of_text(name, [=](std::string& line, Numbers&) { line.insert(line.size() - 1, text); }));
    };
    const auto prepend = [&](const std::string& name, const std::string& text) {
        all.push_back(of_text(name, [=](std::string& line, Numbers&) { line.insert(0, text); }));
    };
    replace_with("an empty line", "\n");
    replace_with("a line of blanks", " \t \n");
    replace_with("a line of nothing but a carriage return", "\r\n");
    replace_with("an array", "[]\n");
    replace_with("a string", "\"match\"\n");
    replace_with("a number", "12\n");
    replace_with("an empty object", "{}\n");
    replace_with("a word", "hello\n");
    replace_with("a deep array", std::string(100'000, '[') + "\n");
    replace_with("a deep object", [] {
        std::string text;
        for (int i = 0; i < 50'000; ++i) {
            text += "{\"a\":";
        }
        return text + "\n";
    }());
    replace_with("a nested array that is closed", std::string(500, '[') + std::string(500, ']') + "\n");
    replace_with("only a match", "{\"match\":0}\n");
    replace_with("a match with a float", "{\"match\":0.0}\n");
    append("a carriage return", "\r");
    append("blanks, which are allowed", "  \t");
    append("a comma", ",");
    append("another object", "{}");
    append("a zero byte", std::string(1, '\0'));
    append("a no-break space", "\xC2\xA0");
    prepend("blanks before, which are allowed", " \t ");
    prepend("a byte order mark", "\xEF\xBB\xBF");
    prepend("a comment", "/* hello */");
    all.push_back({"text: no line feed at the end", [](Lines& lines, Numbers&) {
                       lines.back().pop_back();
                       return true;
                   }});
    all.push_back(of_text("cut off", [](std::string& line, Numbers& numbers) {
        line = line.substr(0, numbers.below(line.size() - 2)) + "\n";
    }));
    all.push_back(of_text("broken in two", [](std::string& line, Numbers& numbers) {
        line.insert(1 + numbers.below(line.size() - 2), "\n");
    }));
    const auto substitute = [&](const std::string& name, const std::string& from, const std::string& to) {
        all.push_back({fmt::format("text: {}", name), [=](Lines& lines, Numbers& numbers) {
                           std::string& line = lines[numbers.below(lines.size())];
                           const std::size_t at = line.find(from);
                           if (at == std::string::npos) {
                               return false;
                           }
                           line.replace(at, from.size(), to);
                           return true;
                       }});
    };
    substitute("a key twice", "\"match\":", "\"round\":0,\"match\":");
    substitute("an escaped key, which is allowed", "\"match\":", "\"\\u006datch\":");
    substitute("an escaped key twice", "\"match\":", "\"match\":0,\"m\\u0061tch\":");
    substitute("a key of the rules twice", "\"players\":", "\"max_pip\":6,\"players\":");
    substitute("a float", "\"capicu\":", "\"extra\":1.0,\"capicu\":");
    substitute("an exponent", "\"capicu\":", "\"extra\":1e2,\"capicu\":");
    substitute("NaN", "\"capicu\":", "\"extra\":NaN,\"capicu\":");
    substitute("infinity", "\"capicu\":", "\"extra\":-Infinity,\"capicu\":");
    substitute("an opener of minus zero, which is zero", "\"opener\":", "\"opener\":-");
    substitute("a number with leading zeros", "\"opener\":", "\"opener\":0");
    substitute("a plus sign", "\"opener\":", "\"opener\":+");
    substitute("single quotes", "\"match\"", "'match'");
    substitute("invalid UTF-8", "\"strategies\":[\"", "\"strategies\":[\"\xff");
    substitute("an overlong byte", "\"strategies\":[\"", "\"strategies\":[\"\xC0\x80");
    substitute("a surrogate as UTF-8", "\"strategies\":[\"", "\"strategies\":[\"\xED\xA0\x80");
    substitute("a control character", "\"strategies\":[\"", "\"strategies\":[\"\x01");
    substitute("another UTF-8 name", "\"strategies\":[\"", "\"strategies\":[\"\xC3\xA9\xF0\x9F\x81\xA0");
    substitute("a wrong escape", "\"strategies\":[\"", "\"strategies\":[\"\\x");
    substitute("True instead of true", ":false", ":False");
    substitute("a comma too many", "\"pips\":[", "\"pips\":[,");
    substitute("blanks inside, which are allowed", "\"pips\":[", "\"pips\" : [ ");
    substitute("a vertical tab", "\"pips\":[", "\"pips\":\v[");
    substitute("a deep value", "\"capicu\":", "\"extra\":" + std::string(300, '[') + std::string(300, ']') + ",\"capicu\":");
}

} // namespace

std::vector<Mutation> all_mutations() {
    std::vector<Mutation> all;
    add_move_mutations(all);
    add_deal_mutations(all);
    add_result_mutations(all);
    add_rules_mutations(all);
    add_run_mutations(all);
    add_field_mutations(all);
    add_text_mutations(all);
    return all;
}

} // namespace balak::testing
