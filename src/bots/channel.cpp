#include "bots/channel.hpp"

#include "bots/words.hpp"
#include "io/strict_json.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace balak::bots {
namespace {

using tournament::RemoteReply;

constexpr int most_ignored_in_log = 1000; // lines in a row: a log must not fill the disk

} // namespace

Channel::Channel(ChannelOwner& owner, BotInRun& bot, std::string who, std::string hello)
    : owner_(owner), bot_(bot), who_(std::move(who)), hello_(std::move(hello)) {}

Channel::~Channel() = default;

void Channel::ask(Mailbox& mailbox, const tournament::AskedMatch& asked, const Observation& seen) {
    const std::scoped_lock lock(mutex_);
    Question& question = asked_.emplace_back();
    question.mailbox = &mailbox;
    question.slot = asked.slot;
    question.id = ++last_id_;
    question.match = asked.match;
    question.legal = seen.legal;
    question.opening = is_opening(seen.table);
    question.round = seen.round;
    question.turn = seen.table.turn;
    question.seat = seen.seat;
    append_choose(question.line, question.id, question.match, seen);
    if (!std::exchange(pumping_, true)) {
        boost::asio::post(owner_.loop(), [this] { pump(); });
    }
}

/// Takes up what was asked, and sends what may be sent.
void Channel::pump() {
    {
        const std::scoped_lock lock(mutex_);
        pumping_ = false;
        std::move(asked_.begin(), asked_.end(), std::back_inserter(waiting_));
        asked_.clear();
    }
    if (waiting_.empty() || owner_.stopped()) {
        return;
    }
    if (idle_fault_) {
        // It was lost while nobody asked it; that shows now.
        Question question = std::move(waiting_.front());
        waiting_.pop_front();
        const Fault fault = *std::exchange(idle_fault_, std::nullopt);
        lose(fault, question, idle_words_);
        pump();
    } else if (!process_) {
        start();
    } else if (ready_) {
        send_questions();
    }
}

void Channel::start() {
    ready_ = false;
    overdue_ = false;
    ignored_ = 0;
    started_ = owner_.now();
    process_ = std::make_unique<Process>(owner_.loop(), bot_.bot.command,
                                         Process::Listener{.line = [this](std::string_view line) { hear(line); },
                                                           .pause = [this] { end_batch(); },
                                                           .over = [this](const Fault& how) { fault(how); }});
    if (owner_.log() != nullptr) {
        owner_.log()->sent(started_, who_, hello_);
    }
    process_->send(hello_);
}

void Channel::send_questions() {
    if (open_.size() >= at_once_ || waiting_.empty()) {
        return;
    }
    batch_.clear();
    const double now = owner_.now();
    while (open_.size() < at_once_ && !waiting_.empty()) {
        Question question = std::move(waiting_.front());
        waiting_.pop_front();
        question.sent = now;
        last_sent_ = question.id;
        batch_ += question.line;
        open_.emplace_hint(open_.end(), question.id, std::move(question));
    }
    if (owner_.log() != nullptr) {
        owner_.log()->sent(now, who_, batch_);
    }
    process_->send(batch_);
}

void Channel::hear(std::string_view line) {
    if (owner_.stopped()) {
        return;
    }
    if (owner_.log() != nullptr && ignored_ < most_ignored_in_log) {
        owner_.log()->received(owner_.now(), who_, line);
    }
    if (!ready_) {
        hear_ready(line);
        return;
    }
    const std::variant<Ready, Answer, Ignored, Fault> message = read_line(line);
    if (const auto* const answer = std::get_if<Answer>(&message)) {
        hear_answer(*answer);
    } else if (const auto* const found = std::get_if<Fault>(&message)) {
        fault(*found);
    } else if (std::holds_alternative<Ready>(message)) {
        fault(ready_twice(line));
    } else {
        ++ignored_;
    }
}

void Channel::hear_ready(std::string_view line) {
    const std::variant<Ready, Answer, Ignored, Fault> message = read_line(line);
    if (const auto* const ready = std::get_if<Ready>(&message)) {
        ready_ = true;
        at_once_ = static_cast<std::size_t>(ready->at_once);
        last_answer_ = owner_.now();
        first_sent_ = last_sent_ + 1;
    } else if (const auto* const found = std::get_if<Fault>(&message)) {
        fault(*found);
    } else if (std::holds_alternative<Answer>(message)) {
        fault(early_message(line));
    } else {
        ++ignored_;
    }
}

