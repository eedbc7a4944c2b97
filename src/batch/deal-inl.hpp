// Deals in lanes: the random words of as many deals as there are lanes are made at once. The tiles themselves are placed
// deal by deal: exchanging tiles in memory is quick, where no branch depends on them.
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

/// words[i] of each lane becomes uniform in 0..bound-1.
HWY_INLINE void bring_below(std::uint32_t* word, std::uint32_t bound) {
    hn::StoreU(Words::upper_product(hn::LoadU(Tag(), word), Words::set(bound)), Tag(), word);
}

/// Places the tiles of the deal in one lane; `choice` are its numbers, a lane's width apart.
inline void place_tiles(const RuleSet& rules, const std::uint32_t* choice, std::size_t row, DealColumns& deals) {
    std::array<std::uint8_t, 32> order;
    std::uint32_t count = 0;
    TileSet set = rules.tiles();
    if (rules.starter == Starter::random_non_double) {
        const TileSet starter = (set - doubles).nth(static_cast<int>(*choice));
        choice += lane_count;
        deals.starter[row] = starter.bits();
        set -= starter;
    }
    if (set == full_set(max_pip)) {
        for (std::uint8_t i = 0; i < 32; ++i) {
            order[i] = i;
        }
        count = tile_count;
    } else {
        for (const Tile tile : set) {
            order[count++] = static_cast<std::uint8_t>(tile.bit());
        }
    }
    // The shuffle of Dealer::deal.
    std::uint32_t next = 0;
    const auto take = [&] {
        const std::uint32_t from = next + (next + 1 < count ? *choice : 0);
        choice += lane_count;
        const std::uint8_t tile = order[from];
        order[from] = order[next];
        order[next++] = tile;
        return tile;
    };
    TileSet dealt;
    const auto hand_size = rules.hand_size;
    for (int seat = 0; seat < rules.players; ++seat) {
        std::uint32_t hand = 0;
        for (int i = 0; i < hand_size; ++i) {
            hand |= std::uint32_t{1} << take();
        }
        deals.hand[static_cast<std::size_t>(seat)][row] = hand;
        dealt |= TileSet(hand);
    }
    const TileSet dealt_doubles = dealt & doubles;
    const Tile highest = (dealt_doubles.empty() ? dealt : dealt_doubles).heaviest();
    std::uint32_t holder = 0;
    for (int seat = 1; seat < rules.players; ++seat) {
        holder += (deals.hand[static_cast<std::size_t>(seat)][row] >> highest.bit() & 1) * static_cast<std::uint32_t>(seat);
    }
    deals.by_tile[row] = holder | static_cast<std::uint32_t>(highest.bit()) << 2;
    if (draws_tiles(rules)) {
        std::array<Tile, BoneyardTable::most> boneyard;
        const auto size = static_cast<std::size_t>(rules.boneyard_size());
        for (std::size_t i = 0; i < size; ++i) {
            boneyard[i] = Tile::from_bit(take());
        }
        deals.boneyards[row] = BoneyardTable(std::span(boneyard).first(size), rules.players > 2);
    }
}

/// As Dealer::deal.
inline void deal(const DealOrder& order, DealColumns& deals) {
    const RuleSet& rules = *order.rules;
    const auto tiles = static_cast<std::uint32_t>(rules.tiles().size());
    alignas(64) std::array<std::uint32_t, (tile_count + 4) * lane_count> words;
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
        for (std::uint32_t block = 0; 4 * block < tiles; ++block) {
            random_blocks(order.seed, Purpose::deal, deal_low, deal_high, order.round, block,
                          &words[4 * block * lane_count]);
        }
        std::uint32_t* word = words.data();
        std::uint32_t count = tiles;
        if (rules.starter == Starter::random_non_double) {
            bring_below(word, static_cast<std::uint32_t>((rules.tiles() - doubles).size()));
            word += lane_count;
            --count;
        }
        for (std::uint32_t i = 0; i + 1 < count; ++i, word += lane_count) {
            bring_below(word, count - i);
        }
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            place_tiles(rules, &words[lane], rows(lane), deals);
        }
        if (lot) {
            random_blocks(order.seed, Purpose::lot, deal_low, deal_high, order.round, 0, words.data());
            bring_below(words.data(), static_cast<std::uint32_t>(rules.players));
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                deals.lot[rows(lane)] = words[lane];
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
