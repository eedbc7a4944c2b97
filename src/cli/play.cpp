#include "cli/play.hpp"

#include "cli/bot_run.hpp"
#include "cli/progress.hpp"
#include "cli/record_output.hpp"
#include "cli/record_parts.hpp"
#include "cli/report.hpp"
#include "cli/target.hpp"
#include "cli/team.hpp"
#include "cli/user_error.hpp"
#include "io/bot_results.hpp"
#include "io/checkpoint.hpp"
#include "io/file.hpp"
#include "io/limits.hpp"
#include "io/record.hpp"
#include "io/results.hpp"
#include "io/stop_config.hpp"
#include "tournament/sequential.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <limits>
#include <optional>

namespace balak::cli {
namespace {

using tournament::Outcome;
using tournament::RecordedRound;
using tournament::RunOptions;

constexpr int interrupted_status = 130;

/// Set by the first Ctrl-C. A signal handler reaches nothing but a global.
std::atomic<bool> stop_requested = false;
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void request_stop(int) {
    stop_requested.store(true);
    constexpr char text[] = "\nStopping after the deals that are being played; once more to quit at once.\n";
    [[maybe_unused]] const ssize_t ignored = write(STDERR_FILENO, text, sizeof text - 1);
}

/// Lets the first SIGINT, SIGTERM or SIGHUP stop the run in order. The second one ends the program as usual.
void stop_on_signals() {
    struct sigaction action {};
    action.sa_handler = &request_stop;
    action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    // A terminal that closes stops it too, unless it was started to outlive that (nohup).
    struct sigaction hangup {};
    sigaction(SIGHUP, nullptr, &hangup);
    if (hangup.sa_handler != SIG_IGN) {
        sigaction(SIGHUP, &action, nullptr);
    }
}

/// Throws UserError if results and records would overwrite each other.
void require_different(const std::string& results, const std::string& records) {
    std::error_code error;
    // What both may go to is something like /dev/null.
    if (io::is_same_file(results, records) && (results == "-" || !std::filesystem::is_character_file(results, error))) {
        throw UserError(fmt::format("{}: results and records cannot both go there; name two files", results));
    }
    if (!results.empty() && io::is_same_file(results + ".checkpoint", records)) {
        throw UserError(
            fmt::format("{}: the checkpoint of the run goes there; name another file for the records", records));
    }
}

/// Writes results where the config says; if that fails they go to stdout, so that nothing is lost. Returns whether
/// they are where they should be.
bool write_results(const io::Config& config, const Outcome& outcome, const io::SavedRun* shard) {
    io::Json json = io::results_json(config, outcome);
    if (shard != nullptr) {
        json["shard"] = to_json(*shard, io::shard_schema);
    }
    const std::string text = io::json_text(json, 2) + '\n';
    const bool to_stdout = config.results == "-";
    if (!to_stdout) {
        try {
            io::write_file(config.results, text);
            return true;
        } catch (const std::runtime_error& error) {
            fmt::print(stderr, "balak: {}: cannot be written: {}; the results go to standard output instead\n",
                       config.results, error.what());
        }
    }
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (!written) {
        fmt::print(stderr, "balak: the results cannot be written to standard output: {}\n", std::strerror(errno));
    }
    return to_stdout && written;
}

/// `results/a.json` of part 2 of 3: `results/a.2-of-3.json`. Standard output, devices and no file at all stay.
std::string part_of(const std::string& file, const tournament::Shard& shard) {
    if (file.empty() || file == "-" || io::is_special(file)) {
        return file;
    }
    const std::filesystem::path path(file);
    const std::string name =
        fmt::format("{}.{}-of-{}{}", path.stem().string(), shard.number + 1, shard.count, path.extension().string());
    return (path.parent_path() / name).string();
}

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

/// Plays a part of a run and keeps it safe.
class PartRun {
public:
    PartRun(const io::Config& config, const StrategyTable& strategies, const RunMode& mode)
        : config_(config), strategies_(strategies), mode_(mode), saving_(config, strategies, mode),
          bots_(config, mode) {
        if (config.records.empty()) {
            return;
        }
        if (config.records != "-") {
            io::require_writable(config.records);
        }
        if (saving_.resumed() != nullptr) {
            records_.emplace(config.records, saving_.resumed()->record_bytes);
        } else {
            records_.emplace(config.records);
        }
        saving_.keep_records(*records_);
        if (!config.notes.empty()) {
            if (saving_.resumed() != nullptr) {
                notes_.emplace(config.notes, saving_.resumed()->note_bytes);
            } else {
                notes_.emplace(config.notes);
            }
            saving_.keep_notes(*notes_);
        }
    }

