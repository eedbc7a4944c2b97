// The slice form of tile-counting. A move is an end and the number that it shows afterwards, so there are 14 to value,
// and what is counted is counted by suits: the tiles that fit two ends are those of one suit and of the other, less the
// one tile that is of both.
#pragma once

#include "slices/play.hpp"
#include "strategies/tile_counting_blocks.hpp"
#include "strategies/tile_counting_tables.hpp"

#include <algorithm>

namespace balak::strategies {

template <class Word>
class CountingTurn {
public:
    using Small = Word[3];                        // a number up to 7
    static constexpr std::size_t value_bits = 11; // of any weights
    static constexpr std::size_t most_moves = slices::tiles;

    explicit CountingTurn(slices::Turn<Word>& turn)
        : turn_(turn), rounds_(turn.rounds), rules_(turn.rules()), hand_(turn.hand()) {
        const int next = rounds_.next(turn.place);
        const int partner = rounds_.next(next);
        turn.find_unseen(unseen_);
        for (std::size_t tile = 0; tile < slices::tiles; ++tile) {
            ours_[tile] = rounds_.owned[turn.place][tile];
            next_[tile] = unseen_[tile] & ~lacks(next, tile);
            if (rules_.partnership) {
                ours_[tile] |= rounds_.owned[partner][tile] & ~rounds_.hand[partner][tile];
                partner_[tile] = unseen_[tile] & ~lacks(partner, tile);
            }
        }
        for (std::size_t n = 0; n < slices::numbers; ++n) {
            suit_size(unseen_, n, unseen_of_[n]);
            suit_size(ours_, n, ours_of_[n]);
            suit_size(next_, n, next_of_[n]);
            suit_size(hand_, n, hand_of_[n]);
            if (rules_.partnership) {
                suit_size(partner_, n, partner_of_[n]);
            }
        }
        find_threat();
    }

    /// Chooses where a turn has several moves. Where there is one in each round nothing has to be valued.
    template <class Tables>
    [[gnu::always_inline]] static void choose(slices::Turn<Word>& turn, Tables tables) {
        if (turn.opening) {
            CountingTurn(turn).open(tables);
            return;
        }
        Word moves[2 * slices::numbers];
        turn.find_moves(moves);
        Word some{};
        Word several{};
        for (const Word& move : moves) {
            several |= some & move;
            some |= move;
        }
        if (slices::any(several)) {
            CountingTurn(turn).choose(tables, moves, several);
        }
        turn.lay_moves(moves);
    }

private:
    template <class Tables>
    void open(Tables tables) {
        prepare_numbers(tables);
        // As if at two ends with the tile's lower number.
        Word all[slices::numbers];
        for (std::size_t low = 0; low < slices::numbers; ++low) {
            for (std::size_t n = 0; n < slices::numbers; ++n) {
                all[n] = slices::all_if<Word>(n == low);
            }
            side_.start(*this, all, all);
            prepare_end(tables);
            for (std::size_t high = low; high < slices::numbers; ++high) {
                const std::size_t tile = slices::tile_of(low, high);
                move_[tile] = hand_[tile] & turn_.lays;
                value_move(tables, high, tile);
            }
        }
        best_of(slices::tiles, Tables::bits);
        std::memcpy(turn_.pick, move_, sizeof turn_.pick);
    }

    /// Leaves of several moves the best one.
    template <class Tables>
    void choose(Tables tables, Word (&moves)[2 * slices::numbers], const Word& several) {
        prepare_numbers(tables);
        std::memcpy(move_, moves, sizeof moves);
        several_ = several;
        find_nothing_to_draw();
        block_here_ = Word{};
        for (std::size_t end = 0; end < 2; ++end) {
            side_.start(*this, end == 0 ? rounds_.left : rounds_.right, end == 0 ? rounds_.right : rounds_.left);
            prepare_end(tables);
#pragma GCC unroll 1
            for (std::size_t n = 0; n < slices::numbers; ++n) {
                const std::size_t move = slices::numbers * end + n;
                if (slices::any(move_[move] & several)) {
                    value_move(tables, n, move);
                } else {
                    std::memset(value_[move], 0, sizeof value_[move]);
                    block_[move] = Word{};
                }
            }
        }
        std::size_t bits = Tables::bits;
        if (slices::any(block_here_)) {
            value_blocks(tables);
            bits = value_bits;
        }
        best_of(2 * slices::numbers, bits);
        std::memcpy(moves, move_, sizeof moves);
    }

