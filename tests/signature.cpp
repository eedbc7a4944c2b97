// Prints what the engine and the strategies do with fixed deals: a line for each preset and pair of strategies. A
// change of behaviour anywhere shows here; a commit that changes tests/signature.txt says why. To renew it:
//     build/release/tests/signature > tests/signature.txt
#include "balak/balak.hpp"
#include "tournament/runner.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace {

using namespace balak;

/// Deals of each table: few where a strategy searches.
constexpr std::uint64_t many_matches = 400;
constexpr std::uint64_t few_matches = 8;

void print_table(const RuleSet& rules, const StrategyTable& strategies, const std::vector<std::string_view>& names,
                 std::uint64_t matches) {
    tournament::Tournament played;
    played.rules = {rules};
    played.matches = matches;
    played.seed = 2;
    for (const std::string_view name : names) {
        played.entrants.push_back({std::string(name), std::string(name), strategies.find(name)->standard_options()});
    }
    if (names[0] == "monte-carlo") {
        played.format = tournament::Format::gauntlet;
        played.entrants[0].options.set("determinizations", std::int64_t{10});
    }
    if (names[0] == "ismcts") {
        played.format = tournament::Format::gauntlet;
        played.entrants[0].options.set("iterations", std::int64_t{50});
    }
    if (names[0] == "clairvoyant") {
        played.format = tournament::Format::gauntlet;
        played.entrants[0].options.set("positions", std::int64_t{2'000});
        played.entrants[0].options.set("rollouts", std::int64_t{5});
    }
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
    for (const Preset& known : presets()) {
        for (const int players : known.players) {
            const RuleSet rules = *preset(known.name, players);
            print_table(rules, strategies, {"random", "greedy-heavy", "doubles-first", "tile-counting"}, many_matches);
            print_table(rules, strategies, {"monte-carlo", "doubles-first"}, few_matches);
            print_table(rules, strategies, {"ismcts", "doubles-first"}, few_matches);
            print_table(rules, strategies, {"clairvoyant", "doubles-first"}, few_matches);
        }
    }
}
