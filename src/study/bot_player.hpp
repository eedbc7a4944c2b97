// A bot as a strategy.
#pragma once

#include "balak/strategy.hpp"
#include "bots/session.hpp"

#include <cstdint>
#include <string>

namespace balak::study {

/// A bot in one seat of one match, asked question by question. Its process ends with the object.
class BotPlayer final : public Strategy {
public:
    /// Starts it. Throws std::runtime_error, a sentence that begins with `name`, if it is not ready.
    BotPlayer(std::string name, bots::Trial trial, const RuleSet& rules);

    /// Throws std::runtime_error, such a sentence, if it breaks the protocol.
    Move choose(const Observation& observation) override;

private:
    void require(const std::string& wrong) const;

    std::string name_;
    bots::Trial trial_;
    bots::Session session_;
    std::uint64_t asked_ = 0;
};

} // namespace balak::study