    Word lacks(int place, std::size_t tile) const {
        return rounds_.lacks[place][slices::tile_high[tile]] | rounds_.lacks[place][slices::tile_low[tile]];
    }

    /// How many of the tiles show a number.
    static void suit_size(const Word* tiles, std::size_t number, Small& size) {
        const auto of = [&](std::size_t other) -> const Word& { return tiles[slices::tile_of(number, other)]; };
        slices::count_seven(of(0), of(1), of(2), of(3), of(4), of(5), of(6), size);
    }

    /// The tiles fewer than four that an opponent holds, as bits for one, two, three and four.
    void find_threat() {
        Word below[5] = {}; // whether somebody holds at most so many
        for (int other = rounds_.next(turn_.place); other != turn_.place; other = rounds_.next(other)) {
            Word* const held = held_[other];
            slices::count_tiles(rounds_.hand[other], held_[other]);
            if (is_partner(rules_, turn_.place, other)) {
                continue;
            }
            const Word few = ~(held[2] | held[3] | held[4]);
            below[3] |= few;
            below[2] |= few & ~(held[0] & held[1]);
            below[1] |= few & ~held[1];
            below[0] |= few & ~held[1] & ~held[0];
        }
        for (std::size_t threat = 1; threat < 5; ++threat) {
            threat_[threat] = below[4 - threat] & ~(threat < 4 ? below[3 - threat] : Word{});
        }
    }

    void find_nothing_to_draw() {
        Word left[5];
        slices::count_tiles(rounds_.bone, left);
        Word reserve[5];
        for (int bit = 0; bit < 5; ++bit) {
            reserve[bit] = slices::all_if<Word>((rules_.boneyard_reserve >> bit & 1) != 0);
        }
        // Where the reserve is not less than what is left.
        nothing_to_draw_ = slices::draws_tiles(rules_) ? Word(~slices::subtract<5>(reserve, left)) : ~Word{};
    }

    /// What is the same for all moves at an end.
    struct End {
        const Word* number = nullptr; // at this end
        const Word* other = nullptr;  // at the other one
        Small next;                   // counts of the other end's suit
        Small partner;
        Small ours;
        Small hand;
        Small unseen;
        Small own_hand; // of this end's suit
        Small own_unseen;
        Word touches;    // both ends show the same number
        Word pips[8];    // the worth of laying this end's number
        Word doubles[6]; // the worth of a double

        void start(const CountingTurn& turn, const Word* here, const Word* there) {
            number = here;
            other = there;
            const auto pick = [](const Word* end, const Small* of, Small& picked) {
#pragma GCC unroll 3
                for (std::size_t bit = 0; bit < 3; ++bit) {
                    Word some{}; // what is written to may be what is read from, for all that the compiler knows
#pragma GCC unroll 7
                    for (std::size_t n = 0; n < slices::numbers; ++n) {
                        some |= end[n] & of[n][bit];
                    }
                    picked[bit] = some;
                }
            };
            pick(there, turn.next_of_, next);
            pick(there, turn.ours_of_, ours);
            pick(there, turn.hand_of_, hand);
            pick(there, turn.unseen_of_, unseen);
            pick(here, turn.hand_of_, own_hand);
            pick(here, turn.unseen_of_, own_unseen);
            if (turn.rules_.partnership) {
                pick(there, turn.partner_of_, partner);
            }
            touches = Word{};
            for (std::size_t n = 0; n < slices::numbers; ++n) {
                touches |= here[n] & there[n];
            }
        }
    };

