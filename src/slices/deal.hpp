// Makes deals: the random words of several at once, then one after another by the plan of Dealer.
#pragma once

#include "balak/random.hpp"
#include "slices/deals.hpp"

#include <algorithm>

namespace balak::slices {

/// Deals that are made at once.
inline constexpr std::size_t deals_at_once = 8;

/// Philox4x32-10 as random_block(), for as many deals as a word has 64-bit places, from that in place `first` on. Only
/// the lower half of each place counts. `Machine` has the word and the product of lower halves.
template <class Machine>
BALAK_SLICES_INLINE void random_blocks(std::uint64_t seed, Purpose purpose, const std::uint64_t* deal_numbers,
                                       std::uint32_t round, std::uint32_t block, std::size_t first,
                                       std::uint64_t (&words)[4][deals_at_once]) {
    using Word = typename Machine::Word;
    Word numbers;
    std::memcpy(&numbers, deal_numbers + first, sizeof numbers);
    const Word none{};
    Word counter[4] = {none + block, none + round, numbers,
                       (numbers >> 32) | (none + (static_cast<std::uint64_t>(purpose) << 24))};
    auto key_0 = static_cast<std::uint32_t>(seed);
    auto key_1 = static_cast<std::uint32_t>(seed >> 32);
    for (int i = 0; i < 10; ++i) {
        const Word product_0 = Machine::product(counter[0], 0xD2511F53);
        const Word product_1 = Machine::product(counter[2], 0xCD9E8D57);
        counter[0] = (product_1 >> 32) ^ counter[1] ^ (none + key_0);
        counter[1] = product_1;
        counter[2] = (product_0 >> 32) ^ counter[3] ^ (none + key_1);
        counter[3] = product_0;
        key_0 += 0x9E3779B9;
        key_1 += 0xBB67AE85;
    }
    for (std::size_t i = 0; i < 4; ++i) {
        const Word low = counter[i] & (none + 0xFFFFFFFF);
        std::memcpy(words[i] + first, &low, sizeof low);
    }
}

/// The same for all deals that are made at once.
template <class Machine>
[[gnu::noinline]] void random_blocks(std::uint64_t seed, Purpose purpose, const std::uint64_t* deal_numbers,
                                     std::uint32_t round, std::uint32_t block,
                                     std::uint64_t (&words)[4][deals_at_once]) {
    for (std::size_t first = 0; first < deals_at_once; first += sizeof(typename Machine::Word) / 8) {
        random_blocks<Machine>(seed, purpose, deal_numbers, round, block, first, words);
    }
}

/// The seat that opens where a tile decides: it has the highest double, or else the heaviest tile.
BALAK_SLICES_INLINE std::uint32_t opener_by_tile(const DealtTiles& dealt, std::size_t players) {
    std::uint32_t all = 0;
    for (const std::uint32_t hand : dealt.hands) {
        all |= hand;
    }
    const std::uint32_t high = (all & doubles.bits()) != 0 ? all & doubles.bits() : all;
    std::uint32_t opener = 0;
    for (std::uint32_t seat = 1; seat < players; ++seat) {
        // Whose highest one is above that of all others has it.
        const std::uint32_t own = dealt.hands[seat] & high;
        opener = own > (high & ~own) ? seat : opener;
    }
    return opener;
}

template <class Machine>
void deal(const DealOrder& order, Deals& deals) {
    constexpr std::size_t lanes = deals_at_once;
    const RuleSet& rules = *order.rules;
    const auto players = static_cast<std::size_t>(rules.players);
    const bool draws = draws_tiles(rules);
    const bool starter = rules.starter != Starter::none;
    const bool lot = rules.opening.first_round == FirstRound::lot && order.round == 0;
    const std::size_t size = order.rows.size();
    for (std::size_t first = 0; first < size; first += lanes) {
        std::uint64_t numbers[lanes];
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            numbers[lane] = order.numbers[std::min(first + lane, size - 1)];
        }
        const std::size_t count = std::min(lanes, size - first);
        const std::uint32_t* const rows = order.rows.data() + first;
        std::uint64_t words[4][lanes];
        DealPlan::Words deal_words[lanes];
        for (int word = 0; word < order.plan.words(); word += 2) {
            random_blocks<Machine>(order.seed, Purpose::deal, numbers, order.round,
                                   static_cast<std::uint32_t>(word / 2), words);
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                deal_words[lane][word] = words[0][lane] | words[1][lane] << 32;
                deal_words[lane][word + 1] = words[2][lane] | words[3][lane] << 32;
            }
        }
        DealtTiles all_dealt[lanes];
        order.plan.deal(deal_words, Machine(), all_dealt);
        for (std::size_t lane = 0; lane < count; ++lane) {
            const DealtTiles& dealt = all_dealt[lane];
            const std::size_t row = rows[lane];
            deals.hands[row] = dealt.hands;
            if (starter) {
                deals.starter[row] = dealt.starter;
            }
            if (draws) {
                std::memcpy(&deals.ranks[row], &dealt.rank, sizeof deals.ranks[row]);
                deals.top_rank[row] = dealt.rank[4];
            }
            if (order.openers) {
                deals.by_tile[row] = opener_by_tile(dealt, players);
            }
        }
        if (lot) {
            random_blocks<Machine>(order.seed, Purpose::lot, numbers, order.round, 0, words);
            for (std::size_t lane = 0; lane < count; ++lane) {
                deals.lot[rows[lane]] = static_cast<std::uint32_t>(words[0][lane] * players >> 32);
            }
        }
        for (std::size_t pair = 0; 2 * pair < players && order.keys; ++pair) {
            random_blocks<Machine>(order.seed, Purpose::strategy, numbers, order.round,
                                   static_cast<std::uint32_t>(pair), words);
            for (std::size_t lane = 0; lane < count; ++lane) {
                for (std::size_t word = 0; word < 4; ++word) {
                    deals.keys[pair][rows[lane]][word] = static_cast<std::uint32_t>(words[word][lane]);
                }
            }
        }
    }
}

} // namespace balak::slices
