// Rounds in lockstep: each lane of a SIMD register plays one, all lanes take a turn at once. A turn draws what must be
// drawn, lays a tile or passes. Lanes that have ended wait until all seats have had their turn; then their outcomes are
// packed into the output and the next positions are spread over them, without a branch. Two groups of lanes take turns
// so that the processor always has something to do.
//
// Tried and dropped: a lane step for each tile drawn (25 steps a round instead of 17.9); choosing the k-th tile of the
// boneyard's set instead of laying out an order (40 % of a step); gathers for the places of a suit instead of packed
// words in registers; both groups in an array (gcc 12 then copies the whole state at each turn).
//
// Part of kernel-inl.hpp, within the namespace of the target.

/// The first word of TurnRandom.
HWY_INLINE Word first_random(Word key, Word second, Word turn, int seat) {
    const auto mix = [](Word x) HWY_ATTR {
        x = x ^ hn::ShiftRight<16>(x);
        x = x * Words::set(0x7FEB352D);
        x = x ^ hn::ShiftRight<15>(x);
        x = x * Words::set(0x846CA68B);
        return x ^ hn::ShiftRight<16>(x);
    };
    const auto place = hn::ShiftLeft<2>(turn) + Words::set(static_cast<std::uint32_t>(seat));
    return mix(mix(key + place * Words::set(0x9E3779B9)) ^ second);
}

template <int players>
struct Group {
    Word hand[players];
    Word left;
    Word right;
    Word turn;
    Word passes; // in a row
    Word id;
    Word ending;
    Word done; // all bits of a lane whose round has ended
    // Where tiles are drawn:
    Word places;
    Word yard;
    Word boneyard;
    Word suits[4];
    // For tile-counting:
    Word laid;
    Word laid_by[players];
    Word lacks[players];
    // For random:
    Word key[2];
};

/// Plays a batch. `draws`: the rules have a boneyard to draw from. `full`: a strategy looks at more than hand and ends.
template <int players, bool draws, bool full>
class Lockstep {
public:
    Lockstep(const Batch& batch, const Positions& in, Outcomes& out)
        : batch_(batch), in_(in), out_(out), wanted_(batch) {
        if constexpr (draws) {
            boneyards_ = batch.boneyards->before.data();
            size_ = static_cast<std::uint32_t>(batch.boneyard_size);
        }
    }

    void run() {
        Group<players> one = idle();
        Group<players> two = idle();
        for (;;) {
            exchange(one);
            exchange(two);
            if (written_ == in_.size) {
                break;
            }
            turns(one, two, std::make_integer_sequence<int, players>());
        }
        out_.size = written_;
    }

    /// Lets the seat of hand[players - 1] lay the first tile of each position, any of its hand.
    static void open(const Batch& batch, Positions& positions) {
        const Wanted wanted(batch);
        for (std::size_t row = 0; row < positions.size; row += lane_count) {
            Group<players> group = idle();
            load(group, positions, row, wanted);
            const Word hand = group.hand[players - 1];
            const Word none = Words::set(0);
            group.left = group.right = none;
            const Choice<Words> choice = choose<players - 1>(batch, group, {hand, none}, hand, Words::set(0), true);
            const Word high = Words::high(choice.tile);
            const Word low = Words::pips(choice.tile) - high;
            hn::StoreU(high | hn::ShiftLeft<8>(low), Tag(), positions.ends.data() + row);
            hn::StoreU(Words::without(hand, choice.tile), Tag(), positions.hand[players - 1].data() + row);
            hn::StoreU(Words::set(1), Tag(), positions.turn.data() + row);
            if constexpr (full) {
                hn::StoreU(group.laid | choice.tile, Tag(), positions.laid.data() + row);
                hn::StoreU(choice.tile, Tag(), positions.laid_by[players - 1].data() + row);
            }
        }
    }

private:
    /// The columns that not every batch needs.
    struct Wanted {
        explicit Wanted(const Batch& batch) : table(needs_table(batch)), keys(needs_keys(batch)) {}
        bool table;
        bool keys;
    };

    static HWY_INLINE Group<players> idle() {
        Group<players> group;
        const Word none = Words::set(0);
        for (int i = 0; i < players; ++i) {
            group.hand[i] = group.laid_by[i] = group.lacks[i] = none;
        }
        for (auto& word : group.suits) {
            word = none;
        }
        group.left = group.right = group.turn = group.passes = group.ending = none;
        group.places = group.yard = group.boneyard = group.laid = group.key[0] = group.key[1] = none;
        group.id = Words::set(no_round);
        group.done = Words::set(0xFFFFFFFF);
        return group;
    }