    /// How many of the tiles fit a new number and the other end.
    void fitting(const Word* tiles, const Small& of_new, const Small& of_other, std::size_t shown,
                 Word (&count)[4]) const {
        Word both{};
        for (std::size_t n = 0; n < slices::numbers; ++n) {
            both |= side_.other[n] & tiles[slices::tile_of(n, shown)];
        }
        const Word& same = side_.other[shown];
        Word carry{};
        for (std::size_t bit = 0; bit < 3; ++bit) {
            slices::full_add(of_new[bit], Word(of_other[bit] & ~same), carry, count[bit], carry);
        }
        count[3] = carry;
        Word borrow = both & ~same;
        for (Word& bit : count) {
            const Word before = bit;
            bit ^= borrow;
            borrow &= ~before;
        }
    }

    /// value += table[index]: the entries from `first` on, of so many bits.
    template <std::size_t bits, std::size_t size, std::size_t table_bits, std::size_t first = 0>
    BALAK_SLICES_INLINE static void add_entry(Word* value, const Word (&index)[4],
                                              const CountingTables::OfTiles& table) {
        const Word low[4] = {~index[0] & ~index[1], index[0] & ~index[1], ~index[0] & index[1], index[0] & index[1]};
        const Word high[4] = {~index[2] & ~index[3], index[2] & ~index[3], ~index[2] & index[3], index[2] & index[3]};
        Word found[table_bits] = {};
#pragma GCC unroll 16
        for (std::size_t i = 0; i < size; ++i) {
            const Word here = low[(i + first) % 4] & high[(i + first) / 4];
#pragma GCC unroll 16
            for (std::size_t bit = 0; bit < table_bits; ++bit) {
                if ((table[i] >> bit & 1) != 0) {
                    found[bit] |= here;
                }
            }
        }
        slices::add_to<bits, table_bits>(value, found);
    }

    /// What is the same for all moves at an end. prepare_numbers() comes first: what is the same for all that show a
    /// number.
    template <class Tables>
    void prepare_end(Tables tables) {
        const CountingTables& table = tables.get();
        End& side = side_;
        // The worth of laying the end's number.
        for (std::size_t bit = 0; bit < Tables::pip_bits; ++bit) {
            Word pips{};
            for (std::size_t n = 1; n < slices::numbers; ++n) {
                pips |= side.number[n] & shown_pips_[n][bit];
            }
            side.pips[bit] = pips;
        }
        Word doubles[Tables::doubles_bits] = {};
        for (std::size_t n = 1; n < slices::numbers; ++n) {
            Word here = ~Word{};
            for (std::size_t bit = 0; bit < 3; ++bit) {
                here &= (n >> bit & 1) != 0 ? side.own_unseen[bit] : ~side.own_unseen[bit];
            }
            for (std::size_t bit = 0; bit < Tables::doubles_bits; ++bit) {
                if ((table.doubles[n] >> bit & 1) != 0) {
                    doubles[bit] |= here;
                }
            }
        }
        std::memcpy(side.doubles, doubles, sizeof doubles);
    }

    template <class Tables>
    void prepare_numbers(Tables tables) {
        const CountingTables& table = tables.get();
        threat_[0] = ~(threat_[1] | threat_[2] | threat_[3] | threat_[4]);
        for (std::size_t shown = 0; shown < slices::numbers; ++shown) {
            for (std::size_t bit = 0; bit < Tables::pip_bits; ++bit) {
                Word worth{};
                for (std::size_t threat = 0; threat < 5; ++threat) {
                    worth |= (table.pips[threat][shown] >> bit & 1) != 0 ? threat_[threat] : Word{};
                }
                shown_pips_[shown][bit] = worth;
            }
        }
    }

