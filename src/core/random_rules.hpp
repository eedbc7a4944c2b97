// Rule sets drawn from all that can be played, to try out on them whatever must work under any.
#pragma once

#include "balak/rules.hpp"

#include <algorithm>
#include <cstdint>

namespace balak {

/// A rule set of which every option takes any of its values, numbers up to some dozens. `between(least, most)` draws a
/// uniform integer.
template <class Between>
RuleSet random_rules(Between between) {
    for (;;) {
        RuleSet rules;
        rules.name = "random";
        for (const RuleOption& option : rule_options()) {
            option.set(rules, between(option.least, std::min<std::int64_t>(option.most, option.least + 30)));
        }
        // Most partnerships would be refused for their number of players, most matches for having two ends.
        if (rules.partnership) {
            rules.players = 4;
        }
        if (rules.scoring == Scoring::penalty || between(0, 1) == 0) {
            rules.match = {0, static_cast<int>(between(1, 5))};
        } else {
            rules.match = {static_cast<int>(between(1, 120)), 0};
        }
        if (rule_faults(rules).empty()) {
            return rules;
        }
    }
}

} // namespace balak
