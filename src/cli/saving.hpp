// Checkpoints of a run: written now and then beside the results file, gone on from with --resume.
#pragma once

#include "balak/strategy.hpp"
#include "cli/record_output.hpp"
#include "io/checkpoint.hpp"
#include "io/config.hpp"
#include "io/extension.hpp"
#include "tournament/runner.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace balak::cli {

/// Which part of a tournament to play, and what to do with a checkpoint that is there.
struct RunMode {
    tournament::Shard shard;
    bool is_shard = false;             ///< to be merged, be it the only one
    bool resume = false;               ///< go on from it
    bool restart = false;              ///< throw it away
    bool allow_irreproducible = false; ///< go on or play in parts with bots that may play otherwise
    std::string log;                   ///< file of all lines to and from bots; empty: none
    std::string extend;                ///< results to take pairings from; empty: none
};

/// Keeps what a run has counted safe. A run has no checkpoint if its results or its records go to no file: it could not
/// be gone on with.
class Saving {
public:
    /// Looks for a checkpoint of the run. Throws UserError if there is one that would be lost, or that is to be gone on
    /// from and is torn or of another run. `config` and `results`, its results file if it has one, outlive this.
    /// `extension`: what is taken from an earlier run, or null.
    Saving(const io::Config& config, const StrategyTable& strategies, const RunMode& mode,
           const io::OutputFile* results, const io::Extension* extension);

    /// Where the run goes on from, if it does.
    const io::SavedRun* resumed() const { return resumed_ ? &*resumed_ : nullptr; }
    /// What goes with the counts: the records written so far.
    void keep_records(RecordOutput& records) { records_ = &records; }
    void keep_notes(RecordOutput& notes) { notes_ = &notes; }

    /// Saves what is committed, if it is time again. Called after each commit.
    void committed(const tournament::Outcome& outcome);
    /// At the end: removes the checkpoint of a run that is `done`, saves any other. Returns the file to go on from.
    std::optional<std::string> finish(const tournament::Outcome& outcome, bool done);

    /// Tells whether another balak plays the same (io::signature). Has to be called after the run.
    const std::string& signature();
    /// The whole outcome of a shard, to be merged. Has to be called after the run.
    io::SavedRun saved_run(const tournament::Outcome& outcome);

private:
    using Clock = std::chrono::steady_clock;

    void look_for_checkpoint(const RunMode& mode);
    void save(const tournament::Outcome& outcome);
    double seconds_so_far() const;

    const io::Config& config_;
    const StrategyTable& strategies_;
    const io::OutputFile* results_;
    tournament::Shard shard_;
    std::string file_;    // empty: no checkpoints
    std::string extends_; // the digest of what is taken from an earlier run; empty: nothing
    std::string signature_;
    std::optional<io::SavedRun> resumed_;
    RecordOutput* records_ = nullptr;
    RecordOutput* notes_ = nullptr;
    Clock::duration pause_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point next_;
    bool warned_ = false;
};

} // namespace balak::cli
