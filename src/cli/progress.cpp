#include "cli/progress.hpp"

#include "cli/terminal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>

namespace balak::cli {
namespace {

using namespace std::chrono_literals;

constexpr auto terminal_pause = 100ms;
constexpr auto log_pause = 10s;

/// `1:02:03` or `2:03`
std::string clock_time(double seconds) {
    const auto whole = static_cast<long long>(std::ceil(seconds));
    return whole >= 3600 ? fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60)
                         : fmt::format("{}:{:02}", whole / 60, whole % 60);
}

/// `950`, `12.3 k`, `4.56 M`
std::string short_number(double value) {
    return value >= 1e6   ? fmt::format("{:.2f} M", value / 1e6)
           : value >= 1e4 ? fmt::format("{:.1f} k", value / 1e3)
                          : fmt::format("{:.0f}", value);
}

} // namespace

ProgressLine::ProgressLine(std::vector<std::string> names, double seconds_before)
    : names_(std::move(names)), terminal_(isatty(STDERR_FILENO) != 0),
      start_(Clock::now() - std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds_before))),
      next_(Clock::now() + (terminal_ ? Clock::duration(terminal_pause) : Clock::duration(log_pause))) {}

void ProgressLine::show(const tournament::Progress& progress, const std::function<std::string()>& slowest) {
    const Clock::time_point now = Clock::now();
    if (now < next_) {
        return;
    }
    next_ = now + (terminal_ ? Clock::duration(terminal_pause) : Clock::duration(log_pause));
    const std::string text = line(progress, slowest ? slowest() : "");
    if (terminal_) {
        put_in_place(text);
    } else {
        put(stderr, text + '\n');
    }
    shown_ = true;
}

void ProgressLine::clear() {
    if (terminal_ && shown_) {
        put_in_place("");
        shown_ = false;
    }
}

std::string ProgressLine::line(const tournament::Progress& progress, const std::string& slowest) const {
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    // Rule sets count alike: how long a later one takes is not known.
    const double share = (static_cast<double>(progress.rule_set) +
                          static_cast<double>(progress.deals_done) / static_cast<double>(progress.deals)) /
                         static_cast<double>(names_.size());
    const double left = share > 0 ? seconds * (1 - share) / share : 0;
    const std::string waiting = slowest.empty() ? "" : fmt::format("  most time: {}", slowest);
    return fmt::format("{:3.0f} %  {} matches  {} rounds/s  {} left  {}{}", std::floor(100 * share),
                       short_number(static_cast<double>(progress.matches_done)),
                       short_number(static_cast<double>(progress.rounds_done) / seconds), clock_time(left),
                       names_[progress.rule_set], waiting);
}

} // namespace balak::cli
