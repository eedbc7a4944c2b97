#include "tournament/stopped_estimate.hpp"

#include "tournament/distributions.hpp"
#include "tournament/sequential.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace balak::tournament {
namespace {

/// exp(log_factor) times the normal law's P(Z <= z), where the factor alone might overflow.
double scaled_normal(double log_factor, double z) {
    if (z > -30) {
        const double p = std::erfc(-z / std::numbers::sqrt2) / 2;
        return std::exp(log_factor + std::log(p));
    }
    const double tail = -z * z / 2 - std::log(-z * std::sqrt(2 * std::numbers::pi)) - 1 / (z * z);
    return std::exp(log_factor + tail);
}

/// exp(log_factor) times P(z1 < Z <= z2), by the tail that loses nothing.
double scaled_between(double log_factor, double z1, double z2) {
    return z1 > 0 ? scaled_normal(log_factor, -z1) - scaled_normal(log_factor, -z2)
                  : scaled_normal(log_factor, z2) - scaled_normal(log_factor, z1);
}

/// How many mirror images on each side count.
int images(double width, double time, double drift) {
    const double reach = std::abs(drift) * time + 10 * std::sqrt(time);
    return static_cast<int>(std::min(std::ceil(reach / (2 * width)), 1e4)) + 2;
}

/// The chance of reaching `upper` by this time and before `lower`. The law of that time without drift is a sum over the
/// images of the bound; drift multiplies it by exp(drift upper - drift^2 t / 2); each image integrates to two normal
/// tails, as for a single bound.
double reached_upper(double lower, double upper, double time, double drift) {
    const double width = upper - lower;
    const double root = std::sqrt(time);
    double sum = 0;
    const int most = images(width, time, drift);
    for (int image = -most; image <= most; ++image) {
        const double place = upper + 2 * image * width;
        const double far = std::abs(place);
        const double chance = scaled_normal(drift * (upper - far), (drift * time - far) / root) +
                              scaled_normal(drift * (upper + far), (-far - drift * time) / root);
        sum += place > 0 ? chance : -chance;
    }
    return std::clamp(sum, 0.0, 1.0);
}

/// The chance of being above `place` at this time without having reached a bound.
double still_above(double lower, double upper, double time, double place, double drift) {
    const double width = upper - lower;
    const double root = std::sqrt(time);
    double sum = 0;
    const int most = images(width, time, drift);
    for (int image = -most; image <= most; ++image) {
        for (const bool mirrored : {false, true}) {
            const double start = (mirrored ? 2 * upper : 0) + 2 * image * width;
            const double chance = scaled_between(drift * start, (place - start - drift * time) / root,
                                                 (upper - start - drift * time) / root);
            sum += mirrored ? -chance : chance;
        }
    }
    return std::clamp(sum, 0.0, 1.0);
}

} // namespace

double chance_of_higher(const StoppedMotion& end, double drift) {
    if (end.place >= end.upper) {
        return reached_upper(end.lower, end.upper, end.time, drift);
    }
    if (end.place <= end.lower) {
        return 1 - reached_upper(-end.upper, -end.lower, end.time, -drift);
    }
    return reached_upper(end.lower, end.upper, end.time, drift) +
           still_above(end.lower, end.upper, end.time, end.place, drift);
}

std::optional<StoppedEstimate> stopped_estimate(const Sprt& rule, const PairingStop& state) {
    const double middle = (rule.h0 + rule.h1) / 2;
    const double step = rule.h1 - rule.h0;
    // Measured by simulation: with larger steps half of the runs are no more on either side of the truth; farther off,
    // an interval covers less than 94 %.
    constexpr double most_information_a_deal = 1.0 / 64;
    constexpr double most_sds_off = 0.3;
    const double information_a_deal = state.information / static_cast<double>(std::max<std::int64_t>(state.deals, 1));
    if (!(information_a_deal > 0) || information_a_deal > most_information_a_deal) {
        return std::nullopt;
    }
    // The correction for overshoot makes the looks behave like a motion that is watched all the time, with the bounds
    // of Wald. In time `information` its drift is (truth - middle) / step.
    const auto [lower, upper] = wald_bounds(rule);
    StoppedMotion end{.lower = lower, .upper = upper, .time = state.information, .place = 0};
    if (state.decision == Decision::none) {
        end.place = std::clamp(state.llr, lower, upper);
    } else {
        // The time of the straight line to the bound that has the slope of the estimate.
        end.place = state.decision == Decision::h1 ? upper : lower;
        end.time = end.place * step / (state.estimate - middle);
    }
    if (!(end.time > 0)) {
        return std::nullopt;
    }
    const auto drift_for = [&](double chance) {
        const auto off = [&](double drift) { return chance_of_higher(end, drift) - chance; };
        const double reach = 1 / std::sqrt(end.time);
        double low = end.place / end.time - 4 * reach;
        double high = end.place / end.time + 4 * reach;
        for (int i = 0; i < 20 && off(low) > 0; ++i) {
            low -= 4 * reach;
        }
        for (int i = 0; i < 20 && off(high) < 0; ++i) {
            high += 4 * reach;
        }
        const double at_low = off(low);
        const double at_high = off(high);
        if (at_low >= 0 || at_high <= 0) {
            return at_low >= 0 ? low : high;
        }
        const auto [below, above] = around_root(off, low, high, at_low, at_high, 40, 200);
        return (below + above) / 2;
    };
    const auto value = [&](double chance) { return middle + step * drift_for(chance); };
    StoppedEstimate made{value(0.5), std::nullopt};
    if (std::abs(state.estimate - middle) / step * std::sqrt(information_a_deal) <= most_sds_off) {
        made.interval = {value(0.025), value(0.975)};
    }
    return made;
}

} // namespace balak::tournament