    /// The worth of the move that shows this number at the end in `side_`, as the move `move`, blocks aside.
    template <class Tables>
    [[gnu::noinline]] void value_move(Tables tables, std::size_t shown, std::size_t move) {
        constexpr std::size_t bits = Tables::bits;
        const CountingTables& table = tables.get();
        const End& side = side_;
        const Word& is_double = side.number[shown];
        Word value[bits] = {};
#pragma GCC unroll 8
        for (std::size_t bit = 0; bit < Tables::pip_bits; ++bit) {
            value[bit] = side.pips[bit];
        }
        slices::add_to<bits, Tables::pip_bits>(value, shown_pips_[shown]);
        Word count[4];
        fitting(next_, next_of_[shown], side.next, shown, count);
        add_entry<bits, CountingTables::fitting, Tables::scarce_bits>(value, count, table.scarce);
        fitting(ours_, ours_of_[shown], side.ours, shown, count);
        const Small& own = hand_of_[shown];
        Word linked[4]; // tiles of the hand with a number of the tile: it is counted twice, so of a double one more is
        {
            Word carry = is_double;
            for (std::size_t bit = 0; bit < 3; ++bit) {
                slices::full_add(side.own_hand[bit], Word(own[bit] & ~is_double), carry, linked[bit], carry);
            }
            linked[3] = carry;
        }
        if constexpr (Tables::standard) {
            const Word twice[5] = {Word{}, count[0], count[1], count[2], count[3]};
            slices::add_to<bits, 5>(value, twice);
            if (!rules_.partnership) {
                // One and a half for each linked, rounded up, and its complement is added: the tile itself is counted
                // twice, so that all moves have three and 31 more than is meant.
                Word cost[5] = {linked[1], linked[2], linked[3], Word{}, Word{}};
                const Word odd[1] = {linked[0]};
                slices::add_to<4, 1>(cost, odd);
                cost[4] = slices::add<4>(cost, linked);
                for (Word& bit : cost) {
                    bit = ~bit;
                }
                slices::add_to<bits, 5>(value, cost);
            }
        } else {
            add_entry<bits, CountingTables::fitting, Tables::ours_bits>(value, count, table.ours);
            if (!rules_.partnership) {
                add_entry<bits, CountingTables::fitting, Tables::ours_bits, 2>(value, linked, table.link);
            }
        }
        if (rules_.partnership) {
            fitting(partner_, partner_of_[shown], side.partner, shown, count);
            add_entry<bits, CountingTables::fitting, Tables::partner_bits>(value, count, table.partner);
        }
        // Ends that the tiles kept can serve: the tile itself is of the first, and may be of the other.
        const Word new_served = own[1] | own[2];
        const Word shows_other = side.other[shown] | side.touches;
        const Word other_served = side.hand[1] | side.hand[2] | (side.hand[0] & ~shows_other);
        if constexpr (Tables::reach_is_four) {
            const Word served[2] = {new_served ^ other_served, new_served & other_served};
            slices::add_to<bits - 2, 2>(value + 2, served);
        } else {
            add_times<bits, Tables::reach_bits>(value, Word(new_served ^ other_served), table.reach);
            add_times<bits, Tables::reach_bits + 1>(value, Word(new_served & other_served), 2U * table.reach);
        }
        // A double leaves its suit as it is.
        Word doubles[Tables::doubles_bits];
        for (std::size_t bit = 0; bit < Tables::doubles_bits; ++bit) {
            doubles[bit] = side.doubles[bit] & is_double;
        }
        slices::add_to<bits, Tables::doubles_bits>(value, doubles);
#pragma GCC unroll 16
        for (std::size_t bit = 0; bit < value_bits; ++bit) {
            value_[move][bit] = bit < bits ? value[std::min(bit, bits - 1)] : Word{};
        }

        if (!turn_.opening) {
            // Nobody who may still play has another tile that fits.
            const Small& unseen = unseen_of_[shown];
            const Word alone = ~(unseen[0] | unseen[1] | unseen[2] | own[1] | own[2]);
            const Word others = ~(side.unseen[0] | side.unseen[1] | side.unseen[2] | side.hand[1] | side.hand[2]) &
                                ~(side.hand[0] ^ shows_other);
            block_[move] = move_[move] & several_ & alone & others & nothing_to_draw_;
            block_here_ |= block_[move];
        }
    }

