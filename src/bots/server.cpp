#include "bots/server.hpp"

#include "bots/position.hpp"
#include "io/input_error.hpp"
#include "io/recorded_rules.hpp"
#include "io/strict_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <vector>

namespace balak::bots {

RuleSet rules_of_hello(const io::Node& hello) {
    if (!hello.has("rules")) {
        hello.fail("the field \"rules\" is missing");
    }
    const io::Node node = hello.at("rules");
    io::Value value;
    if (const std::string refusal = io::read_json(node.value().dump(), value); !refusal.empty()) {
        node.fail(refusal);
    }
    const auto* object = value.as<io::Value::Object>();
    if (object == nullptr) {
        node.expected("an object");
    }
    std::vector<io::Complaint> complaints;
    const std::optional<RuleSet> rules = io::read_rules(*object, complaints);
    if (!rules) {
        node.fail(complaints.front().what);
    }
    // A record may go beyond what balak plays itself.
    for (const RuleOption& option : rule_options()) {
        if (option.get(*rules) > option.most) {
            node.fail(fmt::format("{} is {}, must be {}", option.name, option.get(*rules), option.expected()));
        }
    }
    return *rules;
}

bool Server::take(std::string_view line, std::string& out) {
    if (player_ && read_usual_choose(line, message_)) {
        choose(message_, out);
        return true;
    }
    const std::optional<io::Json> object = read_object(line);
    if (!object) {
        throw io::InputError(fmt::format("a line is no JSON object: {}", io::shown(line)));
    }
    const io::Json& json = *object;
    const auto type = json.find("type");
    if (type == json.end()) {
        throw io::InputError(fmt::format("a message has no \"type\": {}", io::shown(line)));
    }
    if (*type == "choose") {
        if (!player_) {
            throw io::InputError("choose: came before `hello`");
        }
        choose(read_choose(io::Node(json, "choose")), out);
    } else if (*type == "hello") {
        begin(io::Node(json, "hello"));
        append_ready(out, served_.ready);
    }
    return *type != "quit";
}

void Server::begin(const io::Node& hello) {
    if (player_) {
        hello.fail("came a second time");
    }
    if (!hello.has("protocol")) {
        hello.fail("the field \"protocol\" is missing");
    }
    if (hello.at("protocol").value() != protocol_version) {
        hello.at("protocol").expected(fmt::format("{}: the version that this balak speaks", protocol_version));
    }
    rules_ = rules_of_hello(hello);
    player_ = served_.make(rules_, hello.has("options") ? hello.at("options").value() : io::Json::object());
}

void Server::choose(const ChooseMessage& message, std::string& out) {
    constexpr std::string_view place = "choose";
    if (message.id == 0) {
        throw io::InputError(fmt::format("{}: the field \"id\" is missing", place));
    }
    const Position position(rules_, message, place);
    const Observation seen = position.observation();
    if (served_.thorough) {
        require_possible(seen, place);
    }
    const Move move = player_->choose(seen);
    append_answer(out, message.id, move, is_opening(seen.table));
}

} // namespace balak::bots
