#include "bots/process.hpp"

#include "bots/messages.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <fmt/format.h>

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <optional>
#include <system_error>

namespace balak::bots {
namespace {

namespace asio = boost::asio;
using asio::posix::stream_descriptor;
using Wait = stream_descriptor::wait_type;

constexpr std::size_t kept_words = 2048;
/// From the end of the output to the guard's word on how the bot ended, or the other way round.
constexpr std::chrono::milliseconds settling{500};

Fault fault_of(const GuardReport& report) {
    if (report.kind == GuardReport::Kind::not_started) {
        return {FaultKind::no_start, fmt::format("cannot be started: {}", std::strerror(report.value))};
    }
    if (WIFSIGNALED(report.value)) {
        const int signal = WTERMSIG(report.value);
        return {FaultKind::killed, fmt::format("was ended by signal {} ({})", signal, strsignal(signal))};
    }
    return {FaultKind::ended, fmt::format("ended by itself with exit code {}", WEXITSTATUS(report.value))};
}

} // namespace

/// What lives until the guard is gone, whether or not anybody still listens.
class Process::State : public std::enable_shared_from_this<State> {
public:
    State(asio::io_context& loop, Listener listener)
        : listener_(std::make_shared<Listener>(std::move(listener))), loop_(loop), input_(loop), output_(loop),
          errors_(loop), control_(loop), timer_(loop) {}
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() {
        if (guard_ > 0) {
            // If the loop was thrown away: the guard takes it for the death of balak.
            boost::system::error_code ignored;
            control_.close(ignored);
            waitpid(guard_, nullptr, 0);
        }
    }

    void start(const Command& command) {
        try {
            const Guarded guarded = start_guarded(command);
            guard_ = guarded.guard;
            input_.assign(guarded.input);
            output_.assign(guarded.output);
            errors_.assign(guarded.errors);
            control_.assign(guarded.control);
        } catch (const std::system_error& error) {
            asio::post(loop_, [self = shared_from_this(), what = std::string(error.what())] {
                self->end({FaultKind::no_start, "cannot be started: " + what});
            });
            return;
        }
        wait_for_output();
        wait_for_errors();
        wait_for_control();
    }

    void send(std::string_view lines) {
        if (input_.is_open()) {
            outbox_.append(lines);
            if (!writing_) {
                write();
            }
        }
    }

    void close_input() {
        closing_ = true;
        if (!writing_) {
            input_.close();
        }
    }

    void quit(std::string_view lines) {
        quitting_ = true;
        forget();
        send(lines);
        close_input();
        order(GuardOrder::quit);
    }

    /// Nobody listens any more.
    void abandon() {
        forget();
        if (!quitting_) {
            input_.close();
            order(GuardOrder::kill);
        }
    }

    const std::string& words() {
        if (errors_.is_open()) {
            read_errors();
        }
        return words_;
    }

private:
    void forget() {
        listener_.reset();
        timer_.cancel();
        if (guard_ < 0) {
            output_.close();
        }
    }

    void order(GuardOrder what) {
        if (control_.is_open()) {
            const char byte = static_cast<char>(what);
            [[maybe_unused]] const ssize_t ignored = ::send(control_.native_handle(), &byte, 1, MSG_NOSIGNAL);
        }
    }

    void write() {
        writing_ = false;
        while (sent_ < outbox_.size()) {
            const ssize_t count = ::write(input_.native_handle(), outbox_.data() + sent_, outbox_.size() - sent_);
            if (count >= 0) {
                sent_ += static_cast<std::size_t>(count);
            } else if (errno == EAGAIN) {
                writing_ = true;
                input_.async_wait(Wait::wait_write, [self = shared_from_this()](boost::system::error_code error) {
                    if (!error && self->input_.is_open()) {
                        self->write();
                    }
                });
                break;
            } else if (errno != EINTR) {
                // It reads no more. That it does not answer shows later.
                closing_ = true;
                break;
            }
        }
        if (sent_ == outbox_.size() || !writing_) {
            outbox_.clear();
            sent_ = 0;
        } else if (sent_ > outbox_.size() / 2) {
            outbox_.erase(0, sent_);
            sent_ = 0;
        }
        if (closing_ && !writing_) {
            input_.close();
        }
    }

    void wait_for_output() {
        output_.async_wait(Wait::wait_read, [self = shared_from_this()](boost::system::error_code error) {
            if (!error) {
                self->read();
            }
        });
    }

    void read() {
        std::array<char, longest_line + 2> buffer; // NOLINT(cppcoreguidelines-pro-type-member-init): 64 KiB
        const ssize_t count = ::read(output_.native_handle(), buffer.data(), buffer.size());
        if (count > 0) {
            take(std::string_view(buffer.data(), static_cast<std::size_t>(count)));
            wait_for_output();
        } else if (count < 0 && (errno == EAGAIN || errno == EINTR)) {
            wait_for_output();
        } else {
            output_.close();
            settle();
        }
    }

