#include "cli/play.hpp"

#include "cli/progress.hpp"
#include "cli/report.hpp"
#include "cli/user_error.hpp"
#include "io/file.hpp"
#include "io/record.hpp"
#include "io/results.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <limits>
#include <memory>

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

/// Lets the first SIGINT or SIGTERM stop the run in order. The second one ends the program as usual.
void stop_on_signals() {
    struct sigaction action {};
    action.sa_handler = &request_stop;
    action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

/// Where records go: a file, or standard output for `-`. They are written as they come, for they may be many.
class RecordOutput {
public:
    explicit RecordOutput(const std::string& file)
        : file_(file), stream_(file == "-" ? stdout : std::fopen(file.c_str(), "wb"), &close) {
        if (!stream_) {
            throw UserError(fmt::format("{}: cannot be written: {}", file, std::strerror(errno)));
        }
    }
    void write(std::string_view lines) {
        if (std::fwrite(lines.data(), 1, lines.size(), stream_.get()) != lines.size() ||
            std::fflush(stream_.get()) != 0) {
            throw std::runtime_error(fmt::format("{}: records cannot be written: {}", file_, std::strerror(errno)));
        }
    }

private:
    static int close(std::FILE* stream) { return stream == stdout ? 0 : std::fclose(stream); }

    std::string file_;
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream_;
};

/// Whether two paths lead to the same file, there or not.
bool is_same_file(const std::string& one, const std::string& other) {
    namespace fs = std::filesystem;
    std::error_code error;
    const auto whole = [&](const std::string& file) { return fs::weakly_canonical(fs::absolute(file, error), error); };
    return !one.empty() && !other.empty() && (one == other || whole(one) == whole(other));
}

/// Throws UserError if results and records would overwrite each other.
void require_different(const std::string& results, const std::string& records) {
    std::error_code error;
    // What both may go to is something like /dev/null.
    if (is_same_file(results, records) && (results == "-" || !std::filesystem::is_character_file(results, error))) {
        throw UserError(fmt::format("{}: results and records cannot both go there; name two files", results));
    }
}

/// Writes results where the config says; if that fails they go to stdout, so that nothing is lost. Returns whether
/// they are where they should be.
bool write_results(const io::Config& config, const Outcome& outcome) {
    const std::string text =
        io::results_json(config, outcome).dump(2, ' ', false, io::Json::error_handler_t::replace) + '\n';
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
        "at most so many matches of each pairing are recorded (100)");
}

void require_config_kept(const std::string& file, const io::Config& config) {
    for (const std::string& output : {config.results, config.records}) {
        if (is_same_file(file, output)) {
            throw UserError(fmt::format("{}: the output would overwrite the config; name another file", output));
        }
    }
}

void apply_play_options(const po::variables_map& values, io::Config& config) {
    constexpr std::uint64_t most_matches = 1'000'000'000'000;
    if (const auto matches = integer_option(values, "matches", 1, most_matches)) {
        config.tournament.matches = *matches;
    }
    if (const auto seed = integer_option(values, "seed", 0, std::numeric_limits<std::uint64_t>::max())) {
        config.tournament.seed = *seed;
    }
    if (const auto threads = integer_option(values, "threads", 0, 1024)) {
        config.threads = static_cast<int>(*threads);
    }
    config.results = text_option(values, "output").value_or(config.results);
    if (const auto records = text_option(values, "records")) {
        if (records->empty()) {
            throw UserError("--records is \"\", expected the path of a file");
        }
        config.records = *records;
    }
    if (const auto matches = integer_option(values, "record-matches", 1, most_matches)) {
        if (config.records.empty()) {
            throw UserError("--record-matches is given, but --records is not: there is no file to write them to");
        }
        config.record_matches = *matches;
    }
}

int play(const io::Config& config, const StrategyTable& strategies) {
    const auto& tournament = config.tournament;
    if (!config.records.empty()) {
        require_different(config.results, config.records);
    }
    if (!config.results.empty() && config.results != "-") {
        io::require_writable(config.results);
    }
    std::unique_ptr<RecordOutput> records;
    std::vector<std::string> names;
    std::vector<std::string> record_rules;
    for (const RuleSet& rules : tournament.rules) {
        names.push_back(describe(rules));
        record_rules.push_back(io::record_rules(rules));
    }
    ProgressLine progress(names);

    RunOptions options;
    options.threads = config.threads;
    options.stop = &stop_requested;
    options.report = [&](const tournament::Progress& now) { progress.show(now); };
    if (!config.records.empty()) {
        if (config.records != "-") {
            io::require_writable(config.records);
        }
        records = std::make_unique<RecordOutput>(config.records);
        options.record_matches = config.record_matches;
        options.write_records = [&](std::string_view lines) { records->write(lines); };
        options.format_record = [&](const RecordedRound& played, std::string& out) {
            io::append_record(out, {played.round, played.deal, played.result, played.match_after, played.match,
                                    record_rules[played.rule_set], played.entrants});
        };
    }
    stop_on_signals();
    const Outcome outcome = tournament::run(tournament, strategies, options);
    progress.clear();

    // Results come first: who reads the tables may be gone (`| head`).
    const bool written = config.results.empty() || write_results(config, outcome);
    const bool stdout_is_taken = config.results == "-" || config.records == "-" || !written;
    std::FILE* const tables = stdout_is_taken ? stderr : stdout;
    fmt::print(tables, "{}", report(config, outcome));
    if (written && !config.results.empty() && config.results != "-") {
        fmt::print(tables, "Results: {}\n", config.results);
    }
    if (records && config.records != "-") {
        fmt::print(tables, "Records: {}\n", config.records);
    }
    if (!outcome.failure.empty()) {
        fmt::print(stderr, "balak: {}\n", outcome.failure);
        return 1;
    }
    if (!written) {
        return 1;
    }
    if (!outcome.complete) {
        fmt::print(stderr, "balak: interrupted; what was complete is reported\n");
        return interrupted_status;
    }
    return 0;
}

} // namespace balak::cli
