// A match of a person against strategies.
#pragma once

#include "tournament/ongoing_match.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace balak::study {

/// A match at a table where one seat is a person's. What was chosen can be taken back, as far as the first choice of
/// the match; the others then choose again what they chose before, as long as they see the same.
class Game {
public:
    struct Player {
        std::string name;             ///< as records have it
        Strategy* strategy = nullptr; ///< null: the person
    };

    /// The rules and the strategies must outlive the game. The deals are those of `seed`, match 0.
    Game(const RuleSet& rules, std::uint64_t seed, PerSeat<Player> players);

    const Match& match() const { return now_.match.match(); }
    bool over() const { return now_.match.over(); }
    /// The round that is played, or the last one.
    const Round& round() const { return now_.match.round(); }
    bool between_rounds() const { return now_.match.between_rounds(); }
    const Player& player(Seat seat) const { return players_[seat]; }

    /// Deals the next round. Only between rounds of a match that is not over.
    void begin_round();
    /// Plays on to the person's next choice, or to the end of the round. Returns whether the round is over. Throws what
    /// a strategy throws.
    bool play_on();
    /// What the person sees, where there is a choice. Good until the game goes on.
    Observation question() const { return now_.match.question(); }
    /// Lays a tile for the person: one of the legal moves.
    void answer(Move move);
    /// Goes back to the person's choice before this one, in an earlier round if need be. False if there is none.
    bool take_back();
    /// Counts the round, which is over, and keeps its record. Returns what it came to.
    RoundResult end_round();

    /// The records of the complete rounds.
    std::string records() const;
    std::size_t complete_rounds() const { return now_.records.size(); }

private:
    /// All that a choice can change.
    struct State {
        tournament::OngoingMatch match;
        std::vector<std::string> records;
    };

    const RuleSet& rules_;
    Dealer dealer_;
    PerSeat<Player> players_;
    PerSeat<Strategy*> strategies_;
    std::string record_rules_;
    State now_;
    std::vector<State> choices_; // as they were before the person chose
};

/// The legal move of a text: as records write it, or the tile alone, its halves in any order, where that is laid in one
/// way. Nothing for any other text.
std::optional<Move> named_move(std::string_view text, const Observation& seen);

} // namespace balak::study