    /// Hands on the lines of what was read.
    void take(std::string_view text) {
        const std::shared_ptr<Listener> listener = listener_; // it may be forgotten in one of its own calls
        for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
            std::string_view line = text.substr(0, end);
            if (!partial_.empty()) {
                line = partial_.append(line);
            }
            if (line.ends_with('\r')) {
                line.remove_suffix(1);
            }
            if (line.size() > longest_line) {
                end_by(long_line(line));
                return;
            }
            if (listener_) {
                listener->line(line);
            }
            partial_.clear();
            text.remove_prefix(end + 1);
        }
        partial_.append(text);
        if (partial_.size() > longest_line + 1) {
            end_by(long_line(partial_));
            return;
        }
        if (listener_) {
            listener->pause();
        }
    }

    void end_by(const Fault& fault) {
        partial_.clear();
        end(fault);
    }

    void wait_for_errors() {
        errors_.async_wait(Wait::wait_read, [self = shared_from_this()](boost::system::error_code error) {
            if (!error && self->read_errors()) {
                self->wait_for_errors();
            }
        });
    }

    /// Reads what there is, but no more than a pipe holds. Returns whether there can be more.
    bool read_errors() {
        std::array<char, 65536> buffer; // NOLINT(cppcoreguidelines-pro-type-member-init)
        const ssize_t count = ::read(errors_.native_handle(), buffer.data(), buffer.size());
        if (count > 0) {
            words_.append(buffer.data(), static_cast<std::size_t>(count));
            words_.erase(0, words_.size() - std::min(words_.size(), kept_words));
        }
        return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
    }

    void wait_for_control() {
        control_.async_wait(Wait::wait_read, [self = shared_from_this()](boost::system::error_code error) {
            if (!error) {
                self->hear_guard();
            }
        });
    }

    void hear_guard() {
        GuardReport report;
        const ssize_t size = recv(control_.native_handle(), &report, sizeof report, MSG_DONTWAIT);
        if (size == sizeof report) {
            report_ = report;
            settle();
            wait_for_control();
        } else if (size < 0 && (errno == EAGAIN || errno == EINTR)) {
            wait_for_control();
        } else {
            // The guard is gone, and all of the bot with it.
            control_.close();
            waitpid(std::exchange(guard_, -1), nullptr, 0);
            input_.close();
            errors_.close();
            if (!report_) {
                report_ = GuardReport{GuardReport::Kind::ended, SIGKILL};
            }
            settle();
        }
    }

    /// The output has ended, or the process. Both belong together, but either may come first.
    void settle() {
        if (!listener_) {
            output_.close();
            return;
        }
        if (report_ && !output_.is_open()) {
            end(fault_of(*report_));
            return;
        }
        timer_.expires_after(settling);
        timer_.async_wait([self = shared_from_this()](boost::system::error_code error) {
            if (!error) {
                self->end(self->report_ ? fault_of(*self->report_)
                                        : Fault{FaultKind::closed_output, "closed its standard output"});
            }
        });
    }

    void end(const Fault& fault) {
        if (const std::shared_ptr<Listener> listener = listener_) {
            forget();
            listener->over(fault);
        }
    }

    std::shared_ptr<Listener> listener_; // null once nobody listens
    asio::io_context& loop_;
    stream_descriptor input_;
    stream_descriptor output_;
    stream_descriptor errors_;
    stream_descriptor control_; // a socket
    asio::steady_timer timer_;
    pid_t guard_ = -1;
    std::string outbox_;
    std::size_t sent_ = 0; // of the outbox
    bool writing_ = false; // it waits until the bot reads
    bool closing_ = false; // its input, after the outbox
    bool quitting_ = false;
    std::string partial_; // a line of the output that has no end yet
    std::string words_;
    std::optional<GuardReport> report_;
};

Process::Process(asio::io_context& loop, const Command& command, Listener listener)
    : state_(std::make_shared<State>(loop, std::move(listener))) {
    // A bot that has closed its input would end balak.
    sigset_t broken_pipe;
    sigemptyset(&broken_pipe);
    sigaddset(&broken_pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);
    state_->start(command);
}

Process::~Process() {
    try {
        state_->abandon();
    } catch (...) {
        // What could not be closed now is closed with the state.
    }
}

void Process::send(std::string_view lines) {
    state_->send(lines);
}

void Process::close_input() {
    state_->close_input();
}

void Process::quit(std::string_view lines) {
    state_->quit(lines);
}

std::string Process::last_words() const {
    return state_->words();
}

} // namespace balak::bots
