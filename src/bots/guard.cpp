#include "bots/guard.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string_view>
#include <system_error>
#include <utility>

namespace balak::bots {
namespace {

// From the fork on the guard may call nothing that is not safe after a fork of a program with threads: no allocation,
// no stdio. So is all below up to run_guard().

constexpr int milliseconds_of_grace = 1000;   // after `quit`, and after SIGTERM
constexpr int milliseconds_after_death = 250; // of balak: all must be over within two seconds, on a busy machine too
constexpr int most_kill_rounds = 400;         // of 5 ms: only a process that the kernel cannot end takes so long

long long now_ms() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<long long>(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
}

/// The parent and the session in `/proc/PID/stat`; nothing of a process that is gone or a zombie.
struct Relatives {
    long parent = -1;
    long session = -1;
};

Relatives relatives_of(int proc, const char* pid) {
    std::array<char, 64> path{};
    const std::size_t length = std::strlen(pid);
    if (length > 20) {
        return {};
    }
    std::memcpy(path.data(), pid, length);
    std::memcpy(path.data() + length, "/stat", 6);
    const int file = openat(proc, path.data(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return {};
    }
    std::array<char, 512> text{};
    const ssize_t size = read(file, text.data(), text.size() - 1);
    close(file);
    // `pid (name) state parent group session`: the name may hold anything, a bracket too.
    const char* at = size > 0 ? std::strrchr(text.data(), ')') : nullptr;
    if (at == nullptr || at[1] != ' ' || at[2] == 'Z' || at[2] == 'X') {
        return {};
    }
    at += 3;
    char* end = nullptr;
    Relatives found;
    found.parent = std::strtol(at, &end, 10);
    std::strtol(end, &end, 10);
    found.session = std::strtol(end, &end, 10);
    return found;
}

/// Sends a signal to every living process of the bot's session, and to what the guard has adopted. Returns how many
/// there were.
int signal_all(pid_t bot, int signal) {
    int count = 0;
    const int proc = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (proc < 0) {
        return kill(-bot, signal) == 0 ? 1 : 0;
    }
    alignas(8) std::array<char, 4096> entries; // NOLINT(cppcoreguidelines-pro-type-member-init): the kernel fills it
    const long self = getpid();
    long size = 0;
    while ((size = syscall(SYS_getdents64, proc, entries.data(), entries.size())) > 0) {
        for (long at = 0; at < size;) {
            // struct linux_dirent64: inode 8, offset 8, length 2, type 1, name.
            const char* const entry = entries.data() + at;
            unsigned short length = 0;
            std::memcpy(&length, entry + 16, sizeof length);
            at += length;
            const char* const name = entry + 19;
            if (name[0] < '1' || name[0] > '9') {
                continue;
            }
            const Relatives its = relatives_of(proc, name);
            if (its.session == bot || its.parent == self) {
                ++count;
                kill(static_cast<pid_t>(std::strtol(name, nullptr, 10)), signal);
            }
        }
    }
    close(proc);
    return count;
}

/// Kills all of them, those that are started meanwhile too.
void kill_all(pid_t bot) {
    for (int i = 0; i < most_kill_rounds && signal_all(bot, SIGKILL) > 0; ++i) {
        poll(nullptr, 0, 5);
    }
}

void report(int control, GuardReport what) {
    [[maybe_unused]] const ssize_t ignored = send(control, &what, sizeof what, MSG_NOSIGNAL);
}

/// Becomes the command. `words` and `environment` end with null.
[[noreturn]] void run_bot(const std::array<int, 3>& standard, int control, const Command& command, char** words,
                          char** environment) {
    setsid();
    // Should the guard itself be killed. It has one thread, so this follows the right one.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int signal = 1; signal < NSIG; ++signal) {
        std::signal(signal, SIG_DFL);
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    for (std::size_t i = 0; i < standard.size(); ++i) {
        dup2(standard[i], static_cast<int>(i));
    }
    // A core file could fill the disk.
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    if (command.memory_mb > 0) {
        const auto bytes = static_cast<rlim_t>(command.memory_mb) << 20U;
        const rlimit data{bytes, bytes};
        setrlimit(RLIMIT_DATA, &data);
    }
    syscall(SYS_close_range, 3U, ~0U, 4U); // CLOSE_RANGE_CLOEXEC: what libraries have opened without asking
    if (chdir(command.folder.c_str()) == 0) {
        execvpe(words[0], words, environment);
    }
    report(control, {GuardReport::Kind::not_started, errno});
    _exit(127);
}

/// When the bot gets its next signal, and which.
struct Deadline {
    long long at = -1; ///< ms; -1: never
    int signal = 0;
    int grace = 0; ///< ms from SIGTERM to SIGKILL

    void set(int first_signal, int milliseconds) {
        at = now_ms() + milliseconds;
        signal = first_signal;
        grace = milliseconds;
    }
    int milliseconds_left() const {
        const long long left = at - now_ms();
        return at < 0 ? -1 : left < 0 ? 0 : static_cast<int>(left);
    }
};

/// Whether the bot itself has ended. It is left a zombie, so that its number, which is that of its session too, is
/// nobody else's while there is something to kill. Other children are buried.
bool has_ended(pid_t bot, int control) {
    for (;;) {
        siginfo_t info{};
        if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) {
            return false;
        }
        if (info.si_pid == bot) {
            const int status = info.si_code == CLD_EXITED ? info.si_status << 8 : info.si_status;
            report(control, {GuardReport::Kind::ended, status});
            return true;
        }
        waitpid(info.si_pid, nullptr, WNOHANG);
    }
}

/// Watches over the bot until nothing of it is left.
[[noreturn]] void watch(pid_t bot, int control, int children) {
    Deadline deadline;
    bool listening = true;
    for (;;) {
        std::array<pollfd, 2> sources{{{children, POLLIN, 0}, {listening ? control : -1, POLLIN, 0}}};
        poll(sources.data(), sources.size(), deadline.milliseconds_left());
        if (sources[0].revents != 0) {
            signalfd_siginfo ignored{};
            [[maybe_unused]] const ssize_t size = read(children, &ignored, sizeof ignored);
        }
        if (has_ended(bot, control)) {
            kill_all(bot);
            _exit(0);
        }
        if (sources[1].revents != 0) {
            char order = 0;
            const ssize_t size = recv(control, &order, 1, 0);
            if (size == 1 && order == static_cast<char>(GuardOrder::quit)) {
                deadline.set(SIGTERM, milliseconds_of_grace);
            } else if (size == 1 || deadline.at < 0) {
                deadline.set(size == 1 ? SIGKILL : SIGTERM, size == 1 ? 0 : milliseconds_after_death);
            }
            listening = size == 1;
        }
        if (deadline.milliseconds_left() == 0) {
            if (deadline.signal == SIGKILL) {
                kill_all(bot);
                has_ended(bot, control);
                _exit(0);
            }
            signal_all(bot, SIGTERM);
            deadline.set(SIGKILL, deadline.grace);
        }
    }
}

/// The child of balak.
[[noreturn]] void run_guard(const std::array<int, 3>& standard, int control, const Command& command, char** words,
                            char** environment) {
    setsid(); // Ctrl-C in balak's terminal is not meant for it
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_NAME, "balak-guard");
    sigset_t mask;
    sigfillset(&mask);
    sigprocmask(SIG_SETMASK, &mask, nullptr);
    const pid_t bot = fork();
    if (bot == 0) {
        run_bot(standard, control, command, words, environment);
    }
    if (bot < 0) {
        report(control, {GuardReport::Kind::not_started, errno});
        _exit(1);
    }
    dup2(control, 0);
    syscall(SYS_close_range, 1U, ~0U, 0U);
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    watch(bot, 0, signalfd(-1, &child, SFD_CLOEXEC));
}

[[noreturn]] void fail(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

/// A descriptor that is closed unless it is taken.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor() {
        if (number_ >= 0) {
            close(number_);
        }
    }
    int number() const { return number_; }
    int take() { return std::exchange(number_, -1); }

private:
    int number_ = -1;
};

