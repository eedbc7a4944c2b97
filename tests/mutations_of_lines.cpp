// Spoils a run as a whole, the fields of a record, and the text of a line.
#include "mutation_parts.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace balak::testing {

void add_run_mutations(std::vector<Mutation>& all) {
    const auto add = [&](const std::string& name, bool (*change)(Lines&, std::size_t, Numbers&)) {
        all.push_back({fmt::format("run: {}", name), [=](Lines& lines, Numbers& numbers) {
                           return change(lines, numbers.below(lines.size()), numbers);
                       }});
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
        std::ranges::stable_sort(lines, {},
                                 [](const std::string& line) { return Json::parse(line)["round"].get<int>(); });
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
    for (const char* field :
         {"match", "round", "rules", "strategies", "hands", "starter", "boneyard", "opener", "moves", "ending",
          "last_seat", "winner", "pips", "points", "score", "capicu", "match_over", "match_winner"}) {
        all.push_back(of_record(fmt::format("field: {} missing", field),
                                [=](Json& record, Numbers&) { return record.erase(field) > 0; }));
        for (const Json& value :
             {Json(nullptr), Json(true), Json(-7), Json(1.5), Json("x"), Json::array(), Json::object(),
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
        all.push_back(of_text(name, [=](std::string& line, Numbers&) { line.assign(text); }));
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
        line.resize(numbers.below(line.size() - 2));
        line.push_back('\n');
    }));
    all.push_back(of_text(
        "broken in two", [](std::string& line, Numbers& numbers) { line[1 + numbers.below(line.size() - 2)] = '\n'; }));
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
    substitute("a deep value",
               "\"capicu\":", "\"extra\":" + std::string(300, '[') + std::string(300, ']') + ",\"capicu\":");
}

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
