#include "study/judgement_lines.hpp"

#include "io/reader.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace balak::study {
namespace {

constexpr const char* schema = "balak.judgements/1";
constexpr double any = std::numeric_limits<double>::max();
constexpr std::int64_t many = 1'000'000'000;

io::Json loss_json(const Loss& loss) {
    return {{"loss", loss.loss}, {"error", loss.error}, {"worlds", loss.worlds}};
}

Loss read_loss(const io::Node& node) {
    return {node.at("loss").number(-any, any), node.at("error").number(0, any),
            static_cast<std::size_t>(node.at("worlds").integer(1, many))};
}

/// Throws io::InputError unless it is an object with these fields.
void require(const io::Node& node, std::initializer_list<const char*> fields) {
    if (!node.is_object()) {
        node.expected("an object");
    }
    for (const char* const field : fields) {
        if (!node.has(field)) {
            node.fail(fmt::format("the field \"{}\" is missing", field));
        }
    }
}

int rank_of(const std::vector<std::string>& moves, const io::Node& move) {
    const auto found = std::ranges::find(moves, move.text());
    if (found == moves.end()) {
        move.expected("one of the moves");
    }
    return static_cast<int>(found - moves.begin());
}

} // namespace

std::string judgement_heading(const JudgeSettings& settings) {
    const io::Json json = {
        {"schema", schema},        {"objective", settings.objective},     {"worlds", settings.worlds},
        {"error", settings.error}, {"most_worlds", settings.most_worlds}, {"rollout", settings.rollout},
        {"seed", settings.seed}};
    return io::json_text(json, -1) + '\n';
}

std::string judgement_line(const JudgedChoice& choice) {
    const Judgement& judgement = choice.judgement;
    io::Json json = {{"match", choice.match.str()},
                     {"round", choice.round},
                     {"turn", choice.turn},
                     {"seat", choice.seat},
                     {"strategy", choice.strategy},
                     {"played", choice.played},
                     {"best", choice.moves[static_cast<std::size_t>(judgement.best)]}};
    json.update(loss_json(judgement.loss));
    json["again"] = judgement.again ? loss_json(*judgement.again) : io::Json();
    json["mistake"] = judgement.is_mistake();
    for (std::size_t rank = 0; rank < choice.moves.size(); ++rank) {
        json["moves"].push_back({{"move", choice.moves[rank]},
                                 {"worth", judgement.moves[rank].worth},
                                 {"error", judgement.moves[rank].error}});
    }
    std::string line = io::json_text(json, -1);
    // A number of any size, as in the records.
    const std::string quoted = fmt::format("\"match\":\"{}\"", choice.match.str());
    line.replace(line.find(quoted), quoted.size(), fmt::format("\"match\":{}", choice.match.str()));
    return line + '\n';
}

JudgeSettings read_judgement_heading(const std::string& line, const std::string& place) {
    const io::Json json = io::parse_json(line, place);
    const io::Node node(json, place);
    require(node, {"schema", "objective", "worlds", "error", "most_worlds", "rollout", "seed"});
    if (node.at("schema").value() != schema) {
        node.at("schema").expected(fmt::format("\"{}\"", schema));
    }
    return {.worlds = static_cast<std::size_t>(node.at("worlds").integer(1, many)),
            .error = node.at("error").number(0, any),
            .most_worlds = static_cast<std::size_t>(node.at("most_worlds").integer(1, many)),
            .rollout = node.at("rollout").text(),
            .objective = node.at("objective").text(),
            .seed = node.at("seed").unsigned_64()};
}

JudgedChoice read_judgement(const std::string& line, const std::string& place) {
    const io::Json json = io::parse_json(line, place);
    const io::Node node(json, place);
    require(node, {"match", "round", "turn", "seat", "strategy", "played", "best", "loss", "error", "worlds", "again",
                   "moves"});
    JudgedChoice choice;
    choice.match = io::Integer(node.at("match").unsigned_64());
    choice.round = static_cast<int>(node.at("round").integer(0, many));
    choice.turn = static_cast<int>(node.at("turn").integer(0, many));
    choice.seat = static_cast<int>(node.at("seat").integer(0, max_seats - 1));
    choice.strategy = node.at("strategy").text();
    choice.played = node.at("played").text();
    choice.judgement.loss = read_loss(node);
    if (!node.at("again").value().is_null()) {
        const io::Node again = node.at("again");
        require(again, {"loss", "error", "worlds"});
        choice.judgement.again = read_loss(again);
    }
    for (const io::Node& move : node.at("moves").items()) {
        require(move, {"move", "worth", "error"});
        choice.moves.push_back(move.at("move").text());
        choice.judgement.moves.push_back({move.at("worth").number(-any, any), move.at("error").number(0, any)});
    }
    choice.judgement.best = rank_of(choice.moves, node.at("best"));
    return choice;
}

} // namespace balak::study
