// A `choose` message as it is written: fields of the right types, that may say anything.
#pragma once

#include "balak/seat.hpp"
#include "balak/tile.hpp"
#include "io/reader.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace balak::bots {

/// What a text of `events` or `moves` says.
struct Token {
    enum class Kind : std::uint8_t { open, left, right, own_draw, other_draw, pass };

    Kind kind = Kind::pass;
    Tile tile; ///< none for a pass and for another seat's draw
    bool operator==(const Token&) const = default;
};

/// Reads `6-6`, `6-1<`, `6-1>`, `+2-1`, `+` or `pass`; nothing for any other text.
std::optional<Token> read_token(std::string_view text);

/// The text that read_token() reads.
std::string text_of(const Token& token);

struct ChooseMessage {
    struct Event {
        std::int64_t seat = 0;
        Token token;
        bool operator==(const Event&) const = default;
    };
    using Numbers = std::vector<std::int64_t>;

    std::uint64_t id = 0;    ///< 0: not said
    std::uint64_t match = 0; ///< 0: not said
    std::int64_t round = 0;
    std::int64_t seat = 0;
    Numbers score;
    std::vector<Tile> dealt;
    std::optional<Tile> starter;
    std::int64_t opener = 0;
    std::vector<Event> events;
    std::uint64_t random = 0;

    // What follows from the rest, where it is said.
    std::optional<std::int64_t> turn;
    std::optional<std::vector<Tile>> hand;
    std::optional<std::optional<Numbers>> ends; ///< inside: null is said
    std::optional<Numbers> held;
    std::optional<std::int64_t> boneyard;
    std::optional<std::int64_t> drawable;
    std::optional<std::vector<Token>> moves;

    bool operator==(const ChooseMessage&) const = default;
};

/// Reads a message; fields that it does not know are left out. Throws io::InputError for what is missing or of a wrong
/// type.
ChooseMessage read_choose(const io::Node& node);

/// Reads a line that is written exactly as append_choose writes, without a parser's cost. False, and the message is
/// anything, if there is any other thing in it.
bool read_usual_choose(std::string_view line, ChooseMessage& message);

} // namespace balak::bots
