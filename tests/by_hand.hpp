// Rounds written by hand: tiles and deals as text.
#pragma once

#include "balak/deal.hpp"
#include "balak/round.hpp"
#include "balak/rules.hpp"

#include <initializer_list>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace balak::testing {

inline Tile tile(std::string_view text) {
    const std::optional<Tile> read = Tile::parse(text);
    if (!read) {
        throw std::invalid_argument("no tile: " + std::string(text));
    }
    return *read;
}

/// `6-6 5-1 0-0`, in the order of the text.
inline std::vector<Tile> tile_list(const std::string& text) {
    std::vector<Tile> tiles;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        tiles.push_back(tile(word));
    }
    return tiles;
}

inline TileSet tile_set(const std::string& text) {
    TileSet set;
    for (const Tile one : tile_list(text)) {
        set |= one;
    }
    return set;
}

/// A deal with these hands and this boneyard, the tile that is drawn next first.
inline Deal deal_of(std::initializer_list<const char*> hands, const std::string& boneyard = "",
                    const std::string& starter = "") {
    Deal deal;
    deal.draw_order = DrawOrder::in_turn;
    int seat = 0;
    for (const char* hand : hands) {
        deal.hands[Seat(seat++)] = tile_set(hand);
    }
    for (const Tile one : tile_list(boneyard)) {
        deal.boneyard[static_cast<std::size_t>(deal.boneyard_size++)] = one;
    }
    if (!starter.empty()) {
        deal.starter = tile(starter);
    }
    return deal;
}

/// A move as records write it: `6-1`, `6-1<` or `6-1>`.
inline Move move_of(const std::string& text) {
    return {tile(text.substr(0, 3)), text.ends_with('>') ? End::right : End::left};
}

/// Plays the tiles of `text` in order. Throws where one is no legal move; draws and passes happen by themselves.
inline void play_moves(Round& round, const std::string& text) {
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (round.over() || !round.legal_moves().contains(move_of(word))) {
            throw std::invalid_argument("no legal move: " + word);
        }
        round.play(move_of(word));
    }
}

/// What happened in a round, in the tokens of a game record.
inline std::vector<std::string> tokens(const Round& round) {
    std::vector<std::string> text;
    bool started = round.table().has_starter;
    std::size_t drawn = 0;
    for (const Event event : round.table().events()) {
        switch (event.kind()) {
        case Event::Kind::play_left:
            text.push_back(to_string(event.tile()) + (started ? "<" : ""));
            started = true;
            break;
        case Event::Kind::play_right:
            text.push_back(to_string(event.tile()) + ">");
            break;
        case Event::Kind::draw:
            text.emplace_back("+").append(to_string(round.boneyard().drawn()[drawn++]));
            break;
        case Event::Kind::pass:
            text.emplace_back("pass");
            break;
        }
    }
    return text;
}

inline std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

} // namespace balak::testing
