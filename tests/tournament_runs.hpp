// Tournaments to run tests with, and tallies as text to compare.
#pragma once

#include "balak/strategy.hpp"
#include "tournament/runner.hpp"
#include "tournament/schedule.hpp"
#include "tournament/tally.hpp"
#include "tournament/tournament.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace balak::testing {

/// An entrant with standard options, by the name of a strategy that comes with balak; `name` where it is called
/// another.
inline tournament::Entrant entrant(std::string_view type, std::string_view name = {}) {
    const StrategyTable table = StrategyTable::builtin();
    return {std::string(name.empty() ? type : name), std::string(type), table.find(type)->standard_options()};
}

inline std::vector<tournament::Entrant> entrants(const std::vector<std::string_view>& types) {
    std::vector<tournament::Entrant> all;
    for (const std::string_view type : types) {
        all.push_back(entrant(type));
    }
    return all;
}

/// A monte-carlo player with so many determinizations.
inline tournament::Entrant monte_carlo(std::int64_t determinizations) {
    tournament::Entrant made = entrant("monte-carlo");
    made.options.set("determinizations", determinizations);
    return made;
}

inline constexpr std::array formats{tournament::Format::round_robin, tournament::Format::gauntlet,
                                    tournament::Format::free_for_all};

inline tournament::Tournament tournament_of(tournament::Format format, std::vector<RuleSet> rules,
                                            std::vector<tournament::Entrant> entrants, std::uint64_t matches,
                                            std::uint64_t seed = 60) {
    tournament::Tournament made;
    made.format = format;
    made.rules = std::move(rules);
    made.entrants = std::move(entrants);
    made.matches = matches;
    made.seed = seed;
    return made;
}

/// The matches of each pairing that make so many deals.
inline std::uint64_t matches_of(const tournament::Tournament& tournament, std::uint64_t deals) {
    return deals *
           make_schedule(tournament.format, tournament.rules.front(), tournament.entrants.size()).legs_per_pairing;
}

inline tournament::RunOptions on_threads(int threads) {
    tournament::RunOptions options;
    options.threads = threads;
    return options;
}

inline tournament::Outcome play(const tournament::Tournament& tournament, const tournament::RunOptions& options) {
    return run(tournament, StrategyTable::builtin(), options);
}

/// A match of one round.
inline RuleSet one_round(RuleSet rules) {
    rules.match = {0, 1};
    return rules;
}

inline std::string text(tournament::Int128 number) {
    std::string digits;
    for (tournament::Int128 rest = number < 0 ? -number : number; rest != 0 || digits.empty(); rest /= 10) {
        digits += static_cast<char>('0' + static_cast<int>(rest % 10));
    }
    digits += number < 0 ? "-" : "";
    return {digits.rbegin(), digits.rend()};
}

/// Every count of a tally by its name. Two tallies are the same if these are.
using Counts = std::map<std::string, std::string>;

/// Collects counts under a common beginning of their names.
class CountList {
public:
    CountList(Counts& counts, std::string under) : counts_(&counts), under_(std::move(under)) {}

    void add(const std::string& name, tournament::Int128 count) { (*counts_)[under_ + name] = text(count); }
    CountList under(const std::string& name) const { return {*counts_, under_ + name + ' '}; }

    void add(const tournament::DealSums& sums) {
        add("deals", sums.deals);
        add("matches", sums.matches);
        add("shares", sums.sum.shares);
        add("margin", sums.sum.margin);
        add("rounds", sums.sum.rounds);
        add("shares squared", sums.shares_squared);
        add("margin squared", sums.margin_squared);
        add("rounds squared", sums.rounds_squared);
        add("margin times rounds", sums.margin_times_rounds);
    }
    /// What is exact in it.
    void add(const tournament::CentredSums& sums) {
        add("deals", sums.deals);
        add("matches", sums.matches);
        add("shares", sums.sum.shares);
        add("margin", sums.sum.margin);
        add("rounds", sums.sum.rounds);
    }
    void add(const tournament::Split& split) {
        add("a", split.a);
        add("b", split.b);
        add("nobody", split.nobody);
    }
    /// Bins by their middle, those that are not empty.
    void add(const tournament::Histogram& histogram) {
        for (std::size_t bin = 0; bin < histogram.counts().size(); ++bin) {
            if (histogram.counts()[bin] != 0) {
                add(std::to_string(histogram.middle(bin)), histogram.counts()[bin]);
            }
        }
    }
    void add(const tournament::PairingTally::Opened& opened) {
        add("rounds", opened.rounds);
        add("margin", opened.margin);
        under("won").add(opened.won);
    }

private:
    Counts* counts_;
    std::string under_;
};

