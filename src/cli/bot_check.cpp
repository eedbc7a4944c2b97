#include "bots/check.hpp"
#include "cli/bot.hpp"
#include "cli/bot_trial.hpp"
#include "cli/user_error.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace balak::cli {
namespace {

void print(const bots::Finding& finding) {
    using Kind = bots::Finding::Kind;
    fmt::print("{:<6} {}\n",
               finding.kind == Kind::good    ? "ok"
               : finding.kind == Kind::fault ? "FAULT"
                                             : "note",
               finding.sentence);
    std::fflush(stdout);
}

} // namespace

int bot_check(const std::vector<std::string>& arguments) {
    const Page page{"balak bot check", "COMMAND|library:FILE [options]",
                    "Plays a bot through positions of every preset and of many other rule sets, and says whether it\n"
                    "keeps to docs/bot-protocol.md. The command is one argument, of words and quotes; no shell sees\n"
                    "it. Exit code 0: no fault was found, 1: there are some.\n"
                    "Example: balak bot check \"python3 mybot/bot.py\""};
    po::options_description options("Options");
    options.add_options()("rules", po::value<std::string>()->value_name("N")->default_value("200"),
                          "how many rule sets are drawn from all, besides the presets");
    add_trial_options(options);
    const auto values = parse(page, arguments, options, {{"bot", -1}});
    if (!values) {
        return 0;
    }
    const auto bot = only_argument(*values, "bot", "bot");
    if (!bot) {
        throw UserError("check: a bot is expected: balak bot check COMMAND");
    }
    const auto drawn = static_cast<int>(integer_option(*values, "rules", 0, 100'000).value());
    const bots::Trial trial = trial_of(*bot, *values);
    const int faults = bots::check_bot(trial, drawn, print);
    fmt::print("{}\n", faults == 0   ? "No fault was found."
                       : faults == 1 ? "There is 1 fault."
                                     : fmt::format("There are {} faults.", faults));
    return faults == 0 ? 0 : 1;
}

} // namespace balak::cli