    /// `shows`: whether it shows its progress.
    Outcome play(bool shows) {
        std::vector<std::string> names;
        std::vector<std::string> record_rules;
        for (const RuleSet& rules : config_.tournament.rules) {
            names.push_back(describe(rules));
            record_rules.push_back(io::record_rules(rules));
        }
        RunOptions options;
        options.threads = config_.threads;
        options.shard = mode_.shard;
        options.stop = &stop_requested;
        if (config_.tournament.stop) {
            options.stopping_rule = tournament::stopping_rule(config_.tournament);
        }
        options.committed = [&](const Outcome& outcome) { saving_.committed(outcome); };
        const Outcome* const resumed = saving_.resumed() != nullptr ? &saving_.resumed()->outcome : nullptr;
        options.resumed = resumed;
        ProgressLine progress(names, resumed != nullptr ? resumed->seconds : 0);
        if (shows) {
            options.report = [&](const tournament::Progress& now) {
                progress.show(now, [&] { return bots_.slowest(); });
            };
        }
        bots_.take_part(options);
        if (records_) {
            options.record_matches = config_.record_matches;
            options.write_records = [&](std::string_view lines) { records_->write(lines); };
            if (notes_) {
                options.write_notes = [&](std::string_view lines) { notes_->write(lines); };
            }
            options.format_record = [&](const RecordedRound& played, std::string& out) {
                io::append_record(out, {played.round, played.deal, played.result, played.match_after, played.match,
                                        record_rules[played.rule_set], played.entrants});
            };
        }
        Outcome outcome = tournament::run(config_.tournament, strategies_, options);
        progress.clear();
        bots_.tell(outcome);
        return outcome;
    }

    Saving& saving() { return saving_; }

private:
    const io::Config& config_;
    const StrategyTable& strategies_;
    RunMode mode_;
    Saving saving_;
    BotRun bots_;
    std::optional<RecordOutput> records_;
    std::optional<RecordOutput> notes_;
};

/// What remains to be said of a run, and its exit code. `checkpoint`: where to go on from.
int conclude(const Outcome& outcome, bool written, const std::optional<std::string>& checkpoint) {
    if (!outcome.failure.empty()) {
        fmt::print(stderr, "balak: {}\n", outcome.failure);
    } else if (written && !outcome.complete) {
        fmt::print(stderr, "balak: interrupted; what was complete is reported\n");
    }
    if (checkpoint) {
        fmt::print(stderr, "balak: what was played is kept in {}; --resume goes on with it\n", *checkpoint);
    }
    return !outcome.failure.empty() || !written ? 1 : outcome.complete ? 0 : interrupted_status;
}

/// Results, tables, and where they are. Returns whether the results are where they should be.
bool present(const io::Config& config, const Outcome& outcome, const io::SavedRun* shard) {
    // Results come first: who reads the tables may be gone (`| head`).
    const bool written = config.results.empty() || write_results(config, outcome, shard);
    const bool stdout_is_taken = config.results == "-" || config.records == "-" || !written;
    std::FILE* const tables = stdout_is_taken ? stderr : stdout;
    fmt::print(tables, "{}", report(config, outcome));
    if (written && !config.results.empty() && config.results != "-") {
        fmt::print(tables, "Results: {}\n", config.results);
    }
    if (!config.records.empty() && config.records != "-") {
        fmt::print(tables, "Records: {}\n", config.records);
    }
    if (!config.notes.empty() && config.notes != "-") {
        fmt::print(tables, "Notes: {}\n", config.notes);
    }
    if (shard != nullptr) {
        const io::Json& which = shard->identity["shard"];
        fmt::print(tables, "This is shard {} of {}; balak merge joins them.\n", which["number"].get<int>(),
                   which["of"].get<int>());
    }
    return written;
}

/// Process 0 of several: joins what all have played. Returns the exit code.
int join_team(const io::Config& config, const Team& team, const std::vector<std::string>& texts) {
    std::vector<io::ShardRun> shards;
    std::vector<RecordPart> parts;
    Outcome whole;
    whole.complete = true;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::string name = fmt::format("process {}", i);
        const std::string records = part_of(config.records, {i, texts.size()});
        shards.push_back(io::read_shard(io::parse_json(texts[i], name), config, name, records));
        const io::SavedRun& run = shards.back().run;
        parts.push_back({records, run.record_bytes});
        whole.complete = whole.complete && run.outcome.complete;
        whole.failure = whole.failure.empty() ? run.outcome.failure : whole.failure;
    }
    if (!whole.complete) {
        // The parts do not begin at the same deal: there is nothing whole to report.
        fmt::print(stderr, "balak: the run of {} processes is not complete; --resume with as many goes on with it\n",
                   team.size());
        return whole.failure.empty() ? interrupted_status : 1;
    }
    shards = io::ordered_shards(std::move(shards));
    if (!config.records.empty()) {
        join_records(parts, config.records);
    }
    return present(config, io::merged(shards), nullptr) ? 0 : 1;
}

/// Plays a config together with the other processes that mpirun has started.
int play_in_team(const io::Config& config, const StrategyTable& strategies, RunMode mode, const Team& team) {
    if (config.records == "-") {
        throw UserError("several processes cannot record to standard output; name a file with --records FILE");
    }
    mode.shard = {static_cast<std::uint64_t>(team.number()), static_cast<std::uint64_t>(team.size())};
    io::Config own = config;
    own.results = part_of(config.results, mode.shard);
    own.records = part_of(config.records, mode.shard);
    PartRun part(own, strategies, mode);
    const Outcome outcome = part.play(team.number() == 0);
    if (!outcome.failure.empty()) {
        fmt::print(stderr, "balak: process {}: {}\n", team.number(), outcome.failure);
    }
    // From here on process 0 may fail.
    part.saving().finish(outcome, false);
    const std::string text = io::json_text(to_json(part.saving().saved_run(outcome), io::shard_schema), -1);
    const std::vector<std::string> texts = team.gather(text);
    const int status = team.broadcast(team.number() == 0 ? join_team(config, team, texts) : 0);
    if (status == 0) {
        part.saving().finish(outcome, true);
        if (!own.records.empty() && own.records != config.records) {
            std::error_code error;
            std::filesystem::remove(own.records, error);
        }
    }
    return status;
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
        "resume", "go on with an interrupted run from the checkpoint beside its results file")(
        "restart", "throw the checkpoint of an interrupted run away and begin anew")(
        "shard", po::value<std::string>()->value_name("I/N"),
        "play part I of N, from 1 to N; `balak merge` joins them");
    add_target_option(options);
}

