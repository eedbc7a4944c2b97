// The bots of a run.
#pragma once

#include "bots/players.hpp"
#include "cli/saving.hpp"
#include "io/config.hpp"
#include "tournament/runner.hpp"

#include <optional>
#include <string>

namespace balak::cli {

/// Starts each bot of a config once and asks who it is. Throws UserError where the run could not be played with what it
/// says, std::runtime_error where it says nothing.
void introduce_bots(io::Config& config, const RunMode& mode);

/// The bots while they play; nothing where there are none.
class BotRun {
public:
    BotRun(const io::Config& config, const RunMode& mode);

    void take_part(tournament::RunOptions& options);
    /// The bot that has taken the most time so far; empty: none.
    std::string slowest();
    /// Adds what is known of them after the run.
    void tell(tournament::Outcome& outcome);

private:
    const tournament::Tournament& tournament_;
    std::optional<bots::Bots> bots_;
};

} // namespace balak::cli
