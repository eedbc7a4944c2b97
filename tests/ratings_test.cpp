// Elo ratings against closed forms, and their intervals against a truth that is known.
#include "tournament/ratings.hpp"

#include "tournament_runs.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <string>

namespace balak::tournament {
namespace {

constexpr double unit = 400 / std::numbers::ln10;

/// A field of these pairings, nothing played.
RatedField field_of(std::size_t entrants, std::vector<Pairing> pairings) {
    RatedField field;
    field.entrants = entrants;
    field.pairings = std::move(pairings);
    field.meetings.assign(field.pairings.size(), std::vector<Meetings>(block_count));
    return field;
}

void play(RatedField& field, std::size_t pairing, std::size_t block, Outcomes outcomes, std::size_t kind = 0) {
    field.meetings[pairing][block][kind].wins += outcomes.wins;
    field.meetings[pairing][block][kind].draws += outcomes.draws;
    field.meetings[pairing][block][kind].losses += outcomes.losses;
}

double difference(const Ratings& ratings, std::size_t a, std::size_t b) {
    return ratings.entrants[a].elo - ratings.entrants[b].elo;
}

TEST(Ratings, OfTwoAreTheLogarithmOfTheirOdds) {
    // 31 wins, 10 losses and a virtual match: odds of 31.5 to 10.5, that is 3.
    RatedField field = field_of(2, {{0, 1}});
    play(field, 0, 0, {20, 0, 4});
    play(field, 0, 1, {11, 0, 6});
    field.deals = 2;
    const Ratings ratings = rate(field, std::nullopt);
    EXPECT_NEAR(ratings.entrants[0].elo, unit * std::log(3) / 2, 1e-9);
    EXPECT_NEAR(ratings.entrants[1].elo, -unit * std::log(3) / 2, 1e-9);
    EXPECT_FALSE(ratings.opener);
    EXPECT_FALSE(ratings.draws);
    EXPECT_TRUE(ratings.finite);
}

TEST(Ratings, OfThreeWhoseOddsAgreeAreThoseOdds) {
    // A : B and B : C as 3 to 1, A : C as 9 to 1 (40.5 to 4.5): the fit is exact, whatever the numbers of matches.
    RatedField field = field_of(3, {{0, 1}, {0, 2}, {1, 2}});
    for (const std::size_t block : {0, 1}) {
        play(field, 0, block, block == 0 ? Outcomes{20, 0, 4} : Outcomes{11, 0, 6});
        play(field, 1, block, {20, 0, 2});
        play(field, 2, block, block == 0 ? Outcomes{10, 0, 6} : Outcomes{21, 0, 4});
    }
    field.deals = 2;
    const Ratings ratings = rate(field, std::nullopt);
    EXPECT_NEAR(ratings.entrants[0].elo, unit * std::log(3), 1e-9);
    EXPECT_NEAR(ratings.entrants[1].elo, 0, 1e-9);
    EXPECT_NEAR(ratings.entrants[2].elo, -unit * std::log(3), 1e-9);
}

TEST(Ratings, OfACircleAreEqual) {
    RatedField field = field_of(3, {{0, 1}, {0, 2}, {1, 2}});
    play(field, 0, 0, {70, 0, 30});
    play(field, 1, 0, {30, 0, 70});
    play(field, 2, 0, {70, 0, 30});
    for (const Rating& rating : rate(field, std::nullopt).entrants) {
        EXPECT_NEAR(rating.elo, 0, 1e-9);
        EXPECT_FALSE(rating.error) << "from one deal";
    }
}

TEST(Ratings, TellWhatOpeningIsWorthFromWhoIsBetter) {
    // With a quarter of a virtual win and loss in each kind: odds of a 8 when it opens, 2 when it does not. Their
    // logarithms are D + h and D - h, so D = ln 4, h = ln 2.
    RatedField field = field_of(2, {{0, 1}});
    field.openers = true;
    play(field, 0, 0, {10'000'000, 0, 1'250'000}, 0);
    play(field, 0, 1, {10'000'000, 0, 5'000'000}, 1);
    field.deals = 2;
    const Ratings ratings = rate(field, std::nullopt);
    EXPECT_NEAR(difference(ratings, 0, 1), unit * std::log(4), 1e-3);
    ASSERT_TRUE(ratings.opener);
    EXPECT_NEAR(ratings.opener->elo, unit * std::log(2), 1e-3);
}

TEST(Ratings, FitDrawsAsRaoAndKupperDo) {
    // Two players: as many parameters as chances, so the fit gives the observed ones. P(win) = x / (x + t) and
    // P(loss) = 1 / (1 + x t), so odds of winning times odds of losing are 1 / t^2, their ratio is x^2.
    RatedField field = field_of(2, {{0, 1}});
    play(field, 0, 0, {49, 30, 19});
    field.deals = 1;
    const double win = 49.5 / 49.5;  // of winning to not winning: 49.5 to 30 + 19.5
    const double loss = 19.5 / 79.5; // of losing to not losing
    const Ratings ratings = rate(field, std::nullopt);
    EXPECT_NEAR(difference(ratings, 0, 1), unit * std::log(win / loss) / 2, 1e-9);
    ASSERT_TRUE(ratings.draws);
    EXPECT_NEAR(ratings.draws->elo, -unit * std::log(win * loss) / 2, 1e-9);
}

TEST(Ratings, TakeTheSpreadBetweenBlocksAsTheError) {
    // Two players: D = ln(w / l), its derivative by w is 1 / (n p (1 - p)), and the variance of w is B / (B - 1) times
    // the squared deviations of the blocks. Fisher's error is 1 / sqrt(n p (1 - p)).
    const std::vector<std::int64_t> wins{9, 5, 7, 8, 2}; // of 10 each: 31, mean 6.2
    RatedField field = field_of(2, {{0, 1}});
    for (std::size_t block = 0; block < wins.size(); ++block) {
        play(field, 0, block, {wins[block], 0, 10 - wins[block]});
    }
    field.deals = 5;
    const double squares = 2.8 * 2.8 + 1.2 * 1.2 + 0.8 * 0.8 + 1.8 * 1.8 + 4.2 * 4.2;
    const double p = 31.5 / 51;
    const double weight = 51 * p * (1 - p); // with the virtual match
    const Ratings ratings = rate(field, Anchor{1, 1000});
    EXPECT_NEAR(ratings.entrants[0].elo, 1000 + unit * std::log(31.5 / 19.5), 1e-9);
    EXPECT_EQ(ratings.entrants[1].elo, 1000);
    ASSERT_TRUE(ratings.entrants[0].error);
    const double error = unit * std::sqrt(squares * 5 / 4) / weight;
    EXPECT_NEAR(*ratings.entrants[0].error, error, 1e-9);
    EXPECT_NEAR(*ratings.entrants[0].fisher_error, unit / std::sqrt(weight), 1e-9);
    EXPECT_NEAR(ratings.entrants[0].interval->high - ratings.entrants[0].elo, 2.7764451052 * error, 1e-6)
        << "the quantile of t with 4 degrees of freedom, from a table";
    EXPECT_NEAR(*ratings.entrants[1].error, 0, 1e-9) << "the anchor";
    const boost::math::students_t t(4);
    EXPECT_NEAR(ratings.superiority[0][1], boost::math::cdf(t, unit * std::log(31.5 / 19.5) / error), 1e-9);
    EXPECT_NEAR(ratings.superiority[0][1] + ratings.superiority[1][0], 1, 1e-12);
    EXPECT_EQ(ratings.superiority[0][0], 0.5);
}

TEST(Ratings, OfOneWhoWonEverythingAreFiniteAndSaySo) {
    RatedField field = field_of(3, {{0, 1}, {0, 2}, {1, 2}});
    for (const std::size_t block : {0, 1, 2, 3}) {
        play(field, 0, block, {1000, 0, 0});
        play(field, 1, block, {1000, 0, 0});
        play(field, 2, block, {500 + (block % 2 == 0 ? 20 : -20), 0, 500});
    }
    field.deals = 4;
    const Ratings ratings = rate(field, std::nullopt);
    EXPECT_FALSE(ratings.finite);
    // 4000.5 to 0.5 against each of two equals (nearly).
    EXPECT_NEAR(difference(ratings, 0, 1), unit * std::log(8001), 1);
    EXPECT_GT(*ratings.entrants[0].error, 100) << "blocks without a spread do not make a rating certain";
    EXPECT_EQ(*ratings.entrants[0].error, *ratings.entrants[0].fisher_error);
    EXPECT_LE(ratings.superiority[0][1], 1 - 1.0 / 16) << "four deals cannot say more";
}

TEST(Ratings, OfDeterministicClonesAreTheSame) {
    RatedField field = field_of(2, {{0, 1}});
    for (const std::size_t block : {0, 1, 2}) {
        play(field, 0, block, {1, 0, 1});
    }
    field.deals = 3;
    const Ratings ratings = rate(field, std::nullopt);
    EXPECT_NEAR(ratings.entrants[0].elo, 0, 1e-9);
    EXPECT_NEAR(*ratings.entrants[0].error, 0, 1e-9);
    EXPECT_EQ(ratings.superiority[0][1], 0.5);
}

TEST(Ratings, WeighThatOneSitsAmongMany) {
    // Tables of four: one a among three b's wins a quarter among equals, one b among three a's too.
    RatedField field = field_of(2, {{0, 1}});
    field.head_start = {-std::log(3), std::log(3)};
    play(field, 0, 0, {25, 0, 75}, 0);
    play(field, 0, 0, {75, 0, 25}, 1);
    EXPECT_NEAR(difference(rate(field, std::nullopt), 0, 1), 0, 1e-9);
    // A side of a twice as strong as one of b: 2 to 3, and 6 to 1.
    field = field_of(2, {{0, 1}});
    field.head_start = {-std::log(3), std::log(3)};
    play(field, 0, 0, {40'000'000, 0, 60'000'000}, 0);
    play(field, 0, 0, {60'000'000, 0, 10'000'000}, 1);
    EXPECT_NEAR(difference(rate(field, std::nullopt), 0, 1), unit * std::log(2), 1e-3);
}

TEST(Ratings, OfNothingPlayedAreEqual) {
    RatedField field = field_of(2, {{0, 1}});
    field.openers = true;
    const Ratings ratings = rate(field, std::nullopt);
    EXPECT_NEAR(ratings.entrants[0].elo, 0, 1e-9);
    EXPECT_FALSE(ratings.entrants[0].error);
    EXPECT_TRUE(ratings.superiority.empty());
}

TEST(Ratings, CountTheMeetingsOfARun) {
    Tournament tournament;
    tournament.rules = {testing::one_round(*preset("la-plaza-1v1")), *preset("playboard", 3), *preset("four-rounds")};
    tournament.matches = 60;
    tournament.entrants = testing::entrants({"random", "greedy-heavy"});
    const Outcome outcome = run(tournament, StrategyTable::builtin(), {});
    ASSERT_TRUE(outcome.complete) << outcome.failure;
    for (std::size_t i = 0; i < outcome.tallies.size(); ++i) {
        SCOPED_TRACE(describe(tournament.rules[i]));
        const Tally& tally = outcome.tallies[i];
        const PairingTally& pairing = tally.pairings()[0];
        Contest all;
        TableTally table;
        for (std::size_t block = 0; block < block_count; ++block) {
            const auto add = [](auto& sum, const auto& count) { sum += count; };
            Contest::each_count(add, all, pairing.contests[block]);
            TableTally::each_count(add, table, tally.table_blocks()[block]);
        }
        EXPECT_EQ(all.meetings[0].wins + all.meetings[1].wins, pairing.wins);
        EXPECT_EQ(all.meetings[0].draws + all.meetings[1].draws, pairing.draws);
        EXPECT_EQ(all.meetings[0].losses + all.meetings[1].losses, pairing.losses);
        EXPECT_EQ(all.rounds_won_by_a, pairing.rounds_won.a);
        EXPECT_EQ(all.rounds_won_by_b, pairing.rounds_won.b);
        EXPECT_EQ(table.rounds, tally.table().rounds);
        EXPECT_EQ(table.comebacks, tally.table().comebacks);
        EXPECT_EQ(table.opener_won, tally.table().opener_won);
        const auto sum = [](const Outcomes& outcomes) { return outcomes.wins + outcomes.draws + outcomes.losses; };
        EXPECT_EQ(sum(all.meetings[0]), sum(all.meetings[1])) << "every deal is played both ways";
        if (i == 0) {
            // A match is a round: who opened the match opened it. A round may be won without a point, the match not.
            EXPECT_EQ(sum(all.meetings[0]), pairing.opened_by_a.rounds);
            EXPECT_EQ(sum(all.meetings[1]), pairing.opened_by_b.rounds);
            EXPECT_LE(all.meetings[0].wins, pairing.opened_by_a.won.a);
            EXPECT_LE(all.meetings[0].losses, pairing.opened_by_a.won.b);
            EXPECT_LE(all.meetings[1].wins, pairing.opened_by_b.won.a);
            EXPECT_LE(all.meetings[1].losses, pairing.opened_by_b.won.b);
            EXPECT_EQ(table.comebacks, 0);
        } else {
            EXPECT_GT(table.comebacks, 0);
            EXPECT_LT(table.comebacks, table.matches);
        }
    }
}

/// A field of three whose strengths are known, with deals of both seatings that share their luck: who opens wins when
/// one number is below its chance, so that the legs of a deal are far from independent.
class Simulation {
public:
    RatedField play(int deals) {
        RatedField field = field_of(3, {{0, 1}, {0, 2}, {1, 2}});
        field.openers = true;
        field.deals = deals;
        for (int deal = 0; deal < deals; ++deal) {
            const double luck = uniform_(random_);
            for (std::size_t pairing = 0; pairing < 3; ++pairing) {
                const double lead =
                    (strengths[field.pairings[pairing].a] - strengths[field.pairings[pairing].b]) / unit;
                const auto block = static_cast<std::size_t>(deal) % block_count;
                const auto chance = [](double x) { return 1 / (1 + std::exp(-x)); };
                const bool won = luck < chance(lead + opening / unit);
                const bool lost = luck < chance(-lead + opening / unit);
                add(field, pairing, block, won, 0);
                add(field, pairing, block, !lost, 1);
            }
        }
        return field;
    }

