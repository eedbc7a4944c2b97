// Estimates adjusted for luck, against a second calculation from a list of deals.
#include "tournament/adjusted.hpp"

#include "io/checkpoint.hpp"
#include "rule_sets.hpp"
#include "tournament_runs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace balak::tournament {
namespace {

Tournament adjusted_tournament(const RuleSet& rules, const std::vector<std::string_view>& types, std::uint64_t deals,
                               std::uint64_t seed) {
    Tournament made = testing::tournament_of(Format::round_robin, {rules}, testing::entrants(types), 0, seed);
    made.matches = testing::matches_of(made, deals);
    made.adjust = true;
    return made;
}

using Row = std::vector<double>; ///< shares, margin, rounds, then the measures of luck

/// What each deal came to for the only pairing, played and added up here.
std::vector<Row> play_deals(const Tournament& tournament, std::uint64_t deals) {
    const RuleSet& rules = tournament.rules.front();
    const StrategyTable table = StrategyTable::builtin();
    std::vector<std::unique_ptr<Strategy>> players;
    for (const Entrant& entrant : tournament.entrants) {
        players.push_back(table.find(entrant.type)->make(entrant.options, table));
    }
    const Schedule schedule = make_schedule(tournament.format, rules, tournament.entrants.size());
    std::vector<Row> rows;
    for (std::uint64_t number = 0; number < deals; ++number) {
        Row row(deal_values);
        for (const Leg& leg : schedule.legs_of(number)) {
            const PerSide<int>& weight = leg.comparisons.front().weight;
            PerSeat<Strategy*> seated;
            for (const Seat seat : seats(rules.players)) {
                seated[seat] = players[leg.entrants[rules.side_of(seat)]].get();
            }
            Match match(rules);
            while (!match.over()) {
                const Deal deal =
                    Dealer(tournament.seed).deal(rules, number, static_cast<std::uint32_t>(match.round()));
                const Opening opening = match.opening(deal);
                Round round(rules, deal, opening);
                play_out(round, seated, deal.random, match.score(), match.round());
                match.add(opening.seat, round.result());
                const RoundLuck luck = luck_of(round);
                for (std::size_t i = 0; i < draw_measures; ++i) {
                    for (const Side side : sides(rules.side_count())) {
                        row[estimated + i] += weight[side] * static_cast<double>(luck.draws[i][side]);
                    }
                }
                row[estimated + draw_measures] += static_cast<double>(luck.long_suits);
            }
            for (const Side side : sides(rules.side_count())) {
                row[1] += weight[side] * match.score()[side];
            }
            // Those who tie for the first place share it.
            const auto score = std::span(match.score().values).first(static_cast<std::size_t>(rules.side_count()));
            const int best = std::ranges::max(score);
            for (const Side side : sides(rules.side_count())) {
                const bool first = match.winner() ? *match.winner() == side : match.score()[side] == best;
                const auto sharing = match.winner() ? 1 : std::ranges::count(score, best);
                row[0] += weight[side] > 0 && first ? 12.0 / static_cast<double>(sharing) : 0;
            }
            row[2] += match.round();
        }
        rows.push_back(row);
    }
    return rows;
}

/// Solves a small system of linear equations, the coefficients first in each row, by Gauss and Jordan.
std::vector<double> solved(std::vector<Row> rows) {
    const std::size_t count = rows.size();
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t pivot = i;
        for (std::size_t k = i; k < count; ++k) {
            pivot = std::abs(rows[k][i]) > std::abs(rows[pivot][i]) ? k : pivot;
        }
        std::swap(rows[i], rows[pivot]);
        for (std::size_t k = 0; k < count; ++k) {
            const double times = k == i ? 0 : rows[k][i] / rows[i][i];
            for (std::size_t j = 0; j <= count; ++j) {
                rows[k][j] -= times * rows[i][j];
            }
        }
    }
    std::vector<double> solution;
    for (std::size_t i = 0; i < count; ++i) {
        solution.push_back(rows[i][count] / rows[i][i]);
    }
    return solution;
}

/// Values of all deals, adjusted part by part with the slopes of a regression over the deals of all other parts.
std::vector<double> adjusted_values(const std::vector<Row>& rows, const std::vector<double>& values,
                                    const std::vector<std::size_t>& measures) {
    std::vector<double> adjusted;
    for (std::size_t deal = 0; deal < rows.size(); ++deal) {
        const std::size_t part = deal % luck_parts;
        const std::size_t size = measures.size();
        std::vector<double> mean(size + 1);
        double count = 0;
        for (std::size_t k = 0; k < rows.size(); ++k) {
            if (k % luck_parts != part) {
                ++count;
                for (std::size_t i = 0; i < size; ++i) {
                    mean[i] += rows[k][estimated + measures[i]];
                }
                mean[size] += values[k];
            }
        }
        for (double& sum : mean) {
            sum /= count;
        }
        std::vector<Row> equations(size, Row(size + 1));
        for (std::size_t k = 0; k < rows.size(); ++k) {
            if (k % luck_parts == part) {
                continue;
            }
            for (std::size_t i = 0; i < size; ++i) {
                const double x = rows[k][estimated + measures[i]] - mean[i];
                for (std::size_t j = 0; j < size; ++j) {
                    equations[i][j] += x * (rows[k][estimated + measures[j]] - mean[j]);
                }
                equations[i][size] += x * (values[k] - mean[size]);
            }
        }
        const std::vector<double> slopes = solved(equations);
        double value = values[deal];
        for (std::size_t i = 0; i < size; ++i) {
            value -= slopes[i] * rows[deal][estimated + measures[i]];
        }
        adjusted.push_back(value);
    }
    return adjusted;
}

