// Runs written down and read again: checkpoints and shards.
#include "io/checkpoint.hpp"

#include "tournament_runs.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>

namespace balak::testing {
namespace {

using io::Config;
using io::InputError;
using io::Json;
using io::SavedRun;
using io::ShardRun;
using tournament::Format;
using tournament::Outcome;
using tournament::RunOptions;
using tournament::Shard;

Config small_config() {
    Config config;
    config.tournament.name = "small";
    config.tournament.rules = {*preset("playboard"), *preset("la-plaza-1v1")};
    config.tournament.entrants = entrants({"random", "greedy-heavy", "doubles-first"});
    config.tournament.matches = 60;
    config.tournament.seed = 7;
    config.tournament.adjust = true;
    return config;
}

Outcome play(const Config& config, RunOptions options = {}) {
    options.threads = 2;
    return tournament::run(config.tournament, StrategyTable::builtin(), options);
}

SavedRun saved(const Config& config, const Outcome& outcome, const Shard& shard = {}) {
    return {io::run_identity(config, shard, "signature"), outcome};
}

std::vector<Counts> all_counts(const Outcome& outcome) {
    std::vector<Counts> all;
    for (const tournament::Tally& tally : outcome.tallies) {
        Counts of = counts(tally);
        // What CountList does not name.
        for (std::size_t i = 0; i < tally.pairings().size(); ++i) {
            std::size_t number = 0;
            for (const auto& [deals, block] : tally.pairings()[i].blocks.all()) {
                CountList list(of, "pairing " + std::to_string(i) + " block " + std::to_string(number++) + ' ');
                list.add("shares", block.shares);
                list.add("margin", block.margin);
                list.add("rounds", block.rounds);
            }
            tournament::LuckSums luck = tally.pairings()[i].luck;
            CountList list(of, "pairing " + std::to_string(i) + ' ');
            for (tournament::Moments& part : luck) {
                tournament::Moments::each_count(
                    [&](tournament::Int128 count) { list.add("luck " + std::to_string(number++), count); }, part);
            }
            for (const std::int64_t count : tally.pairings()[i].deals_by_shares) {
                of["pairing " + std::to_string(i) + " shares " + std::to_string(number++)] = std::to_string(count);
            }
        }
        all.push_back(std::move(of));
    }
    return all;
}

/// A file with this text, removed again.
class File {
public:
    explicit File(const std::string& text) { std::ofstream(name_, std::ios::binary) << text; }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() { std::remove(name_.c_str()); }
    const std::string& name() const { return name_; }

private:
    std::string name_ = ::testing::TempDir() + "balak-" + std::to_string(getpid()) + "-" +
                        ::testing::UnitTest::GetInstance()->current_test_info()->name() + ".checkpoint";
};

/// The sentence with which something is refused; empty if it is not.
template <class F>
std::string refusal(const F& f) {
    try {
        f();
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

ShardRun shard_of(const Config& config, std::uint64_t number, std::uint64_t count) {
    RunOptions options;
    options.shard = {number - 1, count};
    const SavedRun run = saved(config, play(config, options), options.shard);
    const std::string name = std::to_string(number) + ".json";
    return io::read_shard(to_json(run, io::shard_schema), config, name, "");
}

TEST(Checkpoint, GivesTheVeryCountsAgain) {
    const Config config = small_config();
    Outcome outcome = play(config);
    outcome.targets = {"avx2", "sse4"};
    outcome.rounds_in_slices = 12345;
    const SavedRun read =
        io::read_saved_run(io::parse_json(to_json(saved(config, outcome), io::checkpoint_schema).dump(), "x"),
                           io::checkpoint_schema, config, "x");
    EXPECT_EQ(all_counts(read.outcome), all_counts(outcome));
    EXPECT_EQ(read.outcome.stopped, outcome.stopped);
    EXPECT_EQ(read.outcome.complete, outcome.complete);
    EXPECT_EQ(read.outcome.seconds, outcome.seconds);
    EXPECT_EQ(read.outcome.targets, outcome.targets);
    EXPECT_EQ(read.outcome.rounds_in_slices, outcome.rounds_in_slices);
}

TEST(Checkpoint, KeepsCountsBeyond64Bits) {
    const Config config = small_config();
    Outcome outcome = play(config);
    // Doubling sums of squares 60 times takes them beyond 2^64, and the others less far.
    tournament::Tally& tally = outcome.tallies.front();
    const tournament::Int128 before = tally.pairings()[0].deals.margin_squared;
    tournament::Tally::each_count(
        []<class T>(T& count) {
            if constexpr (sizeof(T) == sizeof(tournament::Int128)) {
                count *= -(tournament::Int128{1} << 60);
            }
        },
        tally);
    ASSERT_EQ(text(tally.pairings()[0].deals.margin_squared), text(-before * (tournament::Int128{1} << 60)));
    ASSERT_GT(before, 16);
    const SavedRun read =
        io::read_saved_run(to_json(saved(config, outcome), io::checkpoint_schema), io::checkpoint_schema, config, "x");
    EXPECT_EQ(all_counts(read.outcome), all_counts(outcome));
}

TEST(Checkpoint, KeepsWhereAStoppingRuleStands) {
    const Config config = small_config();
    Outcome outcome = play(config);
    tournament::PairingStop stop;
    stop.looks = 12;
    stop.decision = tournament::Decision::h1;
    stop.llr = 1.0 / 3;
    stop.lower_bound = -std::numeric_limits<double>::infinity();
    stop.up = {3, 0.1, 5e-324, 1.7e308};
    stop.high = std::nextafter(2.0, 3.0);
    outcome.stops = {{{}, stop, {}}, {}};
    outcome.stopped[0] = true;
    const Json json = io::parse_json(to_json(saved(config, outcome), io::checkpoint_schema).dump(), "x");
    const SavedRun read = io::read_saved_run(json, io::checkpoint_schema, config, "x");
    ASSERT_EQ(read.outcome.stops.size(), 2U);
    ASSERT_EQ(read.outcome.stops[0].size(), 3U);
    const tournament::PairingStop& again = read.outcome.stops[0][1];
    EXPECT_EQ(again.looks, stop.looks);
    EXPECT_EQ(again.decision, stop.decision);
    EXPECT_EQ(again.llr, stop.llr);
    EXPECT_EQ(again.lower_bound, stop.lower_bound);
    EXPECT_EQ(again.up.count, stop.up.count);
    EXPECT_EQ(again.up.record, stop.up.record);
    EXPECT_EQ(again.up.sum, stop.up.sum);
    EXPECT_EQ(again.up.squares, stop.up.squares);
    EXPECT_EQ(again.high, stop.high);
    EXPECT_EQ(read.outcome.stopped, outcome.stopped);
}

TEST(Checkpoint, ARunGoesOnFromEveryCommitToTheSameCounts) {
    const Config config = small_config();
    std::vector<Json> checkpoints;
    RunOptions options;
    options.committed = [&](const Outcome& so_far) {
        checkpoints.push_back(to_json(saved(config, so_far), io::checkpoint_schema));
    };
    const std::vector<Counts> whole = all_counts(play(config, options));
    ASSERT_GT(checkpoints.size(), 4U);
    for (const Json& checkpoint : checkpoints) {
        const SavedRun read = io::read_saved_run(checkpoint, io::checkpoint_schema, config, "x");
        RunOptions going_on;
        going_on.resumed = &read.outcome;
        ASSERT_EQ(all_counts(play(config, going_on)), whole);
    }
}

TEST(Checkpoint, TornAnywhereOrWithAChangedByteItIsRefused) {
    Config config = small_config();
    config.tournament.rules.resize(1);
    config.tournament.entrants.resize(2);
    config.tournament.matches = 2;
    const SavedRun run = saved(config, play(config));
    const std::string text = to_json(run, io::checkpoint_schema).dump() + '\n';
    const auto read = [&](const std::string& bytes) {
        const File file(bytes);
        return refusal([&] { io::read_checkpoint(file.name(), config, run.identity); });
    };
    EXPECT_EQ(read(text), "");
    for (std::size_t length = 0; length + 1 < text.size(); length += 37) {
        ASSERT_NE(read(text.substr(0, length)), "") << length;
    }
    for (std::size_t place = 0; place + 1 < text.size(); place += 41) {
        std::string changed = text;
        changed[place] = changed[place] == '1' ? '2' : '1';
        ASSERT_NE(read(changed), "") << place;
    }
    EXPECT_NE(read("{}").find("no checkpoint of balak"), std::string::npos);
    EXPECT_NE(read(to_json(run, io::shard_schema).dump()).find("no checkpoint of balak"), std::string::npos);
    EXPECT_NE(read(to_json(run, "balak.checkpoint/999").dump()).find("another version of balak"), std::string::npos);
}

TEST(Checkpoint, OfAnotherRunItIsRefusedWithWhatDiffers) {
    const Config config = small_config();
    const File file(to_json(saved(config, play(config)), io::checkpoint_schema).dump());
    const auto read = [&](const Config& other, const Shard& shard = {}, const std::string& signature = "signature") {
        return refusal([&] { io::read_checkpoint(file.name(), other, io::run_identity(other, shard, signature)); });
    };
    EXPECT_EQ(read(config), "");
    Config same = config;
    same.threads = 5;
    same.results = "elsewhere.json";
    EXPECT_EQ(read(same), "");
    const std::string beginning = file.name() + ": the checkpoint is of another run: ";
    Config other = config;
    other.tournament.seed = 8;
    EXPECT_EQ(read(other), beginning + "\"seed\" is 7 there and 8 here");
    other = config;
    other.tournament.entrants[1] = entrant("tile-counting");
    EXPECT_EQ(read(other), beginning + R"("strategies[1].name" is "greedy-heavy" there and "tile-counting" here)");
    other = config;
    other.tournament.rules[0].match.target = 50;
    EXPECT_NE(read(other).find("rules[0]"), std::string::npos) << read(other);
    other = config;
    other.records = "x.jsonl";
    EXPECT_EQ(read(other), beginning + "\"record_matches\" is 0 there and 100 here");
    EXPECT_EQ(read(config, {1, 3}), beginning + "\"shard.number\" is 1 there and 2 here");
    EXPECT_NE(read(config, {}, "other").find("plays otherwise"), std::string::npos);
}

TEST(Shards, MergedInAnyOrderAreTheWholeRun) {
    Config config = small_config();
    config.tournament.matches = 61; // 31 deals do not part evenly
    for (const Format format : {Format::round_robin, Format::gauntlet, Format::free_for_all}) {
        config.tournament.format = format;
        const std::vector<Counts> whole = all_counts(play(config));
        for (const std::uint64_t count : {1U, 2U, 3U, 40U}) {
            std::vector<ShardRun> shards;
            for (std::uint64_t number = count; number >= 1; --number) {
                shards.push_back(shard_of(config, number, count));
            }
            const Outcome outcome = io::merged(io::ordered_shards(std::move(shards)));
            EXPECT_TRUE(outcome.complete);
            EXPECT_EQ(all_counts(outcome), whole) << count << " shards";
        }
    }
}

TEST(Shards, ThoseThatDoNotMakeAWholeAreRefused) {
    const Config config = small_config();
    Config other = config;
    other.tournament.seed = 8;
    const auto merge = [](std::vector<ShardRun> shards) {
        return refusal([&] { io::ordered_shards(std::move(shards)); });
    };
    const ShardRun one = shard_of(config, 1, 3);
    const ShardRun two = shard_of(config, 2, 3);
    const ShardRun three = shard_of(config, 3, 3);
    EXPECT_EQ(merge({three, one, two}), "");
    EXPECT_EQ(merge({one, three}), "shard 2/3 is missing: 2 of 3 are there");
    EXPECT_EQ(merge({one, two}), "shard 3/3 is missing: 2 of 3 are there");
    EXPECT_EQ(merge({one, two, two, three}), "shard 2/3 is there twice: 2.json and 2.json");
    EXPECT_EQ(merge({one, two, shard_of(other, 3, 3)}),
              "3.json: it is of another run than 1.json: \"seed\" is 7 there and 8 here");
    EXPECT_EQ(merge({one, two, shard_of(config, 3, 4)}),
              "3.json is shard 3/4, but 1.json is shard 1/3: they are not of one division");
    ShardRun unfinished = three;
    unfinished.run.outcome.complete = false;
    EXPECT_EQ(merge({one, two, unfinished}),
              "3.json: shard 3/3 is incomplete; play it to its end with --shard 3/3 --resume");
    EXPECT_NE(merge({}), "");
}

TEST(Shards, OneWhoseConfigWasChangedIsRefused) {
    const Config config = small_config();
    const Json shard = to_json(saved(config, play(config)), io::shard_schema);
    Config other = config;
    other.tournament.matches = 62;
    EXPECT_EQ(refusal([&] { io::read_shard(shard, other, "1.json", ""); }),
              "1.json: the config was changed, it is not the shard's: \"matches\" is 60 there and 62 here");
    Json changed = shard;
    changed["state"]["tallies"][0]["counts"] = "1 2 3";
    EXPECT_EQ(refusal([&] { io::read_shard(changed, config, "1.json", ""); }),
              "1.json: the shard is torn or was changed: its checksum does not fit");
}

} // namespace
} // namespace balak::testing
