#include "balak/strategy.hpp"

#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/terminal.hpp"
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
        print("{}: {}\n", type.name, type.summary);
        if (type.sees_all) {
            print("  It cheats: it sees all hands and the boneyard. All others see what their seat may see.\n");
        }
        for (const StrategyOption& option : type.options) {
            print("  {:<18} {} ({})\n", option.name, option.meaning, option_text(option));
        }
    }
    print("command:WORDS: a bot, a program that reads and writes lines, as in \"command:python3 mine.py\"\n"
          "library:PATH: a bot, a shared library, as in library:./mine.so\n");
    print("\nbalak strategies NAME shows one with its options as JSON, as a config takes it.\n");
}

void list_strategies_in_markdown(const StrategyTable& strategies) {
    fmt::print("| name | plays |\n|---|---|\n");
    for (const StrategyType& type : strategies.types()) {
        fmt::print("| `{}` | {}{} |\n", type.name, type.sees_all ? "cheats: " : "", type.summary);
    }
    fmt::print("\n| option of | name | standard | values | meaning |\n|---|---|---|---|---|\n");
    for (const StrategyType& type : strategies.types()) {
        for (const StrategyOption& option : type.options) {
            const bool is_integer = std::holds_alternative<std::int64_t>(option.standard);
            const std::string values = is_integer
                                           ? fmt::format("{} to {}", option.least, option.most)
                                           : fmt::format("`{}`", fmt::join(io::choices_of(option, strategies), "`, `"));
            const std::string standard =
                std::visit([](const auto& value) { return fmt::format("{}", value); }, option.standard);
            fmt::print("| `{}` | `{}` | `{}` | {} | {} |\n", type.name, option.name, standard, values, option.meaning);
        }
    }
}

} // namespace

int strategies(const std::vector<std::string>& arguments) {
    const Page page{"balak strategies", "[NAME] [--markdown]",
                    "Lists the strategies and their options; with a name, as in monte-carlo or\n"
                    "monte-carlo:determinizations=50, shows it with all its options as JSON."};
    po::options_description options("Options");
    options.add_options()("markdown", "write the list as tables of Markdown, as the documents have them");
    const auto values = parse(page, arguments, options, {{"name", -1}});
    if (!values) {
        return 0;
    }
    const StrategyTable table = StrategyTable::builtin();
    const auto name = only_argument(*values, "name", "strategy");
    if (!name) {
        values->count("markdown") > 0 ? list_strategies_in_markdown(table) : list_strategies(table);
        return 0;
    }
    if (values->count("markdown") > 0) {
        throw UserError("--markdown is for the list: balak strategies --markdown");
    }
    put(stdout, io::json_text(io::to_json(io::named_entrant(*name, table, "strategies")), 2) + '\n');
    return 0;
}

} // namespace balak::cli
