// Sequential testing: figures worked out by hand or otherwise, extreme tallies, and runs that stop.
#include "io/stop_config.hpp"
#include "tournament/confidence_sequence.hpp"
#include "tournament/gsprt.hpp"
#include "tournament/sequential.hpp"
#include "tournament/stopped_estimate.hpp"
#include "tournament_runs.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <numbers>

namespace balak::testing {
namespace {

using namespace tournament;

/// Pairs by their score 0, 1/4, 1/2, 3/4, 1 as a tally has them.
std::vector<std::int64_t> pairs(const std::vector<std::int64_t>& counts) {
    std::vector<std::int64_t> by_shares(2 * full_share + 1, 0);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        by_shares[i * full_share / 2] = counts[i];
    }
    return by_shares;
}

double ratio(const std::vector<std::int64_t>& counts, double elo0, double elo1) {
    return log_likelihood_ratio(share_outcomes(pairs(counts)), score_per_sd(elo0, 2), score_per_sd(elo1, 2));
}

PairingTally tally_of(const std::vector<std::int64_t>& counts) {
    PairingTally tally;
    tally.deals_by_shares = pairs(counts);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        tally.deals.deals += counts[i];
        tally.deals.matches += 2 * counts[i];
        const auto shares = static_cast<std::int64_t>(i) * full_share / 2;
        tally.deals.sum.shares += shares * counts[i];
        tally.deals.shares_squared += Int128{shares} * shares * counts[i];
    }
    return tally;
}

// The expected values come from another method, with 30 digits (mpmath): Newton's method on the seven equations of
// Lagrange for p_0 .. p_4 and two multipliers,
//     w_i - p_i (l1 + l2 (a_i - s (a_i^2 - 2 mean a_i) / (2 sd))) = 0,  sum p = 1,  mean - 1/2 = s sd,
// once for each hypothesis, s = elo ln 10 / 800 sqrt 2, then sum N_i ln(p1_i / p0_i).
TEST(Sequential, LogLikelihoodRatiosOfPairsAreThoseOfAnotherMethod) {
    EXPECT_NEAR(ratio({100, 200, 400, 230, 110}, 0, 5), 0.705096815263163, 1e-9);
    EXPECT_NEAR(ratio({51, 10, 300, 12, 66}, -3, 4), 0.837551517567288, 1e-9);
    EXPECT_NEAR(ratio({1200, 340, 5031, 400, 1290}, 0, 2.5), 1.71806600690362, 1e-9);
    EXPECT_NEAR(ratio({10, 20, 30, 80, 60}, 0, 50), 18.8526126866686, 1e-9);
}

// By hand, {10, 20, 30, 80, 60}: mean = (5 + 15 + 60 + 60) / 200 = 0.7; mean square = (20/16 + 30/4 + 80 * 9/16 + 60) /
// 200 = 113.75 / 200 = 0.56875; variance = 0.07875; elo = 0.2 / sqrt(2 * 0.07875) * 347.4356 = 0.5039526 * 347.4356 =
// 175.091.
TEST(Sequential, NormalizedEloIsThatOfThePairs) {
    EXPECT_NEAR(normalized_elo(share_outcomes(pairs({10, 20, 30, 80, 60})), 2), 175.091077315603, 1e-9);
    EXPECT_NEAR(normalized_elo(share_outcomes(pairs({100, 200, 400, 230, 110})), 2), 10.6984824541561, 1e-9);
    EXPECT_NEAR(normalized_elo(share_outcomes(pairs({51, 10, 300, 12, 66})), 2), 16.9908515268097, 1e-9);
    EXPECT_NEAR(normalized_elo(share_outcomes(pairs({60, 80, 30, 20, 10})), 2), -175.091077315603, 1e-9);
}

// With two outcomes the condition alone says what p is: with d = p - 1/2, d = s sqrt(1/4 - d^2), d = s / (2 sqrt(1 +
// s^2)).
TEST(Sequential, TwoOutcomesHaveAClosedForm) {
    const std::vector<ShareOutcome> outcomes{{0, 40}, {1, 60}};
    for (const double score : {0.02, 0.3, 1.5, -0.7}) {
        const double d = score / (2 * std::sqrt(1 + score * score));
        const double expected = 60 * std::log(1 + 2 * d) + 40 * std::log(1 - 2 * d);
        EXPECT_NEAR(log_likelihood_ratio(outcomes, 0, score), expected, 1e-9) << score;
    }
}

