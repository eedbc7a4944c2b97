// Choices judged: whether planted mistakes are found, moves without loss left alone, and losses unbiased.
#include "study/analysis.hpp"

#include "io/judge.hpp"
#include "io/record.hpp"
#include "study/advice.hpp"
#include "study/judgement_lines.hpp"
#include "study/review.hpp"

#include "study_parts.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace balak::study {
namespace {

using testing::for_each_turn;

/// How many of some moves are called mistakes.
struct Flags {
    int moves = 0;
    int flagged = 0;
};

TEST(ChoiceJudge, FindsMovesThatCostFivePointsAndLeavesThoseWithoutLossAlone) {
    const StrategyTable table = StrategyTable::builtin();
    ChoiceJudge judge({}, table);
    Adviser reference({.worlds = 10'000}, table);
    Flags planted;
    Flags without_loss;
    for (const RuleSet& rules : balak::testing::all_presets()) {
        int tested = 0;
        for_each_turn(rules, 3, 41, [&](const Observation& seen) {
            if (seen.legal.size() < 2 || ++tested > 60) {
                return;
            }
            const Advice advice = reference.advise(seen).value();
            for (const MoveWorth& move : advice.moves) {
                const bool best = &move == &advice.moves.front();
                if (!best && move.behind.mean < 5) {
                    continue;
                }
                Flags& flags = best ? without_loss : planted;
                ++flags.moves;
                flags.flagged += judge.judge(seen, move.move).is_mistake() ? 1 : 0;
            }
        });
    }
    EXPECT_GT(planted.moves, 300);
    EXPECT_GE(planted.flagged, planted.moves * 95 / 100) << planted.flagged << " of " << planted.moves;
    EXPECT_GT(without_loss.moves, 300);
    EXPECT_LE(without_loss.flagged, without_loss.moves * 5 / 100) << without_loss.flagged;
    RecordProperty("planted", planted.moves);
    RecordProperty("found", planted.flagged);
    RecordProperty("without_loss", without_loss.moves);
    RecordProperty("flagged", without_loss.flagged);
}

/// Records of matches between strategies.
std::vector<io::Record> played(const RuleSet& rules, const PerSeat<Strategy*>& strategies,
                               const PerSeat<std::string_view>& names, std::uint64_t matches) {
    std::vector<io::Record> records;
    io::Judge judge;
    const std::string rules_json = io::record_rules(rules);
    for (std::uint64_t number = 0; number < matches; ++number) {
        Match match(rules);
        while (!match.over()) {
            const Deal deal = Dealer(42).deal(rules, number, static_cast<std::uint32_t>(match.round()));
            Round round(rules, deal, match.opening(deal));
            play_out(round, strategies, deal.random, match.score(), match.round());
            match.add(round.table().opener, round.result());
            std::string line;
            io::append_record(line, {round, deal, round.result(), match, number, rules_json, names});
            records.push_back(judge.judge(line).record.value());
        }
    }
    return records;
}

Review reviewed(const JudgeSettings& settings, const std::vector<io::Record>& records) {
    const StrategyTable table = StrategyTable::builtin();
    const std::atomic<bool> stop = false;
    Review review;
    auto next = records.begin();
    analyse(
        settings, table, 2, {}, {},
        [&]() -> std::optional<io::Record> { return next == records.end() ? std::nullopt : std::optional(*next++); },
        [&](const JudgedRound& round) { review.add(round); }, stop, "records");
    return review;
}

TEST(Analysis, FindsNoLossOnAverageInTheJudgesOwnChoices) {
    const StrategyTable table = StrategyTable::builtin();
    for (const char* const objective : {"points", "win"}) {
        // A player who chooses in as many worlds as the judge does in each half.
        OptionValues options = table.find("monte-carlo")->standard_options();
        options.set("determinizations", std::int64_t{100});
        options.set("solve", std::int64_t{0});
        options.set("stop", std::int64_t{0});
        options.set("objective", std::string(objective));
        const auto player = table.find("monte-carlo")->make(options, table);
        PerSeat<Strategy*> strategies;
        strategies.values.fill(player.get());
        for (const char* const rules : {"playboard", "la-plaza-pairs"}) {
            const auto records = played(*preset(rules), strategies, {{"judge", "judge", "judge", "judge"}}, 60);
            const auto review = reviewed({.worlds = 200, .error = 0, .objective = objective}, records).strategies();
            ASSERT_EQ(review.size(), 1U);
            EXPECT_GT(review.front().choices, 1'000U);
            // One of 20 such intervals would miss 0; with this seed these do not.
            EXPECT_LE(review.front().loss.interval->low, 0) << rules << ' ' << objective;
            EXPECT_GE(review.front().loss.interval->high, 0) << rules << ' ' << objective;
        }
    }
}

TEST(Analysis, TellsStrategiesApart) {
    const StrategyTable table = StrategyTable::builtin();
    const auto good = table.make("tile-counting");
    const auto bad = table.make("random");
    const auto records = played(*preset("playboard"), {{good.get(), bad.get()}}, {{"good", "bad"}}, 30);
    const Review review = reviewed({.worlds = 100, .error = 0}, records);
    const auto strategies = review.strategies();
    ASSERT_EQ(strategies.size(), 2U);
    const auto& [worse, better] = std::pair(strategies[0], strategies[1]); // by name
    EXPECT_EQ(worse.name, "bad");
    EXPECT_GT(worse.loss.interval->low, better.loss.interval->high);
    EXPECT_GT(worse.mistakes * better.choices, better.mistakes * worse.choices);
    ASSERT_EQ(review.worst().size(), Review::worst_moves);
    for (std::size_t i = 1; i < review.worst().size(); ++i) {
        EXPECT_GE(review.worst()[i - 1].judgement.again->loss, review.worst()[i].judgement.again->loss);
    }
}

TEST(ChoiceJudge, PlaysInAsManyWorldsAsTheErrorAsksFor) {
    const StrategyTable table = StrategyTable::builtin();
    ChoiceJudge few({.worlds = 40, .error = 0}, table);
    ChoiceJudge many({.worlds = 40, .error = 0.8}, table);
    ChoiceJudge most({.worlds = 40, .error = 0.001, .most_worlds = 300}, table);
    int tested = 0;
    for_each_turn(*preset("la-plaza-1v1"), 2, 43, [&](const Observation& seen) {
        if (seen.legal.size() < 2 || ++tested > 40) {
            return;
        }
        const Move move = seen.legal.nth(0);
        EXPECT_EQ(few.judge(seen, move).loss.worlds, 40U);
        const Judgement judgement = many.judge(seen, move);
        EXPECT_LE(judgement.loss.error, 0.8);
        EXPECT_LE(judgement.again.value_or(Loss()).error, 0.8);
        EXPECT_LE(most.judge(seen, move).loss.worlds, 300U);
    });
    EXPECT_GT(tested, 20);
}

TEST(JudgementLines, AreReadBack) {
    const JudgeSettings settings{.worlds = 7, .error = 0.125, .objective = "match", .seed = ~std::uint64_t{0}};
    std::string line = judgement_heading(settings);
    line.pop_back();
    EXPECT_EQ(read_judgement_heading(line, "line"), settings);
    JudgedChoice choice{io::Integer(3), 1, 5, 2, "a \"name\"\n", {"6-1<", "6-1>", "5-5"}, "6-1>", {}};
    choice.judgement = {{1.5, 0.25, 400}, Loss{-0.1, 1.0 / 3, 800}, {{1, 2}, {0.1, 0.2}, {-3, 0}}, 2};
    for (int again = 0; again < 2; ++again) {
        line = judgement_line(choice);
        EXPECT_EQ(line.find('\n') + 1, line.size());
        const JudgedChoice read = read_judgement(line.substr(0, line.size() - 1), "line");
        EXPECT_EQ(judgement_line(read), line);
        choice.judgement.again.reset();
    }
}

} // namespace
} // namespace balak::study
