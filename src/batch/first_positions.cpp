#include "batch/first_positions.hpp"

#include "batch/kernels.hpp"

#include <algorithm>
#include <bit>

namespace balak::batch {

void write_first_positions(const Batch& batch, const DealColumns& deals, std::span<const std::uint32_t> rows,
                           bool opening_tile, Positions& positions) {
    const RuleSet& rules = *batch.rules;
    const bool starter = rules.starter != Starter::none;
    const auto players = static_cast<std::size_t>(rules.players);
    positions.resize(rows.size());
    const auto fill = [&](Column& column, auto value) { std::ranges::transform(rows, column.begin(), value); };
    const auto set = [&](Column& column, std::uint32_t value) { std::fill_n(column.begin(), rows.size(), value); };
    const auto tile_on_table = [&](std::uint32_t row) {
        return starter ? static_cast<std::uint32_t>(std::countr_zero(deals.starter[row])) : deals.by_tile[row] >> 2;
    };

    std::ranges::copy(rows, positions.id.begin());
    if (starter || opening_tile) {
        fill(positions.ends, [&](std::uint32_t row) {
            const Tile tile = Tile::from_bit(static_cast<int>(tile_on_table(row)));
            return static_cast<std::uint32_t>(tile.high() | tile.low() << 8);
        });
    }
    set(positions.turn, opening_tile ? 1 : 0);
    for (std::size_t place = 0; place < players; ++place) {
        const Column& hand = deals.hand[(static_cast<std::size_t>(batch.first_seat) + place) % players];
        if (opening_tile && place == players - 1) {
            fill(positions.hand[place], [&](std::uint32_t row) { return hand[row] & ~(1U << tile_on_table(row)); });
        } else {
            fill(positions.hand[place], [&](std::uint32_t row) { return hand[row]; });
        }
    }
    if (draws_tiles(rules)) {
        std::ranges::copy(rows, positions.boneyard.begin());
        set(positions.places, (1U << batch.boneyard_size) - 1);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            positions.put_boneyard(i, deals.boneyards[rows[i]]);
        }
    }
    if (needs_keys(batch)) {
        for (std::size_t i = 0; i < positions.key.size(); ++i) {
            fill(positions.key[i], [&](std::uint32_t row) { return deals.key[i][row]; });
        }
    }
    if (needs_table(batch)) {
        if (starter || opening_tile) {
            fill(positions.laid, [&](std::uint32_t row) { return 1U << tile_on_table(row); });
        } else {
            set(positions.laid, 0);
        }
        for (std::size_t place = 0; place < players; ++place) {
            set(positions.laid_by[place], 0);
            set(positions.lacks[place], 0);
        }
        if (opening_tile) {
            std::copy_n(positions.laid.begin(), rows.size(), positions.laid_by[players - 1].begin());
        }
    }
}

} // namespace balak::batch
