// Dispatches to the subcommands.
#include "balak/version.hpp"
#include "cli/commands.hpp"
#include "cli/user_error.hpp"
#include "io/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <span>
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
    Command{"rules", "list the rule sets and their options, or show one", &balak::cli::rules},
    Command{"strategies", "list the strategies and their options, or show one", &balak::cli::strategies},
    Command{"schema", "show the JSON Schema of config files", &balak::cli::schema},
    Command{"replay", "show recorded rounds move by move", &balak::cli::replay},
    Command{"check", "judge recorded games by the rules", &balak::cli::check},
    Command{"bot", "write, check and serve bots: players outside of balak", &balak::cli::bot},
    Command{"bench", "measure the engine's hot paths", &balak::cli::bench},
};

void print_help(std::FILE* stream) {
    fmt::print(stream,
               "balak {}: plays dominoes against itself to tell which strategy is better, under which rules, by how\n"
               "much, and whether that is real.\n\nUsage: balak COMMAND [arguments]\n\nCommands:\n",
               balak::version());
    for (const Command& command : commands) {
        fmt::print(stream, "  {:<12} {}\n", command.name, command.summary);
    }
    fmt::print(stream, "\nbalak COMMAND --help tells more; balak --version says which balak this is.\n"
                       "Exit codes: 0 done, 1 the run failed, 2 the input was wrong, 130 interrupted.\n");
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
        fmt::print("balak {}\n", balak::version());
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

/// Says what is wrong on stderr, or nothing where that is closed or full.
void complain(const std::string& what) {
    std::fprintf(stderr, "balak: %s\n", what.c_str());
}

/// The exit code, once what was printed has arrived: a full disk shows only here.
int finish(int status) {
    if (std::cout.flush() && std::fflush(stdout) == 0) {
        return status;
    }
    complain(fmt::format("standard output cannot be written: {}", std::strerror(errno)));
    return status == 0 ? 1 : status;
}

} // namespace

int main(int argc, char** argv) {
#if defined(__x86_64__) && defined(__SSE4_2__)
    // What the build asks for; clang 16 does not know the level by its name.
    if (!__builtin_cpu_supports("sse4.2") || !__builtin_cpu_supports("popcnt")) {
        complain("this processor lacks x86-64-v2 (SSE4.2, POPCNT), which this balak was built for");
        return 1;
    }
#endif
    try {
        return finish(run(std::span(argv, static_cast<std::size_t>(argc)).subspan(argc > 0 ? 1 : 0)));
    } catch (const balak::cli::UserError& error) {
        complain(error.what());
        return 2;
    } catch (const std::exception& error) {
        complain(error.what());
        return 1;
    }
}
