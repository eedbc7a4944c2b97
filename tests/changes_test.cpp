// Changes between two runs: matched and independent, against closed forms and by simulation.
#include "tournament/changes.hpp"

#include "tournament/comparisons.hpp"
#include "tournament_runs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace balak::tournament {
namespace {

BlockRatio figure(std::vector<std::int64_t> numerators, std::vector<std::int64_t> denominators, double unit = 1) {
    BlockRatio made;
    for (const std::int64_t denominator : denominators) {
        made.deals.push_back(denominator > 0 ? 1 : 0);
    }
    made.numerators = std::move(numerators);
    made.denominators = std::move(denominators);
    made.unit = unit;
    return made;
}

// Three blocks. With 2 degrees of freedom the 97.5 % quantile of t is 4.3026527297 (from a table), and
// P(|t| > x) = 1 - x / sqrt(2 + x^2).
//
//   one     n  4 0 2   d 2 2 2   R = 6/6 = 1     residuals n - d      2 -2  0, over 6:   1/3 -1/3    0
//   other   n  9 1 5   d 2 3 5   R' = 15/10      residuals n - 1.5 d  6 -3.5 -2.5, /10:  0.6 -0.35 -0.25
//   change  1.5 - 1 = 1/2; e = 4/15, -1/60, -1/4 = (16, -1, -15) / 60, squares 482 / 3600
//   matched variance 3/2 * 482 / 3600 = 241 / 1200
//   alone   3/2 * 2/9 = 1/3 and 3/2 * (0.36 + 0.1225 + 0.0625) = 0.8175, together 1381 / 1200
const BlockRatio one = figure({4, 0, 2}, {2, 2, 2});
const BlockRatio other = figure({9, 1, 5}, {2, 3, 5});
constexpr double quantile_2 = 4.3026527297;

TEST(MatchedChange, IsWhatAHandWorksOut) {
    const Change change = matched_change(one, other);
    const double error = std::sqrt(241.0 / 1200);
    EXPECT_DOUBLE_EQ(change.one, 1);
    EXPECT_DOUBLE_EQ(change.other, 1.5);
    EXPECT_DOUBLE_EQ(change.difference.mean, 0.5);
    EXPECT_NEAR(*change.difference.standard_error, error, 1e-12);
    EXPECT_NEAR(change.difference.interval->low, 0.5 - quantile_2 * error, 1e-8);
    EXPECT_NEAR(change.difference.interval->high, 0.5 + quantile_2 * error, 1e-8);
    const double t = 0.5 / error;
    EXPECT_NEAR(*change.p, 1 - t / std::sqrt(2 + t * t), 1e-12);
    EXPECT_NEAR(*change.variance_factor, 1381.0 / 241, 1e-12);
}

TEST(MatchedChange, TurnsItsSignWithTheOrderOfTheRuns) {
    const Change change = matched_change(one, other);
    const Change back = matched_change(other, one);
    EXPECT_EQ(back.difference.mean, -change.difference.mean);
    EXPECT_EQ(back.difference.standard_error, change.difference.standard_error);
    EXPECT_EQ(back.p, change.p);
}

TEST(MatchedChange, IsInUnitsOfEachRun) {
    BlockRatio scaled = figure({27, 3, 15}, {2, 3, 5}, 3);
    scaled.shift = -0.25;
    const Change change = matched_change(one, scaled);
    EXPECT_DOUBLE_EQ(change.other, 1.25);
    EXPECT_DOUBLE_EQ(change.difference.mean, 0.25);
    EXPECT_NEAR(*change.difference.standard_error, std::sqrt(241.0 / 1200), 1e-12);
}

TEST(MatchedChange, IsNotMovedByBlocksWithoutDeals) {
    const Change change =
        matched_change(figure({4, 0, 0, 2, 0}, {2, 0, 2, 2, 0}), figure({9, 0, 1, 5, 0}, {2, 0, 3, 5, 0}));
    const Change expected = matched_change(one, other);
    EXPECT_EQ(change.difference.standard_error, expected.difference.standard_error);
    EXPECT_EQ(change.difference.interval->high, expected.difference.interval->high);
    EXPECT_EQ(change.p, expected.p);
}

TEST(MatchedChange, TakesTheBlocksOfTheShorterRun) {
    // The first has deals in three blocks of four: e of the fourth is the other's alone, K is 3.
    //   one    R = 1: 1/3 -1/3 0 -    other  n 2 0 2 0  d 1 1 1 1  R' = 1: (1 -1 1 -1) / 4
    //   e = -1/12, 1/12, 1/4, -1/4, squares (1 + 1 + 9 + 9) / 144 = 5/36, variance 3/2 * 5/36 = 5/24
    const Change change = matched_change(figure({4, 0, 2, 0}, {2, 2, 2, 0}), figure({2, 0, 2, 0}, {1, 1, 1, 1}));
    EXPECT_EQ(change.difference.mean, 0);
    EXPECT_NEAR(*change.difference.standard_error, std::sqrt(5.0 / 24), 1e-12);
    EXPECT_NEAR(change.difference.interval->high, quantile_2 * std::sqrt(5.0 / 24), 1e-8);
}

TEST(MatchedChange, OfARunToItselfIsExactlyNone) {
    const Change change = matched_change(other, other);
    EXPECT_EQ(change.difference.mean, 0);
    EXPECT_EQ(change.difference.standard_error, 0);
    EXPECT_EQ(change.difference.interval->low, 0);
    EXPECT_EQ(change.difference.interval->high, 0);
    EXPECT_EQ(change.p, 1);
    EXPECT_FALSE(change.variance_factor);
}

TEST(MatchedChange, OfBlocksThatAllMovedAlikeProvesWhatTheirSignsProve) {
    // Every block has one more: no variance, and p is the least that four signs can give.
    const Change change = matched_change(figure({1, 2, 3, 4}, {1, 1, 1, 1}), figure({2, 3, 4, 5}, {1, 1, 1, 1}));
    EXPECT_DOUBLE_EQ(change.difference.mean, 1);
    EXPECT_EQ(change.difference.standard_error, 0);
    EXPECT_EQ(change.p, 0.125);
}

TEST(IndependentChange, AddsTheVariancesWithTheDegreesOfWelch) {
    const Change change = independent_change(one, other);
    EXPECT_NEAR(*change.difference.standard_error, std::sqrt(1381.0 / 1200), 1e-12);
    EXPECT_FALSE(change.variance_factor);
    // Equal variances 1/3 of three blocks each: (2/3)^2 / (2 * (1/3)^2 / 2) = 4 degrees, whose quantile is
    // 2.7764451052 (from a table).
    const Change equal = independent_change(one, one);
    EXPECT_NEAR(equal.difference.interval->high, 2.7764451052 * std::sqrt(2.0 / 3), 1e-8);
    EXPECT_EQ(equal.p, 1);
}

TEST(Changes, HaveNoErrorWhereARunHasFewerThanTwoBlocks) {
    for (const auto& compare : {matched_change, independent_change}) {
        const Change change = compare(figure({4, 0, 0}, {2, 0, 0}), other);
        EXPECT_DOUBLE_EQ(change.difference.mean, -0.5);
        EXPECT_FALSE(change.difference.standard_error);
        EXPECT_FALSE(change.difference.interval);
        EXPECT_FALSE(change.p);
        const Change nothing = compare(figure({0, 0, 0}, {0, 0, 0}), figure({0, 0, 0}, {0, 0, 0}));
        EXPECT_EQ(nothing.difference.mean, 0);
        EXPECT_FALSE(nothing.p);
    }
}

TEST(DealsToShow, GrowWithTheSquareOfTheErrorOverTheDifference) {
    // For one test (1.959964 + 0.841621)^2 = 7.848879 times the square of error over mean.
    const Estimate estimate{.mean = 2, .standard_error = 1, .interval = {}};
    EXPECT_NEAR(*deals_to_show(estimate, 100, 1), 100 * 7.848879 / 4, 1e-3);
    EXPECT_GT(*deals_to_show(estimate, 100, 10), 1.5 * *deals_to_show(estimate, 100, 1));
    EXPECT_FALSE(deals_to_show({.mean = 0, .standard_error = 1, .interval = {}}, 100, 1));
    EXPECT_FALSE(deals_to_show({.mean = 1, .standard_error = {}, .interval = {}}, 100, 1));
}

/// Two runs of `deals` deals: each has the luck of the deal, in which both have a part if they are `matched`, and luck
/// of its own. Rounds of a deal are 2 to 9 and go with the luck, so that the ratio matters. The other is better by
/// `better` a round.
std::pair<BlockRatio, BlockRatio> two_runs(std::mt19937_64& random, std::size_t deals, bool matched, double better) {
    std::normal_distribution<double> luck(0, 30);
    BlockRatio runs[2];
    for (BlockRatio& run : runs) {
        run.deals.resize(block_count);
        run.numerators.resize(block_count);
        run.denominators.resize(block_count);
    }
    for (std::size_t deal = 0; deal < deals; ++deal) {
        double shared = luck(random);
        for (std::size_t i = 0; i < 2; ++i) {
            const double of_deal = i == 0 || matched ? shared : luck(random);
            const auto rounds = static_cast<std::int64_t>(2 + (random() % 4) + (of_deal > 0 ? 4 : 0));
            const double margin = of_deal + luck(random) / 2 + (i == 1 ? better * static_cast<double>(rounds) : 0);
            runs[i].deals[deal % block_count] += 1;
            runs[i].numerators[deal % block_count] += std::llround(margin);
            runs[i].denominators[deal % block_count] += rounds;
        }
    }
    return {runs[0], runs[1]};
}

/// Of `runs` simulated comparisons the share that p <= 0.05 calls a change, and that whose interval covers the truth.
struct Calibration {
    double called = 0;
    double covered = 0;
};

Calibration calibrate(bool matched, std::size_t deals, double better, int runs) {
    std::mt19937_64 random(matched ? 70 + deals : 700 + deals);
    // The luck has mean 0, and `better` comes on top of it for each round.
    const double truth = better;
    Calibration made;
    for (int i = 0; i < runs; ++i) {
        const auto [before, after] = two_runs(random, deals, matched, better);
        const Change change = matched ? matched_change(before, after) : independent_change(before, after);
        made.called += *change.p <= 0.05 ? 1.0 / runs : 0;
        made.covered +=
            change.difference.interval->low <= truth && truth <= change.difference.interval->high ? 1.0 / runs : 0;
    }
    return made;
}

// With 4,000 simulated comparisons a share of 5 % has a standard deviation of 0.34 %. Four of them are 1.4 %, in which
// a correct one lies but for one of 16,000; there are 10 such checks here.
TEST(Changes, AreCalledWhereThereIsNoneInOneOfTwentyComparisons) {
    for (const bool matched : {true, false}) {
        for (const std::size_t deals : {40, 300, 1000}) {
            SCOPED_TRACE(::testing::Message() << (matched ? "matched, " : "independent, ") << deals << " deals");
            const Calibration made = calibrate(matched, deals, 0, 4'000);
            EXPECT_NEAR(made.called, 0.05, 0.014);
            RecordProperty((matched ? "matched_" : "independent_") + std::to_string(deals),
                           std::to_string(made.called));
        }
    }
}

TEST(Changes, LieInTheirIntervalsInNineteenOfTwentyComparisons) {
    for (const bool matched : {true, false}) {
        for (const std::size_t deals : {40, 1000}) {
            SCOPED_TRACE(::testing::Message() << (matched ? "matched, " : "independent, ") << deals << " deals");
            EXPECT_NEAR(calibrate(matched, deals, 1.5, 4'000).covered, 0.95, 0.014);
        }
    }
}

TEST(MatchedChange, HasLessVarianceByTheFactorItReports) {
    // Both runs share most of their luck: the spread of the changes over 1,000 pairs of runs is that of matched runs,
    // and the factor is what it would be of independent ones over it. A variance over 1,000 has an error of 4.5 %, the
    // ratio of two 6.3 %: four of them are 25 %.
    std::mt19937_64 random(71);
    constexpr int runs = 1'000;
    double squares[2] = {0, 0};
    double factor = 0;
    for (const bool matched : {true, false}) {
        for (int i = 0; i < runs; ++i) {
            const auto [before, after] = two_runs(random, 500, matched, 0);
            const Change change = matched_change(before, after);
            squares[matched ? 1 : 0] += change.difference.mean * change.difference.mean;
            factor += matched ? *change.variance_factor / runs : 0;
        }
    }
    EXPECT_GT(factor, 2.5);
    EXPECT_NEAR(squares[0] / squares[1] / factor, 1, 0.25);
}

} // namespace
} // namespace balak::tournament
