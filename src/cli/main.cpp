// Dispatches to the subcommands.
#include "balak/version.hpp"
#include "cli/commands.hpp"
#include "cli/play.hpp"
#include "cli/signals.hpp"
#include "cli/terminal.hpp"
#include "cli/user_error.hpp"
#include "io/output_file.hpp"
#include "io/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct Command {
    std::string_view name;
    std::string_view summary;
    int (*run)(const std::vector<std::string>& arguments);
};

constexpr std::array commands{
    Command{"tournament", "play the tournament of a config file", &balak::cli::tournament},
    Command{"match", "play two strategies against each other", &balak::cli::match},
    Command{"merge", "join the shards of a run", &balak::cli::merge},
    Command{"compare", "say which differences between results are real", &balak::cli::compare},
    Command{"report", "make a page of results, with charts, for a browser", &balak::cli::report},
    Command{"export", "write results as tables for R, pandas and spreadsheets", &balak::cli::export_tables},
    Command{"rules", "list the rule sets and their options, or show one", &balak::cli::rules},
    Command{"strategies", "list the strategies and their options, or show one", &balak::cli::strategies},
    Command{"schema", "show the JSON Schema of config files", &balak::cli::schema},
    Command{"replay", "show recorded rounds move by move", &balak::cli::replay},
    Command{"check", "judge recorded games by the rules", &balak::cli::check},
    Command{"analyse", "judge the choices of recorded games", &balak::cli::analyse},
    Command{"play", "play against strategies yourself", &balak::cli::play_by_hand},
    Command{"suggest", "say what the moves of a position are worth", &balak::cli::suggest},
    Command{"bot", "write, check and serve bots: players outside of balak", &balak::cli::bot},
    Command{"bench", "measure the engine's hot paths", &balak::cli::bench},
};

void print_help(std::FILE* stream) {
    std::string text = fmt::format(
        "balak {}: plays dominoes against itself to tell which strategy is better, under which rules, by how\n"
        "much, and whether that is real.\n\nUsage: balak COMMAND [arguments]\n\nCommands:\n",
        balak::version());
    for (const Command& command : commands) {
        text += fmt::format("  {:<12} {}\n", command.name, command.summary);
    }
    text += "\nbalak COMMAND --help tells more; balak --version says which balak this is.\n"
            "Exit codes: 0 done, 1 the run failed, 2 the input was wrong, 130 interrupted.\n";
    balak::cli::put(stream, text);
}

int run(std::span<char*> words) {
    const std::vector<std::string> arguments(words.begin(), words.end());
    if (arguments.empty()) {
        print_help(stderr);
        return 2;
    }
    const std::string& name = arguments.front();
    if (name == "--help" || name == "-h" || name == "help") {
        print_help(stdout);
        return 0;
    }
    if (name == "--version") {
        balak::cli::print("balak {}\n", balak::version());
        return 0;
    }
    const auto* const command = std::ranges::find(commands, name, &Command::name);
    if (command == commands.end()) {
        const std::vector<std::string_view> names = balak::io::names_of(commands);
        throw balak::cli::UserError(fmt::format("there is no command {}, expected {}{}", balak::io::quoted(name),
                                                balak::io::list_of(names), balak::io::did_you_mean(name, names)));
    }
    return command->run({arguments.begin() + 1, arguments.end()});
}

/// Throws std::runtime_error if balak was built for a processor that can do more than this one.
void require_processor() {
#if defined(__x86_64__) && defined(__SSE4_2__)
    // What the build asks for; clang 16 does not know the level by its name.
    if (!__builtin_cpu_supports("sse4.2") || !__builtin_cpu_supports("popcnt")) {
        throw std::runtime_error("this processor lacks x86-64-v2 (SSE4.2, POPCNT), which this balak was built for");
    }
#endif
}

} // namespace

int main(int argc, char** argv) {
    using namespace balak;
    cli::prepare_process();
    try {
        require_processor();
        const int status = run(std::span(argv, static_cast<std::size_t>(argc)).subspan(argc > 0 ? 1 : 0));
        return cli::finish_output() || status != 0 ? status : 1;
    } catch (const cli::UserError& error) {
        cli::say("{}", error.what());
        return 2;
    } catch (const io::Interrupted& error) {
        cli::say("{}", error.what());
        return cli::interrupted_status;
    } catch (const std::exception& error) {
        cli::say("{}", error.what());
        return 1;
    }
}