TEST(Sequential, ExchangingTheEntrantsExchangesTheHypotheses) {
    EXPECT_NEAR(ratio({10, 20, 30, 80, 60}, -2, 7), -ratio({60, 80, 30, 20, 10}, -7, 2), 1e-9);
    EXPECT_NEAR(ratio({10, 20, 30, 80, 60}, -2, 7), -ratio({10, 20, 30, 80, 60}, 7, -2), 1e-9);
}

TEST(Sequential, ExtremeScoresGiveFiniteRatiosOfTheRightSign) {
    for (const std::int64_t n :
         {std::int64_t{1}, std::int64_t{32}, std::int64_t{100'000}, std::int64_t{1'000'000'000}}) {
        for (const double wide : {0.01, 5.0, 200.0, 1000.0}) {
            SCOPED_TRACE(std::to_string(n) + " deals, " + std::to_string(wide));
            EXPECT_GT(ratio({0, 0, 0, 0, n}, 0, wide), 0);
            EXPECT_LT(ratio({n, 0, 0, 0, 0}, 0, wide), 0);
            EXPECT_LT(ratio({0, 0, n, 0, 0}, 0, wide), 0);
            EXPECT_NEAR(ratio({0, 0, n, 0, 0}, -wide, wide), 0, 1e-4 * std::abs(ratio({0, 0, n, 0, 0}, 0, wide)));
            for (std::size_t bin = 0; bin < 5; ++bin) {
                std::vector<std::int64_t> counts(5, 0);
                counts[bin] = n;
                EXPECT_TRUE(std::isfinite(ratio(counts, -wide, wide)));
                EXPECT_TRUE(std::isfinite(ratio(counts, wide, wide + 1)));
                EXPECT_TRUE(std::isfinite(normalized_elo(share_outcomes(pairs(counts)), 2)));
            }
        }
    }
}

// Three deals of margin 10, -2, 4 over 2, 1, 1 rounds, each in a block of its own; 1 is for the deal that is off by a
// point. h = 0: e = 10, -2, 4, mean 4, squares about it 36 + 36 + 0, cubes 216 - 216 + 0, so 3/2 ln(1 + 3 * 16 / 73).
// h = 2: e = 6, -4, 2, mean 4/3, squares about it (14^2 + 16^2 + 2^2) / 9 = 152 / 3, cubes (14^3 - 16^3 + 2^3) / 27 =
// -448 / 9, their squares sum up to 24306816 / 729: of the skewness 1806336 / 26113152 is believed.
TEST(Sequential, PointsRatiosCompareTheResidualsOfBothHypotheses) {
    DealSums sums;
    ByBlock<BlockSums> blocks;
    for (const DealTotals& deal :
         {DealTotals{.shares = 0, .margin = 10, .rounds = 2}, DealTotals{.shares = 0, .margin = -2, .rounds = 1},
          DealTotals{.shares = 0, .margin = 4, .rounds = 1}}) {
        blocks[static_cast<std::size_t>(sums.deals)] = {.deals = 1, .totals = deal};
        sums.add(deal, 2);
    }
    const double variance = (152.0 / 3 + 1) / 3;
    const double skewness = 1806336.0 / 26113152 * (-448.0 / 9) / 3 / std::pow(variance, 1.5);
    const double z = 4.0 / 3 / std::sqrt(variance);
    const double against_two = 1.5 * std::log1p(std::pow(z * (1 + skewness * z / 3), 2));
    const double expected = 1.5 * std::log(121.0 / 73) - against_two;
    EXPECT_NEAR(points_log_likelihood_ratio(sums, blocks, 1, 0, 2), expected, 1e-12);
    EXPECT_NEAR(points_log_likelihood_ratio(sums, blocks, 1, 2, 0), -expected, 1e-12);
}

