// How often a comparison of equal runs calls anything real.
#include "io/comparison.hpp"
#include "io/results.hpp"
#include "tournament_runs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

namespace balak::io {
namespace {

using tournament::Format;
using tournament::Tournament;

/// A short tournament of three bots.
Results run(std::uint64_t seed, std::uint64_t deals) {
    Tournament tournament =
        testing::tournament_of(Format::round_robin, {*preset("playboard")},
                               testing::entrants({"random", "doubles-first", "greedy-heavy"}), 2 * deals, seed);
    tournament.rules[0].match = {30, 0};
    const tournament::Outcome outcome = testing::play(tournament, testing::on_threads(1));
    return read_results(results_json({tournament, 1, "r", "", 0}, outcome), "r");
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

} // namespace
} // namespace balak::io
