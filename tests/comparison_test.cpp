// Comparisons of results files: which blocks are matched, what is called real, how often by chance.
#include "io/comparison.hpp"
#include "io/comparison_words.hpp"

#include "io/results.hpp"
#include "tournament/comparisons.hpp"
#include "tournament_runs.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace balak::io {
namespace {

using tournament::Format;
using tournament::Outcome;
using tournament::Tournament;

/// The results of a tournament as they are read from a file.
Results results_of(const Tournament& tournament, const std::string& file) {
    const Outcome outcome = testing::play(tournament, testing::on_threads(1));
    return read_results(results_json({tournament, 1, file, "", "", 0}, outcome), file);
}

Tournament two_players(std::uint64_t seed, std::uint64_t deals, const std::vector<std::string_view>& types,
                       std::string_view rules = "playboard") {
    return testing::tournament_of(Format::round_robin, {*preset(rules)}, testing::entrants(types), 2 * deals, seed);
}

std::vector<const FigureChange*> figures_of(const Comparison& comparison) {
    std::vector<const FigureChange*> figures;
    for (const RulesChange& change : comparison.changes) {
        for (const PairingChange& pairing : change.pairings) {
            for (const FigureChange& figure : pairing.figures) {
                figures.push_back(&figure);
            }
        }
        for (const FigureChange& figure : change.table) {
            figures.push_back(&figure);
        }
    }
    return figures;
}

void expect_exactly_nothing(const Comparison& comparison) {
    for (const FigureChange* figure : figures_of(comparison)) {
        SCOPED_TRACE(figure->key);
        EXPECT_EQ(figure->change.difference.mean, 0);
        EXPECT_EQ(figure->change.difference.standard_error, 0);
        EXPECT_EQ(figure->change.p, 1);
        EXPECT_EQ(figure->p_holm, 1);
        EXPECT_EQ(figure->real(), 0);
    }
}

TEST(Comparison, OfTheSameDealsWithTheSameBotsIsExactlyNone) {
    for (const std::uint64_t deals : {2, 100, 300}) {
        const Tournament tournament = two_players(60, deals, {"random", "doubles-first", "greedy-heavy"});
        const Comparison comparison = compare(results_of(tournament, "one"), results_of(tournament, "other"));
        ASSERT_EQ(comparison.changes.size(), 1);
        EXPECT_TRUE(comparison.changes[0].matched);
        EXPECT_EQ(comparison.changes[0].pairings.size(), 3);
        EXPECT_EQ(comparison.tests, 3 * 3 + 9);
        expect_exactly_nothing(comparison);
    }
}

TEST(Comparison, SeesAPairingFromTheSameSideInBoth) {
    Tournament tournament = two_players(60, 100, {"random", "doubles-first"});
    const Results one = results_of(tournament, "one");
    std::swap(tournament.entrants[0], tournament.entrants[1]);
    const Results other = results_of(tournament, "other");
    const double rate = one.rules[0].pairings[0].win_rate.mean;
    ASSERT_NEAR(other.rules[0].pairings[0].win_rate.mean, 1 - rate, 1e-12);
    expect_exactly_nothing(compare(one, other));
}

TEST(Comparison, OfTablesOfThreeSeesThemFromTheSameSideToo) {
    for (const Format format : testing::formats) {
        Tournament tournament = testing::tournament_of(
            format, {*preset("playboard", 3)}, testing::entrants({"random", "doubles-first", "greedy-heavy"}), 60);
        const Results one = results_of(tournament, "one");
        expect_exactly_nothing(compare(one, results_of(tournament, "other")));
    }
}

TEST(Comparison, ReadsTheBlocksThatWereCounted) {
    const Tournament tournament = testing::tournament_of(Format::round_robin, {*preset("playboard", 3)},
                                                         testing::entrants({"random", "doubles-first"}), 1'800);
    const Outcome outcome = testing::play(tournament, testing::on_threads(1));
    const Results results = read_results(results_json({tournament, 1, "r", "", "", 0}, outcome), "r");
    const auto& blocks = outcome.tallies[0].pairings()[0].blocks;
    const std::vector<tournament::TableTally> tables = outcome.tallies[0].table_blocks();
    const RulesResults& rules = results.rules[0];
    ASSERT_EQ(rules.deals, 300);
    EXPECT_EQ(rules.margins_of_point, 2);
    for (std::size_t i = 0; i < tournament::block_count; ++i) {
        EXPECT_EQ(rules.blocks[i].deals, i < 44 ? 2 : 1);
        EXPECT_EQ(rules.blocks[i].turns, tables[i].turns);
        EXPECT_EQ(rules.pairings[0].shares[i], blocks[i].totals.shares);
        EXPECT_EQ(rules.pairings[0].margins[i], blocks[i].totals.margin);
        EXPECT_EQ(rules.pairings[0].rounds[i], blocks[i].totals.rounds);
    }
}

TEST(Comparison, TakesTheErrorsOfTheResultsWhereItIsNotMatched) {
    // With up to 256 deals a block is a deal: the error of a change is made of the two errors in the files.
    const Results one = results_of(two_players(60, 200, {"random", "doubles-first"}), "one");
    const Results other = results_of(two_players(61, 150, {"random", "doubles-first"}), "other");
    const Comparison comparison = compare(one, other);
    EXPECT_FALSE(comparison.changes[0].matched);
    const PairingChange& pairing = comparison.changes[0].pairings[0];
    const auto error = [](const tournament::Estimate& before, const tournament::Estimate& after) {
        return std::hypot(*before.standard_error, *after.standard_error);
    };
    const PairingResults& before = one.rules[0].pairings[0];
    const PairingResults& after = other.rules[0].pairings[0];
    EXPECT_NEAR(*pairing.figures[0].change.difference.standard_error,
                error(before.points_per_round, after.points_per_round), 1e-9);
    EXPECT_NEAR(*pairing.figures[2].change.difference.standard_error, error(before.win_rate, after.win_rate), 1e-9);
    EXPECT_NEAR(pairing.figures[2].change.difference.mean, after.win_rate.mean - before.win_rate.mean, 1e-12);
}

TEST(Comparison, SeesMoreOfTheSameDeals) {
    // The bot under the name x is another one in the second run; the deals are the same.
    Tournament tournament = two_players(60, 1'000, {"random", "doubles-first"});
    tournament.entrants[0].name = "x";
    const Results one = results_of(tournament, "one");
    tournament.entrants[0] = testing::entrant("greedy-heavy", "x");
    const Comparison matched = compare(one, results_of(tournament, "other"));
    tournament.seed = 61;
    const Comparison independent = compare(one, results_of(tournament, "other"));
    const FigureChange& points = matched.changes[0].pairings[0].figures[0];
    EXPECT_GT(points.change.difference.mean, 0);
    EXPECT_EQ(points.real(), 1);
    EXPECT_GT(*points.change.variance_factor, 1);
    EXPECT_LT(*points.change.difference.standard_error,
              *independent.changes[0].pairings[0].figures[0].change.difference.standard_error);
    EXPECT_NE(sentence(matched.changes[0].pairings[0], matched.changes[0]).find("That is real."), std::string::npos);
    EXPECT_EQ(matched.differences,
              (std::vector<std::string>{"x: type is \"random\" in one and \"greedy-heavy\" in other"}));
}

TEST(Comparison, OfRuleSetsOfOneFileIsMatched) {
    RuleSet house = *preset("playboard");
    house.capicu_bonus = 25;
    Tournament tournament = two_players(60, 400, {"random", "doubles-first"});
    tournament.rules.push_back(house);
    const Comparison comparison = compare(results_of(tournament, "one"), std::nullopt);
    ASSERT_EQ(comparison.changes.size(), 1);
    EXPECT_TRUE(comparison.changes[0].matched);
    EXPECT_EQ(comparison.changes[0].differences.size(), 1);
    for (const FigureChange* figure : figures_of(comparison)) {
        // More points a match end it sooner; nobody plays otherwise.
        if (figure->key == "rounds_per_match") {
            EXPECT_EQ(figure->real(), -1);
        }
        EXPECT_TRUE(!figure->change.variance_factor || *figure->change.variance_factor > 1) << figure->key;
    }
}

TEST(Comparison, SaysWhatWouldBeRealIfItWereTheOnlyQuestion) {
    FigureChange figure;
    figure.words = "points a round";
    figure.change.difference = {.mean = 0.9, .standard_error = 0.3, .interval = tournament::Interval{0.3, 1.5}};
    figure.change.p = 0.004;
    figure.p_holm = 0.06;
    figure.deals_to_show = 560;
    RulesChange rules;
    rules.one = "old";
    rules.other = "new";
    rules.deals_one = rules.deals_other = 300;
    PairingChange pairing;
    pairing.a = "x";
    pairing.b = "y";
    pairing.separated_one = 1;
    pairing.separated_other = -1;
    pairing.figures = {figure};
    EXPECT_EQ(
        sentence(pairing, rules),
        "x against y: no change is shown from old to new, +0.90 points a round (+0.30 to +1.50, p = 0.004 by itself, "
        "0.06 among all). If it is what it looks like, about 560 deals in each would show it. The winner changes: x is "
        "the better one in old, y in new.");
    pairing.separated_other = 0;
    pairing.figures[0].p_holm = 0.04;
    EXPECT_EQ(sentence(pairing, rules), "x against y: from old to new it changed by +0.90 points a round (+0.30 to "
                                        "+1.50, p = 0.04). That is real. x is "
                                        "the better one in old; in new the two are not separated.");
    pairing.separated_one = 0;
    pairing.figures[0].change.p = pairing.figures[0].p_holm = 0.5;
    pairing.figures[0].deals_to_show = 30'000;
    // 30,000 are 100 times as many: 300 would have shown 10 times as much.
    EXPECT_EQ(sentence(pairing, rules), "x against y: no change is shown from old to new, +0.90 points a round (+0.30 "
                                        "to +1.50, p = 0.5). So many deals "
                                        "would show 9 points a round or more. The two are not separated in either.");
}

TEST(Comparison, AdjustsAllPValuesTogether) {
    const Comparison comparison = compare(results_of(two_players(60, 100, {"random", "doubles-first"}), "one"),
                                          results_of(two_players(61, 100, {"random", "doubles-first"}), "other"));
    std::vector<double> p_values;
    for (const FigureChange* figure : figures_of(comparison)) {
        p_values.push_back(*figure->change.p);
    }
    const std::vector<double> adjusted = tournament::holm(p_values);
    for (std::size_t i = 0; i < adjusted.size(); ++i) {
        EXPECT_EQ(figures_of(comparison)[i]->p_holm, adjusted[i]);
    }
    EXPECT_EQ(adjusted.size(), 12);
}

TEST(Comparison, LeavesOutWhatIsTheSameWhereAMatchIsARound) {
    Tournament tournament = two_players(60, 20, {"random", "doubles-first"});
    tournament.unit = tournament::Unit::round;
    tournament.rules[0] = one_round(tournament.rules[0]);
    const Results results = results_of(tournament, "one");
    EXPECT_EQ(compare(results, results).tests, 2 + 7);
}

TEST(Comparison, OfSpoiledFilesIsRefusedOrMadeAndNeverFailsOtherwise) {
    Tournament tournament = two_players(60, 5, {"random", "doubles-first"});
    const Outcome outcome = testing::play(tournament, testing::on_threads(1));
    const std::string good = results_json({tournament, 1, "r", "", "", 0}, outcome).dump();
    std::mt19937_64 random(72);
    const std::string letters = "0123456789-+.eE,:{}[]\" \\untrfalse";
    int refused = 0;
    constexpr int attempts = 1'000;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        std::string text = good;
        for (std::uint64_t change = 0; change <= random() % 3; ++change) {
            const std::size_t at = random() % text.size();
            const std::size_t count = 1 + random() % 6;
            switch (random() % 3) {
            case 0:
                text[at] = letters[random() % letters.size()];
                break;
            case 1:
                text.erase(at, count);
                break;
            default:
                text.insert(at, text.substr(random() % text.size(), count));
            }
        }
        try {
            const Results results = read_results(parse_json(text, "spoiled"), "spoiled");
            to_json(compare(results, std::nullopt));
            to_json(compare(results, results));
        } catch (const InputError& error) {
            ++refused;
            EXPECT_EQ(std::string(error.what()).find_first_of("\n\r"), std::string::npos) << error.what();
        }
    }
    EXPECT_GT(refused, attempts / 3);
    EXPECT_LT(refused, attempts) << "some spoil only what is not read";
}

} // namespace
} // namespace balak::io
