#include "bots/talk.hpp"

#include "bots/words.hpp"

#include <boost/asio/io_context.hpp>

#include <deque>

namespace balak::bots {

class Talk::Loop {
public:
    Loop(const Command& command, Log log)
        : log_(std::move(log)), process_(context_, command,
                                         {.line = [this](std::string_view line) { take(line); },
                                          .pause = [] {},
                                          .over = [this](const Fault& fault) { over_ = fault; }}) {}

    void send(std::string_view lines) {
        for (std::string_view rest = lines; !rest.empty();) {
            const std::size_t end = rest.find('\n');
            log_(true, rest.substr(0, end));
            rest.remove_prefix(end + 1);
        }
        process_.send(lines);
    }
    void close_input() { process_.close_input(); }

    /// Runs the loop until there is a line, or the process is over, or the time.
    void wait(Time time, bool for_line) {
        const auto end = std::chrono::steady_clock::now() + time;
        while (!over_ && !(for_line && !lines_.empty()) && std::chrono::steady_clock::now() < end) {
            if (!for_line) {
                lines_.clear(); // a bot that goes on writing fills no memory
            }
            context_.restart();
            context_.run_one_until(end);
        }
    }
    std::optional<std::string> take_line() {
        if (lines_.empty()) {
            return std::nullopt;
        }
        std::string line = std::move(lines_.front());
        lines_.pop_front();
        return line;
    }
    const std::optional<Fault>& over() const { return over_; }
    std::string last_words() const { return process_.last_words(); }

private:
    void take(std::string_view line) {
        log_(false, line);
        lines_.emplace_back(line);
    }

    Log log_;
    boost::asio::io_context context_;
    std::deque<std::string> lines_;
    std::optional<Fault> over_;
    Process process_;
};

Talk::Talk(const Command& command, Log log) : loop_(std::make_unique<Loop>(command, std::move(log))) {}
Talk::~Talk() = default;

void Talk::send(std::string_view lines) {
    loop_->send(lines);
}

void Talk::close_input() {
    loop_->close_input();
}

std::optional<std::string> Talk::next_line(Time time) {
    if (auto line = loop_->take_line()) {
        return line;
    }
    loop_->wait(time, true);
    return loop_->take_line();
}

const Fault* Talk::over() const {
    return loop_->over() ? &*loop_->over() : nullptr;
}

bool Talk::ends_within(Time time) {
    loop_->wait(time, false);
    return over() != nullptr;
}

std::string Talk::last_words() const {
    const std::string words = loop_->last_words();
    return words.empty() ? "" : shown_end(words);
}

} // namespace balak::bots
