#include "cli/bot.hpp"

#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "cli/user_error.hpp"
#include "io/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>

namespace balak::cli {
namespace {

struct Verb {
    std::string_view name;
    std::string_view summary;
    int (*run)(const std::vector<std::string>& arguments);
};

constexpr std::array verbs{
    Verb{"new", "write a bot that works into a new folder", &bot_new},
    Verb{"check", "see whether a bot keeps to the protocol", &bot_check},
    Verb{"ask", "ask a bot again what it could not answer in a run", &bot_ask},
    Verb{"serve", "play one of balak's strategies, or a library, as a bot", &bot_serve},
};

void print_page(std::FILE* stream) {
    std::string text = "Usage: balak bot VERB [arguments]\n\n"
                       "Bots are players outside of balak: commands that read and write lines, and shared libraries.\n"
                       "docs/bots.md tells how to write one.\n\nVerbs:\n";
    for (const Verb& verb : verbs) {
        text += fmt::format("  {:<12} {}\n", verb.name, verb.summary);
    }
    put(stream, text + "\nbalak bot VERB --help tells more.\n");
}

} // namespace

int bot(const std::vector<std::string>& arguments) {
    if (arguments.empty()) {
        print_page(stderr);
        return 2;
    }
    const std::string& name = arguments.front();
    if (name == "--help" || name == "-h") {
        print_page(stdout);
        return 0;
    }
    const auto* const verb = std::ranges::find(verbs, name, &Verb::name);
    if (verb == verbs.end()) {
        std::vector<std::string_view> names;
        for (const Verb& known : verbs) {
            names.push_back(known.name);
        }
        throw UserError(fmt::format("bot: there is no verb {}, expected {}{}", io::quoted(name), io::list_of(names),
                                    io::did_you_mean(name, names)));
    }
    return verb->run({arguments.begin() + 1, arguments.end()});
}

} // namespace balak::cli
