#include "study/position_file.hpp"

#include "bots/kept_question.hpp"
#include "bots/messages.hpp"
#include "bots/server.hpp"
#include "io/config.hpp"
#include "io/rules_json.hpp"

#include <nlohmann/json.hpp>

namespace balak::study {
namespace {

RuleSet rules_of(const io::Node& choose) {
    if (!choose.has("rules")) {
        choose.fail("the field \"rules\" is missing: the name of rules, or their options");
    }
    const io::Node rules = choose.at("rules");
    const bool as_in_configs = rules.is_string() || (rules.is_object() && rules.has("preset"));
    return as_in_configs ? io::read_rules(rules, std::nullopt) : bots::rules_of_hello(choose);
}

} // namespace

Question read_position(const std::string& text, const std::string& file) {
    if (bots::is_kept_question(text)) {
        const bots::KeptQuestion kept = bots::read_kept_question(text, file);
        return {bots::rules_of_hello(io::Node(kept.hello, file + ": hello")),
                bots::read_choose(io::Node(kept.choose, file + ": choose"))};
    }
    const io::Json json = io::parse_json(text, file);
    const io::Node node(json, file);
    if (!node.is_object()) {
        node.expected("a `choose` message with \"rules\"");
    }
    if (node.has("type") && node.at("type").value() != "choose") {
        node.at("type").expected("\"choose\"");
    }
    return {rules_of(node), bots::read_choose(node)};
}

std::string position_text(const Observation& seen) {
    std::string line;
    bots::append_choose(line, 1, 1, seen);
    io::Json json = io::Json::parse(line);
    json["rules"] = io::to_json(seen.rules);
    return json.dump();
}

} // namespace balak::study
