// What a move that blocks the round should gain, for the slice form of tile-counting.
#pragma once

#include "slices/play.hpp"
#include "strategies/tile_counting_tables.hpp"

#include <algorithm>

namespace balak::strategies {

/// Whether another place is that of the partner.
inline bool is_partner(const RuleSet& rules, int place, int other) {
    return rules.partnership && (other + place) % 2 == 0;
}

/// The points of the own side and of the others if rounds are blocked in this turn, as points_of_block() of the plain
/// form says it.
template <class Word>
class BlockGain {
public:
    /// `unseen`: tiles that the seat does not see; `held`: how many tiles each place holds, as numbers.
    BlockGain(const slices::Turn<Word>& turn, const Word (&unseen)[slices::tiles], const Word (&held)[max_seats][5])
        : turn_(turn), rounds_(turn.rounds), rules_(turn.rules()), unseen_(unseen), held_(held) {
        slices::count_pips(turn.hand(), own_);
        Word opponents[6] = {};
        count_opponents(opponents);
        Word twice_the_mean[5];
        find_mean_weight(twice_the_mean);
        add_hidden(theirs_, opponents, 6, twice_the_mean);
        for (int other = 0; other < rounds_.players; ++other) {
            if (other != turn_.place && is_partner(rules_, turn_.place, other)) {
                add_hidden(own_, held_[other], 5, twice_the_mean);
            }
        }
    }

    /// Adds factor * points / 8, with its sign, to the values of moves that block; `some` has where one does. None is
    /// left to block.
    template <std::size_t value_bits>
    void add(Word* block, Word& some, unsigned factor, Word (*value)[value_bits]) const {
        // One move of each round at a time: few rounds have several.
        while (slices::any(some)) {
            Word here[moves];
            Word open = some;
            some = Word{};
            for (std::size_t move = 0; move < moves; ++move) {
                here[move] = block[move] & open;
                open &= ~here[move];
                block[move] ^= here[move];
                some |= block[move];
            }
            Word pips[4];
            find_pips(here, pips);
            Word gain[gain_bits];
            find(pips, factor, gain);
            for (std::size_t move = 0; move < moves; ++move) {
                if (slices::any(here[move])) {
                    Word carry{};
                    for (std::size_t bit = 0; bit < value_bits; ++bit) {
                        const Word& part = gain[std::min(bit, gain_bits - 1)];
                        slices::full_add(value[move][bit], Word(part & here[move]), carry, value[move][bit], carry);
                    }
                }
            }
        }
    }

private:
    static constexpr std::size_t moves = 2 * slices::numbers;
    static constexpr std::size_t gain_bits = 10;  // with a sign
    static constexpr std::size_t point_bits = 10; // of points with a sign
    using Points = Word[point_bits];

    /// The pips of the tiles of moves, of which each round has one at most.
    void find_pips(const Word (&move)[moves], Word (&pips)[4]) const {
        Word at_left{};
        Word at_right{};
        for (std::size_t n = 0; n < slices::numbers; ++n) {
            at_left |= move[n];
            at_right |= move[slices::numbers + n];
        }
        Word shown[3] = {};
        Word matched[3] = {};
        for (std::size_t n = 0; n < slices::numbers; ++n) {
            const Word shows = move[n] | move[slices::numbers + n];
            const Word matches = (rounds_.left[n] & at_left) | (rounds_.right[n] & at_right);
            for (std::size_t bit = 0; bit < 3; ++bit) {
                shown[bit] |= (n >> bit & 1) != 0 ? shows : Word{};
                matched[bit] |= (n >> bit & 1) != 0 ? matches : Word{};
            }
        }
        std::memcpy(pips, shown, sizeof shown);
        pips[3] = slices::add<3>(pips, matched);
    }

