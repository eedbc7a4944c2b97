// How long bots think: what a run tells of each.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace balak::bots {

/// Times of single choices, in bins that each are a twelfth wider than the one before, from 100 ns to an hour.
class ChoiceTimes {
public:
    void add(double seconds, std::uint64_t times) {
        counts_[bin(seconds)] += times;
        count_ += times;
        seconds_ += seconds * static_cast<double>(times);
    }
    std::uint64_t count() const { return count_; }
    double seconds() const { return seconds_; } ///< of all together
    /// The time below which this share of them is; 0 where there are none.
    double quantile(double share) const {
        std::uint64_t below = 0;
        for (std::size_t i = 0; i < counts_.size(); ++i) {
            below += counts_[i];
            if (below > 0 && static_cast<double>(below) >= share * static_cast<double>(count_)) {
                return least * std::pow(width, static_cast<double>(i));
            }
        }
        return 0;
    }

private:
    static constexpr double least = 1e-7;
    static constexpr double width = 13.0 / 12;

    static std::size_t bin(double seconds) {
        const double place = std::ceil(std::log(seconds / least) / std::log(width));
        return place > 0 ? std::min(static_cast<std::size_t>(place), bins - 1) : 0;
    }

    static constexpr std::size_t bins = 304;
    std::array<std::uint64_t, bins> counts_{};
    std::uint64_t count_ = 0;
    double seconds_ = 0;
};

/// What is known of a bot after a run, or meanwhile.
struct BotUse {
    ChoiceTimes times;
    std::uint64_t restarts = 0;
};

} // namespace balak::bots
