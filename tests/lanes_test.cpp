// Rounds in SIMD lanes come out as on the plain engine, deal by deal, on every target that this machine has.
#include "lanes_runs.hpp"

#include "balak/deal.hpp"
#include "balak/round.hpp"
#include "tournament/runner.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace balak {
namespace {

using batch::Target;
using testing::lane_players;
using tournament::BothWays;
using tournament::Verification;
using tournament::VerifiedTable;

/// Makes the target current again that was before.
class TargetKept {
public:
    TargetKept() : name_(batch::current_target_name()) {}
    ~TargetKept() { batch::choose_target(name_); }
    TargetKept(const TargetKept&) = delete;
    TargetKept& operator=(const TargetKept&) = delete;

private:
    std::string name_;
};

/// The deal kernel's deals must be Dealer's in all that they have.
void expect_deals_of(const Target& target, const RuleSet& rules, std::uint64_t first, std::uint32_t round) {
    constexpr std::uint64_t seed = 0xFEDCBA9876543210;
    constexpr std::uint32_t count = 37; // no multiple of any number of lanes
    batch::DealOrder order;
    order.rules = &rules;
    order.seed = seed;
    order.round = round;
    order.keys = true;
    batch::DealColumns deals;
    deals.resize(2 * count);
    for (std::uint32_t i = 0; i < count; ++i) {
        order.numbers.push_back(first + 3 * i);
        order.rows.push_back(2 * (count - 1 - i)); // any rows
    }
    target.kernels.deal(order, deals);
    const Dealer dealer(seed);
    for (std::uint32_t i = 0; i < count; ++i) {
        const Deal deal = dealer.deal(rules, order.numbers[i], round);
        const std::size_t row = order.rows[i];
        const std::string place = describe(rules) + " on " + target.name + ", deal " + std::to_string(order.numbers[i]);
        for (const Seat seat : seats(rules.players)) {
            ASSERT_EQ(deals.hand[static_cast<std::size_t>(seat.number())][row], deal.hands[seat].bits()) << place;
        }
        if (deal.starter) {
            ASSERT_EQ(deals.starter[row], TileSet(*deal.starter).bits()) << place;
        } else {
            const Opening opening = opening_by_tile(rules, deal.hands);
            ASSERT_EQ(static_cast<int>(deals.by_tile[row] & 3), opening.seat.number()) << place;
        }
        if (round == 0 && rules.opening.first_round == FirstRound::lot) {
            ASSERT_EQ(static_cast<int>(deals.lot[row]), deal.lot.number()) << place;
        }
        ASSERT_EQ(deals.key[0][row], deal.random.first) << place;
        ASSERT_EQ(deals.key[1][row], deal.random.second) << place;
        if (batch::draws_tiles(rules)) {
            const batch::BoneyardTable& boneyard = deals.boneyards[row];
            const auto size = static_cast<std::size_t>(deal.boneyard_size);
            TileSet before;
            for (std::size_t i_place = 0; i_place < 16; ++i_place) {
                ASSERT_EQ(boneyard.before[i_place], before.bits()) << place;
                before |= i_place < size ? TileSet(deal.boneyard[i_place]) : TileSet();
            }
            for (std::size_t number = 0; number <= static_cast<std::size_t>(max_pip); ++number) {
                std::uint32_t places = 0;
                for (std::size_t i_place = 0; i_place < size; ++i_place) {
                    places |= deal.boneyard[i_place].shows(static_cast<int>(number)) ? 1U << i_place : 0U;
                }
                ASSERT_EQ(boneyard.suits[number / 2] >> 16 * (number % 2) & 0xFFFF, places) << place;
            }
        }
    }
}

TEST(Lanes, MakeTheDealsThatTheDealerMakes) {
    std::vector<RuleSet> all = testing::all_presets();
    for (const RuleSet& rules : testing::random_lane_rules(200, 9)) {
        all.push_back(rules);
    }
    for (const Target& target : batch::targets()) {
        for (const RuleSet& rules : all) {
            expect_deals_of(target, rules, 0, 0);
            expect_deals_of(target, rules, (std::uint64_t{1} << 56) - 200, 5);
        }
    }
}

TEST(Lanes, EndRoundsAsThePlainEngineUnderAllPresetsAndPairsOfStrategies) {
    Verification verification(1);
    testing::compare_rounds(verification, 300, {});
}

TEST(Lanes, EndRoundsAsThePlainEngineUnderHouseRulesWithMixedTables) {
    Verification verification(2);
    const std::vector<BothWays> players = lane_players();
    testing::Numbers numbers(1);
    for (const RuleSet& rules : testing::presets_with_house_rules()) {
        for (int i = 0; i < 4; ++i) {
            ASSERT_EQ(verification.rounds(random_table(rules, players, numbers), 0, 250), "");
        }
    }
    EXPECT_GT(verification.counts().rounds, 20'000U);
}

TEST(Lanes, EndRoundsAsThePlainEngineUnderRandomRules) {
    Verification verification(3);
    const std::vector<BothWays> players = lane_players();
    testing::Numbers numbers(2);
    // Every value of every option comes up, and sets down to three.
    std::set<std::pair<std::string_view, std::int64_t>> values;
    for (const RuleSet& rules : testing::random_lane_rules(600, 4)) {
        for (const RuleOption& option : rule_options()) {
            values.emplace(option.name, option.get(rules));
        }
        ASSERT_EQ(verification.rounds(random_table(rules, players, numbers), 0, 120), "");
    }
    for (const RuleOption& option : rule_options()) {
        if (option.kind != RuleOption::Kind::integer) {
            for (std::int64_t value = option.least; value <= option.most; ++value) {
                EXPECT_TRUE(values.contains({option.name, value})) << option.name << ' ' << option.text(value);
            }
        }
    }
    for (int pips = 3; pips <= max_pip; ++pips) {
        EXPECT_TRUE(values.contains({"max_pip", pips})) << pips;
    }
    for (int reserve = 0; reserve <= 5; ++reserve) {
        EXPECT_TRUE(values.contains({"boneyard_reserve", reserve})) << reserve;
    }
    for (int size = 2; size <= 8; ++size) {
        EXPECT_TRUE(values.contains({"hand_size", size})) << size;
    }
}

TEST(Lanes, EndMatchesAsThePlainEngine) {
    Verification verification(4);
    testing::compare_matches(verification, 12, testing::all_presets());
    testing::compare_matches(verification, 6, testing::random_lane_rules(60, 5));
}

TEST(Lanes, EndRollOutsAsThePlainEngineAndMonteCarloChoosesTheSame) {
    Verification verification(5);
    testing::compare_roll_outs(verification, 3, testing::all_presets());
    testing::compare_roll_outs(verification, 1, testing::random_lane_rules(80, 6));
}

TEST(Lanes, ThatPlayOtherwiseAreFound) {
    const StrategyTable table = StrategyTable::builtin();
    const RuleSet rules = *preset("playboard", 2);
    const BothWays good = tournament::both_ways(table, "random");
    BothWays bad = tournament::both_ways(table, "greedy-heavy");
    bad.lanes.kind = batch::SimpleKind::doubles_first;
    for (const Target& target : batch::targets()) {
        Verification verification({&target}, 1);
        const std::string rounds = verification.rounds(VerifiedTable::alternating(rules, good, bad), 0, 1000);
        EXPECT_NE(rounds.find("playboard"), std::string::npos) << rounds;
        EXPECT_NE(rounds.find("random in seat 0, greedy-heavy in seat 1"), std::string::npos) << rounds;
        EXPECT_NE(rounds.find("deal "), std::string::npos) << rounds;
        EXPECT_NE(rounds.find("target " + target.name), std::string::npos) << rounds;
        const std::string matches = verification.matches(rules, bad, good, 0, 100);
        EXPECT_NE(matches.find("target " + target.name), std::string::npos) << matches;
        const std::string roll_outs = verification.roll_outs(rules, bad, 0, 20);
        EXPECT_NE(roll_outs.find("target " + target.name), std::string::npos) << roll_outs;
    }
}

TEST(Lanes, TargetsAreAllThatTheMachineHasAndThePortableOne) {
    const std::vector<Target>& targets = batch::targets();
    ASSERT_FALSE(targets.empty());
    std::set<std::string> names;
    std::set<std::int64_t> numbers;
    std::set<decltype(batch::Kernels::play)> code;
    for (const Target& target : targets) {
        EXPECT_TRUE(names.insert(target.name).second) << target.name;
        EXPECT_NE(target.name, batch::plain_target);
        EXPECT_TRUE(numbers.insert(target.kernels.target).second) << target.name;
        EXPECT_TRUE(code.insert(target.kernels.play).second) << target.name << " is another target's code";
    }
    EXPECT_EQ(targets.back().kernels.lanes, 1) << "the portable one";
#if defined(__x86_64__)
    // The processor says what it has, by another way than the library that chooses.
    EXPECT_EQ(names.contains("avx2"), static_cast<bool>(__builtin_cpu_supports("avx2")));
    EXPECT_EQ(names.contains("ssse3"), static_cast<bool>(__builtin_cpu_supports("ssse3")));
    const std::set<std::pair<std::string_view, int>> expected{
        {"avx3", 16}, {"avx3_dl", 16}, {"avx3_zen4", 16}, {"avx2", 8}, {"sse4", 4}, {"ssse3", 4}, {"sse2", 4}};
    for (const auto& [name, lanes] : expected) {
        const auto found = std::ranges::find(targets, name, &Target::name);
        EXPECT_TRUE(found == targets.end() || found->kernels.lanes == lanes) << name;
    }
#endif
}

TEST(Lanes, ATargetThatIsChosenIsTheOneThatPlays) {
    const TargetKept kept;
    tournament::Tournament tournament;
    tournament.rules = {*preset("playboard", 2)};
    tournament.matches = 10;
    const StrategyTable table = StrategyTable::builtin();
    for (const char* name : {"random", "greedy-heavy"}) {
        tournament.entrants.push_back({name, name, table.find(name)->standard_options()});
    }
    tournament::RunOptions options;
    options.threads = 1;
    for (const Target& target : batch::targets()) {
        ASSERT_TRUE(batch::choose_target(target.name));
        EXPECT_EQ(batch::current_target_name(), target.name);
        EXPECT_EQ(batch::current_target(), &target);
        const tournament::Outcome outcome = run(tournament, table, options);
        EXPECT_EQ(outcome.targets, std::set{target.name});
        EXPECT_EQ(outcome.rounds_in_lanes, outcome.rounds());
    }
    ASSERT_TRUE(batch::choose_target(batch::plain_target));
    EXPECT_EQ(batch::current_target(), nullptr);
    const tournament::Outcome outcome = run(tournament, table, options);
    EXPECT_EQ(outcome.targets, std::set<std::string>{});
    EXPECT_EQ(outcome.rounds_in_lanes, 0U);
    EXPECT_FALSE(batch::choose_target("mmx"));
    EXPECT_EQ(batch::current_target_name(), batch::plain_target);
}

/// What a run counts, all of it.
std::vector<tournament::Int128> counts_of(const tournament::Outcome& outcome) {
    std::vector<tournament::Int128> counts;
    for (const tournament::Tally& tally : outcome.tallies) {
        tournament::Tally::each_count([&](const auto& count) { counts.push_back(count); }, tally);
    }
    return counts;
}

/// A tournament's outcome on the plain engine and on each target must be the same. Returns the rounds in lanes on the
/// best target.
std::uint64_t compare_runs(const tournament::Tournament& tournament) {
    const TargetKept kept;
    const StrategyTable table = StrategyTable::builtin();
    tournament::RunOptions options;
    options.threads = 2;
    batch::choose_target(batch::plain_target);
    const tournament::Outcome plain = run(tournament, table, options);
    EXPECT_EQ(plain.failure, "");
    EXPECT_GT(plain.rounds(), 0U);
    std::uint64_t in_lanes = 0;
    for (const Target& target : batch::targets()) {
        batch::choose_target(target.name);
        const tournament::Outcome there = run(tournament, table, options);
        EXPECT_EQ(there.failure, "");
        EXPECT_TRUE(counts_of(there) == counts_of(plain)) << target.name;
        in_lanes = in_lanes == 0 ? there.rounds_in_lanes : in_lanes;
        EXPECT_EQ(there.rounds_in_lanes, in_lanes) << target.name;
    }
    return in_lanes;
}

tournament::Tournament tournament_of(const RuleSet& rules, const std::vector<std::string>& names,
                                     std::uint64_t matches) {
    tournament::Tournament tournament;
    tournament.rules = {rules};
    tournament.matches = matches;
    const StrategyTable table = StrategyTable::builtin();
    for (const std::string& name : names) {
        OptionValues options = table.find(name)->standard_options();
        if (name == "monte-carlo") {
            options.set("determinizations", std::int64_t{3});
        }
        tournament.entrants.push_back({name, name, options});
    }
    return tournament;
}

TEST(Lanes, LeaveRulesThatTheyCannotPlayToThePlainEngine) {
    testing::Numbers numbers(8);
    int tried = 0;
    while (tried < 12) {
        const RuleSet rules = testing::random_rules(numbers);
        if (!batch::can_play(rules)) {
            ++tried;
            EXPECT_EQ(compare_runs(tournament_of(rules, {"random", "tile-counting"}, 20)), 0U) << describe(rules);
        }
    }
}

TEST(Lanes, LeaveTablesWithAStrategyThatSearchesToThePlainEngine) {
    for (const RuleSet& rules : {*preset("playboard", 3), *preset("la-plaza-pairs", 4)}) {
        tournament::Tournament tournament = tournament_of(rules, {"monte-carlo", "random", "tile-counting"}, 12);
        const std::uint64_t in_lanes = compare_runs(tournament);
        EXPECT_GT(in_lanes, 0U) << "the pairing of the others";
        const StrategyTable table = StrategyTable::builtin();
        const tournament::Outcome all = run(tournament, table, {});
        EXPECT_LT(in_lanes, all.rounds());
    }
    tournament::Tournament mixed =
        tournament_of(*preset("playboard", 3), {"monte-carlo", "random", "doubles-first"}, 6);
    mixed.format = tournament::Format::free_for_all;
    EXPECT_EQ(compare_runs(mixed), 0U);
}

TEST(Lanes, CountARunAsThePlainEngineForEveryFormat) {
    const std::vector<std::string> names{"random", "greedy-heavy", "doubles-first", "tile-counting"};
    for (const RuleSet& rules : testing::all_presets()) {
        tournament::Tournament tournament = tournament_of(rules, names, 60);
        EXPECT_GT(compare_runs(tournament), 0U);
        tournament.format = tournament::Format::free_for_all;
        EXPECT_GT(compare_runs(tournament), 0U);
    }
}

} // namespace
} // namespace balak
