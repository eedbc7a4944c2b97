#include "slices/deals.hpp"

#include <algorithm>

namespace balak::slices {

void load_block(const Deals& deals, std::span<const std::uint32_t> rows, bool keys, Block& block) {
    const RuleSet& rules = *block.rules;
    const auto players = static_cast<std::size_t>(rules.players);
    const auto load = [&](const std::vector<std::uint32_t>& from, Column& to) {
        const std::uint32_t* const words = from.data();
        for (std::size_t i = 0; i < rows.size(); ++i) {
            to[i] = words[rows[i]];
        }
    };
    for (std::size_t place = 0; place < players; ++place) {
        const std::size_t seat = (static_cast<std::size_t>(block.first_seat) + place) % players;
        load(deals.hand[seat], block.hand[place]);
        for (std::size_t word = 0; word < 2 && keys; ++word) {
            load(deals.key[2 * seat + word], block.key[2 * place + word]);
        }
    }
    std::fill(block.hand[0] + rows.size(), block.hand[0] + block_rounds, 0);
    if (block.start == Start::starter) {
        load(deals.starter, block.laid);
    }
    for (std::size_t bit = 0; draws_tiles(rules) && bit < static_cast<std::size_t>(rank_bits(block.boneyard_size));
         ++bit) {
        load(deals.rank[bit], block.rank[bit]);
    }
}

} // namespace balak::slices
