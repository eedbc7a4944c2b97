#include "balak/rules.hpp"

#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/terminal.hpp"
#include "cli/user_error.hpp"
#include "io/config.hpp"
#include "io/rules_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace balak::cli {
namespace {

void list_rules() {
    print("Rule sets:\n");
    for (const Preset& preset : presets()) {
        print("  {:<16} {}\n", preset.name, preset.summary);
    }
    print("\nHouse rules, added to a name with +, as in la-plaza-pairs+short+capicu-25:\n");
    for (const HouseRule& rule : house_rules()) {
        print("  {:<16} {}\n", rule.name, rule.summary);
    }
    print("\nOptions, in a config as in {{\"preset\": \"playboard\", \"hand_size\": 6, \"match\": {{\"target\": "
          "50}}}}:\n");
    for (const RuleOption& option : rule_options()) {
        print("  {:<22} {}\n  {:<22}   {}\n", option.name, option.expected(), "", option.meaning);
    }
    print("\nbalak rules NAME shows all options of one as JSON.\n");
}

/// A value as code.
std::string code(std::string_view text) {
    return fmt::format("`{}`", text);
}

std::string values_of(const RuleOption& option) {
    if (option.kind == RuleOption::Kind::integer) {
        return fmt::format("{} to {}", option.least, option.most);
    }
    std::vector<std::string> values;
    for (std::int64_t value = option.most; value >= option.least; --value) {
        values.insert(values.begin(), code(option.text(value)));
    }
    return fmt::format("{}", fmt::join(values, ", "));
}

void list_rules_in_markdown() {
    fmt::print("| preset | players | in short |\n|---|---|---|\n");
    for (const Preset& preset : presets()) {
        fmt::print("| {} | {} | {} |\n", code(preset.name), fmt::join(preset.players, ", "), preset.summary);
    }
    fmt::print("\nHouse rules are added to a name with `+`; the last one wins where two set the same option.\n\n"
               "| house rule | in short |\n|---|---|\n");
    for (const HouseRule& rule : house_rules()) {
        fmt::print("| {} | {} |\n", code(rule.name), rule.summary);
    }
    fmt::print("\n| option | values | meaning |\n|---|---|---|\n");
    for (const RuleOption& option : rule_options()) {
        fmt::print("| {} | {} | {} |\n", code(option.name), values_of(option), option.meaning);
    }
}

} // namespace

int rules(const std::vector<std::string>& arguments) {
    const Page page{"balak rules", "[NAME] [--players N] [--markdown]",
                    "Lists the rule sets, the house rules and all options; with a name, as in playboard or\n"
                    "la-plaza-pairs+short, shows the complete rules as JSON."};
    po::options_description options("Options");
    options.add_options()("players", po::value<std::string>()->value_name("N"),
                          "number of seats, where the rules allow several")(
        "markdown", "write the lists as tables of Markdown, as the documents have them");
    const auto values = parse(page, arguments, options, {{"name", -1}});
    if (!values) {
        return 0;
    }
    std::optional<int> players;
    if (const auto number = integer_option(*values, "players", min_seats, max_seats)) {
        players = static_cast<int>(*number);
    }
    const auto name = only_argument(*values, "name", "rule set");
    if (!name) {
        if (players) {
            throw UserError("--players needs the name of a rule set: balak rules NAME --players N");
        }
        values->count("markdown") > 0 ? list_rules_in_markdown() : list_rules();
        return 0;
    }
    if (values->count("markdown") > 0) {
        throw UserError("--markdown is for the lists: balak rules --markdown");
    }
    put(stdout, io::json_text(io::to_json(io::named_rules(*name, players, "rules")), 2) + '\n');
    return 0;
}

} // namespace balak::cli