// Who is far ahead needs fewer rounds for a target, so margin and rounds of a deal depend on each other: margins of
// 100, 99, 101 in 4, 8, 6 rounds are 300 / 18 = 16.7 a round, but least squares of margin on rounds would have 1798 /
// 116 = 15.5.
TEST(Sequential, PointsRatiosAskForTheRatioOfTheSumsAndNotForARegression) {
    DealSums sums;
    ByBlock<BlockSums> blocks;
    for (const DealTotals& deal :
         {DealTotals{.shares = 0, .margin = 100, .rounds = 4}, DealTotals{.shares = 0, .margin = 99, .rounds = 8},
          DealTotals{.shares = 0, .margin = 101, .rounds = 6}}) {
        blocks[static_cast<std::size_t>(sums.deals)] = {.deals = 1, .totals = deal};
        sums.add(deal, 2);
    }
    EXPECT_GT(points_log_likelihood_ratio(sums, blocks, 1, 15.5, 16.6), 0);
    EXPECT_LT(points_log_likelihood_ratio(sums, blocks, 1, 16.7, 17.8), 0);
}

TEST(Sequential, ClonesThatCancelToNothingAreFoundEven) {
    DealSums sums;
    ByBlock<BlockSums> blocks;
    for (std::uint64_t deal = 0; deal < 64; ++deal) {
        const DealTotals totals{.shares = full_share, .margin = 0, .rounds = 20};
        blocks[deal] = {.deals = 1, .totals = totals};
        sums.add(totals, 2);
    }
    const double llr = points_log_likelihood_ratio(sums, blocks, 1, 0, 0.5);
    EXPECT_TRUE(std::isfinite(llr));
    EXPECT_LT(llr, -3);
}

TEST(Sequential, LooksAreAtFixedNumbersOfDeals) {
    EXPECT_EQ(next_look(0), 64U);
    EXPECT_EQ(next_look(63), 64U);
    EXPECT_EQ(next_look(64), 80U);
    EXPECT_EQ(next_look(1024), 1056U);
    EXPECT_EQ(next_look(1'000'000), 1'015'808U); // 62 times 16384
    // Every look is the next one of the deal before it, as the runner asks.
    for (std::uint64_t deals = next_look(0); deals < 10'000'000; deals = next_look(deals)) {
        ASSERT_EQ(next_look(deals - 1), deals);
    }
}

// Bets of 1/2 alone, and n values of 1 between 0 and 1. With x = 1 - mean: n (x / 2 + (ln(1/2) + 1/2) x^2) = ln(2 /
// alpha).
TEST(Sequential, TheLowerEndOfAnIntervalIsWhereTheCapitalComesToTwoByAlpha) {
    const double c = std::numbers::ln2 - 0.5;
    const double x = (0.5 - std::sqrt(0.25 - 4 * c * std::log(40) / 20)) / (2 * c);
    const Interval interval =
        anytime_interval({.count = 20, .sum = 20, .squares = 20, .least = 0, .most = 1}, 0.05, 36);
    EXPECT_NEAR(interval.low, 1 - x, 1e-9);
    EXPECT_EQ(interval.high, 1);
    // Moved, stretched and turned round.
    const Interval other =
        anytime_interval({.count = 20, .sum = -60, .squares = 180, .least = -3, .most = 7}, 0.05, 36);
    EXPECT_EQ(other.low, -3);
    EXPECT_NEAR(other.high, -3 + 10 * x, 1e-9);
}

TEST(Sequential, AnIntervalOfNothingIsEverything) {
    const Interval interval =
        anytime_interval({.count = 0, .sum = 0, .squares = 0, .least = -5, .most = 5}, 0.05, 1000);
    EXPECT_EQ(interval.low, -5);
    EXPECT_EQ(interval.high, 5);
}

// Wald: without drift the upper bound is reached first with chance -lower / (upper - lower), with drift m with chance
// (1 - exp(2 m lower)) / (1 - exp(-2 m (upper - lower))).
TEST(Sequential, AMotionWatchedForLongReachesTheBoundsWithWaldsChances) {
    const StoppedMotion end{.lower = -1, .upper = 3, .time = 1000, .place = 3};
    EXPECT_NEAR(chance_of_higher(end, 0), 0.25, 1e-9);
    for (const double drift : {-0.5, 0.2, 1.0}) {
        EXPECT_NEAR(chance_of_higher(end, drift), (1 - std::exp(-2 * drift)) / (1 - std::exp(-8 * drift)), 1e-9)
            << drift;
    }
}

// A bound so far away that it does not matter leaves the reflection principle: P = 2 P(Z > upper / sqrt(time)).
TEST(Sequential, AMotionWithOneBoundFollowsTheReflectionPrinciple) {
    const StoppedMotion end{.lower = -100, .upper = 2, .time = 4, .place = 2};
    EXPECT_NEAR(chance_of_higher(end, 0), std::erfc(1 / std::numbers::sqrt2), 1e-12);
}

