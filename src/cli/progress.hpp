// Shows how far a run has come, on stderr: one line that changes on a terminal, a line now and then in a log.
#pragma once

#include "tournament/runner.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace balak::cli {

class ProgressLine {
public:
    /// `names`: of the rule sets, in the order in which they are played.
    /// `seconds_before`: of the run that is resumed.
    explicit ProgressLine(std::vector<std::string> names, double seconds_before = 0);

    /// Shows the progress if it is time again. `slowest` finds who of those outside of the program has taken the most
    /// time; empty: nobody.
    void show(const tournament::Progress& progress, const std::function<std::string()>& slowest = {});
    /// Takes the line off the terminal.
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    std::string line(const tournament::Progress& progress, const std::string& slowest) const;

    std::vector<std::string> names_;
    bool terminal_;
    bool shown_ = false;
    Clock::time_point start_;
    Clock::time_point next_;
};

} // namespace balak::cli