    static constexpr std::array<double, 3> strengths{60, 10, -70};
    static constexpr double opening = 40;

private:
    static void add(RatedField& field, std::size_t pairing, std::size_t block, bool won, std::size_t kind) {
        tournament::play(field, pairing, block, {won ? 1 : 0, 0, won ? 0 : 1}, kind);
    }

    std::mt19937_64 random_{20'260'411};
    std::uniform_real_distribution<double> uniform_;
};

TEST(Ratings, HaveIntervalsThatHoldTheTruthAsOftenAsTheySay) {
    constexpr int tournaments = 4000;
    constexpr int deals = 500;
    Simulation simulation;
    std::array<int, 3> held{};
    int held_opener = 0;
    double errors = 0;
    double fisher_errors = 0;
    for (int i = 0; i < tournaments; ++i) {
        const Ratings ratings = rate(simulation.play(deals), std::nullopt);
        for (std::size_t entrant = 0; entrant < 3; ++entrant) {
            const Interval& interval = *ratings.entrants[entrant].interval;
            held[entrant] +=
                interval.low <= Simulation::strengths[entrant] && Simulation::strengths[entrant] <= interval.high;
        }
        errors += *ratings.entrants[0].error;
        fisher_errors += *ratings.entrants[0].fisher_error;
        held_opener += ratings.opener->interval->low <= Simulation::opening &&
                       Simulation::opening <= ratings.opener->interval->high;
    }
    for (const int count : held) {
        EXPECT_GE(count, tournaments * 0.94);
        EXPECT_LE(count, tournaments * 0.96);
    }
    EXPECT_GE(held_opener, tournaments * 0.94);
    EXPECT_LE(held_opener, tournaments * 0.96);
    EXPECT_GT(fisher_errors, 1.2 * errors) << "the legs of a deal share their luck; errors that deny it are too wide";
    RecordProperty("coverage", std::to_string(held[0]) + " " + std::to_string(held[1]) + " " + std::to_string(held[2]) +
                                   ", opening " + std::to_string(held_opener) + ", Fisher over sandwich " +
                                   std::to_string(fisher_errors / errors));
}

} // namespace
} // namespace balak::tournament
