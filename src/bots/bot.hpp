// A bot as a config names it.
#pragma once

#include "bots/guard.hpp"

#include <cstdint>
#include <string>

namespace balak::bots {

enum class OnFault : std::uint8_t { stop, forfeit };

inline constexpr int most_processes = 1024;
inline constexpr int most_ms = 86'400'000; // a day
inline constexpr std::int64_t most_memory_mb = 1 << 20;
inline constexpr int most_restarts = 1'000'000'000;

/// What a bot has said of itself before the run.
struct Introduction {
    std::string name;
    std::string version;
    std::string digest; ///< of a library's file
    int at_once = 1;
    bool reproducible = false;
    bool done = false; ///< whether it was asked
};

/// A command that speaks the protocol, or a library.
struct Bot {
    Command command;            ///< no words: it is a library; its folder is relative to the working folder
    std::string path;           ///< of the library, relative to the working folder
    std::string written_folder; ///< as the config has it, as the library's path
    std::string options = "{}"; ///< a JSON object
    int processes = 0;          ///< for each seat; 0: one for each thread
    int move_ms = 10'000;       ///< for an answer; 0: no limit
    int start_ms = 10'000;      ///< for being ready; 0: no limit
    OnFault on_fault = OnFault::stop;
    int restarts = 10; ///< after a forfeit
    Introduction introduction;

    bool is_library() const { return command.words.empty(); }
};

} // namespace balak::bots
