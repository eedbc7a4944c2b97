// Deals in lanes: as many at once as there are lanes. Only the exchanges of the shuffle are made deal by deal, in
// memory.
//
// Tried and dropped: storing each tile that comes to a place by itself (the shuffle then waits for its stores).
//
// Part of kernel-inl.hpp, within the namespace of the target.

/// Philox4x32-10, a block a lane; as random_block().
HWY_INLINE void random_blocks(std::uint64_t seed, Purpose purpose, Word deal_low, Word deal_high, std::uint32_t round,
                              std::uint32_t block, std::uint32_t* HWY_RESTRICT words) {
    const Word multiplier_0 = Words::set(0xD2511F53);
    const Word multiplier_1 = Words::set(0xCD9E8D57);
    Word counter_0 = Words::set(block);
    Word counter_1 = Words::set(round);
    Word counter_2 = deal_low;
    Word counter_3 = deal_high | Words::set(static_cast<std::uint32_t>(purpose) << 24);
    auto key_0 = static_cast<std::uint32_t>(seed);
    auto key_1 = static_cast<std::uint32_t>(seed >> 32);
    for (int i = 0; i < 10; ++i) {
        const Word upper_0 = Words::upper_product(counter_0, multiplier_0);
        const Word upper_1 = Words::upper_product(counter_2, multiplier_1);
        const Word lower_0 = counter_0 * multiplier_0;
        const Word lower_1 = counter_2 * multiplier_1;
        counter_0 = upper_1 ^ counter_1 ^ Words::set(key_0);
        counter_1 = lower_1;
        counter_2 = upper_0 ^ counter_3 ^ Words::set(key_1);
        counter_3 = lower_0;
        key_0 += 0x9E3779B9;
        key_1 += 0xBB67AE85;
    }
    hn::StoreU(counter_0, Tag(), words);
    hn::StoreU(counter_1, Tag(), words + lane_count);
    hn::StoreU(counter_2, Tag(), words + 2 * lane_count);
    hn::StoreU(counter_3, Tag(), words + 3 * lane_count);
}

/// Makes of a word in each lane a uniform number in 0..bound-1 in `choice`, and returns what is left of its randomness.
HWY_INLINE Word choose_below(Word word, std::uint32_t bound, Word& choice) {
    choice = Words::upper_product(word, Words::set(bound));
    return Words::times(word, bound);
}

/// Deals as they are made. A deal takes 32 bytes of `order`.
struct Shuffle {
    alignas(64) std::array<std::uint8_t, 32 * lane_count> order;    // tiles by their bit numbers
    alignas(64) std::array<std::uint32_t, 32 * lane_count> from;    // for each place, where its tile is in `order`
    alignas(64) std::array<std::uint8_t, 32 * lane_count> arranged; // the tiles that came to each place

    /// Each place gets the tile that is chosen for it, and that place the tile that was here: the shuffle of
    /// Dealer::deal. A place that is filled is not looked at again.
    void run(std::size_t places) {
        constexpr std::size_t together = std::min<std::size_t>(lane_count, 8); // so many lanes are stored at once
        std::uint8_t* HWY_RESTRICT tiles = order.data();
        const std::uint32_t* HWY_RESTRICT next = from.data();
        std::uint8_t* HWY_RESTRICT to = arranged.data();
        for (std::size_t place = 0; place < places; ++place) {
            for (std::size_t first = 0; first < lane_count; first += together) {
                std::uint64_t taken = 0;
                for (std::size_t lane = 0; lane < together; ++lane) {
                    taken |= std::uint64_t{tiles[next[lane]]} << 8 * lane;
                    tiles[next[lane]] = tiles[32 * (first + lane) + place];
                }
                std::memcpy(to, &taken, together);
                next += together;
                to += together;
            }
        }
    }

    HWY_INLINE Word tile(std::size_t place) const {
        return Words::tile_of_bit(lane_numbers(&arranged[place * lane_count]));
    }
};

/// A word of each lane into the rows of their deals.
HWY_INLINE void put(Word word, std::span<const std::uint32_t> rows, Column& column) {
    alignas(64) std::array<std::uint32_t, lane_count> words;
    hn::Store(word, Tag(), words.data());
    for (std::size_t lane = 0; lane < rows.size(); ++lane) {
        column[rows[lane]] = words[lane];
    }
}

