// What is counted, against a second count from a list of all matches and rounds.
#include "tournament/tally.hpp"

#include "recount.hpp"
#include "rule_sets.hpp"
#include "tournament_runs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace balak::tournament {
namespace {

using testing::Counts;
using testing::counts;
using testing::formats;
using testing::Numbers;

/// Plays deals of a tournament into a tally, leg by leg.
class Player {
public:
    Player(const Tournament& tournament, const RuleSet& rules)
        : tournament_(tournament), rules_(rules),
          schedule_(make_schedule(tournament.format, rules, tournament.entrants.size())) {
        const StrategyTable table = StrategyTable::builtin();
        for (const Entrant& entrant : tournament.entrants) {
            players_.push_back(table.find(entrant.type)->make(entrant.options, table));
        }
    }

    Tally empty() const { return {rules_, schedule_}; }

    void play_leg(Tally& tally, std::uint64_t number, const Leg& leg) const {
        PerSeat<Strategy*> seated;
        for (const Seat seat : seats(rules_.players)) {
            seated[seat] = players_[leg.entrants[rules_.side_of(seat)]].get();
        }
        Match match(rules_);
        MatchCount count;
        while (!match.over()) {
            const Deal deal = Dealer(tournament_.seed).deal(rules_, number, static_cast<std::uint32_t>(match.round()));
            const Opening opening = match.opening(deal);
            Round round(rules_, deal, opening);
            play_out(round, seated, deal.random, match.score(), match.round());
            match.add(opening.seat, round.result());
            tally.add_round(leg, count, played_round(round, round.result()));
        }
        tally.add_match(leg, count);
    }

    void play_deal(Tally& tally, std::uint64_t number) const {
        for (const Leg& leg : schedule_.legs_of(number)) {
            play_leg(tally, number, leg);
        }
        tally.end_deal(number);
    }

    Tally play(std::uint64_t first, std::uint64_t count) const {
        Tally tally = empty();
        for (std::uint64_t number = first; number < first + count; ++number) {
            play_deal(tally, number);
        }
        return tally;
    }

