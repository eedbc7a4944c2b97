// How the deals of a run are divided among its threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <utility>

namespace balak::tournament {

/// How many deals to hand out at a time: so many that the work outweighs the handing out, so few that progress and
/// Ctrl-C stay prompt. It changes nothing that is counted.
class ChunkSize {
public:
    /// `least`: so many even if they take long, up to a second.
    explicit ChunkSize(std::uint64_t least) : least_(static_cast<double>(least)), next_(least) {}

    /// For one thread at a time.
    std::uint64_t next() {
        // A run's first commit is one deal: what a checkpoint is recognised by.
        return std::exchange(first_, false) ? 1 : next_.load(std::memory_order_relaxed);
    }
    /// So many were played in so many seconds.
    void learn(std::uint64_t deals, double seconds) {
        constexpr double wanted_seconds = 0.05;
        // A few deals tell little of how long many take; but blocks are slow until many are played at a time.
        const double most_growth = deals < 64 ? 4 : 64;
        const auto count = static_cast<double>(deals);
        const double in_a_second = count / std::max(seconds, 1e-6);
        const double least = std::max(1.0, std::min(least_, in_a_second));
        next_.store(static_cast<std::uint64_t>(
                        std::clamp(std::min(in_a_second * wanted_seconds, most_growth * count), least, 1e6)),
                    std::memory_order_relaxed);
    }

private:
    double least_;
    bool first_ = true;
    std::atomic<std::uint64_t> next_;
};

} // namespace balak::tournament
