// Results files: every figure is that of the tally, in its unit and seen from the side it says.
#include "io/results.hpp"

#include "recount.hpp"
#include "rule_sets.hpp"
#include "tournament_runs.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace balak::io {
namespace {

using testing::PlayedMatch;
using testing::PlayedRound;
using tournament::Format;
using tournament::Outcome;
using tournament::Tournament;

Tournament tournament_of(Format format, const RuleSet& rules, const std::vector<std::string_view>& types,
                         std::uint64_t matches) {
    return testing::tournament_of(format, {rules}, testing::entrants(types), matches);
}

Outcome play(const Tournament& tournament) {
    return testing::play(tournament, testing::on_threads(1));
}

struct Mean {
    double sum = 0;
    double weight = 0;

    void add(double value) {
        sum += value;
        weight += 1;
    }
    double value() const { return sum / weight; }
};

/// The mean of some sides' points less that of some others'.
double margin(const std::vector<double>& points, const std::function<int(std::size_t)>& sign) {
    std::map<int, Mean> means;
    for (std::size_t side = 0; side < points.size(); ++side) {
        means[sign(side)].add(points[side]);
    }
    return means[1].value() - means[-1].value();
}

/// The place of the entrant of this name.
std::size_t number_of(const Tournament& tournament, const std::string& name) {
    const auto found = std::ranges::find(tournament.entrants, name, &tournament::Entrant::name);
    return static_cast<std::size_t>(found - tournament.entrants.begin());
}

/// Points a match and a round of a over b, from the list of all matches that seat both.
void expect_points(const Json& pairing, const Tournament& tournament, const std::vector<PlayedMatch>& matches) {
    const std::size_t a = number_of(tournament, pairing.at("a"));
    const std::size_t b = number_of(tournament, pairing.at("b"));
    Mean of_matches;
    Mean of_rounds;
    std::map<std::size_t, Mean> of_sides;
    std::map<std::string, Mean> of_openers;
    for (const PlayedMatch& match : matches) {
        if (std::ranges::count(match.seating, a) == 0 || std::ranges::count(match.seating, b) == 0) {
            continue;
        }
        const auto a_or_b = [&](std::size_t side) {
            return match.seating[side] == a ? 1 : match.seating[side] == b ? -1 : 0;
        };
        of_matches.add(margin(match.score(), a_or_b));
        for (std::size_t side = 0; side < match.seating.size(); ++side) {
            if (match.seating[side] == a) {
                of_sides[side].add(margin(match.score(), [&](std::size_t other) { return other == side ? 1 : -1; }));
            }
        }
        for (const PlayedRound& round : match.rounds) {
            of_rounds.add(margin(round.points, a_or_b));
            of_openers[match.seating[round.opener] == a   ? "a"
                       : match.seating[round.opener] == b ? "b"
                                                          : "others"]
                .add(margin(round.points, a_or_b));
        }
    }
    EXPECT_EQ(pairing.at("seen_from"), pairing.at("a"));
    EXPECT_EQ(pairing.at("matches"), static_cast<std::int64_t>(of_matches.weight));
    EXPECT_EQ(pairing.at("rounds"), static_cast<std::int64_t>(of_rounds.weight));
    EXPECT_NEAR(pairing.at("points_per_match").at("mean"), of_matches.value(), 1e-9);
    EXPECT_NEAR(pairing.at("points_per_round").at("mean"), of_rounds.value(), 1e-9);
    const Json& by_seat = pairing.at("by_seat");
    ASSERT_EQ(by_seat.size(), of_sides.size());
    for (const auto& [side, mean] : of_sides) {
        EXPECT_NEAR(by_seat.at(side).at("points_per_match"), mean.value(), 1e-9);
        EXPECT_EQ(by_seat.at(side).at("matches"), static_cast<std::int64_t>(mean.weight));
        EXPECT_EQ(by_seat.at(side).at("seats").at(0), side);
    }
    for (const char* opener : {"a", "b"}) {
        const Json& opened = pairing.at("by_opener").at(opener);
        EXPECT_EQ(opened.at("rounds"), static_cast<std::int64_t>(of_openers[opener].weight));
        EXPECT_NEAR(opened.at("points_per_round"), of_openers[opener].value(), 1e-9);
    }
}

/// Points a match and a round of an entrant over the mean of the others at the table.
void expect_entrant(const Json& row, std::size_t who, const std::vector<PlayedMatch>& matches) {
    Mean of_matches;
    double points = 0;
    double rounds = 0;
    for (const PlayedMatch& match : matches) {
        if (std::ranges::count(match.seating, who) > 0) {
            of_matches.add(
                margin(match.score(), [&](std::size_t side) { return match.seating[side] == who ? 1 : -1; }));
            points += margin(match.score(), [&](std::size_t side) { return match.seating[side] == who ? 1 : -1; });
            rounds += static_cast<double>(match.rounds.size());
        }
    }
    EXPECT_NEAR(row.at("points_per_match").at("mean"), of_matches.value(), 1e-9);
    EXPECT_NEAR(row.at("points_per_round").at("mean"), points / rounds, 1e-9);
    EXPECT_EQ(row.at("matches"), static_cast<std::int64_t>(of_matches.weight));
    EXPECT_EQ(row.at("rounds"), static_cast<std::int64_t>(rounds));
}

TEST(Results, GiveEveryMeanInPointsAsAListOfAllMatchesHasIt) {
    for (const RuleSet& rules : testing::all_presets()) {
        for (const Format format : testing::formats) {
            SCOPED_TRACE(describe(rules) + ", format " + std::to_string(static_cast<int>(format)));
            const Tournament tournament =
                tournament_of(format, rules, {"tile-counting", "random", "doubles-first", "greedy-heavy"}, 50);
            const Outcome outcome = play(tournament);
            const Json statistics = statistics_json(tournament, outcome).at(0);
            const std::vector<PlayedMatch> matches =
                testing::play_all(tournament, rules, statistics.at("totals").at("deals"));
            EXPECT_EQ(statistics.at("rules"), describe(rules));
            EXPECT_EQ(statistics.at("totals").at("matches"), matches.size());
            ASSERT_EQ(statistics.at("pairings").size(), format == Format::gauntlet ? 3U : 6U);
            for (const Json& pairing : statistics.at("pairings")) {
                expect_points(pairing, tournament, matches);
            }
            ASSERT_EQ(statistics.at("strategies").size(), 4U);
            for (const Json& row : statistics.at("strategies")) {
                expect_entrant(row, number_of(tournament, row.at("name")), matches);
                EXPECT_EQ(row.at("even_win_rate"), format == Format::free_for_all ? 1.0 / rules.side_count() : 0.5);
            }
        }
    }
}

TEST(Results, AddUp) {
    for (const RuleSet& rules : {*preset("playboard", 3), *preset("la-plaza-pairs"), *preset("four-rounds")}) {
        const Tournament tournament =
            tournament_of(Format::round_robin, rules, {"random", "doubles-first", "tile-counting"}, 300);
        const Json statistics = statistics_json(tournament, play(tournament));
        for (const Json& pairing : statistics.at(0).at("pairings")) {
            const auto integer = [&](const char* name) { return pairing.at(name).get<std::int64_t>(); };
            EXPECT_EQ(integer("wins") + integer("draws") + integer("losses"), integer("matches"));
            for (const auto& [points, whole] :
                 {std::pair("points_per_match", "matches"), std::pair("points_per_round", "rounds")}) {
                const Json& spread = pairing.at(points);
                std::int64_t counted = 0;
                double moment = 0;
                for (const Json& bin : spread.at("histogram").at("bins")) {
                    EXPECT_GT(bin.at(1), 0);
                    counted += bin.at(1).get<std::int64_t>();
                    moment += bin.at(0).get<double>() * bin.at(1).get<double>();
                }
                EXPECT_EQ(counted, integer(whole));
                // What the bins say of the mean is not off by more than half a bin.
                EXPECT_LE(std::abs(moment / static_cast<double>(counted) - spread.at("mean").get<double>()),
                          spread.at("histogram").at("bin_width").get<double>() / 2);
                EXPECT_LT(spread.at("ci95").at(0), spread.at("mean"));
                EXPECT_GT(spread.at("ci95").at(1), spread.at("mean"));
                EXPECT_GT(spread.at("sd"), spread.at("standard_error"));
            }
            const Json& won = pairing.at("rounds_won");
            EXPECT_EQ(won.at("a").get<std::int64_t>() + won.at("b").get<std::int64_t>() +
                          won.at("nobody").get<std::int64_t>(),
                      integer("rounds"));
        }
    }
}

TEST(Results, NameTheSeatsOfASide) {
    const Tournament pairs =
        tournament_of(Format::round_robin, *preset("la-plaza-pairs"), {"random", "doubles-first"}, 10);
    const Json by_seat = statistics_json(pairs, play(pairs)).at(0).at("pairings").at(0).at("by_seat");
    ASSERT_EQ(by_seat.size(), 2U);
    EXPECT_EQ(by_seat.at(0).at("seats"), Json({0, 2}));
    EXPECT_EQ(by_seat.at(1).at("seats"), Json({1, 3}));
}

TEST(Results, RankByWinRateAndEqualsAsListed) {
    Tournament tournament = tournament_of(Format::round_robin, *preset("playboard", 2),
                                          {"random", "tile-counting", "doubles-first"}, 2'000);
    tournament.entrants.push_back(testing::entrant("tile-counting", "its clone"));
    const Json ladder = statistics_json(tournament, play(tournament)).at(0).at("strategies");
    std::vector<std::string> names;
    for (std::size_t i = 0; i < ladder.size(); ++i) {
        EXPECT_EQ(ladder.at(i).at("rank"), i + 1);
        names.push_back(ladder.at(i).at("name"));
    }
    EXPECT_EQ(names, (std::vector<std::string>{"tile-counting", "its clone", "doubles-first", "random"}));
}

TEST(Results, OfARunThatFailedSaySo) {
    Config config;
    config.tournament = tournament_of(Format::round_robin, *preset("playboard", 2), {"random", "doubles-first"}, 10);
    Outcome outcome = play(config.tournament);
    Json whole = results_json(config, outcome);
    EXPECT_EQ(whole.at("schema"), "balak.results/1");
    EXPECT_EQ(whole.at("config").at("strategies").size(), 2U);
    EXPECT_EQ(whole.at("run").at("complete"), true);
    EXPECT_EQ(whole.at("run").at("threads"), 1);
    EXPECT_FALSE(whole.at("run").contains("failure"));
    for (const char* figure : {"seconds", "rounds_per_second", "matches_per_second"}) {
        EXPECT_GT(whole.at("run").at(figure), 0) << figure;
    }
    outcome.complete = false;
    outcome.failure = "the cat took a tile";
    whole = results_json(config, outcome);
    EXPECT_EQ(whole.at("run").at("complete"), false);
    EXPECT_EQ(whole.at("run").at("failure"), "the cat took a tile");
    EXPECT_EQ(Json::parse(whole.dump()), whole) << "no figure that JSON cannot hold";
}

} // namespace
} // namespace balak::io
