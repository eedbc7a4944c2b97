#include "balak/deal.hpp"

#include "core/dealing.hpp"

#include <span>

namespace balak {
namespace {

/// A word as a uniform number in 0..bound-1.
std::uint32_t below(std::uint32_t word, std::uint32_t bound) {
    return static_cast<std::uint32_t>((std::uint64_t{word} * bound) >> 32);
}

} // namespace

Deal Dealer::deal(const RuleSet& rules, std::uint64_t deal, std::uint32_t round) const {
    const DealPlan& plan = DealPlan::of(rules);
    const auto word_count = static_cast<std::size_t>(plan.words());
    std::array<std::uint32_t, 2 * DealPlan::most_words> halves{};
    random_words(seed_, Purpose::deal, deal, round, std::span(halves).first(2 * word_count));
    DealPlan::Words words[1]{};
    for (std::size_t i = 0; i < word_count; ++i) {
        words[0][i] = halves[2 * i] | std::uint64_t{halves[2 * i + 1]} << 32;
    }
    DealtTiles all_dealt[1];
    plan.deal(
        words, [](std::uint32_t bits, std::uint32_t mask) { return deposit_by_table(bits, mask); }, all_dealt);
    const DealtTiles& dealt = all_dealt[0];

    Deal made;
    TileSet rest = rules.tiles();
    for (const Seat seat : seats(rules.players)) {
        made.hands[seat] = TileSet(dealt.hands[static_cast<std::size_t>(seat.number())]);
        rest -= made.hands[seat];
    }
    if (dealt.starter != 0) {
        made.starter = TileSet(dealt.starter).lightest();
        rest -= *made.starter;
    }
    made.boneyard_size = rules.boneyard_size();
    for (const Tile tile : rest) {
        int rank = 0;
        for (std::size_t bit = 0; bit < dealt.rank.size(); ++bit) {
            rank |= static_cast<int>(dealt.rank[bit] >> tile.bit() & 1) << bit;
        }
        made.boneyard[static_cast<std::size_t>(rank - first_rank(made.boneyard_size))] = tile;
    }

    if (rules.opening.first_round == FirstRound::lot && round == 0) {
        const std::uint32_t ticket = random_block(seed_, Purpose::lot, deal, round, 0)[0];
        made.lot = Seat(static_cast<int>(below(ticket, static_cast<std::uint32_t>(rules.players))));
    }
    std::array<std::uint32_t, 2 * max_seats> keys{};
    random_words(seed_, Purpose::strategy, deal, round,
                 std::span(keys).first(2 * static_cast<std::size_t>(rules.players)));
    const std::uint32_t* key = keys.data();
    for (const Seat seat : seats(rules.players)) {
        made.random[seat] = {key[0], key[1]};
        key += 2;
    }
    return made;
}

} // namespace balak
