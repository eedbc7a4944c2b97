#include "cli/verify.hpp"

#include "bench/benchmarks.hpp"
#include "cli/name_filter.hpp"
#include "cli/terminal.hpp"
#include "cli/text_table.hpp"
#include "cli/user_error.hpp"
#include "tournament/verification.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>

namespace balak::cli {
namespace {

using tournament::BothWays;
using tournament::Verification;
using tournament::VerifiedTable;

std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3; at -= 3) {
        text.insert(at - 3, ",");
    }
    return text;
}

void require_same(const std::string& difference) {
    if (!difference.empty()) {
        throw std::runtime_error("the slices do not play as the plain engine does: " + difference);
    }
}

/// On a terminal: what is being compared.
void show(const std::string& text) {
    if (isatty(STDERR_FILENO) != 0) {
        put_in_place(text);
    }
}

std::vector<std::string> row_of(const std::string& name, std::size_t pairs, const Verification::Counts& counts) {
    return {name,
            std::to_string(pairs),
            grouped(counts.rounds),
            grouped(counts.matches),
            grouped(counts.rounds_of_matches),
            grouped(counts.roll_outs),
            grouped(counts.choices)};
}

void add(Verification::Counts& sum, const Verification::Counts& more) {
    sum.rounds += more.rounds;
    sum.matches += more.matches;
    sum.rounds_of_matches += more.rounds_of_matches;
    sum.roll_outs += more.roll_outs;
    sum.choices += more.choices;
}

/// What is compared of each table.
struct Amounts {
    std::uint64_t rounds;
    std::uint64_t rounds_of_matches; ///< at least
    std::uint64_t deals_of_roll_outs;
};

void verify_pair(Verification& verification, const RuleSet& rules, const BothWays& one, const BothWays& other,
                 const Amounts& amounts, std::uint64_t first) {
    require_same(verification.rounds(VerifiedTable::alternating(rules, one, other), first, amounts.rounds));
    const std::uint64_t deals_at_once = std::clamp<std::uint64_t>(amounts.rounds_of_matches / 100, 10, 250);
    const std::uint64_t before = verification.counts().rounds_of_matches;
    for (std::uint64_t deal = first; verification.counts().rounds_of_matches < before + amounts.rounds_of_matches;
         deal += deals_at_once) {
        require_same(verification.matches(rules, one, other, deal, deals_at_once));
    }
    if (&one == &other) {
        require_same(verification.roll_outs(rules, one, first, amounts.deals_of_roll_outs));
    }
}

} // namespace

void verify(const std::vector<const slices::Target*>& targets, const std::string& filter, std::uint64_t rounds,
            std::uint64_t seed) {
    const std::vector<BothWays> players = tournament::all_both_ways(StrategyTable::builtin());
    const NameFilter wanted(filter);
    const Amounts amounts{rounds, rounds / 10, std::max<std::uint64_t>(1, rounds / 1000)};
    Table table;
    table.add({"rules", "pairs", "rounds", "matches", "rounds in them", "roll-outs", "monte-carlo's choices"});
    Verification::Counts all;
    std::size_t all_pairs = 0;
    std::vector<double> seconds(targets.size());
    for (const bench::NamedRules& named : bench::all_rules()) {
        Verification verification(targets, seed);
        std::size_t pairs = 0;
        for (const BothWays& one : players) {
            for (const BothWays& other : players) {
                const std::string name = fmt::format("{}/{}-{}", named.name, one.name, other.name);
                if (wanted.finds(name)) {
                    show("Comparing " + name);
                    verify_pair(verification, named.rules, one, other, amounts, 0);
                    ++pairs;
                }
            }
        }
        if (pairs > 0) {
            table.add(row_of(named.name, pairs, verification.counts()));
            add(all, verification.counts());
            all_pairs += pairs;
            for (std::size_t i = 0; i < seconds.size(); ++i) {
                seconds[i] += verification.seconds()[i];
            }
        }
    }
    show("");
    if (all_pairs == 0) {
        throw UserError(fmt::format("no rules and pair of strategies have a name that \"{}\" matches; a name is "
                                    "playboard-2/random-greedy-heavy",
                                    filter));
    }
    table.add(row_of("all", all_pairs, all));
    print("{}Played by the plain engine and by each of the targets below, deal by deal the same:\n", table.text());
    for (std::size_t i = 0; i < targets.size(); ++i) {
        print("  {:<10} {:>3} rounds in a word, {:.1f} million of the single rounds/s in the slices\n",
              targets[i]->name, targets[i]->word_bits,
              static_cast<double>(all.rounds) / 1e6 / std::max(seconds[i], 1e-9));
    }
}

} // namespace balak::cli
