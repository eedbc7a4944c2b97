// The engine for one kind of words: blocks are loaded, opened, played and scored, a word's rounds at a time.
#pragma once

#include "slices/play.hpp"
#include "slices/score.hpp"
#include "slices/target.hpp"

#include <array>
#include <cstring>
#include <stdexcept>
#include <string_view>

namespace balak::slices {

/// Plays blocks on words of this type with the strategies that have these slice forms.
template <class Word, class... Forms>
class Engine {
public:
    static void play(const Block& block, Ends& ends) {
        const auto players = static_cast<std::size_t>(block.rules->players);
        const bool draws = draws_tiles(*block.rules);
        std::array<TakeTurn, max_seats> turns{};
        bool follows = false;
        for (std::size_t place = 0; place < players; ++place) {
            turns[place] = draws ? turn_of<true>(block.forms[place].name) : turn_of<false>(block.forms[place].name);
            follows = follows || block.forms[place].looks_at_table;
        }
        for (std::size_t row = 0; row < block_rounds; row += rounds_in<Word>) {
            Rounds<Word> rounds;
            load(rounds, block, row, follows);
            if (!any(rounds.live)) {
                break;
            }
            open(rounds);
            for (int place = 0; any(rounds.live); place = rounds.next(place)) {
                turns[static_cast<std::size_t>(place)](rounds, place, follows);
            }
            Scorer<Word>(rounds).write(ends);
            for (std::size_t place = 0; place < players && block.wants_hands; ++place) {
                Word planes[32] = {};
                std::memcpy(planes, rounds.hand[place], sizeof rounds.hand[place]);
                column_of(planes, ends.hand[place], row);
            }
        }
    }

private:
    using TakeTurn = void (*)(Rounds<Word>&, int, bool);
    using Choose = void (*)(Turn<Word>&);

    template <bool draws>
    static TakeTurn turn_of(std::string_view name) {
        TakeTurn found = nullptr;
        ((found = Forms::name == name ? &take_turn<Word, Forms, draws> : found), ...);
        if (found == nullptr) {
            throw std::invalid_argument("no strategy has a slice form of this name");
        }
        return found;
    }

    static Choose choice_of(std::string_view name) {
        Choose found = nullptr;
        ((found = Forms::name == name ? &choose<Forms> : found), ...);
        return found;
    }

    template <class Form>
    static void choose(Turn<Word>& turn) {
        if constexpr (LaysInOrder<Form>) {
            turn.template lay_first<Form::order>();
        } else {
            Form::choose(turn);
        }
    }

    static void load(Rounds<Word>& rounds, const Block& block, std::size_t row, bool follows) {
        rounds.block = &block;
        rounds.first_row = row;
        rounds.players = block.rules->players;
        const bool going = block.start == Start::goes_on;
        const TileSet in_play = block.rules->tiles() - (going ? block.on_table : TileSet());
        Word table[tiles] = {};
        Word last[32] = {};
        if (block.start == Start::starter || going) {
            planes_of<32>(block.laid, row, last);
            std::memcpy(table, last, sizeof table);
            going ? lay_last(rounds, last) : show(rounds, last);
        }
        for (std::size_t place = 0; place < static_cast<std::size_t>(rounds.players); ++place) {
            planes_of<tiles>(block.hand[place], row, rounds.hand[place]);
            for (std::size_t tile = 0; tile < tiles; ++tile) {
                table[tile] |= rounds.hand[place][tile];
            }
        }
        for (const Word& tile : rounds.hand[0]) {
            rounds.live |= tile;
        }
        for (std::size_t tile = 0; tile < tiles; ++tile) {
            rounds.bone[tile] = all_if<Word>((in_play.bits() >> tile & 1) != 0) & ~table[tile];
        }
        if (draws_tiles(*block.rules)) {
            rounds.boneyard.load(block, row, rounds.bone);
        }
        if (follows) {
            const std::size_t end = static_cast<std::size_t>(rounds.players);
            for (std::size_t place = 0; place < end; ++place) {
                for (std::size_t tile = 0; tile < tiles; ++tile) {
                    rounds.owned[place][tile] = rounds.hand[place][tile] |
                                                all_if<Word>(going && (block.laid_by[place].bits() >> tile & 1) != 0);
                    rounds.owned[place][tile] |= going && place + 1 == end ? last[tile] : Word{};
                }
                for (std::size_t n = 0; n < numbers; ++n) {
                    rounds.lacks[place][n] = all_if<Word>(going && block.lacks[place].contains(static_cast<int>(n)));
                }
            }
        }
    }

    /// Lays the last tile of rounds that go on.
    static void lay_last(Rounds<Word>& rounds, const Word (&last)[32]) {
        const Block& block = *rounds.block;
        rounds.turn = block.turn + 1;
        if (!block.started) {
            show(rounds, last);
            return;
        }
        const Word& at_right = last[at_right_bit];
        rounds.left[block.left] = at_right;
        rounds.right[block.right] = ~at_right;
        for (std::size_t n = 0; n < numbers; ++n) {
            rounds.left[n] |= last[tile_of(static_cast<std::size_t>(block.left), n)] & ~at_right;
            rounds.right[n] |= last[tile_of(static_cast<std::size_t>(block.right), n)] & at_right;
        }
    }

    /// The numbers of the first tile on the table.
    static void show(Rounds<Word>& rounds, const Word* first_tile) {
        for (std::size_t tile = 0; tile < tiles; ++tile) {
            rounds.left[tile_high[tile]] |= first_tile[tile];
            rounds.right[tile_low[tile]] |= first_tile[tile];
        }
    }

    /// Lays the opener's tile where that is its turn.
    static void open(Rounds<Word>& rounds) {
        const Block& block = *rounds.block;
        if (block.start == Start::starter || block.start == Start::goes_on) {
            return;
        }
        const int opener = rounds.players - 1;
        Turn<Word> turn(rounds, opener, true, rounds.live);
        if (block.start == Start::forced) {
            turn.template lay_first<doubles_first>(); // no other seat has a higher one
        } else {
            choice_of(block.forms[static_cast<std::size_t>(opener)].name)(turn);
        }
        show(rounds, turn.pick);
        Word rest{};
        for (std::size_t tile = 0; tile < tiles; ++tile) {
            rounds.hand[opener][tile] ^= turn.pick[tile];
            rest |= rounds.hand[opener][tile];
        }
        rounds.turn = 1;
        // Hands of one tile: the opener goes out.
        const Word out = rounds.live & ~rest;
        rounds.out = rounds.turns[0] = out;
        rounds.last[0] = (opener & 1) != 0 ? out : Word{};
        rounds.last[1] = (opener & 2) != 0 ? out : Word{};
        rounds.live &= ~out;
    }
};

} // namespace balak::slices
