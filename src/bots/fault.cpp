#include "bots/fault.hpp"

#include <array>

namespace balak::bots {

std::span<const std::string_view, fault_kinds> fault_names() {
    static constexpr std::array<std::string_view, fault_kinds> names{
        "no-start",        "not-ready",    "bad-ready", "ready-twice", "no-object",     "long-line", "unknown-id",
        "answered-before", "illegal-move", "too-late",  "ended",       "closed-output", "killed"};
    return names;
}

} // namespace balak::bots
