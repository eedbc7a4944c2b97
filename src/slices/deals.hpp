// Deals for the slices: a column for each number, a row for each deal.
#pragma once

#include "balak/rules.hpp"
#include "core/dealing.hpp"
#include "slices/block.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace balak::slices {

/// Four numbers of a deal, side by side: where deals are picked from here and there, that is one look-up for all four.
using Quad = std::array<std::uint32_t, 4>;

/// Deals, each in the row where the user wants it.
struct Deals {
    std::vector<Quad> hands;               ///< by seat, as masks of tiles
    std::vector<Quad> ranks;               ///< the lower four as in DealtTiles; only where tiles are drawn
    std::vector<std::uint32_t> top_rank;   ///< the fifth
    std::vector<std::uint32_t> starter;    ///< as a mask; only where there is one
    std::vector<std::uint32_t> by_tile;    ///< the seat that opens where a tile decides
    std::vector<std::uint32_t> lot;        ///< the seat that opens where a lot decides
    std::array<std::vector<Quad>, 2> keys; ///< SeatKey of two seats each, two words a seat; only if ordered

    void resize(std::size_t rows) {
        for (std::vector<std::uint32_t>* column : {&top_rank, &starter, &by_tile, &lot}) {
            column->resize(rows);
        }
        for (std::vector<Quad>* quads : {&hands, &ranks, &keys[0], &keys[1]}) {
            quads->resize(rows);
        }
    }
};

/// Which deals: of these numbers and this round, to these rows.
struct DealOrder {
    explicit DealOrder(const RuleSet& order_rules) : rules(&order_rules), plan(order_rules, draws_tiles(order_rules)) {}

    const RuleSet* rules;
    DealPlan plan;
    std::uint64_t seed = 0;
    std::uint32_t round = 0;
    bool keys = false;   ///< whether the keys are wanted
    bool openers = true; ///< whether it is wanted who opens where a tile decides
    std::vector<std::uint64_t> numbers;
    std::vector<std::uint32_t> rows;
};

/// Copies deals to a block whose places and start are known.
void load_block(const Deals& deals, std::span<const std::uint32_t> rows, bool keys, Block& block);

} // namespace balak::slices
