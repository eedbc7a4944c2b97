// One process of a bot that is tried out: it is started, asked and ended.
#pragma once

#include "bots/exercise.hpp"
#include "bots/talk.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace balak::bots {

/// A bot and how long it may take.
struct Trial {
    Command command;
    io::Json options = io::Json::object();
    int start_ms = 10'000;
    int move_ms = 10'000;
    Talk::Log log = [](bool, std::string_view) {};
};

/// A bot's process under one rule set. Each function returns what the bot did wrong, as the end of a sentence that
/// begins with the bot, or an empty text.
class Session {
public:
    Session(const Trial& trial, const RuleSet& rules) : trial_(trial), rules_(rules), talk_(trial.command, trial.log) {}

    /// Sends `hello`, with a field that no bot knows if it is `strange`, and waits for `ready`.
    std::string start(bool strange = false);
    /// What it said of itself, once it has started.
    const Ready& ready() const { return ready_; }

    /// How questions are asked.
    struct Manner {
        int at_once = 1;            ///< questions open at a time
        std::uint64_t first_id = 1; ///< above all ids that were asked before
        bool strange = false;       ///< with fields in another order and some that no bot knows, and messages between
    };
    /// Asks questions in order. `moves`, one for each question, takes what it chose.
    std::string ask(std::span<const Question> questions, const Manner& manner, std::span<Move> moves);

    /// Tells it to quit, which it must do by itself.
    std::string quit();
    /// Ends its input, after which it must end by itself.
    std::string end_input();

    std::chrono::microseconds slowest() const { return slowest_; }

private:
    struct Asking;
    std::optional<std::string> next_line(int limit_ms, std::chrono::steady_clock::time_point since);
    bool answers_in(int limit_ms);
    std::string await_end(const char* after);
    std::string silence() const;
    std::string what_of(const Fault& fault) const;
    std::string take(const std::string& line, Asking& asking);

    const Trial& trial_;
    const RuleSet& rules_;
    Talk talk_;
    Ready ready_;
    std::chrono::microseconds slowest_{0};
};

} // namespace balak::bots