    /// factor * points / 8 where a tile with so many pips blocks.
    void find(const Word (&pips)[4], unsigned factor, Word (&found)[gain_bits]) const {
        Points own;
        std::memcpy(own, own_, sizeof own);
        const Word taken[point_bits] = {pips[0], pips[1], pips[2], pips[3]};
        slices::subtract<point_bits>(own, taken);
        const bool to_blocker = rules_.block.winner == BlockWinner::blocker;
        const bool difference =
            rules_.scoring == Scoring::penalty || rules_.block.score == BlockScore::others_minus_own;
        Points gain;
        std::memcpy(gain, theirs_, sizeof gain);
        const Word lost = slices::subtract<point_bits>(gain, own);
        Word some{};
        for (const Word& bit : gain) {
            some |= bit;
        }
        Word minus = to_blocker ? Word{} : lost;
        Word counts = to_blocker ? (difference ? Word(~lost) : ~Word{}) : some;
        if (difference) {
            // The amount: turned round where it is below 0.
            Word carry = lost;
            for (Word& bit : gain) {
                const Word turned = bit ^ lost;
                bit = turned ^ carry;
                carry &= turned;
            }
        } else {
            const bool all_hands = rules_.block.score == BlockScore::all_hands;
            for (std::size_t bit = 0; bit < point_bits; ++bit) {
                gain[bit] = all_hands ? theirs_[bit] : slices::select(minus, own[bit], theirs_[bit]);
            }
            if (all_hands) {
                slices::add<point_bits>(gain, own);
            }
        }
        Word large{};
        for (std::size_t bit = 5; bit < point_bits; ++bit) {
            large |= gain[bit];
        }
        static_assert(most_block_points == 31);
        // (factor * amount) / 8
        Word product[gain_bits + 3] = {};
        for (std::size_t shift = 0; shift < 6; ++shift) {
            if ((factor >> shift & 1) != 0) {
                Word carry{};
                for (std::size_t bit = shift; bit < gain_bits + 3; ++bit) {
                    const Word amount = bit < shift + 5 ? (gain[bit - shift] | large) & counts : Word{};
                    slices::full_add(product[bit], amount, carry, product[bit], carry);
                }
            }
        }
        Word carry = minus;
        for (std::size_t bit = 0; bit < gain_bits; ++bit) {
            const Word part = product[bit + 3] ^ minus;
            found[bit] = part ^ carry;
            carry &= part;
        }
    }

    /// Twice the mean weight of the unseen tiles, a fraction of a pip dropped: at most 24. Rounds that go on have some.
    void find_mean_weight(Word (&twice)[5]) const {
        Word count[5];
        slices::count_tiles(unseen_, count);
        Word pips[8] = {};
        slices::count_pips(unseen_, pips);
        // Long division, from the quotient's top bit on.
        Word rest[6] = {pips[4], pips[5], pips[6], pips[7], Word{}, Word{}};
        for (std::size_t bit = 5; bit-- > 0;) {
            for (std::size_t i = 5; i > 0; --i) {
                rest[i] = rest[i - 1];
            }
            rest[0] = bit > 0 ? pips[bit - 1] : Word{};
            Word less[6];
            std::memcpy(less, rest, sizeof less);
            const Word divisor[6] = {count[0], count[1], count[2], count[3], count[4], Word{}};
            const Word below = slices::subtract<6>(less, divisor);
            twice[bit] = ~below;
            for (std::size_t i = 0; i < 6; ++i) {
                rest[i] = slices::select(below, rest[i], less[i]);
            }
        }
    }

    /// points += what so many hidden tiles should weigh.
    static void add_hidden(Points& points, const Word* tiles, std::size_t bits, const Word (&twice)[5]) {
        Word doubled[point_bits] = {};
        for (std::size_t shift = 0; shift < 5; ++shift) {
            Word part[point_bits] = {};
            for (std::size_t bit = 0; bit < bits && bit + shift < point_bits; ++bit) {
                part[bit + shift] = tiles[bit] & twice[shift];
            }
            slices::add<point_bits>(doubled, part);
        }
        for (std::size_t bit = 0; bit + 1 < point_bits; ++bit) {
            doubled[bit] = doubled[bit + 1];
        }
        doubled[point_bits - 1] = Word{};
        slices::add<point_bits>(points, doubled);
    }

    /// Tiles of both opponents in partnerships, else of the one with the fewest.
    void count_opponents(Word (&count)[6]) const {
        bool first = true;
        for (int other = rounds_.next(turn_.place); other != turn_.place; other = rounds_.next(other)) {
            if (is_partner(rules_, turn_.place, other)) {
                continue;
            }
            const Word* const held = held_[other];
            if (first || rules_.partnership) {
                slices::add_to<6, 5>(count, held);
            } else {
                Word less[5];
                std::memcpy(less, held, sizeof less);
                const Word below = slices::subtract<5>(less, count);
                for (std::size_t bit = 0; bit < 5; ++bit) {
                    count[bit] = slices::select(below, held[bit], count[bit]);
                }
            }
            first = false;
        }
    }

    const slices::Turn<Word>& turn_;
    const slices::Rounds<Word>& rounds_;
    const RuleSet& rules_;
    const Word (&unseen_)[slices::tiles];
    const Word (&held_)[max_seats][5];
    Points theirs_ = {};
    Points own_ = {};
};

} // namespace balak::strategies
