#include "slices/roll_outs.hpp"

#include "core/worlds.hpp"

#include <algorithm>

namespace balak::slices {

RollOuts::RollOuts(const SliceForm& strategy, const Target& target) : strategy_(strategy), target_(&target) {
    block_.forms.fill(strategy);
    block_.start = Start::goes_on;
}

void RollOuts::start(const Observation& seen) {
    seen_ = &seen;
    worlds_ = 0;
    const Table& table = seen.table;
    block_.rules = &seen.rules;
    block_.boneyard_size = table.boneyard;
    block_.turn = table.turn + 1;
    Seat seat = seen.seat;
    for (std::size_t place = 0; place < static_cast<std::size_t>(seen.rules.players); ++place) {
        seat = seat.next(seen.rules.players);
        seats_[place] = seat;
        block_.laid_by[place] = table.laid_by[seat];
        block_.lacks[place] = table.lacks[seat];
    }
    block_.first_seat = seats_[0].number();
    std::ranges::fill(block_.hand[0], 0);
}

void RollOuts::add_world(const World& world, const RoundKey& key) {
    const std::size_t row = worlds_++;
    const auto others = static_cast<std::size_t>(seen_->rules.players - 1);
    for (std::size_t place = 0; place <= others; ++place) {
        const Seat seat = seats_[place];
        if (place < others) {
            block_.hand[place][row] = world.hands[seat].bits();
        }
        block_.key[2 * place][row] = key[seat].first;
        block_.key[2 * place + 1][row] = key[seat].second;
    }
    if (draws_tiles(seen_->rules)) {
        const auto ranks = ranks_of(world.boneyard());
        for (std::size_t bit = 0; bit < ranks.size(); ++bit) {
            block_.rank[bit][row] = ranks[bit];
        }
    }
}

void RollOuts::play_all(Move move) {
    const Table& table = seen_->table;
    block_.left = table.left;
    block_.right = table.right;
    if (!table.started) {
        block_.left = move.tile.high();
        block_.right = move.tile.low();
    } else if (move.end == End::left) {
        block_.left = move.tile.other_half(block_.left);
    } else {
        block_.right = move.tile.other_half(block_.right);
    }
    const auto own = static_cast<std::size_t>(seen_->rules.players - 1);
    std::ranges::fill(block_.hand[own], (seen_->hand - move.tile).bits());
    block_.on_table = table.laid | move.tile;
    block_.laid_by[own] = table.laid_by[seen_->seat] | move.tile;
    target_->play(block_, ends_);
}

} // namespace balak::slices
