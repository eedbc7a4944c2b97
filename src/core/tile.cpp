#include "balak/tile.hpp"

namespace balak {

std::optional<Tile> Tile::parse(std::string_view text) {
    if (text.size() != 3 || text[1] != '-') {
        return std::nullopt;
    }
    const int high = text[0] - '0';
    const int low = text[2] - '0';
    if (high < 0 || high > balak::max_pip || low < 0 || low > high) {
        return std::nullopt;
    }
    return from_halves(high, low);
}

std::string to_string(Tile tile) {
    return {static_cast<char>('0' + tile.high()), '-', static_cast<char>('0' + tile.low())};
}

} // namespace balak
