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
    block_.turn = table.turn;
    block_.started = table.started;
    block_.left = table.left;
    block_.right = table.right;
    block_.on_table = table.laid;
    Seat seat = seen.seat;
    for (std::size_t place = 0; place < static_cast<std::size_t>(seen.rules.players); ++place) {
        seat = seat.next(seen.rules.players);
        seats_[place] = seat;
        block_.laid_by[place] = table.laid_by[seat];
        block_.lacks[place] = table.lacks[seat];
    }
    block_.first_seat = seats_[0].number();
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

/// The worlds come once for each move, one move after the other.
void RollOuts::play_at_once(std::span<const Move> moves) {
    const auto own = static_cast<std::size_t>(seen_->rules.players - 1);
    const auto repeat = [&](Column& column) {
        for (std::size_t i = 1; i < moves.size(); ++i) {
            std::copy_n(column, worlds_, column + i * worlds_);
        }
    };
    for (std::size_t place = 0; place < own; ++place) {
        repeat(block_.hand[place]);
    }
    for (std::size_t i = 0; i < 2 * (own + 1) && strategy_.draws_numbers; ++i) {
        repeat(block_.key[i]);
    }
    for (std::size_t bit = 0; bit < block_.rank.size() && draws_tiles(seen_->rules); ++bit) {
        repeat(block_.rank[bit]);
    }
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const bool at_right = seen_->table.started && moves[i].end == End::right;
        std::fill_n(block_.hand[own] + i * worlds_, worlds_, (seen_->hand - moves[i].tile).bits());
        std::fill_n(block_.laid + i * worlds_, worlds_,
                    TileSet(moves[i].tile).bits() | (at_right ? 1U << at_right_bit : 0));
    }
    std::fill(block_.hand[0] + moves.size() * worlds_, block_.hand[0] + block_rounds, 0);
    target_->play(block_, ends_);
}

} // namespace balak::slices
