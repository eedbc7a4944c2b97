#include "cli/play.hpp"

#include "cli/bot_run.hpp"
#include "cli/outputs.hpp"
#include "cli/part_run.hpp"
#include "cli/report.hpp"
#include "cli/signals.hpp"
#include "cli/team_run.hpp"
#include "cli/terminal.hpp"
#include "cli/user_error.hpp"
#include "io/bot_results.hpp"
#include "io/reader.hpp"
#include "io/results.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace balak::cli {
namespace {

using tournament::Outcome;

/// Writes results where they should go; if that fails they go to standard output, so that nothing is lost. Returns
/// whether they are where they should be.
bool write_results(const io::OutputFile& results, const std::string& text) {
    try {
        results.write(text);
        return true;
    } catch (const std::runtime_error& error) {
        if (results.place().is_stdout()) {
            say("the results cannot be written to standard output: {}", error.what());
            return false;
        }
        say("{}: cannot be written: {}; the results go to standard output instead", results.name(), error.what());
    }
    try {
        io::write_all(STDOUT_FILENO, text, nullptr);
    } catch (const std::runtime_error& error) {
        say("the results cannot be written to standard output: {}", error.what());
    }
    return false;
}

/// What remains to be said of a run, and its exit code. `checkpoint`: where to go on from.
int conclude(const Outcome& outcome, bool written, const std::optional<std::string>& checkpoint) {
    if (!outcome.failure.empty()) {
        say("{}", outcome.failure);
    } else if (written && !outcome.complete) {
        say("interrupted; what was complete is reported");
    }
    if (checkpoint) {
        say("what was played is kept in {}; --resume goes on with it", *checkpoint);
    }
    return !outcome.failure.empty() || !written ? 1 : outcome.complete ? 0 : interrupted_status;
}

/// Whether there are results of an earlier run that are worth more than those of a run that played nothing.
bool is_better_kept(const io::OutputFile* results, const Outcome& outcome) {
    std::error_code error;
    return results != nullptr && results->place().is_file() && !outcome.complete && outcome.matches() == 0 &&
           std::filesystem::exists(results->place().path, error);
}

/// Throws UserError if a run cannot take anything from the results of an earlier one.
void require_extendable(const io::Config& config, const RunMode& mode, const Team& team) {
    if (mode.is_shard || !team.alone()) {
        throw UserError("--extend is given, but the run is played in parts: take the results of the whole run");
    }
    if (!config.records.empty()) {
        throw UserError("--extend is given, but records are wanted: what is taken from results has none; play it anew "
                        "for records");
    }
}

} // namespace

bool present(const io::Json& json, const io::Config& config, const Outcome& outcome, const io::OutputFile* results) {
    // Results come first: who reads the tables may be gone (`| head`).
    const bool written = results == nullptr || write_results(*results, io::json_text(json, 2) + '\n');
    const bool stdout_is_taken = config.results == "-" || config.records == "-" || config.notes == "-" || !written;
    std::FILE* const tables = stdout_is_taken ? stderr : stdout;
    put(tables, report(config, outcome));
    if (written && results != nullptr && config.results != "-") {
        put(tables, fmt::format("Results: {}\n", config.results));
    }
    if (!config.records.empty() && config.records != "-") {
        put(tables, fmt::format("Records: {}\n", config.records));
    }
    if (!config.notes.empty() && config.notes != "-") {
        put(tables, fmt::format("Notes: {}\n", config.notes));
    }
    if (json.contains("shard")) {
        const io::Json& which = json["shard"]["state"]["identity"]["shard"];
        put(tables, fmt::format("This is shard {} of {}; balak merge joins them.\n", which["number"].get<int>(),
                                which["of"].get<int>()));
    }
    return written;
}

int play(io::Config config, const StrategyTable& strategies, const RunMode& mode) {
    const Team team;
    if (!team.alone() && io::has_bots(config.tournament)) {
        throw UserError("bots cannot be played by several processes of mpirun; --shard divides a run by hand");
    }
    if (!team.alone() && mode.is_shard) {
        throw UserError("--shard is given, but mpirun has started several processes, which are shards already");
    }
    if ((!team.alone() || mode.is_shard) && config.tournament.stop) {
        throw UserError("a run that may stop early cannot be played in parts: it looks at all deals in their order");
    }
    if (!mode.extend.empty()) {
        require_extendable(config, mode, team);
    }
    require_different(config, mode.log);
    introduce_bots(config, mode);
    stop_on_signals();
    if (!team.alone()) {
        return play_in_team(config, strategies, mode, team);
    }
    std::optional<io::Extension> extension;
    if (!mode.extend.empty()) {
        extension = io::read_extension(mode.extend, config, strategies);
    }
    PartRun part(config, strategies, mode, extension ? &*extension : nullptr);
    const Outcome outcome = part.play(true);
    if (is_better_kept(part.results(), outcome)) {
        say("{}: nothing was played, it stays as it was", config.results);
        return conclude(outcome, outcome.failure.empty(), part.saving().finish(outcome, false));
    }
    io::Json json = io::results_json(config, outcome);
    if (mode.is_shard) {
        json["shard"] = to_json(part.saving().saved_run(outcome), io::shard_schema);
    } else {
        io::add_counts(json, config, outcome, part.saving().signature());
    }
    const bool written = present(json, config, outcome, part.results());
    const bool done = written && outcome.complete;
    return conclude(outcome, written, part.saving().finish(outcome, done));
}

} // namespace balak::cli
