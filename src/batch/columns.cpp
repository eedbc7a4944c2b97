#include "batch/columns.hpp"

#include <algorithm>
#include <bit>

namespace balak::batch {
namespace {

void enlarge(Column& column, std::size_t rows) {
    column.resize(std::max(column.size(), rows + most_lanes));
}

} // namespace

consteval std::array<SuitPlaces, tile_count> SuitPlaces::make_last_place() {
    std::array<SuitPlaces, tile_count> all{};
    for (int bit = 0; bit < tile_count; ++bit) {
        SuitPlaces& places = all[static_cast<std::size_t>(bit)];
        for (int number = 0; number <= max_pip; ++number) {
            if (Tile::from_bit(bit).shows(number)) {
                (number < 4 ? places.low_ : places.high_) |= std::uint64_t{0x8000} << 16 * (number % 4);
            }
        }
    }
    return all;
}

constexpr std::array<SuitPlaces, tile_count> SuitPlaces::last_place = make_last_place();

BoneyardTable::BoneyardTable(std::span<const Tile> boneyard, bool turned) {
    SuitPlaces places;
    std::uint32_t all = 0;
    for (std::size_t i = 0; i < boneyard.size(); ++i) {
        before[i] = all;
        all |= TileSet(boneyard[i]).bits();
        places.add(static_cast<std::size_t>(boneyard[i].bit()));
    }
    std::fill(before.begin() + static_cast<std::ptrdiff_t>(boneyard.size()), before.end(), all);
    suits = places.words(boneyard.size());
    if (turned) {
        turn(boneyard.size());
    }
}

void BoneyardTable::turn(std::size_t size) {
    const std::uint32_t all = before.back();
    const std::size_t middle = size / 2;
    const std::size_t to_end = size - middle; // places from the middle to the end
    for (std::size_t i = 0; i < half_turned.size(); ++i) {
        half_turned[i] = i <= to_end ? before[std::min(middle + i, before.size() - 1)] & ~before[middle]
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
