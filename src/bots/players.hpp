// The bots of a run as a tournament's players.
#pragma once

#include "bots/channel.hpp"
#include "bots/library.hpp"
#include "bots/log.hpp"
#include "tournament/remote.hpp"
#include "tournament/tournament.hpp"

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace balak::bots {

/// All bots of a run, under one rule set after the other. Its functions are for one thread, but for use().
class Bots {
public:
    struct Settings {
        std::string log;      ///< file; empty: none
        std::string question; ///< file to keep the question in at which a fault ends the run; empty: none
    };

    /// Of the entrants that are bots. Throws io::InputError for a library that cannot be loaded, std::runtime_error for
    /// a log that cannot be written.
    Bots(const tournament::Tournament& tournament, Settings settings);
    ~Bots();

    /// The players under a rule set of the tournament: fresh processes, which end with it.
    std::unique_ptr<tournament::Outside> outside(std::size_t rule_set, int threads);

    /// What is known so far of an entrant that is a bot; for any thread.
    BotUse use(std::size_t entrant);

private:
    class Players;
    class ThreadPlayers;

    const tournament::Tournament& tournament_;
    Settings settings_;
    std::optional<Log> log_;
    std::vector<std::unique_ptr<BotInRun>> bots_;     // by entrant; null for the others
    std::vector<std::unique_ptr<Library>> libraries_; // by entrant
};

/// Starts each bot once under the first rule set and asks it who it is. Throws std::runtime_error, with a sentence, for
/// one that is not ready in time; io::InputError for a library that cannot be loaded.
void introduce(tournament::Tournament& tournament);

} // namespace balak::bots
