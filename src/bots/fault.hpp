// What a bot can do wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace balak::bots {

enum class FaultKind : std::uint8_t {
    no_start,        ///< the command cannot be run, or the library cannot be loaded
    not_ready,       ///< no `ready` in time, or another message before it
    bad_ready,       ///< a `ready` with a field that makes no sense
    ready_twice,     ///< a second `ready`
    no_object,       ///< a line that is no JSON object
    long_line,       ///< a line longer than `longest_line`
    unknown_id,      ///< an `id` that no open question has
    answered_before, ///< an `id` that was answered before
    illegal_move,    ///< a `move` that is not among the question's `moves`
    too_late,        ///< no answer in time
    ended,           ///< the process ended by itself
    closed_output,   ///< it closed its standard output
    killed,          ///< a signal ended the process
};

inline constexpr std::size_t fault_kinds = 13;

/// A fault and, as the end of a sentence that begins with the bot, what was found and what was expected.
struct Fault {
    FaultKind kind;
    std::string what; ///< `wrote what is no JSON object: "hello\n"`: plain ASCII, of any input
};

/// The names of the kinds, in the order of the enumeration, as results count them: `not-ready`.
std::span<const std::string_view, fault_kinds> fault_names();

inline std::string_view name_of(FaultKind kind) {
    return fault_names()[static_cast<std::size_t>(kind)];
}

} // namespace balak::bots
