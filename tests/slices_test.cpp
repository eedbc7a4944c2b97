// Rounds in bit slices come out as on the plain engine, deal by deal, on every target that this machine has.
#include "slices_runs.hpp"

#include "balak/deal.hpp"
#include "balak/round.hpp"
#include "tournament/runner.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace balak {
namespace {

using slices::Target;
using testing::slice_players;
using tournament::BothWays;
using tournament::Verification;
using tournament::VerifiedTable;

/// A target's deals must be Dealer's in all that they have.
void expect_deals_of(const Target& target, const RuleSet& rules, std::uint64_t first, std::uint32_t round) {
    constexpr std::uint64_t seed = 0xFEDCBA9876543210;
    constexpr std::uint32_t count = 37; // no multiple of any number of lanes
    slices::DealOrder order(rules);
    order.seed = seed;
    order.round = round;
    order.keys = true;
    slices::Deals deals;
    deals.resize(2 * count);
    for (std::uint32_t i = 0; i < count; ++i) {
        order.numbers.push_back(first + 3 * i);
        order.rows.push_back(2 * (count - 1 - i)); // any rows
    }
    target.deal(order, deals);
    const Dealer dealer(seed);
    for (std::uint32_t i = 0; i < count; ++i) {
        const Deal deal = dealer.deal(rules, order.numbers[i], round);
        const std::size_t row = order.rows[i];
        const std::string place =
            describe(rules) + " on " + std::string(target.name) + ", deal " + std::to_string(order.numbers[i]);
        for (const Seat seat : seats(rules.players)) {
            ASSERT_EQ(deals.hands[row][static_cast<std::size_t>(seat.number())], deal.hands[seat].bits()) << place;
        }
        if (deal.starter) {
            ASSERT_EQ(deals.starter[row], TileSet(*deal.starter).bits()) << place;
        } else {
            const Opening opening = opening_by_tile(rules, deal.hands);
            ASSERT_EQ(static_cast<int>(deals.by_tile[row]), opening.seat.number()) << place;
        }
        if (round == 0 && rules.opening.first_round == FirstRound::lot) {
            ASSERT_EQ(static_cast<int>(deals.lot[row]), deal.lot.number()) << place;
        }
        for (const Seat seat : seats(rules.players)) {
            const auto number = static_cast<std::size_t>(seat.number());
            const slices::Quad& keys = deals.keys[number / 2][row];
            ASSERT_EQ(keys[2 * (number % 2)], deal.random[seat].first) << place;
            ASSERT_EQ(keys[2 * (number % 2) + 1], deal.random[seat].second) << place;
        }
        if (slices::draws_tiles(rules)) {
            const auto ranks = ranks_of(std::span(deal.boneyard).first(static_cast<std::size_t>(deal.boneyard_size)));
            for (std::size_t bit = 0; bit < ranks.size(); ++bit) {
                ASSERT_EQ(bit < 4 ? deals.ranks[row][bit] : deals.top_rank[row], ranks[bit]) << place;
            }
        }
    }
}

TEST(Slices, MakeTheDealsThatTheDealerMakes) {
    std::vector<RuleSet> all = testing::all_presets();
    for (const RuleSet& rules : testing::some_rules(200, 9)) {
        all.push_back(rules);
    }
    for (const Target* target : slices::targets()) {
        for (const RuleSet& rules : all) {
            expect_deals_of(*target, rules, 0, 0);
            expect_deals_of(*target, rules, (std::uint64_t{1} << 56) - 200, 5);
        }
    }
}

TEST(Slices, EndRoundsAsThePlainEngineUnderAllPresetsAndPairsOfStrategies) {
    Verification verification(1);
    testing::compare_rounds(verification, 300, {});
}

TEST(Slices, EndRoundsAsThePlainEngineUnderHouseRulesWithMixedTables) {
    Verification verification(2);
    const std::vector<BothWays> players = slice_players();
    testing::Numbers numbers(1);
    for (const RuleSet& rules : testing::presets_with_house_rules()) {
        for (int i = 0; i < 4; ++i) {
            ASSERT_EQ(verification.rounds(random_table(rules, players, numbers), 0, 250), "");
        }
    }
    EXPECT_GT(verification.counts().rounds, 20'000U);
}

TEST(Slices, EndRoundsAsThePlainEngineUnderRandomRules) {
    Verification verification(3);
    const std::vector<BothWays> players = slice_players();
    testing::Numbers numbers(2);
    // Every value of every option comes up, and sets down to three.
    std::set<std::pair<std::string_view, std::int64_t>> values;
    for (const RuleSet& rules : testing::some_rules(600, 4)) {
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
    for (int size = 1; size <= 8; ++size) {
        EXPECT_TRUE(values.contains({"hand_size", size})) << size;
    }
}

TEST(Slices, EndMatchesAsThePlainEngine) {
    Verification verification(4);
    testing::compare_matches(verification, 12, testing::all_presets());
    testing::compare_matches(verification, 6, testing::some_rules(60, 5));
}

TEST(Slices, EndRollOutsAsThePlainEngineAndMonteCarloChoosesTheSame) {
    Verification verification(5);
    testing::compare_roll_outs(verification, 3, testing::all_presets());
    testing::compare_roll_outs(verification, 1, testing::some_rules(80, 6));
}

TEST(Slices, ThatPlayOtherwiseAreFound) {
    const StrategyTable table = StrategyTable::builtin();
    const RuleSet rules = *preset("playboard", 2);
    const BothWays good = tournament::both_ways(table, "random");
    BothWays bad = tournament::both_ways(table, "greedy-heavy");
    bad.sliced.name = "doubles-first";
    for (const Target* target : slices::targets()) {
        Verification verification({target}, 1);
        const std::string rounds = verification.rounds(VerifiedTable::alternating(rules, good, bad), 0, 1000);
        EXPECT_NE(rounds.find("playboard"), std::string::npos) << rounds;
        EXPECT_NE(rounds.find("random in seat 0, greedy-heavy in seat 1"), std::string::npos) << rounds;
        EXPECT_NE(rounds.find("deal "), std::string::npos) << rounds;
        EXPECT_NE(rounds.find("target " + std::string(target->name)), std::string::npos) << rounds;
        const std::string matches = verification.matches(rules, bad, good, 0, 100);
        EXPECT_NE(matches.find("target " + std::string(target->name)), std::string::npos) << matches;
        const std::string roll_outs = verification.roll_outs(rules, bad, 0, 20);
        EXPECT_NE(roll_outs.find("target " + std::string(target->name)), std::string::npos) << roll_outs;
    }
}

TEST(Slices, TargetsAreAllThatTheMachineHasAndWord64) {
    const auto targets = slices::targets();
    ASSERT_FALSE(targets.empty());
    std::set<std::string_view> names;
    std::set<decltype(Target::play)> code;
    for (const Target* target : targets) {
        EXPECT_TRUE(names.insert(target->name).second) << target->name;
        EXPECT_NE(target->name, slices::plain_target);
        EXPECT_TRUE(code.insert(target->play).second) << target->name << " is another target's code";
        EXPECT_EQ(slices::target_named(target->name), target);
    }
    EXPECT_EQ(targets.back()->name, "word64");
    EXPECT_EQ(targets.back()->word_bits, 64);
    EXPECT_EQ(slices::target_named("mmx"), nullptr);
#if defined(__x86_64__)
    EXPECT_EQ(names.contains("avx2"), __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"));
    EXPECT_EQ(names.contains("avx512"), names.contains("avx2") && __builtin_cpu_supports("avx512vl"));
#endif
}

TEST(Slices, ATargetThatIsChosenIsTheOneThatPlays) {
    tournament::Tournament tournament;
    tournament.rules = {*preset("playboard", 2)};
    tournament.matches = 10;
    StrategyTable table = StrategyTable::builtin();
    EXPECT_EQ(table.target(), slices::targets().front());
    for (const char* name : {"random", "greedy-heavy"}) {
        tournament.entrants.push_back({name, name, table.find(name)->standard_options()});
    }
    tournament::RunOptions options;
    options.threads = 1;
    for (const Target* target : slices::targets()) {
        // The blocks of another target would not be noticed by their results: so this one is watched.
        Target watched = *target;
        static int blocks;
        static decltype(Target::play) play;
        blocks = 0;
        play = target->play;
        watched.play = [](const slices::Block& block, slices::Ends& ends) {
            ++blocks;
            play(block, ends);
        };
        table.play_on(&watched);
        const tournament::Outcome outcome = run(tournament, table, options);
        EXPECT_EQ(outcome.targets, std::set{std::string(target->name)});
        EXPECT_EQ(outcome.rounds_in_slices, outcome.rounds());
        EXPECT_GT(blocks, 0);
    }
    table.play_on(nullptr);
    const tournament::Outcome outcome = run(tournament, table, options);
    EXPECT_EQ(outcome.targets, std::set<std::string>{});
    EXPECT_EQ(outcome.rounds_in_slices, 0U);
}

TEST(Slices, HaveTheFormOfEachStrategyThatNamesOne) {
    const StrategyTable table = StrategyTable::builtin();
    const RuleSet rules = *preset("playboard", 2);
    int forms = 0;
    for (const StrategyType& type : table.types()) {
        if (type.in_slices != nullptr) {
            ++forms;
            slices::Block block;
            block.rules = &rules;
            block.forms.fill(type.in_slices(type.standard_options()));
            slices::Ends ends;
            for (const Target* target : slices::targets()) {
                EXPECT_NO_THROW(target->play(block, ends)) << type.name;
                block.forms[1].name = "nothing";
                EXPECT_THROW(target->play(block, ends), std::invalid_argument);
                block.forms[1] = block.forms[0];
            }
        }
    }
    EXPECT_GE(forms, 4);
}

/// What a run counts, all of it.
std::vector<tournament::Int128> counts_of(const tournament::Outcome& outcome) {
    std::vector<tournament::Int128> counts;
    for (const tournament::Tally& tally : outcome.tallies) {
        tournament::Tally::each_count([&](const auto& count) { counts.push_back(count); }, tally);
    }
    return counts;
}

/// A tournament's outcome on the plain engine and on each target must be the same. Returns the rounds in slices.
std::uint64_t compare_runs(const tournament::Tournament& tournament) {
    StrategyTable table = StrategyTable::builtin();
    tournament::RunOptions options;
    options.threads = 2;
    table.play_on(nullptr);
    const tournament::Outcome plain = run(tournament, table, options);
    EXPECT_EQ(plain.failure, "");
    EXPECT_GT(plain.rounds(), 0U);
    std::uint64_t in_slices = 0;
    for (const Target* target : slices::targets()) {
        table.play_on(target);
        const tournament::Outcome there = run(tournament, table, options);
        EXPECT_EQ(there.failure, "");
        EXPECT_TRUE(counts_of(there) == counts_of(plain)) << target->name;
        in_slices = in_slices == 0 ? there.rounds_in_slices : in_slices;
        EXPECT_EQ(there.rounds_in_slices, in_slices) << target->name;
    }
    return in_slices;
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

TEST(Slices, LeaveTablesWithAStrategyThatSearchesToThePlainEngine) {
    for (const RuleSet& rules : {*preset("playboard", 3), *preset("la-plaza-pairs", 4)}) {
        tournament::Tournament tournament = tournament_of(rules, {"monte-carlo", "random", "tile-counting"}, 12);
        const std::uint64_t in_slices = compare_runs(tournament);
        EXPECT_GT(in_slices, 0U) << "the pairing of the others";
        const StrategyTable table = StrategyTable::builtin();
        const tournament::Outcome all = run(tournament, table, {});
        EXPECT_LT(in_slices, all.rounds());
    }
    tournament::Tournament mixed =
        tournament_of(*preset("playboard", 3), {"monte-carlo", "random", "doubles-first"}, 6);
    mixed.format = tournament::Format::free_for_all;
    EXPECT_EQ(compare_runs(mixed), 0U);
}

TEST(Slices, CountARunAsThePlainEngineForEveryFormat) {
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