/// The boneyards, of the tiles that came to the places from `first` on.
inline void put_boneyards(const RuleSet& rules, const Shuffle& shuffle, std::size_t first, Word tiles,
                          std::span<const std::uint32_t> rows, std::vector<BoneyardTable>& boneyards) {
    constexpr std::size_t words = std::tuple_size_v<decltype(BoneyardTable::before)>;
    const auto size = static_cast<std::size_t>(rules.boneyard_size());
    // Four words of each lane side by side, then the next four.
    alignas(64) std::array<std::uint32_t, (words + 4) * lane_count> lines;
    Word four[4];
    Word suits[4] = {Words::set(0), Words::set(0), Words::set(0), Words::set(0)};
    const auto store = [&](const Word(&of)[4], std::size_t line) HWY_ATTR {
        hn::StoreInterleaved4(of[0], of[1], of[2], of[3], Tag(), &lines[line * lane_count]);
    };
    for (std::size_t line = words; line > 0;) {
        line -= 4;
        for (std::size_t i = 4; i-- > 0;) {
            if (line + i < size) {
                const Word tile = shuffle.tile(first + line + i);
                tiles = Words::without(tiles, tile);
                const Word numbers = Words::numbers(tile);
                const Word two = numbers | hn::ShiftLeft<15>(numbers);
                const Word one_place = Words::set(0x00010001);
                suits[0] = hn::ShiftLeft<1>(suits[0]) | (two & one_place);
                suits[1] = hn::ShiftLeft<1>(suits[1]) | (hn::ShiftRight<2>(two) & one_place);
                suits[2] = hn::ShiftLeft<1>(suits[2]) | (hn::ShiftRight<4>(two) & one_place);
                suits[3] = hn::ShiftLeft<1>(suits[3]) | (hn::ShiftRight<6>(two) & one_place);
            }
            four[i] = tiles;
        }
        store(four, line);
    }
    store(suits, words);
    for (std::size_t lane = 0; lane < rows.size(); ++lane) {
        BoneyardTable& boneyard = boneyards[rows[lane]];
        for (std::size_t word = 0; word < words; word += 4) {
            std::memcpy(&boneyard.before[word], &lines[word * lane_count + 4 * lane], 4 * sizeof(std::uint32_t));
        }
        std::memcpy(boneyard.suits.data(), &lines[words * lane_count + 4 * lane], 4 * sizeof(std::uint32_t));
        if (rules.players > 2) {
            boneyard.turn(size);
        }
    }
}

/// Whether the seats get all tiles. Then those of the last one are what is left.
inline bool deals_all(const RuleSet& rules) {
    return rules.boneyard_size() == 0;
}

/// Gives the tiles that were arranged to the seats and the boneyard.
inline void put_tiles(const RuleSet& rules, const Shuffle& shuffle, Word undealt, std::span<const std::uint32_t> rows,
                      DealColumns& deals) {
    std::size_t place = 0;
    std::array<Word, max_seats> hands;
    Word dealt = Words::set(0);
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(rules.players); ++seat) {
        Word hand = Words::set(0);
        if (seat + 1 == static_cast<std::size_t>(rules.players) && deals_all(rules)) {
            hand = Words::without(undealt, dealt);
        } else {
            for (int i = 0; i < rules.hand_size; ++i) {
                hand = hand | shuffle.tile(place++);
            }
        }
        put(hand, rows, deals.hand[seat]);
        hands[seat] = hand;
        dealt = dealt | hand;
    }
    const Word dealt_doubles = dealt & Words::set(doubles.bits());
    const Word highest = Words::heaviest(Words::where(Words::is_zero(dealt_doubles), dealt, dealt_doubles));
    Word holder = Words::set(0);
    for (std::size_t seat = 1; seat < static_cast<std::size_t>(rules.players); ++seat) {
        const Mask has = Words::not_zero(hands[seat] & highest);
        holder = holder | Words::only_where(has, Words::set(static_cast<std::uint32_t>(seat)));
    }
    put(holder | hn::ShiftLeft<2>(Words::bit(highest)), rows, deals.by_tile);
    if (draws_tiles(rules)) {
        put_boneyards(rules, shuffle, place, Words::without(undealt, dealt), rows, deals.boneyards);
    }
}