    /// The rows from `row` on, of a group whose lanes are all free.
    static HWY_INLINE void load(Group<players>& group, const Positions& from, std::size_t row, Wanted wanted) {
        fill(group, from, row, wanted, [](const std::uint32_t* rows, Word) HWY_ATTR { return hn::LoadU(Tag(), rows); });
    }

    template <class Read>
    static HWY_INLINE void fill(Group<players>& group, const Positions& from, std::size_t row, Wanted wanted,
                                Read read) {
        const auto column = [&](Word& word, const Column& rows) HWY_ATTR { word = read(rows.data() + row, word); };
        column(group.id, from.id);
        column(group.turn, from.turn);
        Word ends = group.left | hn::ShiftLeft<8>(group.right);
        column(ends, from.ends);
        group.left = ends & Words::set(0xFF);
        group.right = hn::ShiftRight<8>(ends);
        for (int i = 0; i < players; ++i) {
            column(group.hand[i], from.hand[static_cast<std::size_t>(i)]);
        }
        if constexpr (draws) {
            column(group.boneyard, from.boneyard);
            column(group.places, from.places);
            column(group.yard, from.yard);
            for (std::size_t i = 0; i < 4; ++i) {
                column(group.suits[i], from.suits[i]);
            }
        }
        if constexpr (full) {
            if (wanted.table) {
                column(group.laid, from.laid);
                for (int i = 0; i < players; ++i) {
                    column(group.laid_by[i], from.laid_by[static_cast<std::size_t>(i)]);
                    column(group.lacks[i], from.lacks[static_cast<std::size_t>(i)]);
                }
            }
            if (wanted.keys) {
                column(group.key[0], from.key[0]);
                column(group.key[1], from.key[1]);
            }
        }
    }

    /// Writes the outcomes of the lanes that are done and fills them with the next positions. Once there are none the
    /// rows beyond the last are read, which have the id of no round.
    HWY_INLINE void exchange(Group<players>& group) {
        const Spread finished(hn::AndNot(sign_of(group.id), group.done));
        const Spread::Pack pack(finished);
        const auto write = [&](Word word, Column& column) HWY_ATTR { pack.write(word, column.data() + written_); };
        write(group.id, out_.id);
        write(group.ending | group.turn, out_.ending);
        for (int i = 0; i < players; ++i) {
            write(group.hand[i], out_.hand[static_cast<std::size_t>(i)]);
        }
        if constexpr (draws) {
            write(group.places, out_.places);
        }
        written_ += finished.count();

        const Spread free(group.done);
        const Spread::Fill next(free);
        fill(group, in_, read_, wanted_,
             [&](const std::uint32_t* rows, Word old) HWY_ATTR { return next.read(rows, old); });
        group.passes = Words::without(group.passes, group.done);
        group.done = Words::set(0);
        read_ = std::min(read_ + free.count(), in_.size);
    }

    static HWY_INLINE Word sign_of(Word word) {
        return hn::BitCast(Tag(), hn::BroadcastSignBit(hn::BitCast(SignedTag(), word)));
    }

    template <int... place>
    HWY_INLINE void turns(Group<players>& one, Group<players>& two, std::integer_sequence<int, place...>) {
        ((take_turn<place>(one), take_turn<place>(two)), ...);
    }

    /// The turn of hand[place] in every lane. A lane that is done has nothing to lay and does not draw.
    template <int place>
    HWY_INLINE void take_turn(Group<players>& group) {
        Word& hand = group.hand[place];
        const Word left_suit = Words::suit(group.left);
        const Word right_suit = Words::suit(group.right);
        const Word fits = Words::without(left_suit | right_suit, group.done);
        if constexpr (draws) {
            const Word stuck = Words::without(mask_word(Words::is_zero(hand & fits)), group.done);
            if (HWY_LIKELY(!hn::AllFalse(Tag(), hn::MaskFromVec(stuck)))) {
                draw<place>(group, stuck, fits);
            }
        }
        const Word playable = hand & fits;
        if constexpr (full) {
            const Mask passing = Words::is_zero(playable);
            group.lacks[place] = group.lacks[place] | Words::only_where(passing, fits);
        }

        const Mask equal_ends = hn::Eq(group.left, group.right);
        const Moves<Words> legal{playable & left_suit, Words::where(equal_ends, Words::set(0), playable & right_suit)};
        const Choice<Words> choice = choose<place>(batch_, group, legal, hand, drawable<place>(group), false);
        const Word tile = choice.tile;
        const Mask lays = Words::not_zero(tile);
        const Word matched = Words::where(choice.left, group.left, group.right);
        const Word other = Words::pips(tile) - matched;
        const Mask at_right = hn::AndNot(choice.left, lays);
        const Mask capicu = hn::AndNot(equal_ends, Words::not_zero(tile & left_suit & right_suit));
        group.left = Words::where(hn::And(choice.left, lays), other, group.left);
        group.right = Words::where(at_right, other, group.right);
        hand = Words::without(hand, tile);
        if constexpr (full) {
            group.laid = group.laid | tile;
            group.laid_by[place] = group.laid_by[place] | tile;
        }
        group.passes = hn::IfThenZeroElse(lays, group.passes + Words::set(1));
        group.turn = group.turn + Words::without(Words::set(1), group.done);

        const Mask ends = hn::Or(Words::is_zero(hand), hn::Eq(group.passes, Words::set(players)));
        const Word now_done = Words::without(mask_word(ends), group.done);
        const Word ending = Words::only_where(capicu, Words::set(1 << 10)) | Words::set(place << 8);
        group.ending = Words::where(hn::MaskFromVec(now_done), ending, group.ending);
        group.done = group.done | now_done;
    }

