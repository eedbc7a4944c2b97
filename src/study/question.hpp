// A position that somebody asks about.
#pragma once

#include "balak/rules.hpp"
#include "bots/choose_message.hpp"

namespace balak::study {

/// What a seat sees, and the rules. bots::Position follows it.
struct Question {
    RuleSet rules;
    bots::ChooseMessage message;
};

} // namespace balak::study
