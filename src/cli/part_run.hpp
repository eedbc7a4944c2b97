// Plays a part of a run, or all of it, and keeps it safe.
#pragma once

#include "balak/strategy.hpp"
#include "cli/bot_run.hpp"
#include "cli/record_output.hpp"
#include "cli/saving.hpp"
#include "io/config.hpp"
#include "io/output_file.hpp"
#include "tournament/runner.hpp"

#include <optional>

namespace balak::cli {

class PartRun {
public:
    /// Opens what the config names, and locks it. Throws UserError. `config` and `strategies` outlive this.
    /// `extension` too: what is taken from an earlier run, or null.
    PartRun(const io::Config& config, const StrategyTable& strategies, const RunMode& mode,
            const io::Extension* extension = nullptr);

    /// Plays to its end or until it is stopped. `shows`: whether it shows its progress.
    tournament::Outcome play(bool shows);

    Saving& saving() { return saving_; }
    /// Null without one.
    const io::OutputFile* results() const { return results_ ? &*results_ : nullptr; }

private:
    tournament::RunOptions options();
    static void finish(tournament::Outcome& outcome, std::optional<RecordOutput>& lines);

    const io::Config& config_;
    const StrategyTable& strategies_;
    RunMode mode_;
    const io::Extension* extension_;
    std::optional<io::OutputFile> results_;
    Saving saving_;
    BotRun bots_;
    std::optional<RecordOutput> records_;
    std::optional<RecordOutput> notes_;
    std::vector<std::string> record_rules_; // by rule set
};

} // namespace balak::cli
