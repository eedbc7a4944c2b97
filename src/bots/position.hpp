// What a seat sees when it is asked for a move, made of a `choose` message.
#pragma once

#include "balak/rules.hpp"
#include "balak/table.hpp"
#include "bots/choose_message.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace balak::bots {

/// How sentences name what a position was made of.
struct Wording {
    /// What the events are called.
    enum class Of : std::uint8_t {
        message, ///< by their place in `events`: "events[2]"
        person,  ///< as who typed them counts: "move 3 (6-1< of seat 1)"
    };

    std::string_view place; ///< begins each sentence
    Of events = Of::message;
    int fewest_moves = 2; ///< legal moves that there must be: a bot is asked only where it has a choice
};

/// A position as one seat sees it. It holds itself what an observation refers to.
class Position {
public:
    /// Follows the events of a message. Throws io::InputError, a sentence in this wording, for what cannot have
    /// happened under these rules as far as the seat itself can see, and for what follows from the events but is said
    /// to be otherwise; `require_possible` looks further. The rule set must outlive the position.
    Position(const RuleSet& rules, const ChooseMessage& message, const Wording& wording);
    Position(const RuleSet& rules, const ChooseMessage& message, std::string_view place)
        : Position(rules, message, Wording{place}) {}

    /// Refers to the position.
    Observation observation() const { return {rules_, table_, legal_, score_, round_, hand_, dealt_, key_, drawn()}; }

private:
    friend class PositionReader;

    std::span<const Tile> drawn() const { return {drawn_.data(), table_.draws}; }

    const RuleSet& rules_;
    Table table_;
    LegalMoves legal_;
    PerSide<int> score_;
    int round_ = 0;
    TileSet hand_;
    TileSet dealt_;
    SeatKey key_;
    std::array<Tile, tile_count> drawn_{}; // in the places of draws by others: any tile
};

/// Throws io::InputError, which says why, if no deal at all leads to what is seen: others laid or passed what they
/// cannot have. Takes some microseconds.
void require_possible(const Observation& seen, const Wording& wording);
inline void require_possible(const Observation& seen, std::string_view place) {
    require_possible(seen, Wording{place});
}

} // namespace balak::bots
