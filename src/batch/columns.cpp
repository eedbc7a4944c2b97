#include "batch/columns.hpp"

#include <algorithm>
#include <bit>

namespace balak::batch {
namespace {

/// For each tile the four words of BoneyardTable::suits with it in place 0, two and two.
struct SuitPlaces {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
};

consteval auto make_suit_places() {
    std::array<SuitPlaces, tile_count> all{};
    for (int bit = 0; bit < tile_count; ++bit) {
        for (int number = 0; number <= max_pip; ++number) {
            if (Tile::from_bit(bit).shows(number)) {
                SuitPlaces& places = all[static_cast<std::size_t>(bit)];
                (number < 4 ? places.low : places.high) |= std::uint64_t{1} << 16 * (number % 4);
            }
        }
    }
    return all;
}
constexpr auto suit_places = make_suit_places();

void enlarge(Column& column, std::size_t rows) {
    column.resize(std::max(column.size(), rows + most_lanes));
}

} // namespace

BoneyardTable::BoneyardTable(std::span<const Tile> boneyard, bool turned) {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::uint32_t all = 0;
    for (std::size_t i = 0; i < boneyard.size(); ++i) {
        before[i] = all;
        all |= TileSet(boneyard[i]).bits();
        const SuitPlaces& places = suit_places[static_cast<std::size_t>(boneyard[i].bit())];
        low |= places.low << i;
        high |= places.high << i;
    }
    std::fill(before.begin() + static_cast<std::ptrdiff_t>(boneyard.size()), before.end(), all);
    suits = {static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32), static_cast<std::uint32_t>(high),
             static_cast<std::uint32_t>(high >> 32)};
    if (!turned) {
        return;
    }
    const std::size_t middle = boneyard.size() / 2;
    for (std::size_t i = 0; i < half_turned.size(); ++i) {
        const std::size_t to_end = boneyard.size() - middle; // places from the middle to the end
        half_turned[i] = i <= to_end ? all & before[std::min(middle + i, before.size() - 1)] & ~before[middle]
                                     : (all & ~before[middle]) | before[std::min(i - to_end, middle)];
    }
}

void Positions::resize(std::size_t rows) {
    size = rows;
    for (Column* column : {&id, &ends, &turn, &boneyard, &places, &yard, &laid}) {
        enlarge(*column, rows);
    }
    for (auto* columns : {&hand, &suits, &laid_by, &lacks}) {
        for (Column& column : *columns) {
            enlarge(column, rows);
        }
    }
    for (Column& column : key) {
        enlarge(column, rows);
    }
    std::fill_n(id.begin() + static_cast<std::ptrdiff_t>(rows), most_lanes, no_round);
}

void DealColumns::resize(std::size_t rows) {
    for (Column* column : {&starter, &lot, &by_tile, &key[0], &key[1], &hand[0], &hand[1], &hand[2], &hand[3]}) {
        enlarge(*column, rows);
    }
    boneyards.resize(std::max(boneyards.size(), rows));
}

void Outcomes::resize(std::size_t rows) {
    size = rows;
    for (Column* column : {&id, &ending, &places}) {
        enlarge(*column, rows);
    }
    for (Column& column : hand) {
        enlarge(column, rows);
    }
}

void Scores::resize(std::size_t rows) {
    enlarge(verdict, rows);
    for (Column& column : points) {
        enlarge(column, rows);
    }
}

} // namespace balak::batch
