#include "cli/signals.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <csignal>

namespace balak::cli {
namespace {

/// A signal handler reaches nothing but a global.
std::atomic<bool> stop = false;
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void request_stop(int) {
    stop.store(true);
    constexpr char text[] = "\nStopping after the deals that are being played; once more to quit at once.\n";
    [[maybe_unused]] const ssize_t ignored = write(STDERR_FILENO, text, sizeof text - 1);
}

extern "C" void note_stop(int) {
    stop.store(true);
}

/// Once: the second signal ends the program.
void handle_with(void (*handler)(int), int flags) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = static_cast<int>(SA_RESETHAND) | flags;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    // A terminal that closes stops it too, unless it was started to outlive that (nohup).
    struct sigaction hangup {};
    sigaction(SIGHUP, nullptr, &hangup);
    if (hangup.sa_handler != SIG_IGN) {
        sigaction(SIGHUP, &action, nullptr);
    }
}

} // namespace

void prepare_process() {
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    // Opened the wrong way round, so that who reads or writes there still learns that it is closed.
    constexpr std::array<int, 3> ways{O_WRONLY, O_RDONLY, O_RDONLY};
    for (int descriptor = 0; descriptor < 3; ++descriptor) {
        if (fcntl(descriptor, F_GETFD) < 0) {
            // The lowest free number is this one.
            [[maybe_unused]] const int opened = open("/dev/null", ways.at(static_cast<std::size_t>(descriptor)));
        }
    }
}

void stop_on_signals() {
    handle_with(&request_stop, SA_RESTART);
}

void stop_waiting_on_signals() {
    handle_with(&note_stop, 0);
}

const std::atomic<bool>& stop_requested() {
    return stop;
}

} // namespace balak::cli
