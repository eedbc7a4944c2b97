// The lines of the bot protocol (docs/bot-protocol.md): those that balak writes to a bot, and those that a bot writes.
#pragma once

#include "balak/rules.hpp"
#include "balak/table.hpp"
#include "bots/fault.hpp"
#include "io/json.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace balak::bots {

inline constexpr int protocol_version = 1;
inline constexpr std::size_t longest_line = 64U << 10U; ///< bytes, the line feed not counted
inline constexpr std::size_t longest_note = 1024;       ///< bytes of JSON
inline constexpr int most_at_once = 1024;               ///< questions that a bot may have open
inline constexpr int usual_at_once = 64;                ///< what balak's own quick bots say
inline constexpr std::uint64_t last_id = (std::uint64_t{1} << 53U) - 1;

// What balak writes. Each function appends one line with its line feed, and allocates only where `out` must grow.

/// `hello`. `options` is the JSON object that the config gives the bot; `move_ms` milliseconds for a move, 0: no limit.
void append_hello(std::string& out, const RuleSet& rules, const io::Json& options, int move_ms);

/// `choose`. `match` is the number by which the bot shall know the match: it must tell neither the deal nor which
/// matches share one.
void append_choose(std::string& out, std::uint64_t id, std::uint64_t match, const Observation& seen);

/// `quit`.
void append_quit(std::string& out);

/// A move as records write it: `6-1<` and `6-1>`, the opening tile `6-6`.
std::string text_of(Move move, bool opening);

/// Whether the seat to move lays the opening tile.
inline bool is_opening(const Table& table) {
    return !table.started;
}

/// The JSON object in a line; nothing for anything else, or for one that is nested deeper than any message.
std::optional<io::Json> read_object(std::string_view line);

// What a bot writes.

inline constexpr std::size_t longest_name = 200; ///< bytes

/// Whether a text can be a bot's name or version: short, and without control characters.
bool is_name(std::string_view text);
/// What is expected of one, in words.
std::string name_rule();

struct Ready {
    std::string name; ///< empty where the bot says none; no control characters
    std::string version;
    int at_once = 1;
    bool reproducible = false;
};

struct Answer {
    std::uint64_t id = 0;
    std::string move; ///< as written: anything
    std::string note; ///< JSON on one line; empty: none. Of one that is too long a text that says so
    bool long_note = false;
};

/// `ready`, and an answer without a note, as balak writes them where it is the bot itself.
void append_ready(std::string& out, const Ready& ready);
void append_answer(std::string& out, std::uint64_t id, Move move, bool opening);

/// A message of a type that is not known, to be ignored.
struct Ignored {};

/// Reads a line, without its line feed and not longer than `longest_line`. Whether `ready` comes when it should, and
/// whether an `id` is an open question's, is for the caller to judge.
std::variant<Ready, Answer, Ignored, Fault> read_line(std::string_view line);

/// The legal move that a text stands for; nothing if it is not exactly one of the question's `moves`.
std::optional<Move> find_move(std::string_view text, const LegalMoves& legal, bool opening);

// Faults that only the caller can see, as sentences.

Fault long_line(std::string_view beginning);
Fault unknown_id(std::uint64_t id);
Fault answered_before(std::uint64_t id);
Fault illegal_move(std::string_view text, const LegalMoves& legal, bool opening);
Fault early_message(std::string_view line);
Fault ready_twice(std::string_view line);

} // namespace balak::bots
