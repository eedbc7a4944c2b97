// From counts to estimates, against values worked out by hand.
#include "tournament/statistics.hpp"

#include "rule_sets.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace balak::tournament {
namespace {

/// Sums of deals of two matches each.
DealSums sums_of(const std::vector<DealTotals>& deals, std::int64_t matches_of_deal = 2) {
    DealSums sums;
    for (const DealTotals& deal : deals) {
        sums.add(deal, matches_of_deal);
    }
    return sums;
}

void expect_estimate(const Estimate& estimate, double mean, double error, double quantile) {
    EXPECT_NEAR(estimate.mean, mean, 1e-12);
    ASSERT_TRUE(estimate.standard_error && estimate.interval);
    EXPECT_NEAR(*estimate.standard_error, error, 1e-9);
    EXPECT_NEAR(estimate.interval->low, mean - quantile * error, 1e-8);
    EXPECT_NEAR(estimate.interval->high, mean + quantile * error, 1e-8);
}

// Five deals of two matches. With 4 degrees of freedom the 97.5 % quantile of t is 2.7764451052 (from a table).
//
//   shares (of 24)     24   12    0   18    6     rates  1, 1/2, 0, 3/4, 1/4: mean 1/2, squared deviations
//                                                 1/4 + 0 + 1/4 + 1/16 + 1/16 = 5/8, variance 5/32, error sqrt(1/32)
//   margin m            4   -2    6    0    2     per match 2, -1, 3, 0, 1: mean 1, squared deviations
//                                                 1 + 4 + 4 + 1 + 0 = 10, variance 5/2, error sqrt(1/2)
//   rounds r            2    4    3    2    4     ratio 10 / 15 = 2/3; residuals m - 2/3 r = 8/3, -14/3, 4, -4/3, -2/3,
//                                                 squares (64 + 196 + 144 + 16 + 4) / 9 = 424/9, variance 106/9,
//                                                 error sqrt(5 * 106/9) / 15 = sqrt(530) / 45
const std::vector<DealTotals> five{{24, 4, 2}, {12, -2, 4}, {0, 6, 3}, {18, 0, 2}, {6, 2, 4}};
constexpr double quantile_4 = 2.7764451052;

TEST(Statistics, GiveTheIntervalsThatAHandWouldWorkOut) {
    const DealSums sums = sums_of(five);
    expect_estimate(win_rate(sums), 0.5, std::sqrt(1.0 / 32), quantile_4);
    expect_estimate(margin_per_match(sums, 1), 1, std::sqrt(0.5), quantile_4);
    expect_estimate(margin_per_round(sums, 1), 2.0 / 3, std::sqrt(530.0) / 45, quantile_4);
}

TEST(Statistics, DivideMarginsByTheirScale) {
    const DealSums sums = sums_of(five);
    expect_estimate(margin_per_match(sums, 3), 1.0 / 3, std::sqrt(0.5) / 3, quantile_4);
    expect_estimate(margin_per_round(sums, 3), 2.0 / 9, std::sqrt(530.0) / 135, quantile_4);
}

TEST(Statistics, UseTheDegreesOfFreedomOfTheDealsAndNotOfTheMatches) {
    // Half of the deals come to +2, half to -2, in 8 matches: the error is 2 / 8 / sqrt(K - 1). Quantiles from a table.
    for (const auto& [deals, quantile] : std::vector<std::pair<int, double>>{
             {2, 12.7062047364}, {10, 2.2621571628}, {30, 2.0452296421}, {1'000, 1.9623414611}}) {
        std::vector<DealTotals> all;
        for (int deal = 0; deal < deals; ++deal) {
            all.push_back({48, deal % 2 == 0 ? 2 : -2, 8});
        }
        expect_estimate(margin_per_match(sums_of(all, 8), 1), 0, 0.25 / std::sqrt(deals - 1), quantile);
    }
}

TEST(Statistics, GiveNoIntervalFromOneDealAndNothingFromNone) {
    const DealSums one = sums_of({{24, 7, 5}});
    for (const Estimate& estimate : {win_rate(one), margin_per_match(one, 1), margin_per_round(one, 1)}) {
        EXPECT_FALSE(estimate.standard_error);
        EXPECT_FALSE(estimate.interval);
        EXPECT_EQ(estimate.separated_from(0), 0);
    }
    EXPECT_EQ(win_rate(one).mean, 1);
    EXPECT_EQ(margin_per_match(one, 1).mean, 3.5);
    EXPECT_EQ(margin_per_round(one, 2).mean, 0.7);
    for (const Estimate& estimate : {win_rate({}), margin_per_match({}, 1), margin_per_round({}, 1)}) {
        EXPECT_EQ(estimate.mean, 0);
        EXPECT_FALSE(estimate.interval);
    }
    EXPECT_FALSE(deviation(0, 0, 0, 1));
    EXPECT_FALSE(deviation(1, 7, 49, 1));
}

TEST(Statistics, OfDealsThatAreAllTheSameHaveNoError) {
    // Also where their values are no exact floating point numbers.
    const DealSums sums = sums_of(std::vector<DealTotals>(1'001, {10, 1'234'567, 7}), 3);
    const Estimate rate = win_rate(sums);
    EXPECT_EQ(rate.standard_error, 0);
    EXPECT_EQ(rate.interval->low, rate.mean);
    EXPECT_EQ(rate.interval->high, rate.mean);
    EXPECT_EQ(margin_per_match(sums, 3).standard_error, 0);
    const Estimate round = margin_per_round(sums, 3);
    EXPECT_EQ(round.standard_error, 0);
    EXPECT_EQ(round.interval->low, round.mean);
    EXPECT_EQ(round.mean, 1'234'567.0 / 21);
    EXPECT_EQ(round.separated_from(0), 1);
    EXPECT_EQ(round.separated_from(1e6), -1);
    EXPECT_EQ(round.separated_from(round.mean), 0);
    // Margins that are a multiple of the rounds have no error per round, but one per match.
    const DealSums multiple = sums_of({{12, 14, 2}, {12, 21, 3}, {12, 49, 7}});
    EXPECT_EQ(margin_per_round(multiple, 1).standard_error, 0);
    EXPECT_GT(margin_per_match(multiple, 1).standard_error, 1);
}

TEST(Statistics, KeepSmallDifferencesOfLargeMargins) {
    // A million deals with margins of 10^9, of 10^9 + 1 every other: the variance is 1/4.
    DealSums sums;
    for (int deal = 0; deal < 1'000'000; ++deal) {
        sums.add({12, 1'000'000'000 + deal % 2, 1}, 1);
    }
    for (const Estimate& estimate : {margin_per_match(sums, 1), margin_per_round(sums, 1)}) {
        EXPECT_NEAR(*estimate.standard_error, 0.5e-3, 1e-9);
    }
}

TEST(Statistics, PerRoundAreThosePerMatchWhereEveryMatchIsOneRound) {
    testing::Numbers numbers(50);
    for (int attempt = 0; attempt < 100; ++attempt) {
        DealSums sums;
        const std::int64_t legs = numbers.between(1, 8);
        const std::int64_t deals = numbers.between(2, 300);
        for (std::int64_t deal = 0; deal < deals; ++deal) {
            sums.add({legs * 6, numbers.between(-150, 200), legs}, legs);
        }
        const Estimate match = margin_per_match(sums, 3);
        const Estimate round = margin_per_round(sums, 3);
        EXPECT_EQ(round.mean, match.mean);
        EXPECT_EQ(round.standard_error, match.standard_error);
        EXPECT_EQ(round.interval->low, match.interval->low);
        EXPECT_EQ(round.interval->high, match.interval->high);
    }
}

TEST(Statistics, AgreeWithAPlainSecondCalculation) {
    testing::Numbers numbers(51);
    for (int attempt = 0; attempt < 200; ++attempt) {
        const auto count = static_cast<std::size_t>(numbers.between(2, 60));
        std::vector<DealTotals> deals;
        for (std::size_t deal = 0; deal < count; ++deal) {
            deals.push_back({numbers.between(0, 24), numbers.between(-200, 260), numbers.between(2, 30)});
        }
        // Means and errors over the list, in two passes.
        const auto k = static_cast<double>(count);
        double margin = 0;
        double rounds = 0;
        double shares = 0;
        for (const DealTotals& deal : deals) {
            margin += static_cast<double>(deal.margin);
            rounds += static_cast<double>(deal.rounds);
            shares += static_cast<double>(deal.shares);
        }
        double of_margins = 0;
        double of_ratios = 0;
        double of_shares = 0;
        for (const DealTotals& deal : deals) {
            of_margins += std::pow((static_cast<double>(deal.margin) - margin / k) / 2, 2);
            of_ratios += std::pow(
                (static_cast<double>(deal.margin) - margin / rounds * static_cast<double>(deal.rounds)) / (rounds / k),
                2);
            of_shares += std::pow((static_cast<double>(deal.shares) - shares / k) / 24, 2);
        }
        const double t = boost::math::quantile(boost::math::students_t(k - 1), 0.975);
        const DealSums sums = sums_of(deals);
        expect_estimate(margin_per_match(sums, 1), margin / k / 2, std::sqrt(of_margins / (k - 1) / k), t);
        expect_estimate(margin_per_round(sums, 1), margin / rounds, std::sqrt(of_ratios / (k - 1) / k), t);
        const Estimate rate = win_rate(sums);
        EXPECT_NEAR(rate.mean, shares / k / 24, 1e-12);
        EXPECT_NEAR(*rate.standard_error, std::sqrt(of_shares / (k - 1) / k), 1e-9);
    }
}

TEST(Statistics, KeepTheIntervalOfARateBetweenNoneAndAll) {
    const Estimate high = win_rate(sums_of({{24, 0, 2}, {24, 0, 2}, {12, 0, 2}}));
    EXPECT_EQ(high.interval->high, 1);
    EXPECT_GT(high.interval->low, 0);
    const Estimate low = win_rate(sums_of({{0, 0, 2}, {0, 0, 2}, {12, 0, 2}}));
    EXPECT_EQ(low.interval->low, 0);
    EXPECT_LT(low.interval->high, 1);
}

TEST(Statistics, SayOnWhichSideOfAValueAnIntervalLies) {
    const Estimate estimate{.mean = 1, .standard_error = 0.5, .interval = Interval{0.25, 1.75}};
    EXPECT_EQ(estimate.separated_from(0), 1);
    EXPECT_EQ(estimate.separated_from(0.25), 0);
    EXPECT_EQ(estimate.separated_from(1), 0);
    EXPECT_EQ(estimate.separated_from(2), -1);
    EXPECT_EQ((Estimate{.mean = 5, .standard_error = {}, .interval = {}}).separated_from(0), 0);
}

TEST(Deviation, IsThatOfASampleInPoints) {
    // 2, 4, 4, 4, 5, 5, 7, 9: squared deviations from 5 sum to 32.
    EXPECT_NEAR(*deviation(8, 40, 232, 1), std::sqrt(32.0 / 7), 1e-12);
    EXPECT_NEAR(*deviation(8, 40, 232, 3), std::sqrt(32.0 / 7) / 3, 1e-12);
    EXPECT_EQ(deviation(3, 30, 300, 1), 0);
    EXPECT_NEAR(
        *deviation(2, 2'000'000'001, Int128{1'000'000'000} * 1'000'000'000 + Int128{1'000'000'001} * 1'000'000'001, 1),
        std::sqrt(0.5), 1e-12);
}

TEST(DuplicationGain, IsTheVarianceOfSingleMatchesOverThatOfTheDeals) {
    // Two deals of two matches: 10 and -4, 8 and -6; sums 6 and 2. Single matches: mean 2, squares about it 64 + 36 +
    // 36 + 64 = 200, variance 200 / 3, of the mean of four 200 / 12. Deals: sums 4 +- 2, variance 8, of the mean of a
    // match 8 * 2 / 16 = 1.
    DealSums sums;
    sums.add({.shares = 0, .margin = 6, .rounds = 2}, 2);
    sums.add({.shares = 0, .margin = 2, .rounds = 2}, 2);
    EXPECT_NEAR(*duplication_gain(sums, 100 + 16 + 64 + 36, 1), 200.0 / 12, 1e-12);
    // An estimate with half the error gains four times as much.
    Estimate better;
    better.standard_error = 0.5;
    EXPECT_NEAR(*gain(sums, 100 + 16 + 64 + 36, 1, better), 4 * 200.0 / 12, 1e-12);
    EXPECT_FALSE(gain(sums, 100 + 16 + 64 + 36, 1, Estimate()));
    DealSums clones;
    clones.add({.shares = 0, .margin = 0, .rounds = 2}, 2);
    EXPECT_FALSE(duplication_gain(clones, 200, 1)) << "one deal";
    clones.add({.shares = 0, .margin = 0, .rounds = 2}, 2);
    EXPECT_FALSE(duplication_gain(clones, 400, 1)) << "no error";
}

} // namespace
} // namespace balak::tournament
