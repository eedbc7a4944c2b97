// Who wins the rounds of a word and what the winner takes, as score_round() says it, in planes.
#pragma once

#include "slices/play.hpp"

namespace balak::slices {

/// Where each side is the only one with the least number: the first sides are compared, where `among` has a bit.
template <std::size_t bits, class Word>
void keep_least(const Word (*number)[bits], int sides, Word* among) {
    for (std::size_t bit = bits; bit-- > 0;) {
        Word without{};
        for (int side = 0; side < sides; ++side) {
            without |= among[side] & ~number[side][bit];
        }
        for (int side = 0; side < sides; ++side) {
            among[side] &= ~(number[side][bit] & without);
        }
    }
}

/// What has become of rounds that have all ended. Sides are counted from that of place 0 on.
template <class Word>
class Scorer {
public:
    explicit Scorer(const Rounds<Word>& rounds)
        : rounds_(rounds), rules_(*rounds.block->rules), sides_(rules_.side_count()) {
        for (int side = 0; side < sides_; ++side) {
            for (std::size_t tile = 0; tile < tiles; ++tile) {
                held_[side][tile] = rounds.hand[side][tile];
                if (rules_.partnership) {
                    held_[side][tile] |= rounds.hand[side + 2][tile];
                }
            }
            count_pips(held_[side], pips_[side]);
        }
    }

    void write(Ends& ends) {
        find_winner();
        Word word[32] = {};
        for (int side = 0; side < sides_; ++side) {
            const int number = (rounds_.block->first_seat + side) % sides_;
            word[0] |= (number & 1) != 0 ? wins_[side] : Word{};
            word[1] |= (number & 2) != 0 ? wins_[side] : Word{};
        }
        word[2] = nobody_;
        word[Verdict::blocked_bit] = ~rounds_.out;
        word[Verdict::capicu_bit] = rounds_.capicu;
        for (int place = 0; place < rounds_.players; ++place) {
            const int seat = rounds_.seat_of(place);
            const Word here = laid_last(place);
            word[Verdict::seat_bit] |= (seat & 1) != 0 ? here : Word{};
            word[Verdict::seat_bit + 1] |= (seat & 2) != 0 ? here : Word{};
        }
        word[Verdict::nobody_laid_bit] = rounds_.nobody_laid;
        count_turns(word);
        column_of(word, ends.verdict, rounds_.first_row);

        Word amount[32] = {};
        if (rules_.scoring == Scoring::penalty) {
            for (int side = 0; side < sides_; ++side) {
                const int number = (rounds_.block->first_seat + side) % sides_;
                std::memcpy(amount + pip_bits * static_cast<std::size_t>(number), pips_[side], sizeof pips_[side]);
            }
        } else {
            find_won(amount);
        }
        column_of(amount, ends.amount, rounds_.first_row);
    }

private:
    Word laid_last(int place) const {
        return ((place & 1) != 0 ? rounds_.last[0] : ~rounds_.last[0]) &
               ((place & 2) != 0 ? rounds_.last[1] : ~rounds_.last[1]);
    }

    /// The side that goes out, or of a blocked round as the rules say.
    void find_winner() {
        const Word blocked = ~rounds_.out;
        Word last[max_seats] = {};
        for (int place = 0; place < rounds_.players; ++place) {
            last[place % sides_] |= laid_last(place);
        }
        Word least[max_seats];
        for (int side = 0; side < sides_; ++side) {
            least[side] = blocked;
        }
        const bool to_blocker = rules_.block.winner == BlockWinner::blocker;
        if (!to_blocker) {
            keep_least<pip_bits>(pips_, sides_, least);
            if (rules_.block.tie == BlockTie::fewest_tiles) {
                Word count[max_seats][5];
                for (int side = 0; side < sides_; ++side) {
                    count_tiles(held_[side], count[side]);
                }
                keep_least<5>(count, sides_, least);
            }
        }
        Word some{};
        Word several{};
        for (int side = 0; side < sides_; ++side) {
            several |= some & least[side];
            some |= least[side];
        }
        nobody_ = ~Word{};
        for (int side = 0; side < sides_; ++side) {
            const Word wins_blocked = to_blocker ? last[side] & blocked & ~rounds_.nobody_laid : least[side] & ~several;
            wins_[side] = wins_blocked | (last[side] & rounds_.out);
            nobody_ &= ~wins_[side];
        }
    }

    /// What the winner takes, bonuses aside.
    void find_won(Word* won) const {
        Word own[pip_bits] = {};
        for (int side = 0; side < sides_; ++side) {
            add<pip_bits>(won, pips_[side]);
            for (std::size_t bit = 0; bit < pip_bits; ++bit) {
                own[bit] |= pips_[side][bit] & wins_[side];
            }
        }
        const bool out_all = rules_.out.score == OutScore::all_hands;
        const bool blocked_all = rules_.block.score == BlockScore::all_hands;
        const Word less = (out_all ? Word{} : rounds_.out) | (blocked_all ? Word{} : ~rounds_.out);
        Word taken[pip_bits];
        const auto take = [&](const Word& where) {
            for (std::size_t bit = 0; bit < pip_bits; ++bit) {
                taken[bit] = own[bit] & where;
            }
            const Word below = subtract<pip_bits>(won, taken);
            for (std::size_t bit = 0; bit < pip_bits; ++bit) {
                won[bit] &= ~below;
            }
        };
        take(less);
        if (rules_.block.score == BlockScore::others_minus_own) {
            take(~rounds_.out);
        }
    }

    /// Turns, and passes and tiles drawn of rounds that were dealt: a turn that lays no tile is a pass.
    void count_turns(Word* word) const {
        std::memcpy(word + Verdict::turns_bit, rounds_.turns, sizeof rounds_.turns);
        Word left[tiles]; // in hands or the boneyard
        for (std::size_t tile = 0; tile < tiles; ++tile) {
            left[tile] = rounds_.bone[tile];
            for (int side = 0; side < sides_; ++side) {
                left[tile] |= held_[side][tile];
            }
        }
        Word count[8] = {};
        Word bits[5];
        // turns - (dealt - left), where the boneyard counts on both sides.
        const int dealt = rules_.players * rules_.hand_size + rounds_.block->boneyard_size;
        for (int bit = 0; bit < 8; ++bit) {
            count[bit] = all_if<Word>((-dealt >> bit & 1) != 0);
        }
        count_tiles(left, bits);
        add_to<8, 5>(count, bits);
        add<8>(count, rounds_.turns);
        std::memcpy(word + Verdict::passes_bit, count, sizeof count);
        // size - left = size + ~left + 1
        count_tiles(rounds_.bone, bits);
        Word drawn[5];
        for (int bit = 0; bit < 5; ++bit) {
            drawn[bit] = all_if<Word>((rounds_.block->boneyard_size >> bit & 1) != 0);
        }
        subtract<5>(drawn, bits);
        std::memcpy(word + Verdict::drawn_bit, drawn, sizeof drawn);
    }

    const Rounds<Word>& rounds_;
    const RuleSet& rules_;
    int sides_;
    Word held_[max_seats][tiles];
    Word pips_[max_seats][pip_bits];
    Word wins_[max_seats];
    Word nobody_;
};

} // namespace balak::slices
