#include "bots/messages.hpp"
#include "cli/advice_options.hpp"
#include "cli/advice_text.hpp"
#include "cli/bot_trial.hpp"
#include "cli/commands.hpp"
#include "cli/game_at_terminal.hpp"
#include "cli/options.hpp"
#include "cli/signals.hpp"
#include "cli/target.hpp"
#include "cli/terminal.hpp"
#include "cli/user_error.hpp"
#include "io/config.hpp"
#include "io/place.hpp"
#include "io/shown.hpp"
#include "study/bot_player.hpp"
#include "study/game.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace balak::cli {
namespace {

using study::Game;

/// The file for the records: what is named must not be there yet, else it is the first of play.jsonl, play-2.jsonl and
/// so on that is not.
std::string record_file(const std::optional<std::string>& named) {
    std::error_code error;
    if (named) {
        if (named->empty() || !io::place_of(*named).is_file()) {
            throw UserError(fmt::format("--records is {}, expected the path of a file", io::quoted(*named)));
        }
        if (std::filesystem::exists(*named, error)) {
            throw UserError(fmt::format("{}: is there already, name another file", *named));
        }
        return *named;
    }
    std::string name = "play.jsonl";
    for (int number = 2; std::filesystem::exists(name, error); ++number) {
        name = fmt::format("play-{}.jsonl", number);
    }
    return name;
}

/// The entrants of the other seats: one for all of them, or one for each in the order of seats.
std::vector<tournament::Entrant> others(const std::vector<std::string>& specs, int count,
                                        const StrategyTable& strategies) {
    if (specs.size() != 1 && specs.size() != static_cast<std::size_t>(count)) {
        throw UserError(
            fmt::format("play: {} strategies are given for {} other seat{}, expected one for all{}: balak play "
                        "STRATEGY",
                        specs.size(), count, count == 1 ? "" : "s", count == 1 ? "" : ", or one for each"));
    }
    std::vector<tournament::Entrant> entrants;
    for (int i = 0; i < count; ++i) {
        const std::string& spec = specs[specs.size() == 1 ? 0 : static_cast<std::size_t>(i)];
        entrants.push_back(io::named_entrant(spec, strategies, "play"));
    }
    return entrants;
}

std::unique_ptr<Strategy> player_of(const tournament::Entrant& entrant, const StrategyTable& strategies,
                                    const RuleSet& rules) {
    if (entrant.bot) {
        return std::make_unique<study::BotPlayer>(entrant.name, trial_of(entrant), rules);
    }
    return strategies.find(entrant.type)->make(entrant.options, strategies);
}

} // namespace

int play_by_hand(const std::vector<std::string>& arguments) {
    const Page page{
        "balak play", "STRATEGY [STRATEGY ...] [options]",
        "You against strategies, at the terminal, for a match. A strategy is a name of `balak strategies`, with\n"
        "options as in monte-carlo:determinizations=50, or a bot: \"command:python3 mine.py\". One plays in\n"
        "all other seats, or there is one for each, in the order of seats; the seat opposite is your partner\n"
        "where there are partners. Lay a tile by its number or by its name, as in 6-1<; ? gives a hint, ??\n"
        "also who may hold what, u takes back, q quits. Complete rounds are kept as game records, for\n"
        "`balak replay`, `balak check` and `balak suggest`.\n"
        "Example: balak play tile-counting --rules la-plaza-pairs"};
    po::options_description options("Options");
    const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
    options.add_options()("rules", text("RULES")->default_value("playboard"), "the rules, as in la-plaza-pairs+short")(
        "players", text("N"), "number of seats, where the rules allow several")("seat", text("S")->default_value("0"),
                                                                                "where you sit")(
        "name", text("NAME")->default_value("you"),
        "what records call you")("seed", text("N"), "play the deals of this seed; by default one that nobody knows")(
        "records", text("FILE"), "keep the records here; by default in play.jsonl, or play-2.jsonl and so on");
    add_advice_options(options, "10000");
    add_target_option(options);
    const auto values = parse(page, arguments, options, {{"strategies", -1}});
    if (!values) {
        return 0;
    }
    StrategyTable strategies = StrategyTable::builtin();
    strategies.play_on(target_option(*values));
    std::optional<int> number;
    if (const auto given = integer_option(*values, "players", min_seats, max_seats)) {
        number = static_cast<int>(*given);
    }
    const RuleSet rules = io::named_rules(*text_option(*values, "rules"), number, "--rules");
    const auto specs = values->count("strategies") > 0 ? (*values)["strategies"].as<std::vector<std::string>>()
                                                       : std::vector<std::string>();
    const std::vector<tournament::Entrant> entrants = others(specs, rules.players - 1, strategies);
    const Seat person(
        static_cast<int>(*integer_option(*values, "seat", 0, static_cast<std::uint64_t>(rules.players - 1))));
    const std::string name = *text_option(*values, "name");
    if (name.empty() || !io::is_name(name)) {
        throw UserError(fmt::format("--name is {}, expected {}", io::quoted(name),
                                    "a name whose characters can all be seen, with single blanks inside"));
    }
    std::random_device dice;
    const std::uint64_t seed = integer_option(*values, "seed", 0, std::numeric_limits<std::uint64_t>::max())
                                   .value_or(std::uint64_t{dice()} << 32U | dice());
    study::Adviser adviser(advice_options(*values, strategies, "play"), strategies);
    const std::string records = record_file(text_option(*values, "records"));

    std::vector<std::unique_ptr<Strategy>> made;
    PerSeat<Game::Player> players;
    auto next = entrants.begin();
    for (const Seat seat : seats(rules.players)) {
        if (seat == person) {
            players[seat] = {name, nullptr};
            continue;
        }
        made.push_back(player_of(*next, strategies, rules));
        players[seat] = {next->name, made.back().get()};
        ++next;
    }
    Game game(rules, seed, players);
    print("{}\n", wrapped(fmt::format("{}, seed {}. You sit in seat {}.", describe(rules), seed, person.number()),
                          text_width()));
    stop_waiting_on_signals();
    return play_at_terminal(game, person, adviser, records);
}

} // namespace balak::cli
