// A conversation with a bot, one message after the other, for what tries bots out.
#pragma once

#include "bots/messages.hpp"
#include "bots/process.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace balak::bots {

/// A bot's process that is talked to. All waiting is up to a time that is given.
class Talk {
public:
    using Time = std::chrono::milliseconds;
    /// Is told of every line: to the bot, or from it.
    using Log = std::function<void(bool to_bot, std::string_view line)>;

    Talk(const Command& command, Log log);
    Talk(const Talk&) = delete;
    Talk& operator=(const Talk&) = delete;
    /// Kills it if it is still there.
    ~Talk();

    /// Whole lines.
    void send(std::string_view lines);
    /// Sends nothing more: the bot sees the end of its input.
    void close_input();
    /// The next line; nothing if the time is over before, or the process is.
    std::optional<std::string> next_line(Time time);
    /// How the process ended; null while it goes on.
    const Fault* over() const;
    /// Waits for that.
    bool ends_within(Time time);
    /// What it wrote to its standard error last, as a text to be shown; empty if nothing.
    std::string last_words() const;

private:
    class Loop;
    std::unique_ptr<Loop> loop_;
};

} // namespace balak::bots
