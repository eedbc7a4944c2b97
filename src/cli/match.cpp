#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/play.hpp"
#include "cli/play_options.hpp"
#include "cli/user_error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace balak::cli {

int match(const std::vector<std::string>& arguments) {
    const Page page{"balak match", "A B [options]",
                    "Plays two strategies against each other and prints who wins, by how much, and how sure that is.\n"
                    "A strategy is a name of `balak strategies`, with options as in\n"
                    "monte-carlo:determinizations=50,objective=win, or a bot: \"command:python3 mine.py\",\n"
                    "library:./mine.so.\n"
                    "Rules are a name of `balak rules`, with house rules as in la-plaza-pairs+short+capicu-25.\n"
                    "Example: balak match doubles-first greedy-heavy --rules la-plaza-pairs --matches 100000"};
    po::options_description options("Options");
    options.add_options()("rules", po::value<std::string>()->value_name("RULES")->default_value("playboard"),
                          "the rules to play by")("players", po::value<std::string>()->value_name("N"),
                                                  "number of seats, where the rules allow several")(
        "unit", po::value<std::string>()->value_name("UNIT")->default_value("match"),
        "what is played for each deal: match or round");
    add_play_options(options);
    const auto values = parse(page, arguments, options, {{"strategies", -1}});
    if (!values) {
        return 0;
    }
    const auto names = values->count("strategies") > 0 ? (*values)["strategies"].as<std::vector<std::string>>()
                                                       : std::vector<std::string>();
    if (names.size() != 2) {
        throw UserError(fmt::format("two strategies are expected, {} given: balak match A B", names.size()));
    }
    StrategyTable strategies = StrategyTable::builtin();
    io::Config config;
    tournament::Tournament& tournament = config.tournament;
    for (const std::string& name : names) {
        tournament.entrants.push_back(io::named_entrant(name, strategies, "match"));
    }
    // A strategy against itself is how calibration is seen.
    if (names[0] == names[1]) {
        tournament.entrants[1].name += " (2)";
    }
    std::optional<int> players;
    if (const auto number = integer_option(*values, "players", min_seats, max_seats)) {
        players = static_cast<int>(*number);
    }
    RuleSet rules = io::named_rules((*values)["rules"].as<std::string>(), players, "--rules");
    const std::string unit = (*values)["unit"].as<std::string>();
    const auto known = std::ranges::find(io::unit_names(), unit);
    if (known == io::unit_names().end()) {
        throw UserError(fmt::format("--unit is {}, expected {}{}", io::quoted(unit), io::list_of(io::unit_names()),
                                    io::did_you_mean(unit, io::unit_names())));
    }
    tournament.unit = static_cast<tournament::Unit>(known - io::unit_names().begin());
    tournament.rules.push_back(tournament.unit == tournament::Unit::round ? io::one_round(rules) : rules);
    tournament.name = fmt::format("{} - {}", tournament.entrants[0].name, tournament.entrants[1].name);
    apply_play_options(*values, config, strategies);
    const RunMode mode = apply_run_mode(*values, config);
    return play(config, strategies, mode);
}

} // namespace balak::cli
