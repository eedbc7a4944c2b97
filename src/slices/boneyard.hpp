// The boneyard in planes: by ranks (DealPlan), which are places, as seats draw from it, and by tiles.
#pragma once

#include "slices/block.hpp"
#include "slices/planes.hpp"

namespace balak::slices {

template <class Word>
class Boneyard {
public:
    /// All tiles are there. `tile` has them, by rank they are in the rows of the block from `first_row` on.
    void load(const Block& block, std::size_t first_row, const Word (&tile)[tiles]) {
        reserve_ = block.rules->boneyard_reserve;
        bits_ = rank_bits(block.boneyard_size);
        first_ = first_rank(block.boneyard_size);
        end_ = first_ + block.boneyard_size;
        exhausted_ = Word{};
        for (int bit = 0; bit < bits_; ++bit) {
            planes_of<tiles>(block.rank[static_cast<std::size_t>(bit)], first_row, rank_[bit]);
        }
        for (int rank = first_; rank < end_; ++rank) {
            left_[rank] = ~Word{};
        }
        for (int four = first_ / 4; 4 * four < end_; ++four) {
            find_numbers(four, tile);
        }
    }

    /// A seat draws where it is stuck, until a tile fits or none may be drawn: tiles go from `tile` to its hand.
    /// Returns where one fits; `kept` gets where others were drawn.
    [[gnu::noinline]] Word draw(int seat, const Word (&ends)[numbers], const Word& stuck, Word* tile, Word* hand,
                                Word& kept);

private:
    static constexpr int most = 32;

    /// The order of a seat: its keys are the ranks with these bits turned round.
    int turned_bits(int seat) const {
        const int top = 1 << (bits_ - 1);
        return seat == 0 ? 0 : seat == 1 ? 2 * top - 1 : seat == 2 ? top : top - 1;
    }

    void find_numbers(int four, const Word (&tile)[tiles]);
    void find_drawable(int turned, Word* drawable) const;
    template <int bits>
    void take_up_to(const Word* last, int turned, const Word& drawing, Word* tile, Word* hand) const;

    int reserve_ = 0;
    int bits_ = 0;
    int first_ = 0;             // rank of the tile in front
    int end_ = 0;               // rank beyond the last one
    Word exhausted_;            // where somebody had to stop drawing: there no tile may be drawn any more
    Word left_[most];           // by rank, whether the tile is still there
    Word shows_[most][numbers]; // whether it shows a number
    Word rank_[5][tiles];       // of each tile, as a number
};

/// The numbers of the tiles at four ranks.
template <class Word>
void Boneyard<Word>::find_numbers(int four, const Word (&tile)[tiles]) {
    Word at[4][tiles];
    for (std::size_t i = 0; i < tiles; ++i) {
        // The upper bits of its rank say whether it is one of the four, the lower ones which.
        Word here = tile[i];
        for (int bit = 2; bit < bits_; ++bit) {
            here &= (four >> (bit - 2) & 1) != 0 ? rank_[bit][i] : ~rank_[bit][i];
        }
        const Word upper = here & rank_[1][i];
        const Word lower = here & ~rank_[1][i];
        at[0][i] = lower & ~rank_[0][i];
        at[1][i] = lower & rank_[0][i];
        at[2][i] = upper & ~rank_[0][i];
        at[3][i] = upper & rank_[0][i];
    }
    for (int i = 0; i < 4; ++i) {
#pragma GCC unroll 7
        for (std::size_t n = 0; n < numbers; ++n) {
            Word some{};
#pragma GCC unroll 7
            for (std::size_t other = 0; other < numbers; ++other) {
                some |= at[i][tile_of(n, other)];
            }
            shows_[4 * four + i][n] = some;
        }
    }
}

/// What may be drawn, by keys: all that is left but the last ones of the order.
template <class Word>
void Boneyard<Word>::find_drawable(int turned, Word* drawable) const {
    Word beyond[tiles] = {}; // so many tiles and one more come later
    for (int key = (1 << bits_) - 1; key >= 0; --key) {
        const int rank = key ^ turned;
        if (rank < first_ || rank >= end_) {
            continue;
        }
        drawable[rank] = left_[rank] & beyond[reserve_ - 1];
        for (int i = reserve_ - 1; i > 0; --i) {
            beyond[i] |= left_[rank] & beyond[i - 1];
        }
        beyond[0] |= left_[rank];
    }
}

template <class Word>
Word Boneyard<Word>::draw(int seat, const Word (&ends)[numbers], const Word& stuck, Word* tile, Word* hand,
                          Word& kept) {
    const Word start = stuck & ~exhausted_;
    if (!any(start)) {
        return Word{};
    }
    const int turned = turned_bits(seat);
    Word may_be_drawn[most];
    if (reserve_ > 0) {
        find_drawable(turned, may_be_drawn);
    }
    const Word* const drawable = reserve_ > 0 ? may_be_drawn : left_;
    Word open = start; // still drawing
    Word drawn{};
    Word several{};
    Word last[5] = {}; // the key of the last tile that is taken
    for (int key = 0; key < 1 << bits_; ++key) {
        const int rank = key ^ turned;
        if (rank < first_ || rank >= end_) {
            continue;
        }
        if (key % 4 == 0 && !any(open)) {
            break;
        }
        Word fits{};
#pragma GCC unroll 7
        for (std::size_t n = 0; n < numbers; ++n) {
            fits |= shows_[rank][n] & ends[n];
        }
        const Word here = drawable[rank] & open;
        open &= ~(here & fits);
        left_[rank] ^= here;
        several |= drawn & here;
        drawn |= here;
#pragma GCC unroll 5
        for (int bit = 0; bit < 5; ++bit) {
            last[bit] = (key >> bit & 1) != 0 ? last[bit] | here : last[bit] & ~here;
        }
    }
    exhausted_ |= open;
    bits_ == 4 ? take_up_to<4>(last, turned, drawn, tile, hand) : take_up_to<5>(last, turned, drawn, tile, hand);
    const Word found = start & ~open;
    kept = several | (drawn & ~found);
    return found;
}

/// Moves the tiles whose key is not above `last` to the hand.
template <class Word>
template <int bits>
void Boneyard<Word>::take_up_to(const Word* last, int turned, const Word& drawing, Word* tile, Word* hand) const {
    Word last_rank[bits];
    Word not_last[bits];
    for (int bit = 0; bit < bits; ++bit) {
        last_rank[bit] = (turned >> bit & 1) != 0 ? ~last[bit] : last[bit];
        not_last[bit] = ~last[bit];
    }
#pragma GCC unroll 28
    for (std::size_t i = 0; i < tiles; ++i) {
        // The highest bit in which keys differ tells which is above.
        Word above = (rank_[0][i] ^ last_rank[0]) & not_last[0];
#pragma GCC unroll 4
        for (int bit = 1; bit < bits; ++bit) {
            above = select(Word(rank_[bit][i] ^ last_rank[bit]), not_last[bit], above);
        }
        const Word taken = tile[i] & drawing & ~above;
        hand[i] |= taken;
        tile[i] ^= taken;
    }
}

} // namespace balak::slices
