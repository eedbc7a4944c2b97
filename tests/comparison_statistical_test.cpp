// How often a comparison of equal runs calls anything real.
#include "io/comparison.hpp"
#include "io/results.hpp"
#include "tournament_runs.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>

namespace balak::io {
namespace {

using tournament::Format;
using tournament::Tournament;

/// A short tournament of three bots; what the first one is, is hidden by its name.
Results run(std::uint64_t seed, std::uint64_t deals, std::string_view type = "random") {
    Tournament tournament =
        testing::tournament_of(Format::round_robin, {*preset("playboard")},
                               testing::entrants({"random", "doubles-first", "greedy-heavy"}), 2 * deals, seed);
    tournament.entrants[0] = testing::entrant(type, "bot");
    tournament.rules[0].match = {30, 0};
    const tournament::Outcome outcome = testing::play(tournament, testing::on_threads(1));
    return read_results(results_json({tournament, 1, "r", "", "", 0}, outcome), "r");
}

bool calls_anything_real(const Comparison& comparison) {
    const auto real = [](const FigureChange& figure) { return figure.real() != 0; };
    const RulesChange& change = comparison.changes.at(0);
    return std::ranges::any_of(change.table, real) ||
           std::ranges::any_of(change.pairings, [&](const PairingChange& pairing) {
               return std::ranges::any_of(pairing.figures, real);
           });
}

// 400 comparisons of two runs of the same bots with other seeds: three pairings with three figures each and nine
// figures of the rules. Holm's method promises that at most 5 % have a false alarm. With 5 % the count has a standard
// deviation of 4.4: more than 20 + 4 * 4.4 = 37 would come once in 16,000 times.
TEST(Comparison, OfEqualRunsWithOtherSeedsCallsAnythingRealInOneOfTwentyAtMost) {
    int alarms = 0;
    for (std::uint64_t i = 0; i < 400; ++i) {
        alarms += calls_anything_real(compare(run(2 * i + 1, 60), run(2 * i + 2, 60))) ? 1 : 0;
    }
    RecordProperty("alarms_of_400", alarms);
    EXPECT_LE(alarms, 37);
    EXPECT_GE(alarms, 1) << "a test that never errs sees nothing";
}

// Runs of the same seed, but one goes on longer: matched, and more than chance is in no figure.
TEST(Comparison, OfALongerRunOfTheSameSeedCallsAnythingRealInOneOfTwentyAtMost) {
    int alarms = 0;
    for (std::uint64_t i = 0; i < 400; ++i) {
        const Comparison comparison = compare(run(i + 1, 60), run(i + 1, 100));
        ASSERT_TRUE(comparison.changes.at(0).matched);
        alarms += calls_anything_real(comparison) ? 1 : 0;
    }
    RecordProperty("alarms_of_400", alarms);
    EXPECT_LE(alarms, 37);
}

// Two versions of a bot on the same deals: what changed in 100,000 deals is the truth, but for a fiftieth of a run's
// error. Of 400 runs 95 % cover it, with a standard deviation of 1.1 %: more than four of them off would come once in
// 16,000 times, for each of the fourteen figures.
TEST(Comparison, OfTheSameDealsCoversWhatALongRunComesTo) {
    const Comparison truth = compare(run(1'000'000, 100'000), run(1'000'000, 100'000, "tile-counting"));
    std::map<std::string, int> covered;
    const auto look = [&](const std::string& name, const FigureChange& figure, const FigureChange& of_truth) {
        const double value = of_truth.change.difference.mean;
        const auto& interval = figure.change.difference.interval;
        covered[name] += interval && interval->low <= value && value <= interval->high ? 1 : 0;
    };
    constexpr int runs = 400;
    for (std::uint64_t i = 0; i < runs; ++i) {
        const Comparison comparison = compare(run(i + 1, 60), run(i + 1, 60, "tile-counting"));
        const RulesChange& change = comparison.changes.at(0);
        const RulesChange& of_truth = truth.changes.at(0);
        ASSERT_TRUE(change.matched);
        // The third pairing is of the other two, and does not change.
        for (std::size_t pairing = 0; pairing < 2; ++pairing) {
            for (std::size_t k = 0; k < change.pairings[pairing].figures.size(); ++k) {
                const FigureChange& figure = change.pairings[pairing].figures[k];
                look(std::string(figure.key) + " of pairing " + std::to_string(pairing), figure,
                     of_truth.pairings[pairing].figures[k]);
            }
        }
        for (std::size_t k = 0; k < change.table.size(); ++k) {
            // Who is the better one is not always the same in so short runs: that is no ratio of two sums.
            if (change.table[k].key != "skill") {
                look(std::string(change.table[k].key), change.table[k], of_truth.table[k]);
            }
        }
    }
    EXPECT_EQ(covered.size(), 14);
    for (const auto& [name, count] : covered) {
        EXPECT_NEAR(count / static_cast<double>(runs), 0.95, 0.044) << name;
        std::string key = name;
        std::ranges::replace(key, ' ', '_');
        RecordProperty(key, count);
    }
}

} // namespace
} // namespace balak::io
