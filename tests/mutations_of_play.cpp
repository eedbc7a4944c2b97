// Spoils what a record says of a round: its moves, its deal, its result.
#include "mutation_parts.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace balak::testing {

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
    for (const char* garbage :
         {"",      " ",     "6-6<<", "7-0<", "3-6<", "PASS",  "pass ", "+",        "+pass", "<",    ">",
          "6-1 <", "++2-1", "+2-1<", "6_1<", "66<",  "-1-0<", "6-1\n", "\xC3\xA9", "null",  "0-0<>"}) {
        all.push_back(
            of_move(fmt::format("garbage {}", Json(garbage).dump()), [garbage](Json& moves, std::size_t at, Numbers&) {
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

} // namespace balak::testing