/// Above 2, so that it stays what it is while a child arranges its standard streams.
Descriptor above_standard(int number) {
    Descriptor given(number);
    if (number > 2) {
        return given;
    }
    const int other = fcntl(number, F_DUPFD_CLOEXEC, 3);
    if (other < 0) {
        fail("a descriptor cannot be duplicated");
    }
    return Descriptor(other);
}

struct Pipe {
    Descriptor out; ///< to read from
    Descriptor in;
};

Pipe make_pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) {
        fail("a pipe cannot be made");
    }
    Descriptor in(ends[1]);
    Descriptor out = above_standard(ends[0]);
    return {std::move(out), above_standard(in.take())};
}

std::vector<std::string> environment_of(const Command& command) {
    std::map<std::string, std::string> all;
    for (const char* const name : {"PATH", "HOME", "LANG", "TMPDIR"}) {
        if (const char* const value = std::getenv(name)) {
            all[name] = value;
        }
    }
    for (const auto& [name, value] : command.environment) {
        all[name] = value;
    }
    std::vector<std::string> list;
    list.reserve(all.size());
    for (const auto& [name, value] : all) {
        list.push_back(fmt::format("{}={}", name, value));
    }
    return list;
}

/// As execve wants them.
std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> list;
    list.reserve(texts.size() + 1);
    for (std::string& text : texts) {
        list.push_back(text.data());
    }
    list.push_back(nullptr);
    return list;
}

} // namespace

Guarded start_guarded(const Command& command) {
    Pipe input = make_pipe();
    Pipe output = make_pipe();
    Pipe errors = make_pipe();
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        fail("a socket cannot be made");
    }
    Descriptor theirs(ends[1]);
    Descriptor ours = above_standard(ends[0]);
    theirs = above_standard(theirs.take());
    std::vector<std::string> words = command.words;
    std::vector<std::string> environment = environment_of(command);
    std::vector<char*> word_list = pointers(words);
    std::vector<char*> environment_list = pointers(environment);
    const std::array<int, 3> standard{input.out.number(), output.in.number(), errors.in.number()};
    // A signal to balak must not be handled in the child as if it were balak.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t guard = fork();
    if (guard == 0) {
        run_guard(standard, theirs.number(), command, word_list.data(), environment_list.data());
    }
    const int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (guard < 0) {
        errno = error;
        fail("a process cannot be started");
    }
    for (const int end : {input.in.number(), output.out.number(), errors.out.number(), ours.number()}) {
        fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK);
    }
    return {input.in.take(), output.out.take(), errors.out.take(), ours.take(), guard};
}

} // namespace balak::bots