void Channel::hear_answer(const Answer& answer) {
    const auto found = open_.find(answer.id);
    if (found == open_.end()) {
        const bool before = answer.id >= first_sent_ && answer.id <= last_sent_;
        fault(before ? answered_before(answer.id) : unknown_id(answer.id));
        return;
    }
    const std::optional<Move> move = find_move(answer.move, found->second.legal, found->second.opening);
    if (!move) {
        fault(illegal_move(answer.move, found->second.legal, found->second.opening), answer.id);
        return;
    }
    if (answers_++ == 0) {
        batch_began_ = std::max(open_.begin()->second.sent, last_answer_);
    }
    ignored_ = 0;
    const auto node = open_.extract(found);
    reply(node.mapped(), {.kind = RemoteReply::Kind::move, .move = *move, .note = answer.note});
}

/// After what came at a time.
void Channel::end_batch() {
    if (owner_.stopped()) {
        return;
    }
    if (answers_ > 0) {
        last_answer_ = owner_.now();
        overdue_ = false;
        const std::scoped_lock lock(bot_.mutex);
        bot_.use.times.add((last_answer_ - batch_began_) / static_cast<double>(answers_), answers_);
        answers_ = 0;
    }
    for (Mailbox* const mailbox : touched_) {
        mailbox->wake();
    }
    touched_.clear();
    if (process_ && ready_) {
        send_questions();
    }
}

void Channel::reply(const Question& question, RemoteReply reply) {
    reply.slot = question.slot;
    question.mailbox->put(std::move(reply));
    if (std::ranges::find(touched_, question.mailbox) == touched_.end()) {
        touched_.push_back(question.mailbox);
    }
}

void Channel::tick() {
    if (!process_ || owner_.stopped()) {
        return;
    }
    const double now = owner_.now();
    const auto late = [now](double since, int limit_ms) { return limit_ms > 0 && now - since > limit_ms / 1000.0; };
    const bool is_late =
        ready_ ? !open_.empty() && late(std::max(open_.begin()->second.sent, last_answer_), bot_.bot.move_ms)
               : late(started_, bot_.bot.start_ms);
    // What it wrote in time may not be read yet: the next tick finds it read.
    if (is_late && std::exchange(overdue_, true)) {
        fault(ready_ ? Fault{FaultKind::too_late, fmt::format("has not answered in {} ms", bot_.bot.move_ms)}
                     : Fault{FaultKind::not_ready, fmt::format("was not ready in {} ms", bot_.bot.start_ms)});
    } else if (!is_late) {
        overdue_ = false;
    }
}

void Channel::quit() {
    if (process_) {
        std::string line;
        append_quit(line);
        if (owner_.log() != nullptr) {
            owner_.log()->sent(owner_.now(), who_, line);
        }
        process_->quit(line);
        process_.reset();
    }
}

/// The process is lost, by a fault that belongs to the question of this id, or else to the one that it had to answer
/// first. The other questions are asked again.
void Channel::fault(const Fault& fault, std::optional<std::uint64_t> id) {
    const std::string words = process_->last_words();
    process_.reset();
    ready_ = false;
    std::optional<Question> lost;
    if (!open_.empty()) {
        const auto at = id ? open_.find(*id) : open_.begin();
        lost = std::move(open_.extract(at).mapped());
    } else if (!waiting_.empty()) {
        lost = std::move(waiting_.front());
        waiting_.pop_front();
    }
    if (lost) {
        lose(fault, *lost, words);
    } else {
        idle_fault_ = fault;
        idle_words_ = words;
    }
    for (const auto& [number, question] : open_) {
        reply(question, {.kind = RemoteReply::Kind::ask_again});
    }
    open_.clear();
    end_batch();
    pump();
}

void Channel::lose(const Fault& fault, const Question& question, const std::string& words) {
    std::string text = sentence(fault, question, words);
    bool goes_on = bot_.bot.on_fault == OnFault::forfeit;
    if (goes_on) {
        const std::scoped_lock lock(bot_.mutex);
        goes_on = bot_.use.restarts < static_cast<std::uint64_t>(bot_.bot.restarts);
        bot_.use.restarts += goes_on ? 1 : 0;
        if (!goes_on) {
            text += fmt::format("; it was started again {} times before", bot_.bot.restarts);
        }
    }
    if (!goes_on) {
        owner_.stop(text, hello_ + question.line);
        return;
    }
    reply(question, {.kind = RemoteReply::Kind::forfeit, .fault = fault.kind});
    for (Mailbox* const mailbox : touched_) {
        mailbox->wake();
    }
    touched_.clear();
}

std::string Channel::sentence(const Fault& fault, const Question& question, const std::string& words) const {
    std::string text = fmt::format("the bot {} (match {}, round {}, turn {}, seat {}) {}", io::shown(bot_.name),
                                   question.match, question.round, question.turn, question.seat.number(), fault.what);
    if (!words.empty()) {
        text += "; its standard error ends with " + shown_end(words);
    }
    return text;
}

} // namespace balak::bots
