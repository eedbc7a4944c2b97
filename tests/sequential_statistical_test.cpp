// Error rates of sequential tests by simulation, with fixed seeds.
#include "tournament/sequential.hpp"
#include "tournament/stopped_estimate.hpp"

#include "tournament_runs.hpp"

#include <boost/math/distributions/binomial.hpp>
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

/// Deals that were played, of the first of two against the second.
struct RealDeals {
    std::vector<DealTotals> deals;
    DealFrame frame;
    double ratio = 0;     ///< of all margins to all rounds
    double deviation = 0; ///< of a deal's margin less ratio times its rounds

    /// Points a round that shift a deal by a standard deviation, on average.
    double points_of_a_deviation() const { return deviation / rounds / frame.scale; }
    double rounds = 0; ///< of a deal on average
};

RealDeals real_deals(const RuleSet& rules, std::string_view a, std::string_view b) {
    constexpr std::uint64_t count = 8'000;
    Tournament tournament = tournament_of(Format::round_robin, {rules}, entrants({a, b}), 0, 7);
    tournament.matches = matches_of(tournament, count);
    const Schedule schedule = make_schedule(tournament.format, rules, 2);
    RealDeals real;
    real.frame = {.matches = static_cast<std::int64_t>(schedule.legs_per_pairing),
                  .scale = schedule.scale,
                  .most_margin = most_in_match(rules),
                  .most_deals = 1'000'000};
    DealTotals before;
    RunOptions options = on_threads(1);
    options.stopping_rule = {.next_look = [](std::uint64_t deals) { return deals + 1; },
                             .stop =
                                 [&](std::size_t, const Tally& tally, std::vector<PairingStop>&) {
                                     const DealTotals& sum = tally.pairings()[0].deals.sum;
                                     real.deals.push_back({sum.shares - before.shares, sum.margin - before.margin,
                                                           sum.rounds - before.rounds});
                                     before = sum;
                                     return false;
                                 }};
    EXPECT_TRUE(run(tournament, StrategyTable::builtin(), options).complete);
    EXPECT_EQ(real.deals.size(), count);
    real.rounds = static_cast<double>(before.rounds) / static_cast<double>(count);
    real.ratio = static_cast<double>(before.margin) / static_cast<double>(before.rounds);
    double squares = 0;
    for (const DealTotals& deal : real.deals) {
        squares += std::pow(static_cast<double>(deal.margin) - real.ratio * static_cast<double>(deal.rounds), 2);
    }
    real.deviation = std::sqrt(squares / static_cast<double>(count));
    return real;
}

/// One of them at random, moved so that the ratio of all is `points_a_round`.
DealTotals one_of(const RealDeals& real, double points_a_round, std::mt19937_64& random) {
    DealTotals deal = real.deals[random() % real.deals.size()];
    const double moved = static_cast<double>(deal.margin) +
                         (points_a_round * real.frame.scale - real.ratio) * static_cast<double>(deal.rounds);
    // Rounded at random, so that the mean stays.
    deal.margin = static_cast<std::int64_t>(std::floor(moved + std::uniform_real_distribution<double>(0, 1)(random)));
    return deal;
}

void add(PairingTally& tally, const DealTotals& deal, std::int64_t matches) {
    tally.blocks[static_cast<std::size_t>(tally.deals.deals) % block_count].add(deal);
    tally.deals.add(deal, matches);
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
    int estimates = 0; ///< corrected ones with intervals
    int below = 0;     ///< of these below the truth
    int covered = 0;   ///< by their intervals
};

