#include "balak/version.hpp"
#include "bots/library.hpp"
#include "bots/server.hpp"
#include "cli/bot.hpp"
#include "cli/options.hpp"
#include "cli/user_error.hpp"
#include "io/config.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string_view>

namespace balak::cli {
namespace {

constexpr std::string_view library_word = "library:";

bots::Served served_library(const std::string& path) {
    const auto library = std::make_shared<const bots::Library>(path);
    const std::string& name = library->name();
    return {{name.empty() ? path : name, library->release(), bots::usual_at_once, library->reproducible()},
            [library](const RuleSet& rules, const io::Json& options) { return library->make(rules, options); },
            true};
}

bots::Served served_strategy(const std::string& spec) {
    const StrategyTable strategies = StrategyTable::builtin();
    const tournament::Entrant entrant = io::named_entrant(spec, strategies, "serve");
    if (entrant.sees_all) {
        throw UserError(fmt::format("serve: {} sees all hands, but the protocol shows what one seat sees",
                                    io::quoted(entrant.type)));
    }
    const bool searches = strategies.find(entrant.type)->searches;
    const auto make = [entrant](const RuleSet& /*rules*/, const io::Json& options) {
        // What `hello` says goes before what the command says.
        io::Json all = io::to_json(entrant);
        all.update(options);
        const StrategyTable table = StrategyTable::builtin();
        const tournament::Entrant given = io::read_entrant(io::Node(all, "hello: options"), table);
        return table.find(given.type)->make(given.options, table);
    };
    return {{spec, std::string(version()), searches ? 1 : bots::usual_at_once, true}, make, searches};
}

void write_all(std::string& out) {
    std::string_view rest = out;
    while (!rest.empty()) {
        const ssize_t count = write(STDOUT_FILENO, rest.data(), rest.size());
        if (count < 0 && errno != EINTR) {
            throw std::runtime_error(fmt::format("standard output cannot be written: {}", std::strerror(errno)));
        }
        rest.remove_prefix(count > 0 ? static_cast<std::size_t>(count) : 0);
    }
    out.clear();
}

/// Reads more of standard input. False once that has ended.
bool read_more(std::string& in) {
    std::array<char, 65536> buffer{};
    for (;;) {
        const ssize_t count = read(STDIN_FILENO, buffer.data(), buffer.size());
        if (count >= 0) {
            in.append(buffer.data(), static_cast<std::size_t>(count));
            return count > 0;
        }
        if (errno != EINTR) {
            throw std::runtime_error(fmt::format("standard input cannot be read: {}", std::strerror(errno)));
        }
    }
}

/// Answers until the other side says `quit` or ends. A strategy that searches gives each answer as soon as it has it;
/// the others when no line is left to be read.
void serve(bots::Server& server, bool answers_one_by_one) {
    std::string in;
    std::string out;
    while (read_more(in)) {
        std::size_t done = 0;
        for (std::size_t end = in.find('\n'); end != std::string::npos; end = in.find('\n', done)) {
            const bool goes_on = server.take(std::string_view(in).substr(done, end - done), out);
            done = end + 1;
            if (!goes_on) {
                write_all(out);
                return;
            }
            if (answers_one_by_one) {
                write_all(out);
            }
        }
        in.erase(0, done);
        if (in.size() > bots::longest_line) {
            throw io::InputError(fmt::format("a line is longer than {} bytes", bots::longest_line));
        }
        write_all(out);
    }
}

} // namespace

int bot_serve(const std::vector<std::string>& arguments) {
    const Page page{
        "balak bot serve", "STRATEGY",
        "Plays a strategy as a bot: reads questions from standard input and writes answers to standard\n"
        "output, as docs/bot-protocol.md says. A strategy is a name of `balak strategies`, with options as\n"
        "in monte-carlo:determinizations=50, or a shared library as in library:./mybot.so.\n"
        "Example: balak match tile-counting \"command:balak bot serve tile-counting\""};
    const auto values = parse(page, arguments, po::options_description("Options"), {{"strategy", -1}});
    if (!values) {
        return 0;
    }
    const auto spec = only_argument(*values, "strategy", "strategy");
    if (!spec) {
        throw UserError("serve: a strategy is expected: balak bot serve STRATEGY");
    }
    const bool is_library = spec->starts_with(library_word);
    const bots::Served served = is_library ? served_library(spec->substr(library_word.size())) : served_strategy(*spec);
    bots::Server server(served);
    serve(server, served.ready.at_once == 1);
    return 0;
}

} // namespace balak::cli
