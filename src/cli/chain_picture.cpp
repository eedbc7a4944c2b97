#include "cli/chain_picture.hpp"

#include <fmt/format.h>

#include <array>

namespace balak::cli {

void ChainPicture::lay(Tile tile, End end) {
    if (end == End::left) {
        const int number = pieces_.front().left;
        pieces_.push_front({tile.other_half(number), number});
    } else {
        const int number = pieces_.back().right;
        pieces_.push_back({number, tile.other_half(number)});
    }
}

std::string ChainPicture::draw(std::size_t width, std::size_t indent) const {
    std::string picture;
    std::array<std::string, 3> rows;
    bool crosswise = false; // whether a double stands in these rows
    const auto flush = [&] {
        for (std::size_t row = 0; row < rows.size(); ++row) {
            if (row == 1 || crosswise) {
                rows[row].erase(rows[row].find_last_not_of(' ') + 1);
                picture += std::string(indent, ' ') + rows[row] + '\n';
            }
            rows[row].clear();
        }
        crosswise = false;
    };
    for (const Piece& piece : pieces_) {
        const bool is_double = piece.left == piece.right;
        const std::string half = std::to_string(piece.left);
        const std::array<std::string, 3> drawn =
            is_double ? std::array<std::string, 3>{half, "|", half}
                      : std::array<std::string, 3>{"     ", fmt::format("[{}-{}]", piece.left, piece.right), "     "};
        if (!rows[1].empty() && indent + rows[1].size() + drawn[1].size() > width) {
            flush();
        }
        for (std::size_t row = 0; row < rows.size(); ++row) {
            rows[row] += drawn[row];
        }
        crosswise = crosswise || is_double;
    }
    flush();
    return picture;
}

std::string tiles_text(TileSet tiles) {
    std::string text;
    for (const Tile tile : tiles) {
        text += (text.empty() ? "" : " ") + to_string(tile);
    }
    return text;
}

ChainPicture chain_of(const balak::Table& table) {
    ChainPicture chain;
    bool started = table.has_starter;
    if (started) {
        chain.start(table.starter);
    }
    for (const Event event : table.events()) {
        if (event.kind() != Event::Kind::play_left && event.kind() != Event::Kind::play_right) {
            continue;
        }
        started ? chain.lay(event.tile(), event.kind() == Event::Kind::play_left ? End::left : End::right)
                : chain.start(event.tile());
        started = true;
    }
    return chain;
}

} // namespace balak::cli
