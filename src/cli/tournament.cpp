#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/play.hpp"
#include "cli/user_error.hpp"

namespace balak::cli {

int tournament(const std::vector<std::string>& arguments) {
    const Page page{"balak tournament", "CONFIG.json [options]",
                    "Plays the tournament of a config file, prints the ladder and the pairings under each rule set, and\n"
                    "writes results JSON (by default to results/CONFIG.json). Options override the config.\n"
                    "Ctrl-C stops it in order: what is complete is reported and written."};
    po::options_description options("Options");
    add_play_options(options);
    const auto values = parse(page, arguments, options, {{"config", -1}});
    if (!values) {
        return 0;
    }
    if (values->count("config") == 0) {
        throw UserError("the config file is missing: balak tournament CONFIG.json");
    }
    const auto files = (*values)["config"].as<std::vector<std::string>>();
    if (files.size() > 1) {
        throw UserError("one config at a time: \"" + files[1] + "\" is one too many");
    }
    const StrategyTable strategies = StrategyTable::builtin();
    io::Config config = io::read_config(files.front(), strategies);
    apply_play_options(*values, config);
    return play(config, strategies);
}

} // namespace balak::cli
