// Asking bots who they are, before anything is played.
#include "bots/players.hpp"
#include "bots/running_clock.hpp"
#include "bots/words.hpp"
#include "io/reader.hpp"
#include "io/strict_json.hpp"

#include <boost/asio/io_context.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <optional>
#include <stdexcept>
#include <variant>

namespace balak::bots {
namespace {

/// A bot that is asked. It is told to quit once it has answered.
class Guest {
public:
    Guest(boost::asio::io_context& loop, std::string name, Bot& bot, const RuleSet& rules)
        : name_(std::move(name)), bot_(bot),
          process_(loop, bot.command,
                   {.line = [this](std::string_view line) { hear(line); },
                    .pause = [] {},
                    .over = [this](const Fault& how) { fault_ = fault_ ? fault_ : how; }}) {
        std::string hello;
        append_hello(hello, rules, io::Json::parse(bot.options), bot.move_ms);
        process_.send(hello);
    }

    /// Whether it has answered. Throws std::runtime_error for what is no answer, or none in time.
    bool has_answered(double seconds) {
        if (bot_.introduction.done) {
            return true;
        }
        if (!fault_ && bot_.start_ms > 0 && seconds > bot_.start_ms / 1000.0) {
            fault_ = {FaultKind::not_ready, fmt::format("was not ready in {} ms", bot_.start_ms)};
        }
        if (fault_) {
            const std::string words = process_.last_words();
            throw std::runtime_error(fmt::format("the bot {} {}{}{}", io::shown(name_), fault_->what,
                                                 words.empty() ? "" : "; its standard error ends with ",
                                                 words.empty() ? "" : shown_end(words)));
        }
        return false;
    }

    void quit() {
        std::string line;
        append_quit(line);
        process_.quit(line);
    }

private:
    void hear(std::string_view line) {
        if (bot_.introduction.done || fault_) {
            return;
        }
        const std::variant<Ready, Answer, Ignored, Fault> message = read_line(line);
        if (const auto* const ready = std::get_if<Ready>(&message)) {
            bot_.introduction = {ready->name, ready->version, "", ready->at_once, ready->reproducible, true};
        } else if (const auto* const fault = std::get_if<Fault>(&message)) {
            fault_ = *fault;
        } else if (std::holds_alternative<Answer>(message)) {
            fault_ = early_message(line);
        }
    }

    std::string name_;
    Bot& bot_;
    std::optional<Fault> fault_;
    Process process_;
};

} // namespace

void introduce(tournament::Tournament& tournament) {
    boost::asio::io_context loop;
    RunningClock clock;
    std::vector<std::unique_ptr<Guest>> guests;
    for (tournament::Entrant& entrant : tournament.entrants) {
        if (!entrant.bot || entrant.bot->introduction.done) {
            continue;
        }
        if (entrant.bot->is_library()) {
            const Library library(entrant.bot->path);
            entrant.bot->introduction = {
                library.name(), library.release(), library.digest(), 1, library.reproducible(), true};
        } else {
            guests.push_back(std::make_unique<Guest>(loop, entrant.name, *entrant.bot, tournament.rules.front()));
        }
    }
    for (bool all = false; !all;) {
        loop.restart();
        loop.run_one_for(std::chrono::milliseconds(20));
        all = true;
        const double seconds = clock.now();
        for (const auto& guest : guests) {
            all = guest->has_answered(seconds) && all;
        }
    }
    for (const auto& guest : guests) {
        guest->quit();
    }
    loop.restart();
    loop.run();
}

} // namespace balak::bots
