// Processes of bots: lines both ways, every way to end, and nothing that stays behind.
#include "bots/process.hpp"

#include <boost/asio/io_context.hpp>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace balak::bots {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// A mark in the environment of all that a test starts.
std::string new_mark() {
    static int count = 0;
    return fmt::format("balak-test-{}-{}", getpid(), ++count);
}

/// The processes with this mark in their environment, zombies apart.
std::vector<std::string> marked(const std::string& mark) {
    std::vector<std::string> found;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
        const std::string name = entry.path().filename();
        if (name.find_first_not_of("0123456789") != std::string::npos) {
            continue;
        }
        std::ifstream file(entry.path() / "environ", std::ios::binary);
        std::stringstream text;
        text << file.rdbuf();
        if (text.str().find("MARK=" + mark) != std::string::npos) {
            found.push_back(name);
        }
    }
    return found;
}

/// Waits until a condition is true, at most so long.
bool comes_true(const std::function<bool()>& condition, std::chrono::milliseconds time = 20s) {
    for (const auto end = Clock::now() + time; Clock::now() < end; std::this_thread::sleep_for(5ms)) {
        if (condition()) {
            return true;
        }
    }
    return condition();
}

class Processes : public ::testing::Test {
protected:
    ~Processes() override {
        EXPECT_TRUE(comes_true([this] { return marked(mark_).empty(); }, 3s));
    }

    Command shell(const std::string& script) const {
        return {.words = {"sh", "-c", script}, .folder = "/", .environment = {{"MARK", mark_}}};
    }
    void start(const Command& command) {
        process_.emplace(loop_, command,
                         Process::Listener{.line = [this](std::string_view line) { lines_.emplace_back(line); },
                                           .pause = [this] { ++pauses_; },
                                           .over = [this](const Fault& fault) { over_ = fault; }});
    }
    /// Runs the loop until something is true.
    bool run_until(const std::function<bool()>& condition, std::chrono::milliseconds time = 20s) {
        for (const auto end = Clock::now() + time; !condition() && Clock::now() < end;) {
            loop_.restart();
            loop_.run_one_for(20ms);
        }
        return condition();
    }
    bool run_until_over() {
        return run_until([this] { return over_.has_value(); });
    }
    /// How the process of a script ends, in words.
    std::string end_of(const std::string& script) {
        start(shell(script));
        EXPECT_TRUE(run_until_over());
        return over_->what;
    }
    /// Tells it to quit; returns the seconds until all is gone.
    double seconds_to_quit() {
        const auto begin = Clock::now();
        process_->quit("quit\n");
        process_.reset();
        loop_.restart();
        loop_.run();
        EXPECT_TRUE(marked(mark_).empty());
        return std::chrono::duration<double>(Clock::now() - begin).count();
    }

    std::string mark_ = new_mark();
    boost::asio::io_context loop_;
    std::optional<Process> process_;
    std::vector<std::string> lines_;
    int pauses_ = 0;
    std::optional<Fault> over_;
};

TEST_F(Processes, TakeAndGiveLines) {
    start({.words = {"cat"}, .environment = {{"MARK", mark_}}});
    process_->send("one\ntwo\r\n");
    process_->send("three\n");
    EXPECT_TRUE(run_until([this] { return lines_.size() == 3; }));
    EXPECT_EQ(lines_, (std::vector<std::string>{"one", "two", "three"}));
    EXPECT_GT(pauses_, 0);
    EXPECT_LT(seconds_to_quit(), 0.9) << "cat ends with its input";
}

TEST_F(Processes, SayHowTheyEnded) {
    EXPECT_EQ(end_of("exit 3"), "ended by itself with exit code 3");
    EXPECT_EQ(over_->kind, FaultKind::ended);
}

TEST_F(Processes, SayWhichSignalEndedThem) {
    EXPECT_EQ(end_of("kill -9 $$"), "was ended by signal 9 (Killed)");
    EXPECT_EQ(over_->kind, FaultKind::killed);
}

TEST_F(Processes, SayWhyTheyCannotStart) {
    start({.words = {"/no/such/program"}, .folder = ".", .environment = {}, .memory_mb = 0});
    EXPECT_TRUE(run_until_over());
    EXPECT_EQ(over_->what, "cannot be started: No such file or directory");
    over_.reset();
    start({.words = {"cat"}, .folder = "/no/such/folder", .environment = {}, .memory_mb = 0});
    EXPECT_TRUE(run_until_over());
    EXPECT_EQ(over_->kind, FaultKind::no_start);
}

TEST_F(Processes, SayThatTheyClosedTheirOutput) {
    EXPECT_EQ(end_of("exec 1>&-; sleep 100"), "closed its standard output");
    EXPECT_EQ(over_->kind, FaultKind::closed_output);
    process_.reset();
    loop_.restart();
    loop_.run();
}

TEST_F(Processes, GiveWhatTheyWroteBeforeTheyEnded) {
    EXPECT_EQ(end_of("echo last; echo why >&2; exit 1"), "ended by itself with exit code 1");
    EXPECT_EQ(lines_, (std::vector<std::string>{"last"}));
    EXPECT_EQ(process_->last_words(), "why\n");
}

TEST_F(Processes, KeepTheEndOfAFloodOfErrors) {
    end_of("yes no | head -c 3000000 >&2; echo end >&2");
    EXPECT_LE(process_->last_words().size(), 2048U);
    EXPECT_TRUE(process_->last_words().ends_with("no\nend\n"));
}

