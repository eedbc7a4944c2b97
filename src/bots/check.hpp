// Whether a bot keeps to the protocol.
#pragma once

#include "bots/session.hpp"

#include <functional>
#include <string>

namespace balak::bots {

/// One thing that was looked at.
struct Finding {
    enum class Kind : std::uint8_t { good, fault, remark };
    Kind kind;
    std::string sentence; ///< plain ASCII but for names of rule sets
};

/// Plays a bot through positions of every preset and of so many rule sets drawn from all, a fresh process for each, and
/// tells what it finds as it goes: whether it starts, answers in time what it is asked one by one and many at once,
/// with legal moves and each once, flushes, copes with what it does not know, ends when it is told to and when its
/// input ends, and chooses the same again if it says that it is reproducible. Returns the number of faults.
int check_bot(const Trial& trial, int drawn_rules, const std::function<void(const Finding&)>& tell);

} // namespace balak::bots
