// What `balak bot check` and `balak bot ask` share: a bot on the command line, and the log of what is said.
#pragma once

#include "bots/session.hpp"
#include "cli/options.hpp"
#include "tournament/tournament.hpp"

#include <string>

namespace balak::cli {

/// The options that tell how a bot is started.
void add_trial_options(po::options_description& options);

/// The bot of a text, `python3 mine.py` or `library:./mine.so`, with those options. A library is played by a balak of
/// its own, as it might crash. Throws UserError.
bots::Trial trial_of(const std::string& bot, const po::variables_map& values);

/// A bot that is named in another way, with the options and times that its entry has.
bots::Trial trial_of(const tournament::Entrant& entrant);

} // namespace balak::cli
