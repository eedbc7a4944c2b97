#include "bots/session.hpp"

#include "io/strict_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <vector>

namespace balak::bots {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int time_to_end_ms = 1000;

/// Time that is left, 0 at least; a limit of 0 is none.
Talk::Time left_of(int limit_ms, Clock::time_point since) {
    if (limit_ms == 0) {
        return std::chrono::hours(24);
    }
    const auto passed = std::chrono::duration_cast<Talk::Time>(Clock::now() - since);
    return std::max(Talk::Time(0), Talk::Time(limit_ms) - passed);
}

/// The line of a question as an honest program might write it as well: other order, more fields, blanks.
std::string strange_line(const std::string& line) {
    const io::Json json = io::Json::parse(line);
    io::Json strange = {{"new_field", {{"list", {1, nullptr, "six"}}}}};
    std::vector<std::pair<std::string, io::Json>> fields;
    for (const auto& [key, value] : json.items()) {
        fields.emplace_back(key, value);
    }
    std::ranges::reverse(fields);
    for (const auto& [key, value] : fields) {
        strange[key] = value;
    }
    std::string text;
    for (const char* message :
         {R"({"type":"weather","id":1,"moves":["sun","rain"]})", R"({ "type" : "new-message" })"}) {
        text += message;
        text += '\n';
    }
    // As much on a line as before, with blanks between.
    for (const char c : strange.dump(1, ' ')) {
        text += c == '\n' ? ' ' : c;
    }
    return text + '\n';
}

} // namespace

/// The questions of one call of `ask`.
struct Session::Asking {
    std::span<const Question> questions;
    std::span<Move> moves;
    std::uint64_t first_id;
    std::map<std::uint64_t, Clock::time_point> open; ///< ids without an answer, and when they were sent
    std::size_t sent = 0;
    std::size_t answered = 0;
    Clock::time_point last_event = Clock::now(); ///< a question was sent to an idle bot, or an answer read

    const Question& of(std::uint64_t id) const { return questions[id - first_id]; }
};

std::string Session::what_of(const Fault& fault) const {
    const std::string words = talk_.last_words();
    return words.empty() ? fault.what : fmt::format("{}; the end of its standard error is {}", fault.what, words);
}

/// The next line, up to so many milliseconds from a time. A bot that goes on writing gets no more time by that.
std::optional<std::string> Session::next_line(int limit_ms, Clock::time_point since) {
    const Talk::Time left = left_of(limit_ms, since);
    return left > Talk::Time(0) ? talk_.next_line(left) : std::nullopt;
}

/// What to say where no line came in time.
std::string Session::silence() const {
    return talk_.over() != nullptr ? what_of(*talk_.over()) : "";
}

std::string Session::start(bool strange) {
    std::string hello;
    append_hello(hello, rules_, trial_.options, trial_.move_ms);
    if (strange) {
        hello = R"({"new_field":[1,2],)" + hello.substr(1);
    }
    talk_.send(hello);
    const auto began = Clock::now();
    for (;;) {
        const auto line = next_line(trial_.start_ms, began);
        if (!line) {
            const std::string ended = silence();
            return !ended.empty()
                       ? ended
                       : what_of({FaultKind::not_ready, fmt::format("was not ready in {} ms", trial_.start_ms)});
        }
        const auto read = read_line(*line);
        if (const auto* fault = std::get_if<Fault>(&read)) {
            return what_of(*fault);
        }
        if (std::holds_alternative<Answer>(read)) {
            return what_of(early_message(*line));
        }
        if (const auto* ready = std::get_if<Ready>(&read)) {
            ready_ = *ready;
            return "";
        }
    }
}

