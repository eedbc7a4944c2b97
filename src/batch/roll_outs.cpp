#include "batch/roll_outs.hpp"

#include "core/worlds.hpp"

#include <algorithm>

namespace balak::batch {

bool RollOuts::can_play(const Observation& seen) {
    return current_target() != nullptr && batch::can_play(seen.rules) && seen.hand.size() > 1;
}

void RollOuts::start(const Observation& seen) {
    seen_ = &seen;
    rows_ = world_count_ = 0;
    boneyards_.clear();
    batch_.rules = &seen.rules;
    batch_.first_seat = seen.seat.next(seen.rules.players).number();
    players_ = static_cast<std::size_t>(seen.rules.players);
    Seat seat = seen.seat;
    for (std::size_t place = 0; place < players_; ++place) {
        seat = seat.next(seen.rules.players);
        seats_[place] = seat;
    }
    batch_.strategies.fill(strategy_);
    batch_.boneyard_size = seen.table.boneyard;
    draws_ = draws_tiles(seen.rules);
    needs_table_ = needs_table(batch_);
}

void RollOuts::add_world(const World& world, RoundKey key) {
    const std::size_t row = world_count_++;
    if (worlds_.id.size() < row + 1 + most_lanes) {
        worlds_.resize(2 * row + 64);
    }
    for (std::size_t place = 0; place + 1 < players_; ++place) {
        worlds_.hand[place][row] = world.hands[seats_[place]].bits();
    }
    if (draws_) {
        worlds_.boneyard[row] = static_cast<std::uint32_t>(row);
        worlds_.put_boneyard(row, boneyards_.emplace_back(world.boneyard(), players_ > 2));
    }
    worlds_.key[0][row] = key.first;
    worlds_.key[1][row] = key.second;
}

void RollOuts::add_rounds(std::size_t first_world, Move move, std::uint32_t first_id, std::uint32_t step) {
    const std::size_t first = rows_;
    const std::size_t count = world_count_ - first_world;
    rows_ += count;
    if (positions_.id.size() < rows_ + most_lanes) {
        positions_.resize(2 * rows_);
    }
    for (std::size_t i = 0; i < count; ++i) {
        positions_.id[first + i] = first_id + static_cast<std::uint32_t>(i) * step;
    }
    const auto fill = [&](Column& to, std::uint32_t value) { std::fill_n(to.data() + first, count, value); };
    const auto copy = [&](const Column& from, Column& to) {
        std::copy_n(from.data() + first_world, count, to.data() + first);
    };
    const Table& table = seen_->table;
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
    fill(positions_.ends, static_cast<std::uint32_t>(left | right << 8));
    const std::size_t last = players_ - 1; // the observing seat
    for (std::size_t place = 0; place < last; ++place) {
        copy(worlds_.hand[place], positions_.hand[place]);
    }
    fill(positions_.hand[last], (seen_->hand - move.tile).bits());
    if (draws_) {
        copy(worlds_.boneyard, positions_.boneyard);
        copy(worlds_.yard, positions_.yard);
        for (std::size_t i = 0; i < worlds_.suits.size(); ++i) {
            copy(worlds_.suits[i], positions_.suits[i]);
        }
    }
    if (needs_table_) {
        fill(positions_.laid, (table.laid | move.tile).bits());
        fill(positions_.laid_by[last], (table.laid_by[seen_->seat] | move.tile).bits());
    }
    if (needs_keys(batch_)) {
        copy(worlds_.key[0], positions_.key[0]);
        copy(worlds_.key[1], positions_.key[1]);
    }
}

/// Writes what is the same in all rounds.
void RollOuts::fill_common() {
    const Table& table = seen_->table;
    const auto fill = [&](Column& column, std::uint32_t value) { std::fill_n(column.begin(), rows_, value); };
    fill(positions_.turn, table.turn + 1U);
    fill(positions_.places, (1U << batch_.boneyard_size) - 1);
    for (std::size_t place = 0; place < players_ && needs_table_; ++place) {
        const Seat seat = seats_[place];
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
    rows_ = world_count_ = 0;
    boneyards_.clear();
}

} // namespace balak::batch
