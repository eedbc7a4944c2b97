#include "balak/round.hpp"

#include <algorithm>
#include <cassert>
#include <stdexcept>
#include <string>

namespace balak {

Round::Round(const RuleSet& rules, const Deal& deal, Opening opening)
    : rules_(&rules), hands_(deal.hands), dealt_(deal.hands),
      boneyard_(deal.boneyard, deal.boneyard_size, deal.draw_order) {
    table_.boneyard = static_cast<std::uint8_t>(deal.boneyard_size);
    if (rules.draw == Draw::until_playable && deal.boneyard_size > rules.boneyard_reserve) {
        table_.drawable = static_cast<std::uint8_t>(deal.boneyard_size - rules.boneyard_reserve);
    }
    for (const Seat seat : seats(rules.players)) {
        table_.held[seat] = static_cast<std::uint8_t>(rules.hand_size);
    }
    table_.opener = opening.seat;
    table_.to_move = opening.seat;
    if (deal.starter) {
        table_.started = true;
        table_.has_starter = true;
        table_.starter = *deal.starter;
        table_.left = static_cast<std::uint8_t>(deal.starter->high());
        table_.right = static_cast<std::uint8_t>(deal.starter->low());
        table_.laid |= *deal.starter;
        next_turn();
    } else {
        legal_.left = opening.tile ? TileSet(*opening.tile) : hands_[opening.seat];
    }
}

Round::Round(const Observation& observation, const PerSeat<TileSet>& hands, std::span<const Tile> boneyard)
    : rules_(&observation.rules), hands_(hands), legal_(observation.legal), table_(observation.table),
      boneyard_(boneyard, DrawOrder::by_seat) {
    for (const Seat seat : seats(rules_->players)) {
        dealt_[seat] = hands[seat] | table_.laid_by[seat];
    }
    dealt_[observation.seat] = observation.dealt;
}

void Round::play(Move move) {
    assert(legal_.contains(move));
    const Seat seat = table_.to_move;
    const TileSet hand = hands_[seat];
    const int left = table_.left;
    const int right = table_.right;
    if (table_.started) {
        // Without a branch: which end is as good as random.
        const int at_left = move.end == End::left ? 1 : 0;
        table_.left = static_cast<std::uint8_t>(left + at_left * (move.tile.pips() - 2 * left));
        table_.right = static_cast<std::uint8_t>(right + (1 - at_left) * (move.tile.pips() - 2 * right));
    } else {
        table_.started = true;
        table_.left = static_cast<std::uint8_t>(move.tile.high());
        table_.right = static_cast<std::uint8_t>(move.tile.low());
    }
    record(Event::play(move));
    ++table_.turn;
    table_.passes = 0;
    table_.laid |= move.tile;
    table_.laid_by[seat] |= move.tile;
    --table_.held[seat];
    hands_[seat] = hand - move.tile;
    someone_laid_ = true;
    last_seat_ = seat;
    if (table_.held[seat] == 0) {
        over_ = true;
        capicu_ = left != right && move.tile == Tile::from_halves(left, right);
        legal_ = {};
        return;
    }
    table_.to_move = seat.next(rules_->players);
    next_turn();
}

/// Draws and passes for whoever is stuck, until a seat can play or the round is blocked.
void Round::next_turn() {
    for (;;) {
        const Seat seat = table_.to_move;
        if (!(hands_[seat] & fitting()).empty() || (table_.drawable > 0 && draw(seat))) {
            legal_ = balak::legal_moves(hands_[seat], table_.left, table_.right);
            return;
        }
        table_.lacks[seat].insert(table_.left);
        table_.lacks[seat].insert(table_.right);
        record(Event::pass());
        ++table_.turn;
        if (++table_.passes == rules_->players) {
            over_ = true;
            legal_ = {};
            return;
        }
        table_.to_move = seat.next(rules_->players);
    }
}

/// Draws for a stuck seat until a tile fits or none may be drawn. Returns whether one fits.
bool Round::draw(Seat seat) {
    const TileSet fits = fitting();
    const TileSet drawn = boneyard_.take_until(seat, fits, table_.drawable);
    const auto count = static_cast<std::uint8_t>(drawn.size());
    const bool found = !(drawn & fits).empty();
    const int kept = count - (found ? 1 : 0);
    // An event that is not yet written is a draw: counting them is enough, and spares a loop of unforeseeable length.
    static_assert(Event().kind() == Event::Kind::draw);
    table_.event_count = static_cast<std::uint8_t>(table_.event_count + count);
    table_.draws = static_cast<std::uint8_t>(table_.draws + count);
    table_.drawable = static_cast<std::uint8_t>(table_.drawable - count);
    table_.boneyard = static_cast<std::uint8_t>(table_.boneyard - count);
    hands_[seat] |= drawn;
    table_.held[seat] = static_cast<std::uint8_t>(table_.held[seat] + count);
    // The tiles that did not fit may show what the seat lacked before, so only what they cannot show stays certain. A
    // tile that does fit is laid in this turn.
    if (kept > 0) {
        table_.lacks[seat].clear();
    }
    table_.lacks[seat].insert(table_.left);
    table_.lacks[seat].insert(table_.right);
    return found;
}

RoundResult Round::result() const {
    assert(over_);
    const Ending ending = table_.passes == rules_->players ? Ending::blocked : Ending::out;
    return score_round(*rules_, ending, someone_laid_ ? std::optional(last_seat_) : std::nullopt, capicu_, hands_);
}

namespace {

[[noreturn, gnu::cold]] void report_illegal(const Observation& seen, Move move) {
    throw IllegalMove("the strategy in seat " + std::to_string(seen.seat.number()) + " chose to lay " +
                      to_string(move.tile) + " at the " + (move.end == End::left ? "left" : "right") +
                      " end, which is not a legal move (round " + std::to_string(seen.round) + ", turn " +
                      std::to_string(seen.table.turn) + ")");
}

} // namespace

Move SeesAll::choose(const Observation& observation) {
    throw std::logic_error("the strategy in seat " + std::to_string(observation.seat.number()) +
                           " sees all: it cannot choose from what the seat sees");
}

Move chosen_move(Strategy& strategy, const Round& round, const Observation& seen) {
    assert(seen.legal.size() > 1);
    SeesAll* const all = strategy.seeing_all();
    return all == nullptr ? strategy.choose(seen) : all->choose_seeing_all(round, seen);
}

void play_out(Round& round, const PerSeat<Strategy*>& strategies, const RoundKey& key, const PerSide<int>& score,
              int round_number) {
    while (!round.over()) {
        const LegalMoves& legal = round.legal_moves();
        Move move;
        if (legal.size() == 1) {
            move = legal.with(legal.tiles().heaviest());
        } else {
            Strategy* const strategy = strategies[round.to_move()];
            if (strategy == nullptr) {
                return;
            }
            const Observation seen = round.observe(key, score, round_number);
            move = chosen_move(*strategy, round, seen);
            if (!legal.contains(move)) {
                report_illegal(seen, move);
            }
        }
        round.play(move);
    }
}

} // namespace balak