/// As Dealer::deal.
inline void deal(const DealOrder& order, DealColumns& deals) {
    const RuleSet& rules = *order.rules;
    const bool with_starter = rules.starter == Starter::random_non_double;
    const TileSet set = rules.tiles();
    const auto tiles = static_cast<std::uint32_t>(set.size());
    const std::uint32_t shuffled = with_starter ? tiles - 1 : tiles;
    // So many places matter.
    const auto places = static_cast<std::uint32_t>((rules.players - (deals_all(rules) ? 1 : 0)) * rules.hand_size +
                                                   (draws_tiles(rules) ? rules.boneyard_size() : 0));
    const auto ordered = [](TileSet from) {
        std::array<std::uint8_t, 32> bits{};
        std::size_t count = 0;
        for (const Tile tile : from) {
            bits[count++] = static_cast<std::uint8_t>(tile.bit());
        }
        return bits;
    };
    const std::array<std::uint8_t, 32> whole = ordered(set);
    const bool lot = rules.opening.first_round == FirstRound::lot && order.round == 0;
    const Word first_places = hn::ShiftLeft<5>(hn::Iota(Tag(), 0)); // of each lane in the shuffle's order
    alignas(64) std::array<std::uint32_t, 16 * lane_count> words;
    alignas(64) std::array<std::uint32_t, lane_count> low{};
    alignas(64) std::array<std::uint32_t, lane_count> high{};
    Shuffle shuffle;
    for (std::size_t first = 0; first < order.rows.size(); first += lane_count) {
        const std::size_t lanes = std::min(lane_count, order.rows.size() - first);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            low[lane] = static_cast<std::uint32_t>(order.numbers[first + lane]);
            high[lane] = static_cast<std::uint32_t>(order.numbers[first + lane] >> 32);
        }
        const Word deal_low = hn::Load(Tag(), low.data());
        const Word deal_high = hn::Load(Tag(), high.data());
        const auto rows = std::span(order.rows).subspan(first, lanes);
        const std::uint32_t words_needed = (places + 1) / 2 + (with_starter ? 1 : 0);
        const std::uint32_t blocks = (words_needed + 3) / 4;
        for (std::uint32_t block = 0; block < blocks; ++block) {
            random_blocks(order.seed, Purpose::deal, deal_low, deal_high, order.round, block,
                          &words[4 * block * lane_count]);
        }
        const std::uint32_t* word = words.data();
        const auto next_word = [&]() HWY_ATTR {
            word += lane_count;
            return hn::LoadU(Tag(), word - lane_count);
        };
        Word undealt = Words::set(set.bits());
        Word choice;
        if (with_starter) {
            choose_below(next_word(), static_cast<std::uint32_t>((set - doubles).size()), choice);
            alignas(64) std::array<std::uint32_t, lane_count> starters;
            hn::Store(choice, Tag(), starters.data());
            for (std::size_t lane = 0; lane < lane_count; ++lane) {
                const TileSet starter = (set - doubles).nth(static_cast<int>(starters[lane]));
                starters[lane] = starter.bits();
                std::ranges::copy(ordered(set - starter), &shuffle.order[32 * lane]);
            }
            const Word starter = hn::Load(Tag(), starters.data());
            put(starter, rows, deals.starter);
            undealt = Words::without(undealt, starter);
        } else {
            for (std::size_t lane = 0; lane < lane_count; ++lane) {
                std::ranges::copy(whole, &shuffle.order[32 * lane]);
            }
        }
        for (std::uint32_t place = 0; place < places; place += 2) {
            const std::uint32_t bound = shuffled - place;
            Word other = Words::set(0); // of an odd tile at the end there is no choice
            choice = other;
            if (bound > 1) {
                choose_below(choose_below(next_word(), bound, choice), bound - 1, other);
            }
            const Word here = first_places + Words::set(place);
            std::uint32_t* from = &shuffle.from[place * lane_count];
            hn::Store(choice + here, Tag(), from);
            hn::Store(other + here + Words::set(1), Tag(), from + lane_count);
        }
        shuffle.run(places);
        put_tiles(rules, shuffle, undealt, rows, deals);
        if (lot) {
            random_blocks(order.seed, Purpose::lot, deal_low, deal_high, order.round, 0, words.data());
            choose_below(hn::LoadU(Tag(), words.data()), static_cast<std::uint32_t>(rules.players), choice);
            put(choice, rows, deals.lot);
        }
        if (order.keys) {
            random_blocks(order.seed, Purpose::strategy, deal_low, deal_high, order.round, 0, words.data());
            put(hn::LoadU(Tag(), words.data()), rows, deals.key[0]);
            put(hn::LoadU(Tag(), words.data() + lane_count), rows, deals.key[1]);
        }
    }
}
