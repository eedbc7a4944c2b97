// One round, from the deal to its result, move by move.
#pragma once

#include "balak/boneyard.hpp"
#include "balak/deal.hpp"
#include "balak/rules.hpp"
#include "balak/seat.hpp"
#include "balak/strategy.hpp"
#include "balak/table.hpp"
#include "balak/tile.hpp"

#include <array>
#include <optional>

namespace balak {

enum class Ending : std::uint8_t { out, blocked };

/// What a round came to.
struct RoundResult {
    Ending ending = Ending::out;
    bool capicu = false;
    std::optional<Seat> last_seat; ///< who laid the last tile; nobody where no one laid any
    std::optional<Side> winner;
    PerSeat<int> pips;   ///< left in each hand
    PerSide<int> points; ///< what the round gives to each side
};

/// Who takes the first turn, and the tile that must be laid then, if any.
struct Opening {
    Seat seat;
    std::optional<Tile> tile;
};

/// The opening that a tile decides: the holder of the highest double dealt, else of the heaviest tile dealt.
Opening opening_by_tile(const RuleSet& rules, const PerSeat<TileSet>& hands);

/// The opening of the first round of a match.
Opening first_opening(const RuleSet& rules, const Deal& deal);

/// The opening of a later round, after a round that `opener` opened and in which `last_seat` laid the last tile.
Opening later_opening(const RuleSet& rules, const Deal& deal, Seat opener, std::optional<Seat> last_seat);

/// The winner and the points of a round that has ended with these hands.
RoundResult score_round(const RuleSet& rules, Ending ending, std::optional<Seat> last_seat, bool capicu,
                        const PerSeat<TileSet>& hands);

/// The score of a match before its first round.
inline constexpr PerSide<int> no_score{};

/// The complete state of a round, hidden tiles included. It is always at a turn with at least one legal move, or over:
/// what the rules compel (draws, passes) it does by itself. It allocates nothing. The rule set must outlive it.
class Round {
public:
    /// The round as dealt.
    Round(const RuleSet& rules, const Deal& deal, Opening opening);
    /// The round that a seat sees, with hidden tiles filled in: `hands` with the seat's own, and in `boneyard` a new
    /// arrangement of the observation.table.boneyard tiles left, drawn by seat. What the other seats drew counts as
    /// dealt to them, and boneyard().drawn() tells only of what is drawn from here on.
    Round(const Observation& observation, const PerSeat<TileSet>& hands, std::span<const Tile> boneyard);

    bool over() const { return over_; }
    Seat to_move() const { return table_.to_move; }
    /// The legal moves of the seat to move; empty once the round is over.
    const LegalMoves& legal_moves() const { return legal_; }
    const Table& table() const { return table_; }
    const PerSeat<TileSet>& hands() const { return hands_; }
    /// The hands before the first turn.
    const PerSeat<TileSet>& dealt() const { return dealt_; }
    const Boneyard& boneyard() const { return boneyard_; }

    /// Lays a tile for the seat to move. `move` must be one of legal_moves().
    void play(Move move);

    /// What the seat to move may know, in a match with this score.
    Observation observe(const RoundKey& key, const PerSide<int>& score = no_score, int round = 0) const {
        const Seat seat = table_.to_move;
        return {*rules_, table_, legal_, score, round, hands_[seat], dealt_[seat], key[seat], boneyard_.drawn()};
    }

    /// Only once the round is over.
    RoundResult result() const;

    const RuleSet& rules() const { return *rules_; }

private:
    void next_turn();
    bool draw(Seat seat);
    void record(Event event) { table_.event[table_.event_count++] = event; }
    TileSet fitting() const { return tiles_with(table_.left) | tiles_with(table_.right); }

    const RuleSet* rules_;
    PerSeat<TileSet> hands_;
    PerSeat<TileSet> dealt_;
    LegalMoves legal_;
    bool over_ = false;
    bool capicu_ = false;
    bool someone_laid_ = false;
    Seat last_seat_;
    Table table_;
    Boneyard boneyard_;
};

/// The move that a strategy chooses for the seat to move, which must have a choice. `seen` is this round's observation;
/// a strategy that sees all is shown the round as well.
Move chosen_move(Strategy& strategy, const Round& round, const Observation& seen);

/// Plays a round to its end, each turn with a choice by the strategy of its seat; or up to a choice of a seat without a
/// strategy. `score` and `round_number` are what the strategies see of the match. Throws IllegalMove if a strategy does
/// not return a legal move.
void play_out(Round& round, const PerSeat<Strategy*>& strategies, const RoundKey& key,
              const PerSide<int>& score = no_score, int round_number = 0);

} // namespace balak