std::string Session::ask(std::span<const Question> questions, const Manner& manner, std::span<Move> moves) {
    Asking asking{questions, moves, manner.first_id, {}};
    while (asking.answered < questions.size()) {
        std::string lines;
        if (asking.open.empty()) {
            asking.last_event = Clock::now();
        }
        while (asking.sent < questions.size() && asking.open.size() < static_cast<std::size_t>(manner.at_once)) {
            const std::uint64_t id = manner.first_id + asking.sent;
            const std::string line = questions[asking.sent++].line(id);
            lines += manner.strange ? strange_line(line) : line;
            asking.open.emplace(id, Clock::now());
        }
        talk_.send(lines);
        const auto line = next_line(trial_.move_ms, asking.last_event);
        if (line) {
            if (std::string fault = take(*line, asking); !fault.empty()) {
                return fault;
            }
            continue;
        }
        const Question& question = asking.of(asking.open.begin()->first);
        std::string what = silence();
        if (what.empty()) {
            what = fmt::format("did not answer in {} ms", trial_.move_ms);
            talk_.close_input();
            if (answers_in(time_to_end_ms)) {
                what += ", but once its input ended: it must flush its output when no input is waiting";
            }
            what = what_of({FaultKind::too_late, what});
        }
        return fmt::format("{} ({})", what, question.place());
    }
    return "";
}

/// Whether an answer comes in time.
bool Session::answers_in(int limit_ms) {
    const auto began = Clock::now();
    while (const auto line = next_line(limit_ms, began)) {
        if (std::holds_alternative<Answer>(read_line(*line))) {
            return true;
        }
    }
    return false;
}

/// An answer. Returns what is wrong with it.
std::string Session::take(const std::string& line, Asking& asking) {
    const auto read = read_line(line);
    if (std::holds_alternative<Ignored>(read)) {
        return "";
    }
    const auto say = [&](const Fault& fault, const Question* question) {
        return what_of(fault) + (question == nullptr ? "" : fmt::format(" ({})", question->place()));
    };
    if (const auto* fault = std::get_if<Fault>(&read)) {
        return say(*fault, asking.open.size() == 1 ? &asking.of(asking.open.begin()->first) : nullptr);
    }
    if (std::holds_alternative<Ready>(read)) {
        return say(ready_twice(line), nullptr);
    }
    const auto& answer = std::get<Answer>(read);
    const auto found = asking.open.find(answer.id);
    if (found == asking.open.end()) {
        const bool before = answer.id < asking.first_id + asking.sent;
        return say(before ? answered_before(answer.id) : unknown_id(answer.id), nullptr);
    }
    const Question& question = asking.of(answer.id);
    const auto move = find_move(answer.move, question.legal, question.opening);
    if (!move) {
        return say(illegal_move(answer.move, question.legal, question.opening), &question);
    }
    if (answer.long_note) {
        return say({FaultKind::no_object, fmt::format("wrote a note of more than {} bytes", longest_note)}, &question);
    }
    asking.moves[answer.id - asking.first_id] = *move;
    const auto now = Clock::now();
    const auto since = std::max(found->second, asking.last_event);
    slowest_ = std::max(slowest_, std::chrono::duration_cast<std::chrono::microseconds>(now - since));
    asking.last_event = now;
    asking.open.erase(found);
    ++asking.answered;
    return "";
}

std::string Session::quit() {
    std::string line;
    append_quit(line);
    talk_.send(line);
    return await_end("after `quit`");
}

std::string Session::end_input() {
    talk_.close_input();
    return await_end("after the end of its input");
}

std::string Session::await_end(const char* after) {
    const auto began = Clock::now();
    while (const auto line = next_line(time_to_end_ms, began)) {
        if (!std::holds_alternative<Ignored>(read_line(*line))) {
            return fmt::format("wrote more than it was asked, {}: {}", after, io::shown(*line));
        }
    }
    if (talk_.over() == nullptr) {
        return fmt::format("did not end by itself within a second {}", after);
    }
    // Its exit code is its own business.
    return talk_.over()->kind == FaultKind::ended ? "" : what_of(*talk_.over()) + ", " + after;
}

} // namespace balak::bots
