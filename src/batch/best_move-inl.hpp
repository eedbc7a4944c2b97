// The best move of each lane. Few lanes have many moves, and all would wait for the one with the most: so the moves of
// all lanes are packed and valued side by side, and the best of each lane is picked from their codes. A lane with a
// single move is not in this.
//
// Tried and dropped: every lane values its moves until the one with the most is done (a third to a half more
// instructions); slots ordered by lane, found from the running sums of the counts, and a running maximum (as many
// instructions, but each waits for the one before: 11 to 30 % slower); at least three or four passes, to save the
// branch (5 % slower with 8 lanes).
//
// Part of kernel-inl.hpp, within the namespace of the target.

/// As for ScalarWords. A lane without a move gets any.
template <class Worth>
HWY_INLINE Choice<LaneWords> best_move(const Moves<LaneWords>& legal, Worth worth) {
    constexpr std::size_t most_moves = 14; // of a hand: two suits, or all of it when it opens
    const Word one = Words::set(1);
    // There is but one tile that fits both ends, and it is two moves: this bit stands for the one at the right.
    const Word second = Words::set(0x80000000);
    const Word at_both = legal.left & legal.right;
    const Word moves = legal.left | legal.right | Words::only_where(Words::not_zero(at_both), second);
    const auto code_of = [&](Word move, auto of) HWY_ATTR {
        const Word tile = Words::where(Words::less(move, Words::set(0)), of(at_both), move);
        const Mask at_right = Words::is_zero(move & of(legal.left));
        return Words::times(worth(tile, at_right, of), code_of_worth) + Words::bit(tile) +
               hn::IfThenZeroElse(at_right, Words::set(code_of_left));
    };

    Word best = Words::set(0x80000000);
    const Mask several = Words::not_zero(moves & (moves - one));
    Word rest = Words::only_where(several, moves);
    if constexpr (lane_count == 1) {
        for (; Words::any(Words::not_zero(rest)); rest = rest & (rest - one)) {
            best = Words::max(best, code_of(Words::lightest(rest), [](Word word) HWY_ATTR { return word; }));
        }
    } else {
        std::array<Spread, most_moves> passes; // lanes with one move, with another, ...
        alignas(64) std::array<std::uint32_t, (most_moves + 1) * lane_count> codes; // moves until they are valued
        alignas(64) std::array<std::uint32_t, (most_moves + 1) * lane_count> lanes;
        std::size_t size = 0;
        std::size_t most = 0; // moves of a lane
        for (Spread having(mask_word(several)); having.count() > 0; having = Spread(mask_word(Words::not_zero(rest)))) {
            const Spread::Pack pack(having);
            pack.write(Words::lightest(rest), codes.data() + size);
            pack.write_lanes(lanes.data() + size);
            size += having.count();
            passes[most++] = having;
            rest = rest & (rest - one);
        }
        hn::StoreU(one, Tag(), codes.data() + size);
        hn::StoreU(Words::set(0), Tag(), lanes.data() + size);

        for (std::size_t i = 0; i < size; i += lane_count) {
            const auto from = hn::IndicesFromVec(Tag(), hn::Load(Tag(), lanes.data() + i));
            const auto of = [&](Word word) HWY_ATTR { return hn::TableLookupLanes(word, from); };
            hn::Store(code_of(hn::Load(Tag(), codes.data() + i), of), Tag(), codes.data() + i);
        }

        const std::uint32_t* next = codes.data();
        for (std::size_t i = 0; i < most; ++i) {
            best = Words::max(best, Spread::Fill(passes[i]).read(next, best));
            next += passes[i].count();
        }
    }
    return {Words::where(several, Words::tile_of_bit(best & Words::set(code_of_left - 1)), moves),
            Words::not_zero(Words::where(several, best & Words::set(code_of_left), legal.left))};
}
