// Deals in lanes: the random words of as many deals as there are lanes are made at once. The tiles themselves are
// placed deal by deal: exchanging tiles in memory is quick, where no branch depends on them.
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

/// Makes of a word in each lane a uniform number in 0..bound-1, and returns what is left of its randomness.
HWY_INLINE Word choose_below(Word word, std::uint32_t bound, std::uint32_t* choice) {
    hn::StoreU(Words::upper_product(word, Words::set(bound)), Tag(), choice);
    return Words::times(word, bound);
}

/// Places the tiles of the deal in one lane. `choices` are a lane's width apart: of the starter, then for each place
/// the distance to the tile that comes there.
inline void place_tiles(const RuleSet& rules, const std::uint32_t* HWY_RESTRICT choices, std::size_t row,
                        DealColumns& deals) {
    alignas(32) std::array<std::uint8_t, 32> order;
    TileSet set = rules.tiles();
    if (rules.starter == Starter::random_non_double) {
        const TileSet starter = (set - doubles).nth(static_cast<int>(*choices));
        choices += lane_count;
        deals.starter[row] = starter.bits();
        set -= starter;
    }
    if (set == full_set(max_pip)) {
        order = all_bits;
    } else {
        std::size_t count = 0;
        for (const Tile tile : set) {
            order[count++] = static_cast<std::uint8_t>(tile.bit());
        }
    }
    // The shuffle of Dealer::deal. A place that is filled is not looked at again.
    const std::uint8_t* next = order.data();
    const auto take = [&] {
        const std::size_t from = *choices;
        choices += lane_count;
        const std::uint8_t tile = next[from];
        order[static_cast<std::size_t>(next - order.data()) + from] = *next;
        ++next;
        return tile;
    };
    std::uint32_t dealt = 0;
    for (int seat = 0; seat < rules.players; ++seat) {
        std::uint32_t hand = 0;
        for (int i = 0; i < rules.hand_size; ++i) {
            hand |= std::uint32_t{1} << take();
        }
        deals.hand[static_cast<std::size_t>(seat)][row] = hand;
        dealt |= hand;
    }
    const std::uint32_t dealt_doubles = dealt & doubles.bits();
    const auto highest = TileSet(dealt_doubles == 0 ? dealt : dealt_doubles).heaviest();
    std::uint32_t holder = 0;
    for (int seat = 1; seat < rules.players; ++seat) {
        holder +=
            (deals.hand[static_cast<std::size_t>(seat)][row] >> highest.bit() & 1) * static_cast<std::uint32_t>(seat);
    }
    deals.by_tile[row] = holder | static_cast<std::uint32_t>(highest.bit()) << 2;
    if (draws_tiles(rules)) {
        const auto size = static_cast<std::size_t>(rules.boneyard_size());
        BoneyardTable& boneyard = deals.boneyards[row];
        SuitPlaces places;
        std::uint32_t before = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const std::uint8_t tile = take();
            boneyard.before[i] = before;
            before |= std::uint32_t{1} << tile;
            places.add(tile);
        }
        boneyard.finish(size, before, places, rules.players > 2);
    }
}

/// As Dealer::deal.
inline void deal(const DealOrder& order, DealColumns& deals) {
    const RuleSet& rules = *order.rules;
    const auto tiles = static_cast<std::uint32_t>(rules.tiles().size());
    alignas(64) std::array<std::uint32_t, 16 * lane_count> words;
    alignas(64) std::array<std::uint32_t, (tile_count + 2) * lane_count> choices;
    alignas(64) std::array<std::uint32_t, lane_count> low{};
    alignas(64) std::array<std::uint32_t, lane_count> high{};
    const bool lot = rules.opening.first_round == FirstRound::lot && order.round == 0;
    for (std::size_t first = 0; first < order.rows.size(); first += lane_count) {
        const std::size_t lanes = std::min(lane_count, order.rows.size() - first);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            low[lane] = static_cast<std::uint32_t>(order.numbers[first + lane]);
            high[lane] = static_cast<std::uint32_t>(order.numbers[first + lane] >> 32);
        }
        const Word deal_low = hn::Load(Tag(), low.data());
        const Word deal_high = hn::Load(Tag(), high.data());
        const auto rows = [&](std::size_t lane) { return order.rows[first + lane]; };
        const std::uint32_t blocks = (tiles / 2 + 1 + 3) / 4;
        for (std::uint32_t block = 0; block < blocks; ++block) {
            random_blocks(order.seed, Purpose::deal, deal_low, deal_high, order.round, block,
                          &words[4 * block * lane_count]);
        }
        const std::uint32_t* word = words.data();
        std::uint32_t* choice = choices.data();
        std::uint32_t count = tiles;
        const auto next_word = [&]() HWY_ATTR {
            word += lane_count;
            return hn::LoadU(Tag(), word - lane_count);
        };
        if (rules.starter == Starter::random_non_double) {
            choose_below(next_word(), static_cast<std::uint32_t>((rules.tiles() - doubles).size()), choice);
            choice += lane_count;
            --count;
        }
        for (std::uint32_t bound = count; bound > 1; bound -= 2) {
            const Word rest = choose_below(next_word(), bound, choice);
            choose_below(rest, bound - 1, choice + lane_count);
            choice += 2 * lane_count;
        }
        hn::StoreU(Words::set(0), Tag(), choice); // of an odd tile at the end
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            place_tiles(rules, &choices[lane], rows(lane), deals);
        }
        if (lot) {
            random_blocks(order.seed, Purpose::lot, deal_low, deal_high, order.round, 0, words.data());
            choose_below(hn::LoadU(Tag(), words.data()), static_cast<std::uint32_t>(rules.players), choices.data());
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                deals.lot[rows(lane)] = choices[lane];
            }
        }
        if (order.keys) {
            random_blocks(order.seed, Purpose::strategy, deal_low, deal_high, order.round, 0, words.data());
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                deals.key[0][rows(lane)] = words[lane];
                deals.key[1][rows(lane)] = words[lane_count + lane];
            }
        }
    }
}
