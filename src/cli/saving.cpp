#include "cli/saving.hpp"

#include "cli/outputs.hpp"
#include "cli/terminal.hpp"
#include "cli/user_error.hpp"
#include "io/bot_results.hpp"
#include "io/extension.hpp"
#include "io/place.hpp"
#include "io/reader.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace balak::cli {
namespace {

using tournament::Outcome;

/// Seconds between checkpoints. The tests want more of them than anybody else.
double checkpoint_seconds() {
    const char* const text = std::getenv("BALAK_CHECKPOINT_SECONDS");
    if (text == nullptr) {
        return 5;
    }
    double seconds = 0;
    const char* const end = text + std::strlen(text);
    const auto parsed = std::from_chars(text, end, seconds);
    if (parsed.ec != std::errc() || parsed.ptr != end || !(seconds >= 0) || seconds > 86'400) {
        throw UserError(fmt::format("BALAK_CHECKPOINT_SECONDS is \"{}\", expected seconds from 0 to 86400", text));
    }
    return seconds;
}

bool exists(const std::string& file) {
    std::error_code error;
    return std::filesystem::exists(std::filesystem::symlink_status(file, error));
}

} // namespace

Saving::Saving(const io::Config& config, const StrategyTable& strategies, const RunMode& mode,
               const io::OutputFile* results, const io::Extension* extension)
    : config_(config), strategies_(strategies), results_(results), shard_(mode.shard),
      extends_(extension != nullptr ? extension->digest : ""),
      pause_(std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(checkpoint_seconds()))),
      next_(start_ + pause_) {
    // Only the first shard plays the first deal as its own; a run that goes on from an earlier one plays none as its
    // own.
    if (shard_.number > 0 || extension != nullptr || io::has_bots(config.tournament)) {
        signature_ = io::signature(config.tournament, strategies);
    }
    if (results == nullptr || !results->place().is_file()) {
        if (mode.resume) {
            throw UserError(
                "--resume needs a results file: the checkpoint lies beside it; name one with --output FILE");
        }
        return;
    }
    file_ = checkpoint_of(config.results);
    look_for_checkpoint(mode);
    if (!config.records.empty() && !io::place_of(config.records).is_file()) {
        file_.clear();
    }
}

void Saving::look_for_checkpoint(const RunMode& mode) {
    if (!exists(file_)) {
        if (mode.resume) {
            say("there is no checkpoint {}; the run starts from the beginning", file_);
        }
        return;
    }
    if (mode.restart) {
        if (!io::is_checkpoint(file_)) {
            throw UserError(
                fmt::format("{}: it is no checkpoint of balak, so --restart does not throw it away", file_));
        }
        if (std::remove(file_.c_str()) != 0) {
            throw UserError(fmt::format("{}: cannot be removed: {}", file_, std::strerror(errno)));
        }
        return;
    }
    if (!mode.resume) {
        throw UserError(fmt::format("{}: an earlier run was interrupted and would be lost; --resume goes on with it, "
                                    "--restart throws it away, and another --output keeps it",
                                    file_));
    }
    if (!config_.records.empty() && !io::place_of(config_.records).is_file()) {
        throw UserError(fmt::format("{}: --resume cannot go on with records that go to no file; name a file with "
                                    "--records FILE",
                                    config_.records));
    }
    if (signature_.empty()) {
        signature_ = io::signature(config_.tournament, strategies_);
    }
    resumed_ = io::read_checkpoint(file_, config_, io::run_identity(config_, shard_, signature_, extends_));
}

void Saving::committed(const Outcome& outcome) {
    // The first commit of a run is one deal.
    if (signature_.empty()) {
        signature_ = io::digest(outcome.tallies.front());
    }
    if (!file_.empty() && Clock::now() >= next_) {
        save(outcome);
        next_ = Clock::now() + pause_;
    }
}

const std::string& Saving::signature() {
    if (signature_.empty()) {
        signature_ = io::signature(config_.tournament, strategies_);
    }
    return signature_;
}

io::SavedRun Saving::saved_run(const Outcome& outcome) {
    io::SavedRun run{io::run_identity(config_, shard_, signature(), extends_), outcome};
    if (records_ != nullptr) {
        WrittenRecords written = records_->written();
        run.record_bytes = written.bytes;
        run.record_digest = std::move(written.digest);
    }
    if (notes_ != nullptr) {
        WrittenRecords written = notes_->written();
        run.note_bytes = written.bytes;
        run.note_digest = std::move(written.digest);
    }
    return run;
}

void Saving::save(const Outcome& outcome) {
    try {
        io::SavedRun run = saved_run(outcome);
        run.outcome.complete = false;
        run.outcome.seconds = seconds_so_far();
        if (records_ != nullptr) {
            records_->sync();
        }
        if (notes_ != nullptr) {
            notes_->sync();
        }
        results_->write_beside(file_, io::json_text(to_json(run, io::checkpoint_schema), 1) + '\n');
        warned_ = false;
    } catch (const std::runtime_error& error) {
        // The run is worth more than its checkpoint, and the last good one is still there.
        if (!std::exchange(warned_, true)) {
            say("{}: the checkpoint cannot be written: {}; the run goes on", file_, error.what());
        }
    }
}

std::optional<std::string> Saving::finish(const Outcome& outcome, bool done) {
    if (file_.empty()) {
        return std::nullopt;
    }
    if (done) {
        // Last of all: killed before this, the run is gone on with and comes here again.
        std::error_code error;
        std::filesystem::remove(file_, error);
        return std::nullopt;
    }
    if (outcome.matches() > 0) {
        warned_ = false;
        save(outcome);
    }
    return exists(file_) ? std::optional(file_) : std::nullopt;
}

double Saving::seconds_so_far() const {
    return (resumed_ ? resumed_->outcome.seconds : 0) + std::chrono::duration<double>(Clock::now() - start_).count();
}

} // namespace balak::cli
