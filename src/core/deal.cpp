#include "balak/deal.hpp"

#include <algorithm>

namespace balak {
namespace {

/// A stream of the words for one deal.
class Words {
public:
    Words(std::uint64_t seed, Purpose purpose, std::uint64_t deal, std::uint32_t round)
        : seed_(seed), purpose_(purpose), deal_(deal), round_(round) {}

    std::uint32_t next() {
        if (used_ == block_.size()) {
            block_ = random_block(seed_, purpose_, deal_, round_, block_number_++);
            used_ = 0;
        }
        return block_[used_++];
    }
    /// Uniform in 0..bound-1.
    std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>((std::uint64_t{next()} * bound) >> 32);
    }

private:
    std::uint64_t seed_;
    Purpose purpose_;
    std::uint64_t deal_;
    std::uint32_t round_;
    std::uint32_t block_number_ = 0;
    std::size_t used_ = 4;
    std::array<std::uint32_t, 4> block_{};
};

} // namespace

Deal Dealer::deal(const RuleSet& rules, std::uint64_t deal, std::uint32_t round) const {
    Words words(seed_, Purpose::deal, deal, round);
    Deal made;

    TileSet set = rules.tiles();
    if (rules.starter == Starter::random_non_double) {
        const TileSet candidates = set - doubles;
        made.starter = candidates.nth(static_cast<int>(words.below(static_cast<std::uint32_t>(candidates.size()))));
        set -= *made.starter;
    }

    // Fisher and Yates from the front: the first tiles are the hands, the rest is the boneyard.
    std::array<Tile, tile_count> order{};
    std::uint32_t count = 0;
    for (const Tile tile : set) {
        order[count++] = tile;
    }
    for (std::uint32_t i = 0; i + 1 < count; ++i) {
        std::swap(order[i], order[i + words.below(count - i)]);
    }

    const auto* next = order.data();
    for (const Seat seat : seats(rules.players)) {
        std::uint32_t hand = 0;
        for (int i = 0; i < rules.hand_size; ++i) {
            hand |= TileSet(*next++).bits();
        }
        made.hands[seat] = TileSet(hand);
    }
    made.boneyard_size = rules.boneyard_size();
    std::copy_n(next, made.boneyard_size, made.boneyard.begin());

    if (rules.opening.first_round == FirstRound::lot && round == 0) {
        const std::uint32_t word = random_block(seed_, Purpose::lot, deal, round, 0)[0];
        made.lot = Seat(static_cast<int>((std::uint64_t{word} * static_cast<std::uint32_t>(rules.players)) >> 32));
    }
    const auto key = random_block(seed_, Purpose::strategy, deal, round, 0);
    made.random = {key[0], key[1]};
    return made;
}

} // namespace balak