    const Schedule& schedule() const { return schedule_; }

private:
    const Tournament& tournament_;
    const RuleSet& rules_;
    Schedule schedule_;
    std::vector<std::unique_ptr<Strategy>> players_;
};

Tournament tournament_of(Format format, const std::vector<std::string_view>& types, std::uint64_t seed) {
    return testing::tournament_of(format, {}, testing::entrants(types), 0, seed);
}

/// Whether a tally of the deals 0 to deals - 1 has the counts of a second count.
::testing::AssertionResult counted_twice(const Tournament& tournament, const RuleSet& rules, std::uint64_t deals,
                                         const std::vector<testing::PlayedMatch>& matches) {
    const Tally tally = Player(tournament, rules).play(0, deals);
    const PairingTally& any = tally.pairings().front();
    const Counts expected =
        testing::recount(tournament, rules, deals, matches, {any.match_margins.width(), any.round_margins.width()});
    const std::string differences = testing::differences(counts(tally), expected);
    if (!differences.empty()) {
        return ::testing::AssertionFailure() << describe(rules) << ", format " << static_cast<int>(tournament.format)
                                             << ", counted and counted again:\n"
                                             << differences;
    }
    return ::testing::AssertionSuccess();
}

TEST(Tally, CountsWhatASecondCountCountsUnderEveryPresetInEveryFormat) {
    for (const RuleSet& preset : testing::all_presets()) {
        for (const Format format : formats) {
            for (const RuleSet& rules : {preset, testing::one_round(preset)}) {
                const Tournament tournament =
                    tournament_of(format, {"tile-counting", "random", "doubles-first", "greedy-heavy"}, 41);
                EXPECT_TRUE(counted_twice(tournament, rules, 12, testing::play_all(tournament, rules, 12)));
            }
        }
    }
}

/// Rules for two to four with a tile each, of a set of six: ties are common. Or of the whole set, with a starter and
/// for a round: it is blocked often, and then nobody may win it.
RuleSet rules_with_ties(Numbers& numbers) {
    RuleSet rules;
    rules.name = "tiny";
    rules.players = static_cast<int>(numbers.between(2, 4));
    rules.max_pip = 2;
    rules.hand_size = 1;
    rules.draw = Draw::none;
    rules.block.tie = numbers.below(2) == 0 ? BlockTie::none : BlockTie::fewest_tiles;
    rules.scoring = numbers.below(2) == 0 ? Scoring::penalty : Scoring::winner_takes;
    rules.match = {0, static_cast<int>(numbers.between(1, 3))};
    if (numbers.below(2) == 0) {
        rules.max_pip = 6;
        rules.starter = Starter::random_non_double;
        rules.scoring = Scoring::winner_takes;
        rules.match.rounds = 1;
    }
    return rules;
}

TEST(Tally, CountsWhatASecondCountCountsUnderRandomRules) {
    Numbers numbers(40);
    std::map<std::string, int> seen;
    for (int i = 0; i < 200; ++i) {
        const RuleSet rules = i % 2 == 0 ? testing::random_rules(numbers) : rules_with_ties(numbers);
        const Format format = formats[numbers.below(formats.size())];
        const Tournament tournament = tournament_of(format, {"doubles-first", "random", "greedy-heavy", "random"},
                                                    43 + static_cast<std::uint64_t>(i));
        Tournament named = tournament;
        named.entrants[3].name = "random again";
        const std::uint64_t deals = i % 2 == 0 ? 7 : 25; // some ties are rare
        const std::vector<testing::PlayedMatch> matches = testing::play_all(named, rules, deals);
        ASSERT_TRUE(counted_twice(named, rules, deals, matches));
        for (const testing::PlayedMatch& match : matches) {
            const std::vector<double> score = match.score();
            const auto first = std::ranges::count(score, std::ranges::max(score));
            const std::string sides = std::to_string(score.size()) + " sides";
            ++seen[sides + (format == Format::free_for_all ? ", free-for-all" : "") + ", " + std::to_string(first) +
                   " first"];
        }
    }
    for (const char* thing : {"2 sides, 1 first", "2 sides, 2 first", "3 sides, 2 first", "3 sides, 3 first",
                              "4 sides, 2 first", "4 sides, 4 first", "2 sides, free-for-all, 2 first",
                              "3 sides, free-for-all, 2 first", "4 sides, free-for-all, 2 first"}) {
        EXPECT_GE(seen[thing], 5) << thing;
    }
}

/// A round that has ended, whatever came of it.
Round any_round(const RuleSet& rules) {
    const Deal deal = Dealer(1).deal(rules, 0, 0);
    Round round(rules, deal, first_opening(rules, deal));
    while (!round.over()) {
        round.play(round.legal_moves().nth(0));
    }
    return round;
}

TEST(Tally, SharesAMatchAmongThoseWhoTieForTheFirstPlace) {
    RuleSet rules = testing::one_round(*preset("playboard", 4));
    rules.scoring = Scoring::penalty; // the score decides, not who won the round
    const Round round = any_round(rules);
    const auto shares = [&](Format format, const std::array<int, 4>& points) {
        const Schedule schedule = make_schedule(format, rules, 4);
        const Leg& leg = schedule.legs.front(); // seats A B B B, or A B C D
        Tally tally(rules, schedule);
        RoundResult result;
        result.points.values = points;
        Match match(rules);
        MatchCount count;
        match.add(Seat(0), result);
        tally.add_round(leg, count, played_round(round, result));
        tally.add_match(leg, count);
        tally.end_deal(0);
        std::vector<std::int64_t> of_entrants;
        for (const EntrantTally& entrant : tally.entrants()) {
            of_entrants.push_back(entrant.deals.sum.shares);
        }
        return of_entrants;
    };
    using Shares = std::vector<std::int64_t>;
    EXPECT_EQ(shares(Format::free_for_all, {9, 1, 2, 3}), (Shares{12, 0, 0, 0}));
    EXPECT_EQ(shares(Format::free_for_all, {9, 1, 9, 3}), (Shares{6, 0, 6, 0}));
    EXPECT_EQ(shares(Format::free_for_all, {1, 7, 7, 7}), (Shares{0, 4, 4, 4}));
    EXPECT_EQ(shares(Format::free_for_all, {-5, -5, -5, -5}), (Shares{3, 3, 3, 3}));
    EXPECT_EQ(shares(Format::round_robin, {9, 1, 2, 3}), (Shares{12, 0, 0, 0}));
    EXPECT_EQ(shares(Format::round_robin, {9, 1, 9, 3}), (Shares{6, 6, 0, 0}));
    EXPECT_EQ(shares(Format::round_robin, {7, 7, 7, 1}), (Shares{4, 8, 0, 0}));
    EXPECT_EQ(shares(Format::round_robin, {0, 0, 0, 0}), (Shares{3, 9, 0, 0})) << "one a among three b's";
    EXPECT_EQ(shares(Format::round_robin, {1, 7, 7, 2}), (Shares{0, 12, 0, 0}));
}

TEST(Tally, IsTheSameMergedInAnyOrderAndAnyChunks) {
    Numbers numbers(40);
    for (const RuleSet& rules : {*preset("playboard", 3), *preset("la-plaza-pairs"), *preset("four-rounds")}) {
        for (const Format format : formats) {
            const Tournament tournament = tournament_of(format, {"doubles-first", "random", "tile-counting"}, 45);
            const Player player(tournament, rules);
            const Counts at_once = counts(player.play(0, 40));
            for (int attempt = 0; attempt < 5; ++attempt) {
                std::vector<Tally> chunks;
                for (std::uint64_t next = 0; next < 40;) {
                    const auto count = static_cast<std::uint64_t>(numbers.between(0, 9));
                    chunks.push_back(player.play(next, std::min<std::uint64_t>(count, 40 - next)));
                    next += count;
                }
                Tally merged = player.empty();
                while (!chunks.empty()) {
                    // Any two first, then what they came to.
                    const auto taken = chunks.begin() + static_cast<std::ptrdiff_t>(numbers.below(chunks.size()));
                    if (taken != chunks.begin() && numbers.below(2) == 0) {
                        chunks.front().merge(*taken);
                    } else {
                        merged.merge(*taken);
                    }
                    chunks.erase(taken);
                }
                ASSERT_EQ(testing::differences(counts(merged), at_once), "");
            }
        }
    }
}

TEST(Tally, EntrantsHaveTheSpreadOfTheirDeals) {
    const Tournament tournament = tournament_of(Format::round_robin, {"doubles-first", "random", "greedy-heavy"}, 47);
    const RuleSet rules = *preset("playboard", 2);
    const Player player(tournament, rules);
    for (const std::uint64_t deals : {200U, 5'000U}) {
        const Tally tally = player.play(0, deals);
        for (std::size_t i = 0; i < 3; ++i) {
            DealSums exact;
            for (std::uint64_t deal = 0; deal < deals; ++deal) {
                const CentredSums one = player.play(deal, 1).entrants()[i].deals;
                exact.add(one.sum, one.matches);
            }
            const CentredSums expected(exact);
            const CentredSums found = tally.entrants()[i].deals;
            EXPECT_EQ(found.matches, expected.matches);
            // With a deal a block nothing is estimated; with more what pairings have in common is known to a tenth, and
            // it is a part of the whole. False alarms are below 1e-3 with other seeds.
            const double error = deals <= block_count ? 1e-12 : 0.15;
            EXPECT_NEAR(static_cast<double>(found.shares_squared / expected.shares_squared), 1, error);
            EXPECT_NEAR(static_cast<double>(found.margin_squared / expected.margin_squared), 1, error);
            EXPECT_NEAR(static_cast<double>(found.rounds_squared / expected.rounds_squared), 1, error);
        }
    }
}

TEST(Tally, PairingsOfOneRunAreThoseOfAnother) {
    const RuleSet rules = *preset("playboard", 3);
    const Tournament whole = tournament_of(Format::round_robin, {"doubles-first", "random", "greedy-heavy"}, 48);
    const Tournament part = tournament_of(Format::round_robin, {"random", "greedy-heavy"}, 48);
    const Tally expected = Player(whole, rules).play(0, 20);
    const Tally taken = Player(part, rules).play(0, 20);
    Tally joined = Player(whole, rules).empty();
    joined.merge_pairing(2, taken, 0);
    Counts of_expected;
    Counts of_joined;
    testing::add_counts(testing::CountList(of_expected, ""), expected.pairings()[2]);
    testing::add_counts(testing::CountList(of_joined, ""), joined.pairings()[2]);
    EXPECT_EQ(testing::differences(of_joined, of_expected), "");
    EXPECT_EQ(joined.table().turns, taken.table().turns);
    EXPECT_EQ(joined.deals(), 0);
}

TEST(Tally, ForgetsEverythingWhenClearedADealBrokenOffToo) {
    for (const Format format : formats) {
        const Tournament tournament = tournament_of(format, {"doubles-first", "random", "tile-counting"}, 46);
        const RuleSet rules = *preset("playboard", 3);
        const Player player(tournament, rules);
        Tally tally = player.play(7, 5);
        const Leg& leg = player.schedule().legs_of(12).front();
        player.play_leg(tally, 12, leg);
        const Round round = any_round(rules);
        MatchCount count;
        tally.add_round(leg, count, played_round(round, round.result())); // of a match that does not end
        tally.clear(0, 1);
        EXPECT_EQ(testing::differences(counts(tally), counts(player.empty())), "");
        player.play_deal(tally, 0);
        EXPECT_EQ(testing::differences(counts(tally), counts(player.play(0, 1))), "");
    }
}

/// The counts with a and b exchanged.
Counts mirrored(const PairingTally& pairing) {
    PairingTally other = pairing;
    other.deals.sum.margin = -pairing.deals.sum.margin;
    other.deals.sum.shares = full_share * pairing.deals.matches - pairing.deals.sum.shares;
    other.deals.margin_times_rounds = -pairing.deals.margin_times_rounds;
    std::swap(other.wins, other.losses);
    for (Split* split : {&other.rounds_won, &other.blocked_won, &other.capicu, &other.shut_outs, &other.opened_by_a.won,
                         &other.opened_by_b.won}) {
        std::swap(split->a, split->b);
    }
    other.opened_by_a.margin = -other.opened_by_a.margin;
    other.opened_by_b.margin = -other.opened_by_b.margin;
    std::swap(other.opened_by_a, other.opened_by_b);
    Counts all;
    testing::add_counts(testing::CountList(all, ""), other);
    return all;
}

TEST(Tally, IsMirroredWhereAAndBChangeNames) {
    for (const RuleSet& rules : testing::all_presets()) {
        const Tournament one = tournament_of(Format::round_robin, {"tile-counting", "random"}, 47);
        const Tournament other = tournament_of(Format::round_robin, {"random", "tile-counting"}, 47);
        const Tally from_a = Player(one, rules).play(0, 25);
        const Tally from_b = Player(other, rules).play(0, 25);
        PairingTally seen_from_b = from_b.pairings().front();
        PairingTally seen_from_a = from_a.pairings().front();
        ASSERT_EQ(seen_from_a.match_margins.width(), seen_from_b.match_margins.width());
        std::vector<std::int64_t> bins = seen_from_a.match_margins.counts();
        std::ranges::reverse(bins);
        EXPECT_EQ(bins, seen_from_b.match_margins.counts()) << describe(rules);
        bins = seen_from_a.round_margins.counts();
        std::ranges::reverse(bins);
        EXPECT_EQ(bins, seen_from_b.round_margins.counts()) << describe(rules);
        // The places are those of a, another entrant each time; the sum of the squared shares is no mirror image. The
        // histograms are compared.
        for (PairingTally* pairing : {&seen_from_a, &seen_from_b}) {
            pairing->by_side = {};
            pairing->match_margins = {};
            pairing->round_margins = {};
            pairing->deals.shares_squared = 0;
        }
        Counts expected;
        testing::add_counts(testing::CountList(expected, ""), seen_from_b);
        EXPECT_EQ(testing::differences(mirrored(seen_from_a), expected), "") << describe(rules);
        EXPECT_EQ(from_a.entrants()[0].wins, from_b.entrants()[1].wins);
        EXPECT_EQ(from_a.table().turns, from_b.table().turns);
    }
}

std::int64_t all_of(const Split& split) {
    return split.a + split.b + split.nobody;
}

TEST(Tally, BySeatAndByOpenerSumUpToTheWhole) {
    for (const RuleSet& rules : testing::all_presets()) {
        for (const Format format : formats) {
            const Tournament tournament =
                tournament_of(format, {"tile-counting", "random", "greedy-heavy", "doubles-first"}, 48);
            const Tally tally = Player(tournament, rules).play(0, 12);
            const bool tables = format == Format::free_for_all && rules.side_count() > 2;
            std::int64_t matches = 0;
            for (const PairingTally& pairing : tally.pairings()) {
                matches += pairing.deals.matches;
                EXPECT_EQ(pairing.wins + pairing.draws + pairing.losses, pairing.deals.matches);
                const auto sum = [](const Histogram& histogram) {
                    return std::accumulate(histogram.counts().begin(), histogram.counts().end(), std::int64_t{0});
                };
                EXPECT_EQ(sum(pairing.match_margins), pairing.deals.matches);
                EXPECT_EQ(sum(pairing.round_margins), pairing.deals.sum.rounds);
                EXPECT_EQ(all_of(pairing.rounds_won), pairing.deals.sum.rounds);
                EXPECT_EQ(pairing.capicu.nobody == 0 || tables, true) << "a capicu always wins";
                EXPECT_EQ(pairing.shut_outs.nobody == 0 || tables, true);
                PairingTally::Place places;
                for (const Side side : sides(rules.side_count())) {
                    const PairingTally::Place& place = pairing.by_side[side];
                    EXPECT_EQ(place.matches, pairing.by_side[Side(0)].matches) << "a sits everywhere equally often";
                    places.matches += place.matches;
                    places.shares += place.shares;
                    places.margin += place.margin;
                }
                const std::int64_t opened = pairing.opened_by_a.rounds + pairing.opened_by_b.rounds;
                EXPECT_EQ(all_of(pairing.opened_by_a.won), pairing.opened_by_a.rounds);
                EXPECT_EQ(all_of(pairing.opened_by_b.won), pairing.opened_by_b.rounds);
                if (tables) {
                    EXPECT_EQ(places.matches, pairing.deals.matches);
                    EXPECT_LT(opened, pairing.deals.sum.rounds) << "others open as well";
                    continue;
                }
                // In half of the matches one a, in the others all sides but one.
                EXPECT_EQ(2 * places.matches, rules.side_count() * pairing.deals.matches);
                EXPECT_EQ(places.shares, pairing.deals.sum.shares);
                EXPECT_EQ(opened, pairing.deals.sum.rounds);
                EXPECT_EQ(pairing.opened_by_a.won.a + pairing.opened_by_b.won.a, pairing.rounds_won.a);
                EXPECT_EQ(pairing.opened_by_a.won.b + pairing.opened_by_b.won.b, pairing.rounds_won.b);
                EXPECT_EQ(pairing.opened_by_a.margin + pairing.opened_by_b.margin, pairing.deals.sum.margin);
                if (rules.side_count() == 2) {
                    EXPECT_EQ(places.margin, pairing.deals.sum.margin);
                }
            }
            const auto sides_met = static_cast<std::int64_t>(rules.side_count());
            EXPECT_EQ(matches, tally.table().matches * (tables ? sides_met * (sides_met - 1) / 2 : 1));
            std::int64_t shares = 0;
            std::int64_t margin = 0;
            for (const EntrantTally& entrant : tally.entrants()) {
                shares += entrant.deals.sum.shares;
                margin += entrant.deals.sum.margin;
                EXPECT_EQ(entrant.wins + entrant.draws + entrant.losses, entrant.deals.matches);
            }
            EXPECT_EQ(shares, full_share * tally.table().matches);
            EXPECT_EQ(margin, 0) << "what one gains another loses";
        }
    }
}

TEST(Tally, HoldsTheLongestMatchesOfTheLargestMargins) {
    // 100,000 rounds of a playboard for four, each won with all pips of the set and the largest bonuses by a side of a.
    RuleSet rules = *preset("playboard", 4);
    rules.match = {0, 100'000};
    rules.out.bonus = 1'000;
    rules.capicu_bonus = 1'000;
    ASSERT_TRUE(rule_faults(rules).empty());
    const Schedule schedule = make_schedule(Format::round_robin, rules, 2);
    const Round round = any_round(rules);
    constexpr int points = 168 + 1'000 + 1'000;
    Tally tally(rules, schedule);
    for (const Leg& leg : schedule.legs_of(0)) {
        RoundResult result;
        for (const Side side : sides(4)) {
            if (leg.entrants[side] == 0) {
                result.winner = side;
            }
        }
        result.points[*result.winner] = points;
        result.last_seat = Seat(result.winner->number());
        result.capicu = true;
        Match match(rules);
        MatchCount count;
        while (!match.over()) {
            match.add(Seat(0), result);
            tally.add_round(leg, count, played_round(round, result));
        }
        ASSERT_EQ(match.score()[*result.winner], 216'800'000);
        tally.add_match(leg, count);
    }
    tally.end_deal(0);
    // The tallies of 2^20 such deals.
    for (int doubling = 0; doubling < 20; ++doubling) {
        const Tally same = tally;
        tally.merge(same);
    }
    const Int128 deals = 1 << 20;
    const PairingTally& pairing = tally.pairings().front();
    // Of the 8 legs 4 have one a, weighed by 3, and 4 have three, weighed by 1.
    const Int128 margin = Int128{216'800'000} * (4 * 3 + 4);
    const Int128 rounds = 800'000;
    using testing::text;
    EXPECT_EQ(tally.deals(), 1 << 20);
    EXPECT_EQ(text(pairing.deals.sum.margin), text(deals * margin));
    EXPECT_EQ(text(pairing.deals.margin_squared), text(deals * margin * margin));
    EXPECT_EQ(text(pairing.deals.rounds_squared), text(deals * rounds * rounds));
    EXPECT_EQ(text(pairing.deals.margin_times_rounds), text(deals * margin * rounds));
    EXPECT_EQ(text(pairing.match_margin_squared), text(deals * 4 * Int128{216'800'000} * 216'800'000 * (9 + 1)));
    EXPECT_EQ(text(pairing.round_margin_squared), text(deals * 400'000 * Int128{points} * points * (9 + 1)));
    EXPECT_EQ(pairing.wins, 8 << 20);
    EXPECT_EQ(pairing.rounds_won.a, 800'000LL << 20);
    EXPECT_EQ(pairing.capicu.a, 800'000LL << 20);
    EXPECT_EQ(pairing.shut_outs.a, 8 << 20);
    EXPECT_EQ(text(tally.entrants()[1].deals.sum.margin), text(-deals * margin));
    EXPECT_EQ(pairing.match_margins.counts()[pairing.match_margins.counts().size() / 2], 0);
}

TEST(Histogram, HasSomeFortyBinsOfARoundWidthForAllMargins) {
    for (std::int64_t most = 1; most < 2'000'000; most += 1 + most / 7) {
        const Histogram histogram(most, 1);
        std::int64_t unit = histogram.width();
        while (unit % 10 == 0) {
            unit /= 10;
        }
        EXPECT_TRUE(unit == 1 || unit == 2 || unit == 5) << histogram.width();
        EXPECT_EQ(histogram.counts().size(), 41U);
        EXPECT_GE(20 * histogram.width(), most);
        EXPECT_TRUE(histogram.width() == 1 || 20 * histogram.width() < 3 * most) << most;
        EXPECT_EQ(histogram.middle(20), 0);
        EXPECT_EQ(histogram.middle(0), -20 * histogram.width());
        EXPECT_EQ(histogram.middle(40), 20 * histogram.width());
    }
}

TEST(Histogram, RoundsHalvesAwayFromZeroOnBothSides) {
    const auto middle_of = [](std::int64_t margin, int scale) {
        Histogram histogram(168, scale); // bins of 10 points
        histogram.add(margin);
        const auto bin = std::ranges::find(histogram.counts(), 1) - histogram.counts().begin();
        return histogram.middle(static_cast<std::size_t>(bin));
    };
    EXPECT_EQ(middle_of(0, 1), 0);
    EXPECT_EQ(middle_of(4, 1), 0);
    EXPECT_EQ(middle_of(5, 1), 10);
    EXPECT_EQ(middle_of(14, 1), 10);
    EXPECT_EQ(middle_of(15, 1), 20);
    EXPECT_EQ(middle_of(200, 1), 200);
    EXPECT_EQ(middle_of(1'000'000'000'000, 1), 200) << "the outermost bin holds all beyond it";
    EXPECT_EQ(middle_of(14, 3), 0) << "4 2/3 points";
    EXPECT_EQ(middle_of(15, 3), 10);
    for (const int scale : {1, 2, 3}) {
        for (std::int64_t margin = 0; margin < 700; ++margin) {
            EXPECT_EQ(middle_of(-margin, scale), -middle_of(margin, scale));
        }
    }
}

} // namespace
} // namespace balak::tournament
