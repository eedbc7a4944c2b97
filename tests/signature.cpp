// Prints what the engine and the strategies do with fixed deals: a line for each preset and pair of strategies. A
// change of behaviour anywhere shows here; a commit that changes tests/signature.txt says why. To renew it:
//     build/release/tests/signature > tests/signature.txt
#include "balak/balak.hpp"
#include "tournament/runner.hpp"

#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

namespace {

using namespace balak;
using tournament::Format;

/// Deals of each table: few where a strategy searches.
constexpr std::uint64_t many_matches = 400;
constexpr std::uint64_t few_matches = 8;

/// The options of a strategy, with less to search where its standard would take long.
OptionValues quick_options(const StrategyType& type) {
    static const std::map<std::string_view, std::int64_t> less{
        {"determinizations", 10}, {"iterations", 50}, {"positions", 2'000}, {"rollouts", 5}};
    OptionValues options = type.standard_options();
    for (const StrategyOption& option : type.options) {
        const auto* standard = std::get_if<std::int64_t>(&option.standard);
        const auto lower = less.find(option.name);
        if (standard != nullptr && lower != less.end() && lower->second < *standard) {
            options.set(option.name, lower->second);
        }
    }
    return options;
}

void print_table(const RuleSet& rules, const StrategyTable& strategies, const std::vector<std::string_view>& names,
                 std::uint64_t matches) {
    tournament::Tournament played;
    played.rules = {rules};
    played.matches = matches;
    played.seed = 2;
    for (const std::string_view name : names) {
        played.entrants.push_back({std::string(name), std::string(name), quick_options(*strategies.find(name))});
    }
    played.format = strategies.find(names[0])->searches ? Format::gauntlet : Format::round_robin;
    const tournament::Outcome outcome = run(played, strategies, {});
    const tournament::Tally& tally = outcome.tallies.front();
    const tournament::TableTally& table = tally.table();
    fmt::print("{}: {} matches {} rounds {} turns {} passes {} drawn {} blocked {} capicu {} shut-outs\n",
               describe(rules), table.matches, table.rounds, table.turns, table.passes, table.tiles_drawn,
               table.blocked, table.capicu, table.shut_outs);
    const tournament::Schedule schedule = make_schedule(played.format, rules, names.size());
    for (std::size_t i = 0; i < tally.pairings().size(); ++i) {
        const tournament::PairingTally& pairing = tally.pairings()[i];
        fmt::print("  {} - {}: won {} drawn {} lost {} margin {} squares {}\n", names[schedule.pairings[i].a],
                   names[schedule.pairings[i].b], pairing.wins, pairing.draws, pairing.losses, pairing.deals.sum.margin,
                   static_cast<std::int64_t>(pairing.deals.margin_squared));
    }
}

} // namespace

int main() {
    const StrategyTable strategies = StrategyTable::builtin();
    std::vector<std::string_view> simple;
    std::vector<std::string_view> searching;
    for (const StrategyType& type : strategies.types()) {
        (type.searches ? searching : simple).push_back(type.name);
    }
    for (const Preset& known : presets()) {
        for (const int players : known.players) {
            const RuleSet rules = *preset(known.name, players);
            print_table(rules, strategies, simple, many_matches);
            for (const std::string_view name : searching) {
                print_table(rules, strategies, {name, "doubles-first"}, few_matches);
            }
        }
    }
}