    template <std::size_t bits, std::size_t factor_bits>
    BALAK_SLICES_INLINE static void add_times(Word* value, const Word& where, unsigned factor) {
        Word times[factor_bits];
        for (std::size_t bit = 0; bit < factor_bits; ++bit) {
            times[bit] = slices::all_if<Word>((factor >> bit & 1) != 0) & where;
        }
        slices::add_to<bits, factor_bits>(value, times);
    }

    /// Adds what a block should gain or cost, and as much to all moves that none is worth less than nothing.
    template <class Tables>
    [[gnu::noinline]] void value_blocks(Tables tables) {
        constexpr std::size_t offset_bit = 8; // 256: more than a block can cost
        const unsigned factor = tables.get().block;
        for (std::size_t move = 0; move < 2 * slices::numbers; ++move) {
            Word carry = ~Word{};
            for (std::size_t bit = offset_bit; bit < value_bits; ++bit) {
                const Word before = value_[move][bit];
                value_[move][bit] ^= carry;
                carry &= before;
            }
        }
        BlockGain<Word>(turn_, unseen_, held_).add(block_, block_here_, factor, value_);
    }

    /// Leaves of the moves the best one, of equal ones the last at the left, else the last.
    void best_of(std::size_t size, std::size_t bits) {
        for (std::size_t bit = bits; bit-- > 0;) {
            Word some{};
            for (std::size_t move = 0; move < size; ++move) {
                some |= move_[move] & value_[move][bit];
            }
            for (std::size_t move = 0; move < size; ++move) {
                move_[move] &= value_[move][bit] | ~some;
            }
        }
        Word found{};
        const auto take_last = [&](std::size_t first, std::size_t end) {
            for (std::size_t move = end; move-- > first;) {
                const Word here = move_[move];
                move_[move] &= ~found;
                found |= here;
            }
        };
        if (turn_.opening) {
            take_last(0, size);
        } else {
            take_last(0, slices::numbers);
            take_last(slices::numbers, size);
        }
    }

    slices::Turn<Word>& turn_;
    const slices::Rounds<Word>& rounds_;
    const RuleSet& rules_;
    const Word (&hand_)[slices::tiles];
    Word unseen_[slices::tiles];
    Word ours_[slices::tiles];
    Word next_[slices::tiles];
    Word partner_[slices::tiles];
    Small unseen_of_[slices::numbers]; // how many show each number
    Small ours_of_[slices::numbers];
    Small next_of_[slices::numbers];
    Small partner_of_[slices::numbers];
    Small hand_of_[slices::numbers];
    Word held_[max_seats][5];
    Word threat_[5];
    Word shown_pips_[slices::numbers][8]; // the worth of each number's pips
    Word several_;                        // where there is something to choose
    Word nothing_to_draw_;
    End side_;
    Word move_[most_moves];
    Word value_[most_moves][value_bits];
    Word block_[most_moves];
    Word block_here_; // where a move blocks
};

struct TileCountingSlices {
    static constexpr std::string_view name = "tile-counting";

    template <class Word>
    static void choose(slices::Turn<Word>& turn) {
        if (turn.rules().draw == Draw::none) {
            CountingTurn<Word>::choose(turn, StandardTables<true>());
        } else {
            CountingTurn<Word>::choose(turn, StandardTables<false>());
        }
    }
};

struct WeightedTileCountingSlices {
    static constexpr std::string_view name = "tile-counting with weights";

    template <class Word>
    static void choose(slices::Turn<Word>& turn) {
        const auto& n = turn.form().numbers;
        const CountingTables tables({n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8]},
                                    turn.rules().draw == Draw::none);
        CountingTurn<Word>::choose(turn, AnyTables{&tables});
    }
};

} // namespace balak::strategies
