#include "slices/deals.hpp"

#include <algorithm>
#include <cstring>

namespace balak::slices {
namespace {

using Lanes __attribute__((vector_size(sizeof(Quad)))) = std::uint32_t;

Lanes lanes_of(const Quad& quad) {
    Lanes lanes;
    std::memcpy(&lanes, &quad, sizeof lanes);
    return lanes;
}

/// Four columns from rows of four: four rows are turned at a time. The last ones are filled up with a row of theirs.
void load_quads(const std::vector<Quad>& from, std::span<const std::uint32_t> rows,
                const std::array<std::uint32_t*, 4>& to) {
    const Quad* const quads = from.data();
    const std::size_t last = rows.size() - 1;
    for (std::size_t i = 0; i < rows.size(); i += 4) {
        const Lanes a = lanes_of(quads[rows[i]]);
        const Lanes b = lanes_of(quads[rows[std::min(i + 1, last)]]);
        const Lanes c = lanes_of(quads[rows[std::min(i + 2, last)]]);
        const Lanes d = lanes_of(quads[rows[std::min(i + 3, last)]]);
        const Lanes ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
        const Lanes ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
        const Lanes cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5);
        const Lanes cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
        const Lanes turned[4] = {__builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5),
                                 __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7),
                                 __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5),
                                 __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7)};
        for (std::size_t column = 0; column < 4; ++column) {
            std::memcpy(to[column] + i, &turned[column], sizeof turned[column]);
        }
    }
}

void load_column(const std::vector<std::uint32_t>& from, std::span<const std::uint32_t> rows, Column& to) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        to[i] = from[rows[i]];
    }
}

} // namespace

void load_block(const Deals& deals, std::span<const std::uint32_t> rows, bool keys, Block& block) {
    const RuleSet& rules = *block.rules;
    // The columns of seats beyond the table's are filled, too, and not looked at.
    std::array<std::size_t, max_seats> place{};
    for (int seat = 0; seat < max_seats; ++seat) {
        const int after_first = (seat - block.first_seat + rules.players) % rules.players;
        place[static_cast<std::size_t>(seat)] = static_cast<std::size_t>(seat < rules.players ? after_first : seat);
    }
    auto& hand = block.hand;
    load_quads(deals.hands, rows, {hand[place[0]], hand[place[1]], hand[place[2]], hand[place[3]]});
    std::fill(hand[0] + rows.size(), hand[0] + block_rounds, 0);
    for (std::size_t pair = 0; keys && pair < deals.keys.size(); ++pair) {
        const std::size_t first = 2 * place[2 * pair];
        const std::size_t second = 2 * place[2 * pair + 1];
        auto& key = block.key;
        load_quads(deals.keys[pair], rows, {key[first], key[first + 1], key[second], key[second + 1]});
    }
    if (block.start == Start::starter) {
        load_column(deals.starter, rows, block.laid);
    }
    if (draws_tiles(rules)) {
        auto& rank = block.rank;
        load_quads(deals.ranks, rows, {rank[0], rank[1], rank[2], rank[3]});
        if (rank_bits(block.boneyard_size) > 4) {
            load_column(deals.top_rank, rows, rank[4]);
        }
    }
}

} // namespace balak::slices
