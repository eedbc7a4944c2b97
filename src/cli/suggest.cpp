#include "bots/position.hpp"
#include "cli/advice_options.hpp"
#include "cli/advice_text.hpp"
#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/record_file.hpp"
#include "cli/target.hpp"
#include "cli/terminal.hpp"
#include "cli/user_error.hpp"
#include "io/config.hpp"
#include "study/advice_json.hpp"
#include "study/position_file.hpp"
#include "study/recorded_turn.hpp"
#include "study/typed_position.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <fstream>
#include <limits>
#include <string>

namespace balak::cli {
namespace {

constexpr const char* command = "suggest";

/// Options that a position in a file leaves nothing to say for.
constexpr std::array typed_options{"hand", "played", "seat", "opener", "starter", "score"};

std::optional<int> small_option(const po::variables_map& values, const char* name, int most) {
    const auto number = integer_option(values, name, 0, static_cast<std::uint64_t>(most));
    return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

/// Throws UserError if one of these options is given, for a reason.
void refuse(const po::variables_map& values, std::span<const char* const> names, const std::string& reason) {
    for (const char* const name : names) {
        if (values.count(name) > 0 && !values[name].defaulted()) {
            throw UserError(fmt::format("{}: --{} is given, but {}", command, name, reason));
        }
    }
}

study::Question typed_question(const po::variables_map& values) {
    constexpr std::array of_records{"match", "turn"};
    refuse(values, of_records, "no file of records");
    std::optional<int> players = small_option(values, "players", max_seats);
    const auto hand = text_option(values, "hand");
    if (!hand) {
        throw UserError(fmt::format("{}: a position is expected: --hand with --played, or a file", command));
    }
    const RuleSet rules = io::named_rules(*text_option(values, "rules"), players, "--rules");
    const study::TypedPosition typed{.seat = small_option(values, "seat", rules.players - 1).value_or(0),
                                     .hand = *hand,
                                     .played = text_option(values, "played").value_or(""),
                                     .opener = small_option(values, "opener", rules.players - 1),
                                     .starter = text_option(values, "starter"),
                                     .score = text_option(values, "score"),
                                     .round = small_option(values, "round", std::numeric_limits<int>::max())};
    return {rules, study::read_typed(rules, typed, command)};
}

/// Whether the first line of a file is a game record.
bool holds_records(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    std::string line;
    io::Value value;
    if (!std::getline(stream, line) || !io::read_json(line, value).empty()) {
        return false;
    }
    const auto* const object = value.as<io::Value::Object>();
    return object != nullptr && io::find(*object, "hands") != nullptr;
}

/// The turn asked for, of the last round of those asked for.
study::Question recorded_question(const std::string& name, const po::variables_map& values) {
    constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
    const auto match = integer_option(values, "match", 0, any);
    const auto round = integer_option(values, "round", 0, any);
    const std::optional<int> turn = small_option(values, "turn", std::numeric_limits<std::uint8_t>::max());
    RecordFile file(name, false);
    std::optional<io::Judged> last;
    while (std::optional<io::Judged> judged = file.next()) {
        const bool wanted =
            judged->record ? (!match || judged->record->match == *match) && (!round || judged->record->round == *round)
                           : !match && !round;
        if (wanted) {
            last = std::move(judged);
        }
    }
    if (!last) {
        throw UserError(fmt::format("{}: there is no round{}{} in it", file.name(),
                                    round ? fmt::format(" {}", *round) : "",
                                    match ? fmt::format(" of match {}", *match) : ""));
    }
    if (!last->faults.empty()) {
        const io::Fault& fault = last->faults.front();
        throw UserError(
            fmt::format("{}: line {} is no good record: {} ({})", file.name(), fault.line, fault.what, fault.rule));
    }
    const std::string place =
        fmt::format("{}: match {}, round {}", file.name(), last->record->match.str(), last->record->round.str());
    return study::recorded_turn(*last->record, turn, place);
}

study::Question question_of(const std::optional<std::string>& file, const po::variables_map& values) {
    if (!file) {
        return typed_question(values);
    }
    constexpr std::array rules{"rules", "players"};
    refuse(values, typed_options, "the position is in a file");
    refuse(values, rules, "the rules are in the file");
    if (holds_records(*file)) {
        return recorded_question(*file, values);
    }
    constexpr std::array of_records{"match", "round", "turn"};
    refuse(values, of_records, "the file has one position");
    return study::read_position(io::read_file(*file), *file);
}

} // namespace

int suggest(const std::vector<std::string>& arguments) {
    const Page page{
        "balak suggest", "[FILE] [options]",
        "Tells what the legal moves of a position are worth, and who may hold what: points of the round and\n"
        "the chances to win it and the match, from worlds that agree with all that the seat has seen.\n"
        "The position is typed, in the notation of game records: --hand has the tiles held now, --played all\n"
        "that was laid, drawn and passed, + for another seat's draw and +6-1 for an own one. Or it is in a\n"
        "file: a `choose` message with its rules (docs/studying.md), or game records, of which the last turn\n"
        "with a choice is taken, or the one that --match, --round and --turn name.\n"
        "Example: balak suggest --hand \"6-1 5-2 4-4 3-0 2-1\" --played \"6-6 6-5< 5-1< + + 6-2>\""};
    po::options_description options("Options");
    const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
    options.add_options()("rules", text("RULES")->default_value("playboard"), "the rules, as in la-plaza-pairs+short")(
        "players", text("N"), "number of seats, where the rules allow several")("seat", text("S")->default_value("0"),
                                                                                "who asks, and whose turn it is")(
        "hand", text("TILES"), "the tiles held now")("played", text("MOVES"),
                                                     "what happened so far, as in \"6-6 6-4< + 4-1> pass\"")(
        "opener", text("S"), "who took the first turn; it follows from the moves, and is compared")(
        "starter", text("TILE"), "the tile that lay on the table before the first turn")(
        "score", text("POINTS"), "of the match before this round, by side, as in \"45 30\"")(
        "round", text("R"), "number of the round in the match, from 0")("match", text("M"), "of records: the match")(
        "turn", text("T"), "of records: the turn, by the plays and passes of the round before it")(
        "seed", text("N")->default_value("0"), "another seed draws other worlds")("json", "write JSON");
    add_advice_options(options, "10000");
    add_target_option(options);
    const auto values = parse(page, arguments, options, {{"file", -1}});
    if (!values) {
        return 0;
    }
    StrategyTable strategies = StrategyTable::builtin();
    strategies.play_on(target_option(*values));
    const study::AdviceSettings settings = advice_options(*values, strategies, command);
    const auto seed = integer_option(*values, "seed", 0, std::numeric_limits<std::uint32_t>::max());
    const auto file = only_argument(*values, "file", "file");
    study::Question question = question_of(file, *values);
    if (!file || !(*values)["seed"].defaulted()) {
        question.message.random = *seed << 32U;
    }
    const bots::Wording wording{file ? std::string_view(*file) : command,
                                file ? bots::Wording::Of::message : bots::Wording::Of::person, 1};
    const bots::Position position(question.rules, question.message, wording);
    const Observation seen = position.observation();
    bots::require_possible(seen, wording);
    study::Adviser adviser(settings, strategies);
    const study::Advice advice = adviser.advise(seen).value();
    if (values->count("json") > 0) {
        print("{}\n", io::json_text(study::advice_json(advice, settings, seen), 2));
        return 0;
    }
    print("{}\n{}\n{}", position_text(seen, text_width()), moves_text(advice, settings, seen),
          places_text(advice, seen));
    return 0;
}

} // namespace balak::cli