/// The mean of a list and its standard error.
std::pair<double, double> mean_of(const std::vector<double>& values) {
    const auto count = static_cast<double>(values.size());
    double sum = 0;
    for (const double value : values) {
        sum += value;
    }
    double squares = 0;
    for (const double value : values) {
        squares += (value - sum / count) * (value - sum / count);
    }
    return {sum / count, std::sqrt(squares / (count - 1) / count)};
}

void expect_near(const Estimate& estimate, std::pair<double, double> expected, double unit) {
    EXPECT_NEAR(estimate.mean, expected.first / unit, 1e-8);
    EXPECT_NEAR(estimate.standard_error.value(), expected.second / unit, 1e-8);
}

void check_against_list(const RuleSet& rules, const std::vector<std::size_t>& measures) {
    SCOPED_TRACE(describe(rules));
    constexpr std::uint64_t deals = 120;
    const Tournament tournament = adjusted_tournament(rules, {"doubles-first", "tile-counting"}, deals, 200);
    const Outcome outcome = testing::play(tournament, testing::on_threads(1));
    const Schedule schedule = make_schedule(tournament.format, rules, 2);
    const auto legs = static_cast<double>(schedule.legs_per_pairing);
    const Adjusted found = adjusted(outcome.tallies.front().pairings().front(), schedule.scale).value();

    const std::vector<Row> rows = play_deals(tournament, deals);
    std::vector<double> shares;
    std::vector<double> margins;
    std::vector<double> rounds;
    for (const Row& row : rows) {
        shares.push_back(row[0]);
        margins.push_back(row[1]);
        rounds.push_back(row[2]);
    }
    expect_near(found.win_rate, mean_of(adjusted_values(rows, shares, measures)), legs * full_share);
    expect_near(found.margin_per_match, mean_of(adjusted_values(rows, margins, measures)), legs * schedule.scale);
    // A ratio: the slopes of margin less ratio times rounds are those of both, combined.
    margins = adjusted_values(rows, margins, measures);
    const bool one_round = rules.match.rounds == 1;
    rounds = one_round ? rounds : adjusted_values(rows, rounds, measures);
    const double mean_rounds = mean_of(rounds).first;
    const double ratio = mean_of(margins).first / mean_rounds;
    std::vector<double> residuals;
    for (std::size_t deal = 0; deal < deals; ++deal) {
        residuals.push_back(margins[deal] - ratio * rounds[deal]);
    }
    EXPECT_NEAR(found.margin_per_round.mean, ratio / schedule.scale, 1e-8);
    EXPECT_NEAR(found.margin_per_round.standard_error.value(), mean_of(residuals).second / mean_rounds / schedule.scale,
                1e-8);
}

TEST(Adjusted, IsWhatASecondCalculationFromTheListOfDealsGives) {
    const std::vector<std::size_t> all{0, 1, 2, 3, 4};
    check_against_list(testing::one_round(*preset("playboard", 2)), all);
    check_against_list(*preset("playboard", 2), all);
    check_against_list(testing::one_round(*preset("playboard", 3)), all);
    check_against_list(*preset("four-rounds"), all);
    // Nothing is drawn: what does not vary is left aside.
    check_against_list(testing::one_round(*preset("block")), {4});
}

TEST(Adjusted, IsThereOnlyWhereLuckWasMeasuredOverEnoughDeals) {
    const RuleSet rules = testing::one_round(*preset("playboard", 2));
    const auto found = [&](bool adjust, std::uint64_t deals) {
        Tournament tournament = adjusted_tournament(rules, {"doubles-first", "random"}, deals, 201);
        tournament.adjust = adjust;
        return adjusted(testing::play(tournament, testing::on_threads(1)).tallies.front().pairings().front(), 1);
    };
    EXPECT_TRUE(found(true, fewest_adjusted));
    EXPECT_FALSE(found(true, fewest_adjusted - 1));
    EXPECT_FALSE(found(false, fewest_adjusted));
}

TEST(Adjusted, LeavesClonesAtExactlyNothing) {
    for (const RuleSet& rules : testing::all_presets()) {
        Tournament tournament = adjusted_tournament(rules, {"doubles-first", "random"}, 100, 202);
        tournament.entrants = {testing::entrant("random", "one"), testing::entrant("random", "other")};
        const Outcome outcome = testing::play(tournament, testing::on_threads(1));
        const Adjusted found = adjusted(outcome.tallies.front().pairings().front(), 1).value();
        EXPECT_NEAR(found.win_rate.mean, 0.5, 1e-12);
        EXPECT_NEAR(found.win_rate.standard_error.value(), 0, 1e-12);
        EXPECT_EQ(found.margin_per_match.mean, 0);
        EXPECT_EQ(found.margin_per_match.standard_error, 0);
    }
}

TEST(Adjusted, IsCountedTheSameOnAnyNumberOfThreads) {
    for (const Format format : testing::formats) {
        Tournament tournament =
            adjusted_tournament(*preset("playboard", 3), {"doubles-first", "random", "greedy-heavy"}, 60, 203);
        tournament.format = format;
        std::vector<std::string> digests;
        for (const int threads : {1, 2, 5}) {
            digests.push_back(io::digest(testing::play(tournament, testing::on_threads(threads)).tallies.front()));
        }
        EXPECT_EQ(digests[0], digests[1]);
        EXPECT_EQ(digests[0], digests[2]);
        tournament.adjust = false;
        EXPECT_NE(digests[0], io::digest(testing::play(tournament, testing::on_threads(1)).tallies.front()));
    }
}

} // namespace
} // namespace balak::tournament
