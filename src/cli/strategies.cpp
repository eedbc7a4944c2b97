#include "balak/strategy.hpp"

#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/user_error.hpp"
#include "io/config.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace balak::cli {
namespace {

std::string option_text(const StrategyOption& option) {
    if (const auto* number = std::get_if<std::int64_t>(&option.standard)) {
        return fmt::format("{} to {}, standard {}", option.least, option.most, *number);
    }
    const auto standard = std::get<std::string_view>(option.standard);
    return option.choices.empty() ? fmt::format("a strategy that does not search, standard \"{}\"", standard)
                                  : fmt::format("{}, standard \"{}\"", io::list_of(option.choices), standard);
}

void list_strategies(const StrategyTable& strategies) {
    for (const StrategyType& type : strategies.types()) {
        fmt::print("{}: {}\n", type.name, type.summary);
        if (type.sees_all) {
            fmt::print("  It cheats: it sees all hands and the boneyard. All others see what their seat may see.\n");
        }
        for (const StrategyOption& option : type.options) {
            fmt::print("  {:<18} {} ({})\n", option.name, option.meaning, option_text(option));
        }
    }
    fmt::print("command:WORDS: a bot, a program that reads and writes lines, as in \"command:python3 mine.py\"\n"
               "library:PATH: a bot, a shared library, as in library:./mine.so\n");
    fmt::print("\nbalak strategies NAME shows one with its options as JSON, as a config takes it.\n");
}

} // namespace

int strategies(const std::vector<std::string>& arguments) {
    const Page page{"balak strategies", "[NAME]",
                    "Lists the strategies and their options; with a name, as in monte-carlo or\n"
                    "monte-carlo:determinizations=50, shows it with all its options as JSON."};
    const auto values = parse(page, arguments, po::options_description("Options"), {{"name", -1}});
    if (!values) {
        return 0;
    }
    const StrategyTable table = StrategyTable::builtin();
    const auto name = only_argument(*values, "name", "strategy");
    if (!name) {
        list_strategies(table);
        return 0;
    }
    fmt::print("{}\n", io::json_text(io::to_json(io::named_entrant(*name, table, "strategies")), 2));
    return 0;
}

} // namespace balak::cli
