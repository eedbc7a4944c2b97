#include "cli/part_run.hpp"

#include "cli/progress.hpp"
#include "cli/signals.hpp"
#include "cli/threads.hpp"
#include "io/record.hpp"
#include "tournament/sequential.hpp"

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace balak::cli {

using tournament::Outcome;
using tournament::RecordedRound;
using tournament::RunOptions;

namespace {

std::optional<io::OutputFile> results_of(const io::Config& config) {
    return config.results.empty() ? std::nullopt
                                  : std::optional<io::OutputFile>(std::in_place, config.results, &stop_requested());
}

} // namespace

PartRun::PartRun(const io::Config& config, const StrategyTable& strategies, const RunMode& mode,
                 const io::Extension* extension)
    : config_(config), strategies_(strategies), mode_(mode), extension_(extension), results_(results_of(config)),
      saving_(config, strategies, mode, results(), extension), bots_(config, mode) {
    if (config.records.empty()) {
        return;
    }
    for (const RuleSet& rules : config.tournament.rules) {
        record_rules_.push_back(io::record_rules(rules));
    }
    if (const io::SavedRun* const before = saving_.resumed()) {
        records_.emplace(config.records, stop_requested(), WrittenRecords{before->record_bytes, before->record_digest});
        if (!config.notes.empty()) {
            notes_.emplace(config.notes, stop_requested(), WrittenRecords{before->note_bytes, before->note_digest});
        }
    } else {
        records_.emplace(config.records, stop_requested());
        if (!config.notes.empty()) {
            notes_.emplace(config.notes, stop_requested());
        }
    }
    saving_.keep_records(*records_);
    if (notes_) {
        saving_.keep_notes(*notes_);
    }
}

Outcome PartRun::play(bool shows) {
    RunOptions options = this->options();
    std::vector<std::string> names;
    for (const RuleSet& rules : config_.tournament.rules) {
        names.push_back(describe(rules));
    }
    ProgressLine progress(names, options.resumed != nullptr ? options.resumed->seconds : 0);
    if (shows) {
        options.report = [&](const tournament::Progress& now) { progress.show(now, [&] { return bots_.slowest(); }); };
    }
    bots_.take_part(options);
    Outcome outcome = tournament::run(config_.tournament, strategies_, options);
    progress.clear();
    bots_.tell(outcome);
    finish(outcome, records_);
    finish(outcome, notes_);
    return outcome;
}

RunOptions PartRun::options() {
    RunOptions options;
    options.threads = available_threads(config_.threads);
    options.shard = mode_.shard;
    options.stop = &stop_requested();
    if (config_.tournament.stop) {
        options.stopping_rule = tournament::stopping_rule(config_.tournament);
    }
    options.committed = [this](const Outcome& outcome) { saving_.committed(outcome); };
    options.played = extension_ != nullptr ? &extension_->played : nullptr;
    options.resumed = saving_.resumed() != nullptr ? &saving_.resumed()->outcome : nullptr;
    if (records_) {
        options.record_matches = config_.record_matches;
        options.write_records = [this](std::string_view lines) { records_->write(lines); };
        if (notes_) {
            options.write_notes = [this](std::string_view lines) { notes_->write(lines); };
        }
        options.format_record = [this](const RecordedRound& played, std::string& out) {
            io::append_record(out, {played.round, played.deal, played.result, played.match_after, played.match,
                                    record_rules_[played.rule_set], played.entrants});
        };
    }
    return options;
}

void PartRun::finish(Outcome& outcome, std::optional<RecordOutput>& lines) {
    if (!lines) {
        return;
    }
    if (lines->interrupted()) {
        // The user ended it, nothing has failed.
        outcome.failure.clear();
    }
    if (outcome.complete) {
        try {
            lines->finish();
        } catch (const std::runtime_error& error) {
            outcome.complete = false;
            outcome.failure = error.what();
        }
    }
}

} // namespace balak::cli
