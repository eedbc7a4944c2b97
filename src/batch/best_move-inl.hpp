// The best move of each lane. Few lanes have many moves, and all would wait for the one with the most: so the moves of
// all lanes are packed and valued side by side, and the best of each lane is picked from their codes. A lane with a
// single move is not in this. Of most use with 16 lanes; with 8 what it saves is nearly lost to packing and picking.
//
// Part of kernel-inl.hpp, within the namespace of the target.

/// As for ScalarWords. A lane without a move gets any.
template <class Worth>
HWY_INLINE Choice<LaneWords> best_move(const Moves<LaneWords>& legal, Worth worth) {
    constexpr std::size_t most_moves = 14; // of a hand: two suits, or all of it when it opens
    const Word none = Words::set(0);
    Word left = legal.left;
    Word right = legal.right;
    const auto take = [&]() HWY_ATTR {
        const Mask at_right = Words::is_zero(left);
        const Word tile = Words::lightest(Words::where(at_right, right, left));
        left = Words::without(left, tile);
        right = Words::where(at_right, Words::without(right, tile), right);
        return Words::bit(tile) + Words::where(at_right, none, Words::set(code_of_left));
    };
    const auto choice = [](Word code) HWY_ATTR {
        return Choice<LaneWords>{Words::tile_of_bit(code & Words::set(code_of_left - 1)),
                                 Words::not_zero(code & Words::set(code_of_left))};
    };
    const auto code_of = [&](Word move, auto of) HWY_ATTR {
        const Word tile = Words::tile_of_bit(move & Words::set(code_of_left - 1));
        const Mask at_right = Words::is_zero(move & Words::set(code_of_left));
        return Words::times(worth(tile, at_right, of), code_of_worth) + (move & Words::set(code_of_worth - 1));
    };
    Word best = Words::set(0x80000000);
    if constexpr (lane_count == 1) {
        while (Words::any(Words::not_zero(left | right))) {
            best = Words::max(best, code_of(take(), [](Word word) HWY_ATTR { return word; }));
        }
        return choice(best);
    }

    const Word all = left | right;
    const Mask several = Words::not_zero(Words::without(all, Words::lightest(all)) | (left & right));
    const Word count = Words::only_where(several, Words::size(left) + Words::size(right));
    const auto lanes_beyond = [&](std::uint32_t moves)
                                  HWY_ATTR { return mask_word(Words::less(Words::set(moves), count)); };
    Word move = take();
    best = Words::where(several, best, move);

    // Each as lane << 8 | its code without its worth; in their place then their codes.
    alignas(64) std::array<std::uint32_t, (most_moves + 1) * lane_count> moves;
    const Word lane = hn::ShiftLeft<8>(hn::Iota(Tag(), 0));
    std::size_t size = 0;
    std::uint32_t most = 0; // moves of a lane
    for (Spread having(lanes_beyond(0)); having.count() > 0; having = Spread(lanes_beyond(++most))) {
        Spread::Pack(having).write(lane | move, moves.data() + size);
        size += having.count();
        move = take();
    }
    hn::StoreU(none, Tag(), moves.data() + size);

    for (std::size_t i = 0; i < size; i += lane_count) {
        const Word packed = hn::Load(Tag(), moves.data() + i);
        const auto lanes = hn::IndicesFromVec(Tag(), hn::ShiftRight<8>(packed));
        const auto of = [&](Word word) HWY_ATTR { return hn::TableLookupLanes(word, lanes); };
        hn::Store(code_of(packed, of), Tag(), moves.data() + i);
    }

    const std::uint32_t* next = moves.data();
    for (std::uint32_t i = 0; i < most; ++i) {
        const Spread having(lanes_beyond(i));
        best = Words::max(best, Spread::Fill(having).read(next, best));
        next += having.count();
    }
    return choice(best);
}