    /// The places in which the tiles with a number lie.
    static HWY_INLINE Word places_of(const Group<players>& group, Word number) {
        const auto pick = [](Word chooser, Word yes, Word no) HWY_ATTR {
            return hn::BitCast(Tag(), hn::IfThenElse(hn::MaskFromVec(hn::BitCast(FloatTag(), sign_of(chooser))),
                                                     hn::BitCast(FloatTag(), yes), hn::BitCast(FloatTag(), no)));
        };
        const Word bit_1 = hn::ShiftLeft<30>(number);
        const Word bit_2 = hn::ShiftLeft<29>(number);
        const Word pair =
            pick(bit_2, pick(bit_1, group.suits[3], group.suits[2]), pick(bit_1, group.suits[1], group.suits[0]));
        return hn::Shr(pair, hn::ShiftLeft<4>(number & Words::set(1))) & Words::set(0xFFFF);
    }

    /// The places in the order of a seat that begins in the middle.
    HWY_INLINE Word turned(Word places, std::uint32_t by) const {
        return (hn::ShiftRightSame(places, static_cast<int>(by)) |
                hn::ShiftLeftSame(places, static_cast<int>(size_ - by))) &
               Words::set((1U << size_) - 1);
    }

    /// Draws for the stuck lanes, until a tile fits or no more may be drawn.
    template <int place>
    HWY_INLINE void draw(Group<players>& group, Word stuck, Word fits) {
        const int seat = (batch_.first_seat + place) % players;
        const bool from_back = seat % 2 != 0;
        const bool from_middle = seat >= 2;
        const std::uint32_t middle = size_ / 2;

        Word open = group.places;
        Word fitting = places_of(group, group.left) | places_of(group, group.right);
        if (from_middle) {
            open = turned(open, middle);
            fitting = turned(fitting, middle);
        }
        for (int i = 0; i < batch_.rules->boneyard_reserve; ++i) {
            open = Words::without(open, from_back ? Words::lightest(open) : Words::heaviest(open));
        }
        fitting = fitting & open;
        const Mask found = Words::not_zero(fitting);
        constexpr std::uint32_t words = sizeof(BoneyardTable) / sizeof(std::uint32_t);
        const Word table = Words::times(group.boneyard, words) + Words::set(from_middle ? 16 : 0);
        Word taken;
        Word tiles;
        if (from_back) {
            const Word last = Words::where(found, Words::heaviest(fitting), Words::lightest(open));
            taken = open & (Words::set(0) - last);
            tiles = Words::without(group.yard, Words::gather(boneyards_, table + (Words::bit(last) & Words::set(15))));
        } else {
            const Word last = Words::where(found, Words::lightest(fitting), Words::heaviest(open));
            taken = open & (last | (last - Words::set(1)));
            tiles =
                group.yard & Words::gather(boneyards_, table + ((Words::bit(last) + Words::set(1)) & Words::set(15)));
        }
        const Mask drawing = Words::both(hn::MaskFromVec(stuck), Words::not_zero(open));
        tiles = Words::only_where(drawing, tiles);
        taken = Words::only_where(drawing, from_middle ? turned(taken, size_ - middle) : taken);
        group.hand[place] = group.hand[place] | tiles;
        group.yard = group.yard ^ tiles;
        group.places = group.places ^ taken;
        if constexpr (full) {
            // Tiles that did not fit may show what the seat lacked before.
            const Mask keeps = Words::not_zero(Words::without(tiles, fits));
            const Word lacks = hn::IfThenZeroElse(keeps, group.lacks[place]);
            group.lacks[place] = Words::where(drawing, lacks | fits, group.lacks[place]);
        }
    }

