// Starting a bot's command so that neither it nor what it starts can outlive balak.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace balak::bots {

/// A command and what surrounds it.
struct Command {
    std::vector<std::string> words;                 ///< the program and its arguments: no shell sees them
    std::string folder = ".";                       ///< in which it runs
    std::map<std::string, std::string> environment; ///< besides PATH, HOME, LANG and TMPDIR
    std::int64_t memory_mb = 0;                     ///< limit of its data segment; 0: none
};

/// What the guard tells of the bot.
struct GuardReport {
    enum class Kind : std::uint8_t { not_started, ended };
    Kind kind = Kind::ended;
    int value = 0; ///< errno, or a status as of waitpid
};

/// A bot and its guard, as descriptors that close on exec. Those of the bot do not block.
struct Guarded {
    int input = -1;  ///< to the bot's standard input
    int output = -1; ///< from its standard output
    int errors = -1; ///< from its standard error
    int control =
        -1; ///< a socket: GuardOrder bytes go to the guard, a GuardReport comes back, and its end means its end
    pid_t guard = -1; ///< a child of balak
};

/// What a guard can be told. A socket that closes without a word is the death of balak.
enum class GuardOrder : char {
    quit = 'q', ///< the bot was told to end: in a second it gets SIGTERM, in another one SIGKILL
    kill = 'k', ///< at once
};

/// Starts a command under a guard. Throws std::system_error where no process can be started at all; a command that
/// cannot be run is reported by the guard.
///
/// The guard is a child of balak that stays in the way: it starts the command in a session of its own, adopts what the
/// command leaves behind, and kills all of it once the command has ended, once it is told to, and once its socket
/// closes because balak has died, however that came. A death signal of the kernel alone would follow the thread that
/// started the command and miss what the command has started.
///
/// Boost.Process 1.74 makes the command a direct child of balak, which leaves nobody to clear up after a SIGKILL of
/// balak, and opens pipes that any other child started at the same time inherits: a bot whose input is held open by
/// another one never sees its end.
Guarded start_guarded(const Command& command);

} // namespace balak::bots
