#include "balak/deal.hpp"

#include <algorithm>

namespace balak {
namespace {

/// A word as a uniform number in 0..bound-1.
std::uint32_t below(std::uint32_t word, std::uint32_t bound) {
    return static_cast<std::uint32_t>((std::uint64_t{word} * bound) >> 32);
}

} // namespace

Deal Dealer::deal(const RuleSet& rules, std::uint64_t deal, std::uint32_t round) const {
    Deal made;
    TileSet set = rules.tiles();
    // A word for the starter, then one for every two tiles, of which the last needs no choice.
    std::array<std::uint32_t, tile_count> words{};
    const std::size_t starters = rules.starter == Starter::random_non_double ? 1 : 0;
    random_words(seed_, Purpose::deal, deal, round,
                 std::span(words).first(starters + (static_cast<std::size_t>(set.size()) - starters) / 2));
    const std::uint32_t* word = words.data();
    if (rules.starter == Starter::random_non_double) {
        const TileSet candidates = set - doubles;
        made.starter = candidates.nth(static_cast<int>(below(*word++, static_cast<std::uint32_t>(candidates.size()))));
        set -= *made.starter;
    }

    // Fisher and Yates from the front: the first tiles are the hands, the rest is the boneyard.
    std::array<Tile, tile_count> order{};
    std::uint32_t count = 0;
    for (const Tile tile : set) {
        order[count++] = tile;
    }
    for (std::uint32_t i = 0; i + 1 < count; i += 2) {
        // What a word leaves of itself when it chooses the first tile chooses the second.
        const std::uint32_t bound = count - i;
        std::swap(order[i], order[i + below(*word, bound)]);
        if (i + 2 < count) {
            std::swap(order[i + 1], order[i + 1 + below(*word * bound, bound - 1)]);
        }
        ++word;
    }

    const auto* next = order.data();
    for (const Seat seat : seats(rules.players)) {
        std::uint32_t hand = 0;
        for (int i = 0; i < rules.hand_size; ++i) {
            hand |= TileSet(*next++).bits();
        }
        made.hands[seat] = TileSet(hand);
    }
    made.boneyard_size = rules.boneyard_size();
    std::copy_n(next, made.boneyard_size, made.boneyard.begin());

    if (rules.opening.first_round == FirstRound::lot && round == 0) {
        const std::uint32_t ticket = random_block(seed_, Purpose::lot, deal, round, 0)[0];
        made.lot = Seat(static_cast<int>(below(ticket, static_cast<std::uint32_t>(rules.players))));
    }
    const auto key = random_block(seed_, Purpose::strategy, deal, round, 0);
    made.random = {key[0], key[1]};
    return made;
}

} // namespace balak
