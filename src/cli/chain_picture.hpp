// Tiles as plain text: sets, and the line of play with its doubles crosswise.
#pragma once

#include "balak/table.hpp"

#include <deque>
#include <string>

namespace balak::cli {

/// A chain that grows at both ends, and its picture:
///
///          6
///     [3-6]|[6-1]
///          6
class ChainPicture {
public:
    /// The first tile, or the starter: its higher half is the left end.
    void start(Tile tile) { pieces_.push_back({tile.high(), tile.low()}); }
    /// Lays a tile at an end that it fits.
    void lay(Tile tile, End end);

    /// The picture in lines of at most `width` characters, each begun with `indent` blanks. A chain that is longer goes
    /// on below, still from left to right.
    std::string draw(std::size_t width, std::size_t indent) const;

private:
    struct Piece {
        int left;
        int right;
    };

    std::deque<Piece> pieces_;
};

/// `6-3 1-0`, from the lightest tile to the heaviest.
std::string tiles_text(TileSet tiles);

/// The chain on a table on which a tile lies.
ChainPicture chain_of(const balak::Table& table);

} // namespace balak::cli
