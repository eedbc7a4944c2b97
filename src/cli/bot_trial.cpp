#include "cli/bot_trial.hpp"

#include "bots/log.hpp"
#include "cli/user_error.hpp"
#include "io/bot_config.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string_view>

namespace balak::cli {
namespace {

/// Keeps every line in a file, from when the check began.
bots::Talk::Log log_to(const std::string& file) {
    using Clock = std::chrono::steady_clock;
    return [log = std::make_shared<bots::Log>(file), began = Clock::now()](bool to_bot, std::string_view line) {
        const double seconds = std::chrono::duration<double>(Clock::now() - began).count();
        if (to_bot) {
            log->sent(seconds, "bot", line);
        } else {
            log->received(seconds, "bot", line);
        }
    };
}

} // namespace

void add_trial_options(po::options_description& options) {
    options.add_options()("options", po::value<std::string>()->value_name("JSON"),
                          "the options that the bot is given, as in '{\"depth\":3}'")(
        "move-ms", po::value<std::string>()->value_name("MS")->default_value("10000"),
        "milliseconds for an answer; 0: no limit")("start-ms",
                                                   po::value<std::string>()->value_name("MS")->default_value("10000"),
                                                   "milliseconds for being ready; 0: no limit")(
        "log", po::value<std::string>()->value_name("FILE"), "keep every line there: > to the bot, < from it");
}

bots::Trial trial_of(const tournament::Entrant& entrant) {
    const bots::Bot& bot = entrant.bot.value();
    bots::Trial trial{.command = bot.command,
                      .options = io::parse_json(bot.options, "options"),
                      .start_ms = bot.start_ms,
                      .move_ms = bot.move_ms};
    if (bot.is_library()) {
        const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
        trial.command.words = {self, "bot", "serve", "library:" + bot.path};
    }
    return trial;
}

bots::Trial trial_of(const std::string& bot, const po::variables_map& values) {
    bots::Trial trial = trial_of(io::named_bot(io::is_bot_type(bot) ? bot : "command:" + bot, "bot"));
    trial.move_ms = static_cast<int>(integer_option(values, "move-ms", 0, bots::most_ms).value());
    trial.start_ms = static_cast<int>(integer_option(values, "start-ms", 0, bots::most_ms).value());
    if (const auto text = text_option(values, "options")) {
        trial.options = io::parse_json(*text, "--options");
        if (!trial.options.is_object()) {
            throw UserError(fmt::format("--options is {}, expected a JSON object", io::quoted(*text)));
        }
    }
    if (const auto file = text_option(values, "log")) {
        trial.log = log_to(*file);
    }
    return trial;
}

} // namespace balak::cli
