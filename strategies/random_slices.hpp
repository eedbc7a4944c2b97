#pragma once

#include "balak/random.hpp"
#include "slices/play.hpp"

namespace balak::strategies {

/// The slice form of random: the distinct moves are counted, the count times 16 random bits gives the rank of one, and
/// the moves are counted down to it.
struct RandomSlices {
    static constexpr std::string_view name = "random";

    template <class Word>
    static void choose(slices::Turn<Word>& turn) {
        Word moves[slices::tiles] = {};
        if (turn.opening) {
            std::memcpy(moves, turn.hand(), sizeof moves);
            mark_chosen(turn, moves, slices::tiles);
            std::memcpy(turn.pick, moves, sizeof moves);
            return;
        }
        // A move is an end and the number that it shows afterwards: the left end first, from the lightest tile up.
        turn.find_moves(moves);
        mark_chosen(turn, moves, 2 * slices::numbers);
        turn.lay_moves(moves);
    }

private:
    static constexpr std::size_t bits = 5; // of a number of moves
    static constexpr std::size_t random_bits = 16;

    /// Leaves of the moves the one that is chosen.
    template <class Word>
    static void mark_chosen(const slices::Turn<Word>& turn, Word* moves, std::size_t size) {
        Word random[random_bits];
        find_random(turn, random);
        Word count[bits];
        slices::count_tiles(moves, count);
        // The upper part of the product of the count and the upper 16 bits of the word.
        Word product[random_bits + bits] = {};
        for (std::size_t i = 0; i < bits; ++i) {
            Word carry{};
            for (std::size_t bit = 0; bit < random_bits; ++bit) {
                slices::full_add(product[i + bit], Word(random[bit] & count[i]), carry, product[i + bit], carry);
            }
            product[i + random_bits] = carry;
        }
        Word* const rank = product + random_bits;
        for (std::size_t i = 0; i < size; ++i) {
            const Word move = moves[i];
            const Word above = rank[0] | rank[1] | rank[2] | rank[3] | rank[4];
            moves[i] = move & ~above; // once chosen the rank is -1, and never comes down to 0 again
            Word borrow = move;
            for (std::size_t bit = 0; bit < bits; ++bit) {
                const Word before = rank[bit];
                rank[bit] ^= borrow;
                borrow &= ~before;
            }
        }
    }

    /// The upper bits of the first word of the stream of each round's seat: TurnRandom::word().
    template <class Word>
    static void find_random(const slices::Turn<Word>& turn, Word (&planes)[random_bits]) {
        const auto& block = *turn.rounds.block;
        const std::uint32_t* const first = block.key[2 * static_cast<std::size_t>(turn.place)] + turn.rounds.first_row;
        const std::uint32_t* const second =
            block.key[2 * static_cast<std::size_t>(turn.place) + 1] + turn.rounds.first_row;
        alignas(64) std::uint32_t words[slices::rounds_in<Word>];
        for (std::size_t row = 0; row < slices::rounds_in<Word>; ++row) {
            words[row] = TurnRandom({first[row], second[row]}, turn.rounds.turn).word() >> (32 - random_bits);
        }
        slices::transpose<random_bits, Word>(words, planes);
    }
};

} // namespace balak::strategies
