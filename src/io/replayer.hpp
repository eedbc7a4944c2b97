// Replaying a recorded round with balak's own engine, token by token.
#pragma once

#include "balak/deal.hpp"
#include "balak/round.hpp"
#include "balak/rules.hpp"
#include "io/record_reader.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace balak::io {

/// The deal that a record tells of, to be drawn in turn; nothing if it is no deal of this rule set, with complaints
/// that say why.
std::optional<Deal> read_deal(const RuleSet& rules, const Record& record, std::vector<Complaint>& complaints);

/// What a token says.
struct Token {
    enum class Kind : std::uint8_t { open, left, right, draw, pass };

    Kind kind;
    Tile tile{}; ///< none for a pass
};

/// Reads a token of `moves`; nothing for any other text.
std::optional<Token> read_token(std::string_view text);

/// Follows a record's moves. The engine decides: it does by itself what the rules compel, so a token is right where it
/// is the engine's next event, or one of the legal moves of a turn with a choice. The rule set must outlive it.
class Replayer {
public:
    Replayer(const RuleSet& rules, const Deal& deal, Opening opening);

    /// Takes the next token. What is wrong with it ends the replay: nothing more may be taken then.
    std::optional<Complaint> take(std::string_view text);
    /// What is wrong if no token follows.
    std::optional<Complaint> end() const;

    /// Whether the round is over with the tokens taken.
    bool over() const { return round_.over() && taken_ == round_.table().event_count; }
    /// Only once the round is over.
    RoundResult result() const { return round_.result(); }

    /// The seat that the next token is of.
    Seat seat() const { return seat_; }
    TileSet hand(Seat seat) const { return hands_[seat]; }
    /// Whether a tile lies on the table.
    bool started() const { return taken_ > 0 || round_.table().has_starter; }
    /// The numbers at the ends, once a tile lies on the table.
    int left() const { return round_.table().left; }
    int right() const { return round_.table().right; }
    /// Tiles in the boneyard.
    int boneyard() const {
        return round_.boneyard().size() + static_cast<int>(round_.boneyard().drawn().size()) - drawn_;
    }

private:
    bool is_next(const Token& token) const;
    void follow(const Token& token);
    Complaint explain(std::string_view text, const Token& token) const;
    Complaint explain_play(std::string_view text, const Token& token) const;
    Complaint complain(std::string_view text, const std::string& what, std::string_view rule) const;
    TileSet playable() const;
    int drawable() const;

    Round round_;
    Opening opening_;
    // Where the tokens are; the engine is ahead of them by the draws and passes that it has done.
    std::size_t taken_ = 0;
    Seat seat_;
    PerSeat<TileSet> hands_;
    int drawn_ = 0;
};

} // namespace balak::io