TEST(Sequential, HigherEndsAreOrderedWithoutGaps) {
    for (const double drift : {-2.0, 0.0, 0.7}) {
        const StoppedMotion up{.lower = -2, .upper = 3, .time = 1.5, .place = 3};
        StoppedMotion open = up;
        open.place = 3 - 1e-9;
        EXPECT_NEAR(chance_of_higher(open, drift), chance_of_higher(up, drift), 1e-6);
        StoppedMotion down = up;
        down.place = -2;
        open.place = -2 + 1e-9;
        EXPECT_NEAR(chance_of_higher(open, drift), chance_of_higher(down, drift), 1e-6);
    }
    const StoppedMotion even{.lower = -2, .upper = 2, .time = 1.5, .place = 0};
    EXPECT_NEAR(chance_of_higher(even, 0), 0.5, 1e-12);
}

TEST(Sequential, AStateGoesOnFromWhereItWasKept) {
    const Sprt rule{.measure = Sprt::Measure::elo, .h0 = 0, .h1 = 10};
    const DealFrame frame{.matches = 2, .scale = 1, .most_margin = 267, .most_deals = 5000};
    PairingStop whole;
    PairingStop kept;
    for (std::int64_t n = 1; n <= 20; ++n) {
        const PairingTally tally = tally_of({5 * n, 4 * n, 10 * n + n % 3, 4 * n, 6 * n});
        look(whole, rule, frame, tally);
        const PairingStop copy = kept; // what a checkpoint holds
        kept = copy;
        look(kept, rule, frame, tally);
    }
    EXPECT_EQ(whole.looks, 20);
    EXPECT_EQ(whole.llr, kept.llr);
    EXPECT_EQ(whole.upper_bound, kept.upper_bound);
    EXPECT_GE(whole.up.count, 5);
    EXPECT_LT(whole.upper_bound, wald_bounds(rule).high);
}

// One look of the seven sets no new record.
TEST(Sequential, BoundsArePulledInByTheMeanOvershootOfTheRecords) {
    const Sprt rule{.measure = Sprt::Measure::elo, .h0 = 0, .h1 = 1};
    const DealFrame frame{.matches = 2, .scale = 1, .most_margin = 267, .most_deals = 5000};
    PairingStop state;
    double record = 0;
    double sum = 0;
    double squares = 0;
    for (const std::int64_t more : {8, 40, 20, 60, 90, 130, 180}) {
        const PairingTally tally = tally_of({1000, 0, 1000, 0, 1000 + more});
        look(state, rule, frame, tally);
        const double llr = ratio({1000, 0, 1000, 0, 1000 + more}, 0, 1);
        if (llr > record) {
            sum += llr - record;
            squares += (llr - record) * (llr - record);
            record = llr;
        }
    }
    EXPECT_EQ(state.up.count, 6);
    EXPECT_NEAR(state.upper_bound, std::log(19) - squares / (2 * sum), 1e-12);
}

Tournament two(double h0, double h1) {
    Tournament tournament;
    tournament.name = "test";
    tournament.rules = {*preset("playboard")};
    tournament.matches = 6000;
    tournament.seed = 5;
    tournament.entrants = entrants({"doubles-first", "greedy-heavy"});
    tournament.stop = Sprt{.measure = Sprt::Measure::elo, .h0 = h0, .h1 = h1};
    return tournament;
}

Outcome stopped_run(const Tournament& tournament, int threads) {
    RunOptions options;
    options.threads = threads;
    options.stopping_rule = stopping_rule(tournament);
    return run(tournament, StrategyTable::builtin(), options);
}

TEST(Sequential, ATestStopsAtTheSameDealOnAnyNumberOfThreads) {
    const Tournament tournament = two(0, 60);
    const Outcome one = stopped_run(tournament, 1);
    ASSERT_TRUE(one.complete);
    ASSERT_TRUE(one.stopped[0]);
    EXPECT_LT(one.tallies[0].deals(), 3000);
    for (const int threads : {2, 5}) {
        const Outcome other = stopped_run(tournament, threads);
        EXPECT_EQ(differences(counts(one.tallies[0]), counts(other.tallies[0])), "") << threads;
        EXPECT_EQ(one.stops[0][0].llr, other.stops[0][0].llr);
        EXPECT_EQ(one.stops[0][0].looks, other.stops[0][0].looks);
        EXPECT_EQ(one.stops[0][0].deals, one.tallies[0].deals());
    }
}