inline void add_counts(CountList list, const tournament::PairingTally& pairing) {
    list.add(pairing.deals);
    list.add("wins", pairing.wins);
    list.add("draws", pairing.draws);
    list.add("losses", pairing.losses);
    list.add("match margin squared", pairing.match_margin_squared);
    list.add("round margin squared", pairing.round_margin_squared);
    list.under("match margins").add(pairing.match_margins);
    list.under("round margins").add(pairing.round_margins);
    list.under("rounds won").add(pairing.rounds_won);
    list.under("blocked won").add(pairing.blocked_won);
    list.under("capicu").add(pairing.capicu);
    list.under("shut-outs").add(pairing.shut_outs);
    for (const Side side : sides(max_seats)) {
        const tournament::PairingTally::Place& place = pairing.by_side[side];
        CountList counts = list.under("side " + std::to_string(side.number()));
        counts.add("matches", place.matches);
        counts.add("shares", place.shares);
        counts.add("margin", place.margin);
    }
    list.under("opened by a").add(pairing.opened_by_a);
    list.under("opened by b").add(pairing.opened_by_b);
}

inline Counts counts(const tournament::Tally& tally) {
    Counts counts;
    CountList all(counts, "");
    all.add("deals", tally.deals());
    const tournament::TableTally& table = tally.table();
    all.add("matches", table.matches);
    all.add("drawn matches", table.drawn_matches);
    all.add("rounds", table.rounds);
    all.add("turns", table.turns);
    all.add("passes", table.passes);
    all.add("tiles drawn", table.tiles_drawn);
    all.add("blocked", table.blocked);
    all.add("nobody won", table.nobody_won);
    all.add("opener won", table.opener_won);
    all.add("capicu", table.capicu);
    all.add("shut-outs", table.shut_outs);
    for (std::size_t i = 0; i < tally.pairings().size(); ++i) {
        add_counts(all.under("pairing " + std::to_string(i)), tally.pairings()[i]);
    }
    const std::vector<tournament::EntrantTally> entrants = tally.entrants();
    for (std::size_t i = 0; i < entrants.size(); ++i) {
        CountList list = all.under("entrant " + std::to_string(i));
        const tournament::EntrantTally& entrant = entrants[i];
        list.add(entrant.deals);
        list.add("wins", entrant.wins);
        list.add("draws", entrant.draws);
        list.add("losses", entrant.losses);
    }
    return counts;
}

/// The counts that are not the same in both, for a failure's message.
inline std::string differences(const Counts& one, const Counts& other) {
    std::string text;
    const auto compare = [&](const Counts& from, const Counts& to, bool both) {
        for (const auto& [name, count] : from) {
            const auto found = to.find(name);
            if (found == to.end() || (both && found->second != count)) {
                text += name + ": " + (both ? count : "absent") + " and " +
                        (!both               ? count
                         : found == to.end() ? "absent"
                                             : found->second) +
                        "\n";
            }
        }
    };
    compare(one, other, true);
    compare(other, one, false);
    return text;
}

/// Fails unless a tally is that of the first deals of the tournament, played in a run of their own.
inline void expect_first_deals(const tournament::Tally& tally, tournament::Tournament tournament) {
    ASSERT_GT(tally.deals(), 0);
    tournament.matches = matches_of(tournament, static_cast<std::uint64_t>(tally.deals()));
    const tournament::Outcome alone = play(tournament, on_threads(1));
    ASSERT_TRUE(alone.complete) << alone.failure;
    EXPECT_EQ(differences(counts(tally), counts(alone.tallies.front())), "");
}

} // namespace balak::testing
