// Rule sets to run tests over: all presets, and random ones.
#pragma once

#include "balak/rules.hpp"
#include "core/random_rules.hpp"

#include <cstdint>
#include <random>
#include <vector>

namespace balak::testing {

/// A generator whose numbers are the same with every standard library.
class Numbers {
public:
    explicit Numbers(std::uint64_t seed) : engine_(seed) {}

    /// Uniform in 0..bound-1 (bias below bound / 2^64).
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(engine_() % bound); }
    /// Uniform in least..most.
    std::int64_t between(std::int64_t least, std::int64_t most) {
        return least + static_cast<std::int64_t>(below(static_cast<std::size_t>(most - least + 1)));
    }

private:
    std::mt19937_64 engine_;
};

/// Every preset for every number of players that it is made for.
inline std::vector<RuleSet> all_presets() {
    std::vector<RuleSet> all;
    for (const Preset& known : presets()) {
        for (const int players : known.players) {
            all.push_back(*preset(known.name, players));
        }
    }
    return all;
}

/// A rule set drawn from all that can be played.
inline RuleSet random_rules(Numbers& numbers) {
    return balak::random_rules([&](std::int64_t least, std::int64_t most) { return numbers.between(least, most); });
}

} // namespace balak::testing
