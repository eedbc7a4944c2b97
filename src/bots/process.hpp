// A bot's process: lines that go both ways, and its end.
#pragma once

#include "bots/fault.hpp"
#include "bots/guard.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace boost::asio {
class io_context;
}

namespace balak::bots {

/// A command that was started, used by the one thread that runs its loop. Nothing here ever waits: what the bot does
/// not read is kept (so much as was sent), what it writes is read as it comes, a line at most kept, and of its standard
/// error the end. SIGPIPE stays blocked in the thread that makes one.
///
/// A loop that has nothing else to do returns from run() once all processes, their guards included, are gone: at most
/// two seconds after they were told to quit.
class Process {
public:
    /// Called from the loop, never from inside of a function of the process, which may be destroyed in each.
    struct Listener {
        std::function<void(std::string_view)> line; ///< without its end
        std::function<void()> pause;                ///< after all lines that came at a time
        std::function<void(const Fault&)> over;     ///< once, the last call: it can be talked to no more
    };

    Process(boost::asio::io_context& loop, const Command& command, Listener listener);
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    /// Kills it, unless it was told to quit.
    ~Process();

    /// Whole lines.
    void send(std::string_view lines);
    /// Sends nothing more: the bot sees the end of its input once it has read what was sent.
    void close_input();
    /// Sends the last lines, closes its input, and gives it a second to end. The listener is called no more.
    void quit(std::string_view lines);
    /// What it wrote to its standard error last, as it is: any bytes, 2 KiB at most.
    std::string last_words() const;

private:
    class State;
    std::shared_ptr<State> state_;
};

} // namespace balak::bots
