// Error rates of sequential tests by simulation, with fixed seeds.
#include "tournament/sequential.hpp"
#include "tournament/stopped_estimate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <numbers>
#include <random>

namespace balak::testing {
namespace {

using namespace tournament;

constexpr DealFrame frame{.matches = 2, .scale = 1, .most_margin = 267, .most_deals = 1'000'000};
using Pentanomial = std::array<double, 5>;

/// Probabilities of pairs with this normalized Elo, from others by a factor exp(tilt i).
Pentanomial with_elo(const Pentanomial& base, double elo) {
    const double score = elo * std::numbers::ln10 / 800 * std::numbers::sqrt2;
    double low = -5;
    double high = 5;
    Pentanomial p{};
    for (int step = 0; step < 100; ++step) {
        const double tilt = (low + high) / 2;
        double sum = 0;
        for (std::size_t i = 0; i < 5; ++i) {
            p[i] = base[i] * std::exp(tilt * static_cast<double>(i));
            sum += p[i];
        }
        double mean = 0;
        double square = 0;
        for (std::size_t i = 0; i < 5; ++i) {
            p[i] /= sum;
            mean += p[i] * static_cast<double>(i) / 4;
            square += p[i] * static_cast<double>(i * i) / 16;
        }
        ((mean - 0.5) / std::sqrt(square - mean * mean) < score ? low : high) = tilt;
    }
    return p;
}

/// Plays pairs up to so many deals.
void play(PairingTally& tally, const Pentanomial& p, std::int64_t deals, std::mt19937_64& random) {
    std::int64_t left = deals - tally.deals.deals;
    double rest = 1;
    tally.deals.deals = deals;
    for (std::size_t i = 0; i < 5; ++i) {
        const std::int64_t count =
            i == 4 ? left : std::binomial_distribution<std::int64_t>(left, std::min(p[i] / rest, 1.0))(random);
        const auto shares = static_cast<std::int64_t>(i) * full_share / 2;
        tally.deals_by_shares[static_cast<std::size_t>(shares)] += count;
        tally.deals.sum.shares += shares * count;
        tally.deals.shares_squared += Int128{shares} * shares * count;
        left -= count;
        rest -= p[i];
    }
}

/// The margin of a deal of equals, with a mean of 0. As deals are: measured over 4,000 deals of each of nine pairings
/// and rules, their skewness is from -0.6 to 0.1; here it is -0.5.
double usual_luck(std::mt19937_64& random) {
    return std::max(16 * 19.5 - std::gamma_distribution<double>(16, 19.5)(random), -500.0);
}

/// With skewness 2.
double skewed_luck(std::mt19937_64& random) {
    return std::min(std::exponential_distribution<double>(1 / 50.0)(random) - 50, 450.0);
}

DealTotals random_deal(double points_a_round, double luck, std::mt19937_64& random) {
    DealTotals deal;
    deal.rounds = std::uniform_int_distribution<std::int64_t>(12, 26)(random);
    const double margin = points_a_round * static_cast<double>(deal.rounds) + luck;
    // Rounded at random, so that the mean stays.
    deal.margin = static_cast<std::int64_t>(std::floor(margin + std::uniform_real_distribution<double>(0, 1)(random)));
    return deal;
}

struct Rates {
    int h1 = 0;
    int h0 = 0;
    int below = 0;   ///< corrected estimates below the truth
    int covered = 0; ///< by their intervals
};

/// Runs a test to its end, again and again; `play_to` plays a tally up to a number of deals.
template <class PlayTo>
Rates run_tests(const Sprt& rule, double truth, int runs, const PlayTo& play_to) {
    Rates rates;
    for (int i = 0; i < runs; ++i) {
        PairingTally tally;
        tally.deals_by_shares.assign(2 * full_share + 1, 0);
        PairingStop state;
        while (state.decision == Decision::none) {
            play_to(tally, static_cast<std::int64_t>(next_look(static_cast<std::uint64_t>(tally.deals.deals))));
            look(state, rule, frame, tally);
        }
        ++(state.decision == Decision::h1 ? rates.h1 : rates.h0);
        const auto corrected = stopped_estimate(rule, state);
        if (corrected && corrected->interval) {
            rates.below += corrected->median_unbiased < truth ? 1 : 0;
            rates.covered += corrected->interval->low <= truth && truth <= corrected->interval->high ? 1 : 0;
        }
    }
    return rates;
}

constexpr Pentanomial wide{0.2, 0.1, 0.4, 0.1, 0.2};
constexpr Pentanomial narrow{0.01, 0.15, 0.7, 0.13, 0.01};

/// A true rate of 5 % fails 1.2 times 5 % in 10,000 runs with chance 3e-6, in 4,000 with chance 2e-3.
void expect_error_rates(double h0, double h1, const Pentanomial& base, int runs, std::uint64_t seed) {
    const Sprt rule{.measure = Sprt::Measure::elo, .h0 = h0, .h1 = h1};
    std::mt19937_64 random(seed);
    for (const double truth : {h0, h1}) {
        const Pentanomial p = with_elo(base, truth);
        const Rates rates = run_tests(rule, truth, runs,
                                      [&](PairingTally& tally, std::int64_t deals) { play(tally, p, deals, random); });
        const int wrong = truth == h0 ? rates.h1 : rates.h0;
        std::cout << h0 << " against " << h1 << ", truth " << truth << ": " << 100.0 * wrong / runs << " % wrong, "
                  << 100.0 * rates.below / runs << " % of the corrected estimates below, "
                  << 100.0 * rates.covered / runs << " % of the intervals cover\n";
        EXPECT_LE(wrong, 1.2 * 0.05 * runs);
        // Not by being far too careful.
        EXPECT_GE(wrong, 0.5 * 0.05 * runs);
        // 0.03 is six standard errors of 10,000 runs, and 3.8 of 4,000.
        EXPECT_NEAR(rates.below, 0.5 * runs, 0.03 * runs);
        EXPECT_GE(rates.covered, 0.935 * runs);
    }
}

TEST(SequentialStatistical, SprtOnEloKeepsItsErrorRatesAtItsBounds) {
    expect_error_rates(0, 5, wide, 4'000, 1);
    expect_error_rates(0, 20, wide, 10'000, 2);
    expect_error_rates(-10, 10, narrow, 10'000, 3);
    expect_error_rates(20, 30, narrow, 4'000, 4);
}

TEST(SequentialStatistical, SprtOnPointsKeepsItsErrorRatesAtItsBounds) {
    constexpr int runs = 6000;
    const Sprt rule{.measure = Sprt::Measure::points, .h0 = 0, .h1 = 0.4};
    std::mt19937_64 random(5);
    for (const double truth : {rule.h0, rule.h1}) {
        const Rates rates = run_tests(rule, truth, runs, [&](PairingTally& tally, std::int64_t deals) {
            while (tally.deals.deals < deals) {
                tally.deals.add(random_deal(truth, usual_luck(random), random), frame.matches);
            }
        });
        const int wrong = truth == rule.h0 ? rates.h1 : rates.h0;
        std::cout << "points, truth " << truth << ": " << 100.0 * wrong / runs << " % wrong, "
                  << 100.0 * rates.below / runs << " % of the corrected estimates below, "
                  << 100.0 * rates.covered / runs << " % of the intervals cover\n";
        EXPECT_LE(wrong, 1.2 * 0.05 * runs);
        EXPECT_GE(wrong, 0.5 * 0.05 * runs);
        EXPECT_NEAR(rates.below, 0.5 * runs, 0.04 * runs);
        EXPECT_GE(rates.covered, 0.93 * runs);
    }
}

/// How many of the runs keep the truth in their interval at every look up to so many deals.
template <class PlayTo>
int runs_covered(const ConfidenceSequence& rule, double truth, int runs, std::int64_t deals, const PlayTo& play_to) {
    DealFrame own = frame;
    own.most_deals = static_cast<std::uint64_t>(deals);
    int covered = 0;
    for (int i = 0; i < runs; ++i) {
        PairingTally tally;
        tally.deals_by_shares.assign(2 * full_share + 1, 0);
        PairingStop state;
        bool holds = true;
        while (tally.deals.deals < deals && holds) {
            play_to(tally, std::min(deals, static_cast<std::int64_t>(
                                               next_look(static_cast<std::uint64_t>(tally.deals.deals)))));
            look(state, rule, own, tally);
            holds = state.low <= truth && truth <= state.high;
        }
        covered += holds ? 1 : 0;
    }
    std::cout << 100.0 * covered / runs << " % of the runs cover " << truth << " at all looks\n";
    return covered;
}

// The guarantee is 95 %; the runs cover more, so that the test fails by chance practically never.
TEST(SequentialStatistical, ConfidenceSequencesOfTheWinRateCoverAtAllLooks) {
    constexpr int runs = 4000;
    const ConfidenceSequence rule{.measure = ConfidenceSequence::Measure::win_rate};
    std::mt19937_64 random(6);
    const std::array<Pentanomial, 4> laws{wide, narrow, Pentanomial{0.5, 0, 0, 0, 0.5},
                                          Pentanomial{0, 0, 0.01, 0.04, 0.95}};
    for (const Pentanomial& p : laws) {
        double truth = 0;
        for (std::size_t i = 0; i < 5; ++i) {
            truth += p[i] * static_cast<double>(i) / 4;
        }
        const int covered = runs_covered(
            rule, truth, runs, 5000, [&](PairingTally& tally, std::int64_t deals) { play(tally, p, deals, random); });
        EXPECT_GE(covered, 0.95 * runs);
    }
}

TEST(SequentialStatistical, ConfidenceSequencesOfPointsCoverAtAllLooks) {
    constexpr int runs = 1000;
    const ConfidenceSequence rule{.measure = ConfidenceSequence::Measure::points};
    std::mt19937_64 random(7);
    // A deal's mean: 0.3 points in each of 19 rounds, less what is cut off the tail beyond 450.
    const double truth = (0.3 * 19 - 50 * std::exp(-10.0)) / 2;
    const int covered = runs_covered(rule, truth, runs, 5000, [&](PairingTally& tally, std::int64_t deals) {
        while (tally.deals.deals < deals) {
            tally.deals.add(random_deal(0.3, skewed_luck(random), random), frame.matches);
        }
    });
    EXPECT_GE(covered, 0.95 * runs);
}

} // namespace
} // namespace balak::testing
