#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/outputs.hpp"
#include "cli/play.hpp"
#include "cli/play_options.hpp"
#include "cli/user_error.hpp"

namespace balak::cli {

int tournament(const std::vector<std::string>& arguments) {
    const Page page{
        "balak tournament", "CONFIG.json [options]",
        "Plays the tournament of a config file, prints the ladder and the pairings under each rule set, and\n"
        "writes results JSON (by default to results/CONFIG.json). Options override the config.\n"
        "Ctrl-C stops it in order: what is complete is reported and written; --resume continues it."};
    po::options_description options("Options");
    add_play_options(options);
    const auto values = parse(page, arguments, options, {{"config", -1}});
    if (!values) {
        return 0;
    }
    const auto file = only_argument(*values, "config", "config");
    if (!file) {
        throw UserError("a config file is expected: balak tournament CONFIG.json");
    }
    StrategyTable strategies = StrategyTable::builtin();
    io::Config config = io::read_config(*file, strategies);
    apply_play_options(*values, config, strategies);
    const RunMode mode = apply_run_mode(*values, config);
    require_kept(*file, config, mode.log, "the output would overwrite the config");
    return play(config, strategies, mode);
}

} // namespace balak::cli