void require_config_kept(const std::string& file, const io::Config& config) {
    for (const std::string& output : {config.results, config.records, config.notes}) {
        if (!output.empty() && io::is_same_file(file, output)) {
            throw UserError(fmt::format("{}: the output would overwrite the config; name another file", output));
        }
    }
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
    if (const auto notes = text_option(values, "notes")) {
        if (notes->empty() || config.records.empty()) {
            throw UserError(notes->empty() ? "--notes is \"\", expected the path of a file"
                                           : "--notes is given, but --records is not: notes are of recorded matches");
        }
        config.notes = *notes;
    }
    if (const auto matches = integer_option(values, "record-matches", 1, io::limits::matches)) {
        if (config.records.empty()) {
            throw UserError("--record-matches is given, but --records is not: there is no file to write them to");
        }
        config.record_matches = *matches;
    }
}

RunMode apply_run_mode(const po::variables_map& values, io::Config& config) {
    RunMode mode;
    mode.resume = values.count("resume") > 0;
    mode.restart = values.count("restart") > 0;
    mode.allow_irreproducible = values.count("allow-irreproducible") > 0;
    mode.log = text_option(values, "log").value_or("");
    if (mode.resume && mode.restart) {
        throw UserError("--resume and --restart are both given: going on and beginning anew exclude each other");
    }
    if (const auto shard = text_option(values, "shard")) {
        mode.shard = read_shard_option(*shard);
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

void require_outputs(const io::Config& config) {
    if (!config.records.empty()) {
        require_different(config.results, config.records);
        if (config.records != "-") {
            io::require_writable(config.records);
        }
    }
    if (!config.notes.empty()) {
        require_different(config.results, config.notes);
        require_different(config.records, config.notes);
        if (config.notes != "-") {
            io::require_writable(config.notes);
        }
    }
    if (!config.results.empty() && config.results != "-") {
        io::require_writable(config.results);
    }
}

int present(const io::Config& config, const Outcome& outcome) {
    return present(config, outcome, nullptr) ? 0 : 1;
}

int play(const io::Config& given, const StrategyTable& strategies, const RunMode& mode) {
    const Team team;
    if (!team.alone() && io::has_bots(given.tournament)) {
        throw UserError("bots cannot be played by several processes of mpirun; --shard divides a run by hand");
    }
    io::Config config = given;
    const bool parts = !team.alone() || mode.shard.count > 1;
    if (!team.alone() && mode.shard.count > 1) {
        throw UserError("--shard is given, but mpirun has started several processes, which are shards already");
    }
    if (parts && config.tournament.stop) {
        throw UserError("a run that may stop early cannot be played in parts: it looks at all deals in their order");
    }
    require_outputs(config);
    introduce_bots(config, mode);
    stop_on_signals();
    if (!team.alone()) {
        return play_in_team(config, strategies, mode, team);
    }
    PartRun part(config, strategies, mode);
    const Outcome outcome = part.play(true);
    std::error_code error;
    if (!outcome.failure.empty() && outcome.matches() == 0 && !io::is_special(config.results) &&
        std::filesystem::exists(config.results, error)) {
        // There is nothing to report that is worth the results of an earlier run.
        fmt::print(stderr, "balak: {}: nothing was played, it stays as it was\n", config.results);
        return conclude(outcome, false, part.saving().finish(outcome, false));
    }
    std::optional<io::SavedRun> shard;
    if (parts) {
        shard = part.saving().saved_run(outcome);
    }
    const bool written = present(config, outcome, shard ? &*shard : nullptr);
    const bool done = written && outcome.complete;
    return conclude(outcome, written, part.saving().finish(outcome, done));
}

} // namespace balak::cli
