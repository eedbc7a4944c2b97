// The time in which balak itself ran.
#pragma once

#include <chrono>

namespace balak::bots {

/// Seconds, without those in which balak was stopped: a bot must not be blamed for them. It must be looked at some ten
/// times a second at least; a longer time between two looks is taken for a stop.
class RunningClock {
public:
    double now() {
        using Clock = std::chrono::steady_clock;
        constexpr double longest_pause = 0.5;
        constexpr double counted_of_stop = 0.02;
        const Clock::time_point time = Clock::now();
        const double passed = std::chrono::duration<double>(time - last_).count();
        seconds_ += passed > longest_pause ? counted_of_stop : passed;
        last_ = time;
        return seconds_;
    }

private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
    double seconds_ = 0;
};

} // namespace balak::bots