TEST(Sequential, ATournamentGoesOnUntilEveryPairingIsDecided) {
    Tournament tournament = two(0, 100);
    tournament.matches = 2000;
    tournament.entrants = entrants({"random", "greedy-heavy", "doubles-first"});
    tournament.stop = ConfidenceSequence{.measure = ConfidenceSequence::Measure::win_rate};
    const Outcome outcome = stopped_run(tournament, 2);
    ASSERT_TRUE(outcome.stopped[0]);
    std::int64_t last = 0;
    for (const PairingStop& stop : outcome.stops[0]) {
        EXPECT_NE(stop.decision, Decision::none);
        last = std::max(last, stop.deals);
    }
    EXPECT_EQ(last, outcome.tallies[0].deals());
}

TEST(Sequential, AnUndecidedTestPlaysAllItsMatches) {
    Tournament tournament = two(0, 0.5);
    tournament.matches = 400;
    const Outcome outcome = stopped_run(tournament, 2);
    EXPECT_TRUE(outcome.complete);
    EXPECT_FALSE(outcome.stopped[0]);
    EXPECT_EQ(outcome.tallies[0].deals(), 200);
    EXPECT_EQ(outcome.stops[0][0].deals, 200);
    EXPECT_EQ(outcome.stops[0][0].decision, Decision::none);
}

std::string fault(const std::string& text) {
    try {
        io::named_stop(text, "--stop");
    } catch (const io::InputError& error) {
        return error.what();
    }
    return "";
}

TEST(Sequential, RulesAreReadFromWordsAsFromObjects) {
    const auto sprt = std::get<Sprt>(io::named_stop("sprt:h0=0,h1=0.5,measure=points,alpha=0.01", "--stop"));
    EXPECT_EQ(sprt.measure, Sprt::Measure::points);
    EXPECT_EQ(sprt.h1, 0.5);
    EXPECT_EQ(sprt.alpha, 0.01);
    EXPECT_EQ(sprt.beta, 0.05);
    const auto sequence =
        std::get<ConfidenceSequence>(io::named_stop("confidence-sequence:measure=win-rate,width=0.02", "--stop"));
    EXPECT_EQ(sequence.measure, ConfidenceSequence::Measure::win_rate);
    EXPECT_EQ(sequence.width, 0.02);
    EXPECT_EQ(std::get<ConfidenceSequence>(io::named_stop("confidence-sequence", "--stop")).width, std::nullopt);
    const io::Json json = io::to_json(StopRule(sequence));
    EXPECT_EQ(io::to_json(io::read_stop(io::Node(json, "a.json"))), json);
}

TEST(Sequential, WhatARuleCannotMeanIsRefusedInASentence) {
    EXPECT_EQ(fault("sprt"), "--stop: the key \"h0\" is missing: the difference that H0 stands for, in normalized Elo");
    EXPECT_NE(fault("sprt:h0=5,h1=5").find("expected more than \"h0\", which is 5"), std::string::npos);
    EXPECT_NE(fault("sprt:h0=0,h1=x").find("expected a number from -1000 to 1000"), std::string::npos);
    EXPECT_NE(fault("sprt:h0=0,h1=5,alpha=0").find("expected a number from 1e-06 to 0.4"), std::string::npos);
    EXPECT_NE(fault("sprt:h0=0,h1=5,h1=6").find("\"h1\" is there twice"), std::string::npos);
    EXPECT_NE(fault("sptr:h0=0,h1=5").find("did you mean \"sprt\"?"), std::string::npos);
    EXPECT_NE(fault("sprt:h0").find("expected KEY=VALUE"), std::string::npos);
    EXPECT_NE(fault("sprt:h0=0,h1=5,width=3").find("width"), std::string::npos);
    EXPECT_NE(fault("confidence-sequence:until=never").find("\"separated\""), std::string::npos);
    EXPECT_NE(fault("confidence-sequence:width=0"), "");
    EXPECT_NE(fault(""), "");
}

} // namespace
} // namespace balak::testing