TEST_F(Processes, WriteNoLineOfMoreThan64KiB) {
    end_of("head -c 10000000 /dev/zero | tr '\\0' x; sleep 100");
    EXPECT_EQ(over_->kind, FaultKind::long_line);
    process_.reset();
    loop_.restart();
    loop_.run();
}

TEST_F(Processes, ThatDoNotReadHoldNobodyUp) {
    start(shell("sleep 100"));
    const std::string line(999, 'x');
    for (int i = 0; i < 10'000; ++i) {
        process_->send(line + "\n");
    }
    loop_.run_for(50ms);
    process_.reset();
    const auto begin = Clock::now();
    loop_.restart();
    loop_.run();
    EXPECT_LT(Clock::now() - begin, 2s);
}

TEST_F(Processes, ThatWriteWithoutEndAreReadWithoutEnd) {
    start(shell("yes line"));
    EXPECT_TRUE(run_until([this] { return lines_.size() > 100'000; }));
    process_.reset();
    loop_.restart();
    loop_.run();
}

TEST_F(Processes, ThatReadNoMoreEndNobody) {
    start(shell("exec 0<&-; sleep 0.2; echo still here; sleep 100"));
    EXPECT_TRUE(run_until([this] {
        process_->send("question\n");
        return lines_.size() == 1;
    }));
    process_.reset();
    loop_.restart();
    loop_.run();
}

TEST_F(Processes, AreKilledTwoSecondsAfterTheyIgnoredQuitAndTerm) {
    start(shell("trap '' TERM; (trap '' TERM; while :; do sleep 0.1; done) & echo ready; while :; do sleep 0.1; done"));
    EXPECT_TRUE(run_until([this] { return !lines_.empty(); }));
    EXPECT_GE(marked(mark_).size(), 2U);
    const double seconds = seconds_to_quit();
    EXPECT_GE(seconds, 1.9);
    EXPECT_LT(seconds, 4);
}

TEST_F(Processes, GetTermAfterASecondWithoutQuitting) {
    start(shell("trap 'exit 0' TERM; echo ready; while :; do sleep 0.05; done"));
    EXPECT_TRUE(run_until([this] { return !lines_.empty(); }));
    const double seconds = seconds_to_quit();
    EXPECT_GE(seconds, 0.9);
    EXPECT_LT(seconds, 1.9);
}

TEST_F(Processes, TakeTheirChildrenWithThem) {
    // One in the background that keeps the pipes, one in a group of its own, one in a session of its own.
    end_of("sleep 100 & setsid sleep 100 & sh -c 'setsid sh -c \"sleep 100 & sleep 100\" &'; echo x; exit 0");
    EXPECT_EQ(over_->kind, FaultKind::ended);
    EXPECT_TRUE(comes_true([this] { return marked(mark_).empty(); }, 2s));
}

TEST_F(Processes, InheritNoDescriptorAndOnlyTheEnvironmentTheyAreGiven) {
    const int open_one = dup(0);
    std::ofstream another(std::filesystem::temp_directory_path() / mark_);
    setenv("BALAK_SECRET", "x", 1);
    Command command = shell("ls /proc/self/fd; env");
    command.environment["GIVEN"] = "a b";
    start(command);
    EXPECT_TRUE(run_until_over());
    close(open_one);
    std::filesystem::remove(std::filesystem::temp_directory_path() / mark_);
    std::vector<std::string> names;
    std::vector<std::string> descriptors;
    for (const std::string& line : lines_) {
        (line.find('=') == std::string::npos ? descriptors : names).push_back(line.substr(0, line.find('=')));
    }
    // 3 is the folder that ls reads.
    EXPECT_EQ(descriptors, (std::vector<std::string>{"0", "1", "2", "3"}));
    for (const std::string& name : names) {
        const std::vector<std::string> known{"PATH",  "HOME", "LANG", "TMPDIR", "MARK",
                                             "GIVEN", "PWD",  "_",    "SHLVL",  "OLDPWD"};
        EXPECT_TRUE(std::ranges::find(known, name) != known.end()) << name;
    }
    EXPECT_TRUE(std::ranges::find(lines_, "GIVEN=a b") != lines_.end());
    EXPECT_TRUE(std::ranges::find(lines_, "PWD=/") != lines_.end());
}

TEST_F(Processes, HaveALimitOfData) {
    Command command = shell("ulimit -d; ulimit -v; ulimit -c");
    command.memory_mb = 100;
    start(command);
    EXPECT_TRUE(run_until_over());
    EXPECT_EQ(lines_, (std::vector<std::string>{"102400", "unlimited", "0"}));
}

TEST_F(Processes, DoNotOutliveTheProgramThatWasKilled) {
    for (const char* const script :
         {"cat", "trap '' TERM HUP INT; while :; do sleep 0.1; done",
          "trap '' TERM; (trap '' TERM; while :; do sleep 0.1; done) & while :; do sleep 0.1; done"}) {
        const pid_t program = fork();
        if (program == 0) {
            boost::asio::io_context loop;
            std::vector<std::unique_ptr<Process>> all;
            for (int i = 0; i < 4; ++i) {
                all.push_back(std::make_unique<Process>(
                    loop, shell(script),
                    Process::Listener{.line = [](std::string_view) {}, .pause = [] {}, .over = [](const Fault&) {}}));
            }
            loop.run();
            _exit(1);
        }
        ASSERT_TRUE(comes_true([this] { return marked(mark_).size() >= 4; }));
        kill(program, SIGKILL);
        waitpid(program, nullptr, 0);
        EXPECT_TRUE(comes_true([this] { return marked(mark_).empty(); }, 2s)) << script;
    }
}

} // namespace
} // namespace balak::bots
