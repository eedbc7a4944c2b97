#include "study/bot_player.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace balak::study {

BotPlayer::BotPlayer(std::string name, bots::Trial trial, const RuleSet& rules)
    : name_(std::move(name)), trial_(std::move(trial)), session_(trial_, rules) {
    require(session_.start());
}

Move BotPlayer::choose(const Observation& observation) {
    const bots::Question question = bots::question_of(observation, 1);
    Move move;
    require(session_.ask({&question, 1}, {.first_id = ++asked_}, {&move, 1}));
    return move;
}

void BotPlayer::require(const std::string& wrong) const {
    if (!wrong.empty()) {
        throw std::runtime_error(fmt::format("{} {}", name_, wrong));
    }
}

} // namespace balak::study
