#include "batch/roll_outs.hpp"

#include "core/worlds.hpp"

#include <algorithm>

namespace balak::batch {

bool RollOuts::can_play(const Observation& seen) {
    return current_target() != nullptr && batch::can_play(seen.rules) && seen.hand.size() > 1;
}

void RollOuts::start(const Observation& seen) {
    seen_ = &seen;
    rows_ = 0;
    boneyards_.clear();
    batch_.rules = &seen.rules;
    batch_.first_seat = seen.seat.next(seen.rules.players).number();
    batch_.strategies.fill(strategy_);
    batch_.boneyard_size = seen.table.boneyard;
    needs_table_ = needs_table(batch_);
}

void RollOuts::add_world(const World& world, RoundKey key) {
    hands_ = world.hands;
    key_ = key;
    if (draws_tiles(seen_->rules)) {
        boneyards_.emplace_back(world.boneyard(), seen_->rules.players > 2);
    }
}

void RollOuts::add_round(Move move, std::uint32_t id) {
    const Table& table = seen_->table;
    const int players = seen_->rules.players;
    const std::size_t row = rows_++;
    if (positions_.id.size() < row + 1 + most_lanes) {
        positions_.resize(2 * row + 64);
    }
    positions_.id[row] = id;
    int left = table.left;
    int right = table.right;
    if (!table.started) {
        left = move.tile.high();
        right = move.tile.low();
    } else if (move.end == End::left) {
        left = move.tile.other_half(left);
    } else {
        right = move.tile.other_half(right);
    }
    positions_.ends[row] = static_cast<std::uint32_t>(left | right << 8);
    const std::uint32_t tile = TileSet(move.tile).bits();
    for (int i = 0; i < players; ++i) {
        const Seat seat((batch_.first_seat + i) % players);
        positions_.hand[static_cast<std::size_t>(i)][row] = hands_[seat].bits();
    }
    // The observing seat is the last.
    const auto last = static_cast<std::size_t>(players - 1);
    positions_.hand[last][row] &= ~tile;
    if (!boneyards_.empty()) {
        positions_.boneyard[row] = static_cast<std::uint32_t>(boneyards_.size() - 1);
        positions_.put_boneyard(row, boneyards_.back());
    }
    if (needs_table_) {
        positions_.laid[row] = table.laid.bits() | tile;
        positions_.laid_by[last][row] = table.laid_by[seen_->seat].bits() | tile;
    }
    if (strategy_.kind == SimpleKind::random) {
        positions_.key[0][row] = key_.first;
        positions_.key[1][row] = key_.second;
    }
}

/// Writes what is the same in all rounds.
void RollOuts::fill_common() {
    const Table& table = seen_->table;
    const int players = seen_->rules.players;
    const auto fill = [&](Column& column, std::uint32_t value) { std::fill_n(column.begin(), rows_, value); };
    fill(positions_.turn, table.turn + 1U);
    fill(positions_.places, (1U << batch_.boneyard_size) - 1);
    for (int i = 0; i < players && needs_table_; ++i) {
        const Seat seat((batch_.first_seat + i) % players);
        const auto place = static_cast<std::size_t>(i);
        fill(positions_.lacks[place], table.lacks[seat].tiles().bits());
        if (seat != seen_->seat) {
            fill(positions_.laid_by[place], table.laid_by[seat].bits());
        }
    }
}

void RollOuts::play_all() {
    const Kernels& kernels = current_target()->kernels;
    positions_.resize(rows_);
    outcomes_.resize(rows_);
    scores_.resize(rows_);
    batch_.boneyards = boneyards_.data();
    fill_common();
    kernels.play(batch_, positions_, outcomes_);
    kernels.score(batch_, outcomes_, scores_);
    rows_ = 0;
    boneyards_.clear();
}

} // namespace balak::batch
