// Rule sets to run tests over: all presets, and random ones.
#pragma once

#include "balak/rules.hpp"

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

/// A rule set drawn from all that can be played: every option takes any of its values, numbers up to some dozens.
inline RuleSet random_rules(Numbers& numbers) {
    for (;;) {
        RuleSet rules;
        rules.name = "random";
        for (const RuleOption& option : rule_options()) {
            option.set(rules, numbers.between(option.least, std::min<std::int64_t>(option.most, option.least + 30)));
        }
        // Most partnerships would be refused for their number of players, most matches for having two ends.
        if (rules.partnership) {
            rules.players = 4;
        }
        if (rules.scoring == Scoring::penalty || numbers.below(2) == 0) {
            rules.match = {0, static_cast<int>(numbers.between(1, 5))};
        } else {
            rules.match = {static_cast<int>(numbers.between(1, 120)), 0};
        }
        if (rule_faults(rules).empty()) {
            return rules;
        }
    }
}

} // namespace balak::testing