/// Runs a test to its end, again and again; `play_to` plays a tally up to a number of deals.
template <class PlayTo>
Rates run_tests(const Sprt& rule, const DealFrame& deals, double truth, int runs, const PlayTo& play_to) {
    Rates rates;
    for (int i = 0; i < runs; ++i) {
        PairingTally tally;
        tally.deals_by_shares.assign(static_cast<std::size_t>(deals.matches) * full_share + 1, 0);
        PairingStop state;
        while (state.decision == Decision::none) {
            play_to(tally, static_cast<std::int64_t>(next_look(static_cast<std::uint64_t>(tally.deals.deals))));
            look(state, rule, deals, tally);
        }
        ++(state.decision == Decision::h1 ? rates.h1 : rates.h0);
        const auto corrected = stopped_estimate(rule, state);
        if (corrected && corrected->interval) {
            ++rates.estimates;
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
        const Rates rates = run_tests(rule, frame, truth, runs,
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
    expect_error_rates(300, 320, wide, 4'000, 8); // a favourite who wins four matches of five
}

/// Who plays, and how.
struct Pool {
    std::string_view name;
    RuleSet rules;
    std::string_view a;
    std::string_view b;
};

void PrintTo(const Pool& pool, std::ostream* out) {
    *out << pool.name;
}

class SprtOnPoints : public ::testing::TestWithParam<Pool> {};

INSTANTIATE_TEST_SUITE_P(
    Of, SprtOnPoints,
    ::testing::Values(Pool{"playboard_close", *preset("playboard"), "doubles-first", "greedy-heavy"},
                      Pool{"playboard", *preset("playboard"), "tile-counting", "doubles-first"},
                      Pool{"playboard_lopsided", *preset("playboard"), "tile-counting", "random"},
                      Pool{"playboard_rounds", one_round(*preset("playboard")), "tile-counting", "doubles-first"},
                      Pool{"la_plaza_1v1", *preset("la-plaza-1v1"), "tile-counting", "doubles-first"},
                      Pool{"la_plaza_pairs", *preset("la-plaza-pairs"), "tile-counting", "doubles-first"},
                      Pool{"four_rounds", *preset("four-rounds"), "tile-counting", "doubles-first"},
                      Pool{"three_at_a_table", one_round(*preset("playboard", 3)), "tile-counting", "random"},
                      Pool{"block_rounds_that_are_mostly_drawn", one_round(*preset("block")), "doubles-first",
                           "greedy-heavy"}),
    [](const ::testing::TestParamInfo<Pool>& info) { return std::string(info.param.name); });

// With margins as they are: of deals that were played, drawn again and again, moved to where the hypotheses are. A step
// of 0.1 standard deviations of a deal takes some 500 deals to tell, one of 0.2 some 150. A true rate of 6 % (alpha and
// 20 %) fails with chance 1e-3.
TEST_P(SprtOnPoints, KeepsItsErrorRatesAtItsBounds) {
    constexpr int runs = 6'000;
    const RealDeals real = real_deals(GetParam().rules, GetParam().a, GetParam().b);
    const double most = quantile(complement(boost::math::binomial(runs, 1.2 * 0.05), 1e-3));
    std::mt19937_64 random(5);
    for (const double step : {0.1, 0.2}) {
        const Sprt rule{.measure = Sprt::Measure::points, .h0 = 0, .h1 = step * real.points_of_a_deviation()};
        for (const double truth : {rule.h0, rule.h1}) {
            const Rates rates = run_tests(rule, real.frame, truth, runs, [&](PairingTally& tally, std::int64_t deals) {
                while (tally.deals.deals < deals) {
                    add(tally, one_of(real, truth, random), real.frame.matches);
                }
            });
            const int wrong = truth == rule.h0 ? rates.h1 : rates.h0;
            std::cout << "step " << step << ", " << (truth == rule.h0 ? "H0" : "H1")
                      << " true: " << 100.0 * wrong / runs << " % wrong, of " << rates.estimates
                      << " corrected estimates " << 100.0 * rates.below / std::max(rates.estimates, 1) << " % below, "
                      << 100.0 * rates.covered / std::max(rates.estimates, 1) << " % of the intervals cover\n";
            EXPECT_LE(wrong, most);
            EXPECT_GE(wrong, 0.4 * 0.05 * runs) << "not by being far too careful";
            if (step == 0.1) {
                EXPECT_GE(rates.estimates, 0.9 * runs);
                EXPECT_NEAR(rates.below, 0.5 * rates.estimates, 0.05 * rates.estimates);
                EXPECT_GE(rates.covered, 0.935 * rates.estimates);
            } else {
                EXPECT_EQ(rates.estimates, 0) << "too few looks for an estimate";
            }
        }
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
            add(tally, random_deal(0.3, skewed_luck(random), random), frame.matches);
        }
    });
    EXPECT_GE(covered, 0.95 * runs);
}

TEST(SequentialStatistical, ConfidenceSequencesOfRealDealsCoverAtAllLooks) {
    constexpr int runs = 500;
    const RealDeals real = real_deals(*preset("playboard"), "doubles-first", "greedy-heavy");
    const ConfidenceSequence rule{.measure = ConfidenceSequence::Measure::points};
    std::mt19937_64 random(9);
    const double truth = real.ratio * real.rounds / static_cast<double>(real.frame.matches);
    const int covered = runs_covered(rule, truth, runs, 5000, [&](PairingTally& tally, std::int64_t deals) {
        while (tally.deals.deals < deals) {
            add(tally, one_of(real, real.ratio, random), real.frame.matches);
        }
    });
    EXPECT_GE(covered, 0.95 * runs);
}

} // namespace
} // namespace balak::testing
