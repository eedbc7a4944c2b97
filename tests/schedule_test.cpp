// Who plays whom with each deal.
#include "tournament/schedule.hpp"

#include "rule_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace balak::tournament {
namespace {

/// The entrants of a leg by side, as letters: `ABB`.
std::string seating(const Leg& leg, int side_count) {
    std::string letters;
    for (const Side side : sides(side_count)) {
        letters += static_cast<char>('A' + static_cast<int>(leg.entrants[side]));
    }
    return letters;
}

std::vector<std::string> seatings(const Schedule& schedule, std::uint64_t deal, int side_count) {
    std::vector<std::string> all;
    for (const Leg& leg : schedule.legs_of(deal)) {
        all.push_back(seating(leg, side_count));
    }
    std::ranges::sort(all);
    return all;
}

std::vector<std::string> pairings(const Schedule& schedule) {
    std::vector<std::string> all;
    for (const Pairing& pairing : schedule.pairings) {
        all.push_back({static_cast<char>('A' + static_cast<int>(pairing.a)),
                       static_cast<char>('A' + static_cast<int>(pairing.b))});
    }
    return all;
}

using Names = std::vector<std::string>;

TEST(Schedule, OfARoundRobinForTwoHasBothSeatingsOfEveryTwo) {
    const Schedule schedule = make_schedule(Format::round_robin, *preset("playboard", 2), 3);
    EXPECT_EQ(pairings(schedule), (Names{"AB", "AC", "BC"}));
    EXPECT_EQ(seatings(schedule, 0, 2), (Names{"AB", "AC", "BA", "BC", "CA", "CB"}));
    EXPECT_EQ(schedule.legs_per_pairing, 2U);
    EXPECT_EQ(schedule.scale, 1);
}

TEST(Schedule, OfAPartnershipIsThatOfTwoSides) {
    const Schedule schedule = make_schedule(Format::round_robin, *preset("la-plaza-pairs"), 2);
    EXPECT_EQ(seatings(schedule, 0, 2), (Names{"AB", "BA"}));
    EXPECT_EQ(schedule.legs_per_pairing, 2U);
    EXPECT_EQ(schedule.scale, 1);
}

TEST(Schedule, OfAPairingForThreeAndFourHasOneAmongTheOthersBothWaysInAllRotations) {
    const Schedule three = make_schedule(Format::round_robin, *preset("playboard", 3), 2);
    EXPECT_EQ(seatings(three, 0, 3), (Names{"AAB", "ABA", "ABB", "BAA", "BAB", "BBA"}));
    EXPECT_EQ(three.legs_per_pairing, 6U);
    EXPECT_EQ(three.scale, 2);
    const Schedule four = make_schedule(Format::round_robin, *preset("playboard", 4), 2);
    EXPECT_EQ(seatings(four, 0, 4), (Names{"AAAB", "AABA", "ABAA", "ABBB", "BAAA", "BABB", "BBAB", "BBBA"}));
    EXPECT_EQ(four.legs_per_pairing, 8U);
    EXPECT_EQ(four.scale, 3);
}

TEST(Schedule, OfAGauntletHasTheFirstAgainstEachOfTheRest) {
    const Schedule two = make_schedule(Format::gauntlet, *preset("playboard", 2), 4);
    EXPECT_EQ(pairings(two), (Names{"AB", "AC", "AD"}));
    EXPECT_EQ(seatings(two, 0, 2), (Names{"AB", "AC", "AD", "BA", "CA", "DA"}));
    const Schedule three = make_schedule(Format::gauntlet, *preset("playboard", 3), 3);
    EXPECT_EQ(pairings(three), (Names{"AB", "AC"}));
    EXPECT_EQ(seatings(three, 0, 3),
              (Names{"AAB", "AAC", "ABA", "ABB", "ACA", "ACC", "BAA", "BAB", "BBA", "CAA", "CAC", "CCA"}));
}

TEST(Schedule, OfAFreeForAllHasEveryTableInAllRotations) {
    const Schedule two = make_schedule(Format::free_for_all, *preset("playboard", 2), 3);
    EXPECT_EQ(seatings(two, 0, 2), (Names{"AB", "AC", "BA", "BC", "CA", "CB"}));
    EXPECT_EQ(two.legs_per_pairing, 2U);
    const Schedule three = make_schedule(Format::free_for_all, *preset("playboard", 3), 4);
    EXPECT_EQ(pairings(three), (Names{"AB", "AC", "AD", "BC", "BD", "CD"}));
    EXPECT_EQ(seatings(three, 0, 3),
              (Names{"ABC", "ABD", "ACD", "BCA", "BCD", "BDA", "CAB", "CDA", "CDB", "DAB", "DAC", "DBC"}));
    EXPECT_EQ(three.legs_per_pairing, 6U) << "two tables seat a given two, each in three rotations";
    EXPECT_EQ(three.scale, 1);
    const Schedule pairs = make_schedule(Format::free_for_all, *preset("la-plaza-pairs"), 2);
    EXPECT_EQ(seatings(pairs, 0, 2), (Names{"AB", "BA"}));
}

TEST(Schedule, OfAFreeForAllTakesTheCircularOrdersByTurns) {
    // Rotating a table does not change who sits behind whom. Over (N - 1)! deals everybody sits in every order.
    const Schedule three = make_schedule(Format::free_for_all, *preset("playboard", 3), 3);
    EXPECT_EQ(seatings(three, 0, 3), (Names{"ABC", "BCA", "CAB"}));
    EXPECT_EQ(seatings(three, 1, 3), (Names{"ACB", "BAC", "CBA"}));
    EXPECT_EQ(seatings(three, 2, 3), seatings(three, 0, 3));
    const Schedule four = make_schedule(Format::free_for_all, *preset("playboard", 4), 4);
    std::set<std::string> seen;
    for (std::uint64_t deal = 12; deal < 18; ++deal) {
        for (const std::string& seats : seatings(four, deal, 4)) {
            EXPECT_TRUE(seen.insert(seats).second) << seats << " for the second time with deal " << deal;
        }
    }
    EXPECT_EQ(seen.size(), 24U);
    EXPECT_EQ(seatings(four, 5 + 6'000'000'000, 4), seatings(four, 5, 4));
}

TEST(Schedule, RoundsUpToWholeDeals) {
    const Schedule four = make_schedule(Format::round_robin, *preset("playboard", 4), 3);
    EXPECT_EQ(four.deals(1), 1U);
    EXPECT_EQ(four.deals(8), 1U);
    EXPECT_EQ(four.deals(9), 2U);
    EXPECT_EQ(four.deals(1'000'000'000'000), 125'000'000'000U);
    const Schedule two = make_schedule(Format::gauntlet, *preset("playboard", 2), 3);
    EXPECT_EQ(two.deals(7), 4U);
}

/// What must hold for every format, number of entrants and number of sides.
void check(const Schedule& schedule, int side_count, std::uint64_t deal) {
    std::vector<std::size_t> legs_of(schedule.pairings.size(), 0);
    for (std::size_t number = 0; number < schedule.pairings.size(); ++number) {
        const auto [a, b] = schedule.pairings[number];
        std::map<std::pair<std::size_t, int>, int> seated;
        for (const Leg& leg : schedule.legs_of(deal)) {
            for (const Comparison& comparison : leg.comparisons) {
                if (comparison.pairing != number) {
                    continue;
                }
                ++legs_of[number];
                int sum = 0;
                int above = 0;
                for (const Side side : sides(max_seats)) {
                    const int weight = comparison.weight[side];
                    if (side.number() >= side_count) {
                        EXPECT_EQ(weight, 0) << "beyond the table";
                        continue;
                    }
                    const std::size_t who = leg.entrants[side];
                    EXPECT_EQ(weight > 0, who == a);
                    EXPECT_EQ(weight < 0, who == b);
                    seated[{who, side.number()}] += who == a || who == b ? 1 : 0;
                    sum += weight;
                    above += std::max(weight, 0);
                }
                EXPECT_EQ(sum, 0);
                EXPECT_EQ(above, schedule.scale) << "the margin is the difference of the means times the scale";
            }
        }
        for (const Side side : sides(side_count)) {
            EXPECT_EQ((seated[{a, side.number()}]), (seated[{a, 0}])) << "a at side " << side.number();
            EXPECT_EQ((seated[{b, side.number()}]), (seated[{b, 0}])) << "b at side " << side.number();
        }
        EXPECT_EQ((seated[{a, 0}]), (seated[{b, 0}]));
    }
    for (const std::size_t legs : legs_of) {
        EXPECT_EQ(legs, schedule.legs_per_pairing);
    }
}

TEST(Schedule, SeatsBothOfAPairingEquallyOftenEverywhereAndWeighsThemEqually) {
    for (const RuleSet& rules : testing::all_presets()) {
        for (const Format format : {Format::round_robin, Format::gauntlet, Format::free_for_all}) {
            for (std::size_t entrants = 2; entrants <= 6; ++entrants) {
                if (format == Format::free_for_all && entrants < static_cast<std::size_t>(rules.side_count())) {
                    continue;
                }
                const Schedule schedule = make_schedule(format, rules, entrants);
                for (const std::uint64_t deal : {0, 1, 2, 3, 4, 5}) {
                    SCOPED_TRACE(describe(rules) + ", format " + std::to_string(static_cast<int>(format)) + ", " +
                                 std::to_string(entrants) + " entrants, deal " + std::to_string(deal));
                    check(schedule, rules.side_count(), deal);
                }
            }
        }
    }
}

} // namespace
} // namespace balak::tournament