    /// How many tiles may still be drawn.
    template <int place>
    HWY_INLINE Word drawable(const Group<players>& group) const {
        if constexpr (draws && full) {
            const auto reserve = static_cast<std::uint32_t>(batch_.rules->boneyard_reserve);
            return Words::max(Words::set(0), Words::size(group.places) - Words::set(reserve));
        } else {
            return Words::set(0);
        }
    }

    template <int place>
    static HWY_INLINE Choice<Words> choose(const Batch& batch, const Group<players>& group, const Moves<Words>& legal,
                                           Word hand, Word drawable, bool opening) {
        const Simple& strategy = batch.strategies[static_cast<std::size_t>(place)];
        if (strategy.kind == SimpleKind::greedy_heavy) {
            return greedy_heavy<Words>(legal);
        }
        if (!full || strategy.kind == SimpleKind::doubles_first) {
            return doubles_first<Words>(legal);
        }
        if constexpr (full) {
            if (strategy.kind == SimpleKind::random) {
                const int seat = (batch.first_seat + place) % players;
                return random<Words>(legal, first_random(group.key[0], group.key[1], group.turn, seat));
            }
            Choice<Words> choice = tile_counting<Words>(legal, view<place>(batch, group, hand, drawable, opening),
                                                        strategy.weights, *batch.rules);
            choice.tile = choice.tile & (legal.left | legal.right);
            return choice;
        }
    }

    template <int place>
    static HWY_INLINE CountingView<Words> view(const Batch& batch, const Group<players>& group, Word hand,
                                               Word drawable, bool opening) {
        constexpr int next = (place + 1) % players;
        CountingView<Words> seen;
        seen.hand = hand;
        seen.left_number = group.left;
        seen.right_number = group.right;
        seen.unseen = Words::without(Words::set(batch.rules->tiles().bits()), group.laid | hand);
        seen.next_may_hold = Words::without(seen.unseen, group.lacks[next]);
        seen.ours = hand | group.laid_by[place];
        seen.fewest = Words::size(group.hand[next]);
        seen.opponents_hold = seen.fewest;
        seen.partner_may_hold = seen.partner_holds = Words::set(0);
        if constexpr (players > 2) {
            for (int i = 2; i < players; ++i) {
                const int there = (place + i) % players;
                const Word held = Words::size(group.hand[there]);
                if (batch.rules->partnership && i == 2) {
                    seen.partner_may_hold = Words::without(seen.unseen, group.lacks[there]);
                    seen.partner_holds = held;
                    seen.ours = seen.ours | group.laid_by[there];
                } else {
                    seen.opponents_hold = batch.rules->partnership
                                              ? seen.opponents_hold + held
                                              : Words::where(Words::less(held, seen.fewest), held, seen.fewest);
                    seen.fewest = Words::where(Words::less(held, seen.fewest), held, seen.fewest);
                }
            }
        }
        seen.drawable = drawable;
        seen.opening = opening;
        return seen;
    }

    const Batch& batch_;
    const Positions& in_;
    Outcomes& out_;
    const std::uint32_t* boneyards_ = nullptr;
    std::uint32_t size_ = 0;
    Wanted wanted_;
    std::size_t read_ = 0;
    std::size_t written_ = 0;
};

/// Calls `work` with the number of players, and whether tiles are drawn and a strategy looks at more than the ends, as
/// constants.
template <class Work>
void with_constants(const Batch& batch, Work work) {
    const auto with_players = [&]<int players>(std::integral_constant<int, players>) {
        const auto with_draws = [&]<bool draws>(std::bool_constant<draws>) {
            if (needs_table(batch) || needs_keys(batch)) {
                work.template operator()<players, draws, true>();
            } else {
                work.template operator()<players, draws, false>();
            }
        };
        if (draws_tiles(*batch.rules)) {
            with_draws(std::true_type());
        } else {
            with_draws(std::false_type());
        }
    };
    switch (batch.rules->players) {
    case 2:
        with_players(std::integral_constant<int, 2>());
        break;
    case 3:
        with_players(std::integral_constant<int, 3>());
        break;
    default:
        with_players(std::integral_constant<int, 4>());
    }
}

inline void play(const Batch& batch, const Positions& positions, Outcomes& outcomes) {
    with_constants(batch, [&]<int players, bool draws, bool full>() {
        Lockstep<players, draws, full>(batch, positions, outcomes).run();
    });
}

inline void open(const Batch& batch, Positions& positions) {
    with_constants(
        batch, [&]<int players, bool draws, bool full>() { Lockstep<players, draws, full>::open(batch, positions); });
}
