#include "cli/play_options.hpp"

#include "cli/outputs.hpp"
#include "cli/target.hpp"
#include "cli/user_error.hpp"
#include "io/limits.hpp"
#include "io/stop_config.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>

namespace balak::cli {
namespace {

/// The `2/3` of --shard.
tournament::Shard read_shard_option(const std::string& text) {
    constexpr std::uint64_t most = 1'000'000;
    const char* const end = text.data() + text.size();
    std::uint64_t number = 0;
    std::uint64_t count = 0;
    const auto first = std::from_chars(text.data(), end, number);
    if (first.ec == std::errc() && first.ptr != end && *first.ptr == '/') {
        const auto second = std::from_chars(first.ptr + 1, end, count);
        if (second.ec == std::errc() && second.ptr == end && number >= 1 && number <= count && count <= most) {
            return {number - 1, count};
        }
    }
    throw UserError(fmt::format("--shard is {}, expected I/N, part I (from 1 to N) of N", io::quoted(text)));
}

} // namespace

void add_play_options(po::options_description& options) {
    options.add_options()("matches", po::value<std::string>()->value_name("N"),
                          "matches of each pairing, all legs counted, rounded up to whole deals")(
        "seed", po::value<std::string>()->value_name("N"), "64-bit seed: the same seed gives the same statistics")(
        "threads", po::value<std::string>()->value_name("N"), "threads to play on; 0: one for each core")(
        "output", po::value<std::string>()->value_name("FILE"), "write results JSON here; -: to standard output")(
        "records", po::value<std::string>()->value_name("FILE"),
        "write the first matches as game records here; -: to standard output")(
        "record-matches", po::value<std::string>()->value_name("N"),
        fmt::format("at most so many matches of each pairing are recorded ({})", io::Config().record_matches).c_str())(
        "stop", po::value<std::string>()->value_name("RULE"),
        "end once this is decided, after --matches at the latest: sprt:h0=0,h1=5 (normalized Elo), "
        "sprt:measure=points,h0=0,h1=0.5 (points a round), confidence-sequence (who is better), "
        "confidence-sequence:width=5 (points a match, so narrow); none")(
        "adjust", "also estimate with the luck of the draws taken off; playing takes somewhat longer")(
        "notes", po::value<std::string>()->value_name("FILE"),
        "write what bots say with their moves in the recorded matches here")(
        "log", po::value<std::string>()->value_name("FILE"), "keep every line to and from bots here")(
        "allow-irreproducible", "go on with, or play a part of, a run with bots that may play otherwise next time")(
        "extend", po::value<std::string>()->value_name("RESULTS.json"),
        "take from the results of an earlier run what they have of this one, and play only the rest: new strategies, "
        "more matches")("resume", "go on with an interrupted run from the checkpoint beside its results file")(
        "restart", "throw the checkpoint of an interrupted run away and begin anew")(
        "shard", po::value<std::string>()->value_name("I/N"),
        "play part I of N, from 1 to N; `balak merge` joins them");
    add_target_option(options);
}

void apply_play_options(const po::variables_map& values, io::Config& config, StrategyTable& strategies) {
    strategies.play_on(target_option(values));
    if (const auto matches = integer_option(values, "matches", 1, io::limits::matches)) {
        config.tournament.matches = *matches;
    }
    if (const auto seed = integer_option(values, "seed", 0, std::numeric_limits<std::uint64_t>::max())) {
        config.tournament.seed = *seed;
    }
    config.tournament.adjust = config.tournament.adjust || values.count("adjust") > 0;
    io::require_luck(config.tournament, "--adjust");
    if (const auto stop = text_option(values, "stop")) {
        config.tournament.stop.reset();
        if (*stop != "none") {
            config.tournament.stop = io::named_stop(*stop, "--stop");
        }
    }
    if (const auto threads = integer_option(values, "threads", 0, io::limits::threads)) {
        config.threads = static_cast<int>(*threads);
    }
    config.results = text_option(values, "output").value_or(config.results);
    if (const auto records = text_option(values, "records")) {
        if (records->empty()) {
            throw UserError("--records is \"\", expected the path of a file");
        }
        config.records = *records;
    }
    if (const auto matches = integer_option(values, "record-matches", 1, io::limits::matches)) {
        if (config.records.empty()) {
            throw UserError("--record-matches is given, but --records is not: there is no file to write them to");
        }
        config.record_matches = *matches;
    }
    if (const auto notes = text_option(values, "notes")) {
        if (notes->empty() || config.records.empty()) {
            throw UserError(notes->empty() ? "--notes is \"\", expected the path of a file"
                                           : "--notes is given, but --records is not: notes are of recorded matches");
        }
        config.notes = *notes;
    }
    name_standard_output(config);
}

RunMode apply_run_mode(const po::variables_map& values, io::Config& config) {
    RunMode mode;
    mode.resume = values.count("resume") > 0;
    mode.restart = values.count("restart") > 0;
    mode.allow_irreproducible = values.count("allow-irreproducible") > 0;
    mode.log = text_option(values, "log").value_or("");
    mode.extend = text_option(values, "extend").value_or("");
    if (mode.resume && mode.restart) {
        throw UserError("--resume and --restart are both given: going on and beginning anew exclude each other");
    }
    if (const auto shard = text_option(values, "shard")) {
        mode.shard = read_shard_option(*shard);
        mode.is_shard = true;
        // Files that the user has not named for this shard would be those of all shards.
        if (values.count("output") == 0) {
            config.results = part_of(config.results, mode.shard);
        }
        if (values.count("records") == 0) {
            config.records = part_of(config.records, mode.shard);
        }
        if (values.count("notes") == 0) {
            config.notes = part_of(config.notes, mode.shard);
        }
        if (config.results.empty()) {
            throw UserError("--shard needs a results file to be merged later; name one with --output FILE");
        }
    }
    return mode;
}

} // namespace balak::cli
