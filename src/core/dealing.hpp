// How random words become a deal: hands and the order of the boneyard are chosen as subsets, one after another, each
// uniformly. Plain engine and slices deal by the same plan.
#pragma once

#include "balak/rules.hpp"
#include "core/orders.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace balak {

/// A deal as masks of tiles.
struct DealtTiles {
    std::array<std::uint32_t, max_seats> hands{};
    std::uint32_t starter = 0; ///< empty where there is none
    /// The boneyard's order: tiles whose rank has bit i set. The ranks go up from the front of the boneyard.
    std::array<std::uint32_t, 5> rank{};
};

/// How many bits the ranks of so many tiles have.
constexpr int rank_bits(int boneyard_size) {
    return boneyard_size > 16 ? 5 : 4;
}

/// The rank of the tile in front. That in the middle (of an even number the upper one) has the top bit alone.
constexpr int first_rank(int boneyard_size) {
    return (1 << (rank_bits(boneyard_size) - 1)) - boneyard_size / 2;
}

/// The ranks of a boneyard, from its front on: for each bit the tiles that have it.
template <class Tiles>
std::array<std::uint32_t, 5> ranks_of(const Tiles& boneyard) {
    std::array<std::uint32_t, 5> ranks{};
    auto rank = static_cast<std::uint32_t>(first_rank(static_cast<int>(boneyard.size())));
    for (const Tile tile : boneyard) {
        for (std::size_t bit = 0; bit < ranks.size(); ++bit) {
            ranks[bit] |= (rank >> bit & 1) << tile.bit();
        }
        ++rank;
    }
    return ranks;
}

/// The upper part of the product of `word` with a bound: uniform in 0..bound-1. What is left of the word, the lower
/// part, can choose again, as long as all that it chooses has far fewer ways than 2^64. One choice of a product of ways
/// is the same as one choice after another.
[[gnu::always_inline]] inline std::uint64_t next_below(std::uint64_t& word, std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(word) * bound;
    word = static_cast<std::uint64_t>(product);
    return static_cast<std::uint64_t>(product >> 64);
}

/// Choosing so many of up to 28 positions, every subset equally likely.
class SubsetChoice {
public:
    SubsetChoice() = default;
    SubsetChoice(int among, int size);

    std::uint64_t ways() const { return ways_; }
    /// The subsets that next_below() names, of so many deals.
    template <std::size_t count>
    [[gnu::always_inline]] void choose(std::uint64_t (&word)[count], std::uint32_t (&subset)[count]) const {
        std::uint32_t number[count];
        for (std::size_t i = 0; i < count; ++i) {
            number[i] = static_cast<std::uint32_t>(next_below(word[i], ways_));
        }
        if (part_count_ == 0) {
            for (std::size_t i = 0; i < count; ++i) {
                subset[i] = table_[number[i]];
            }
            return;
        }
        std::uint32_t part[count] = {};
        for (unsigned next = 1; next < part_count_; ++next) {
            for (std::size_t i = 0; i < count; ++i) {
                part[i] += number[i] >= starts_[next] ? 1 : 0;
            }
        }
#pragma GCC unroll 8
        for (std::size_t i = 0; i < count; ++i) {
            const Part& in = parts_[part[i]];
            const std::uint32_t within = number[i] - starts_[part[i]];
            const std::uint64_t low = within * in.reciprocal >> reciprocal_bits;
            subset[i] = in.low[low] | std::uint32_t{in.high[within - low * in.high_ways]} << half;
        }
    }

private:
    static constexpr int half = 14; ///< positions that the table of subsets has
    static constexpr int reciprocal_bits = 40;

    /// The subsets with so many of the lower 14 positions.
    struct Part {
        std::uint64_t reciprocal = 0; ///< of high_ways, rounded up: exact for numbers below 2^26
        std::uint64_t high_ways = 1;
        const std::uint16_t* low = nullptr;
        const std::uint16_t* high = nullptr;
    };

    std::uint64_t ways_ = 1;
    const std::uint16_t* table_ = nullptr;
    unsigned part_count_ = 0; ///< 0: one look-up is enough
    std::array<Part, half + 1> parts_{};
    std::array<std::uint32_t, half + 1> starts_{}; ///< number of the first one of each part
};

/// The choices of which a deal is made, the same for every deal of a rule set.
class DealPlan {
public:
    /// `boneyard`: whether the order of the boneyard is wanted too. It changes nothing in the hands.
    DealPlan(const RuleSet& rules, bool boneyard);
    /// The plan for a rule set with the boneyard, made once.
    static const DealPlan& of(const RuleSet& rules);

    /// Words that a deal takes, at most `most_words`.
    int words() const { return words_; }
    static constexpr int most_words = 6;

    /// The words of a deal, and room for one that no deal takes.
    using Words = std::uint64_t[most_words + 1];

    /// Makes so many deals step by step at once: each step waits for the one before, but not for other deals.
    /// `deposit(bits, mask)` puts the lower bits of a word to the places of a mask, as deposit_by_table().
    template <std::size_t count, class Deposit>
    void deal(const Words (&words)[count], Deposit deposit, DealtTiles (&made)[count]) const {
        std::uint32_t sets[most_sets][count];
        std::uint64_t word[count] = {};
        std::uint32_t subset[count];
        for (std::size_t i = 0; i < count; ++i) {
            made[i] = {};
            sets[0][i] = tiles_;
        }
        int next_word = 0;
        for (int number = 0; number < step_count_; ++number) {
            const Step& step = steps_[static_cast<std::size_t>(number)];
            if (step.new_word) {
                for (std::size_t i = 0; i < count; ++i) {
                    word[i] = words[i][next_word];
                }
                ++next_word;
            }
            const std::uint32_t* const all = sets[step.from];
            if (step.what == What::order) {
#pragma GCC unroll 8
                for (std::size_t i = 0; i < count; ++i) {
                    const std::uint32_t order = (*step.orders)[next_below(word[i], step.orders->count())];
                    for (int bit = 0; bit < Orders::rank_bits; ++bit) {
                        made[i].rank[static_cast<std::size_t>(bit)] |= deposit(Orders::positions(order, bit), all[i]);
                    }
                }
                continue;
            }
            const SubsetChoice& choice = choices_[step.choice];
            std::uint32_t* const chosen = sets[step.chosen];
            if (!step.all) {
                choice.choose(word, subset);
            }
#pragma GCC unroll 8
            for (std::size_t i = 0; i < count; ++i) {
                const std::uint32_t from = all[i] & step.mask;
                chosen[i] = step.all ? from : deposit(subset[i], from);
                sets[step.rest][i] = all[i] & ~chosen[i];
            }
            for (std::size_t i = 0; i < count; ++i) {
                switch (step.what) {
                case What::starter:
                    made[i].starter = chosen[i];
                    break;
                case What::hand:
                    made[i].hands[step.number] = chosen[i];
                    break;
                default:
                    made[i].rank[step.number] |= chosen[i];
                }
            }
        }
    }

private:
    enum class What : std::uint8_t {
        starter,
        hand,
        rank, ///< one bit of ranks
        order ///< the last bits of ranks
    };
    struct Step {
        What what = What::hand;
        std::uint8_t number = 0; ///< of the seat, or the bit of the rank
        bool new_word = false;
        bool all = false; ///< there is no choice
        std::uint8_t choice = 0;
        std::uint8_t from = 0; ///< where sets are kept
        std::uint8_t chosen = 0;
        std::uint8_t rest = 0;
        std::uint32_t mask = ~std::uint32_t{0}; ///< tiles that may be chosen
        const Orders* orders = nullptr;
    };

    static constexpr std::size_t most_steps = 4 * tile_count;
    static constexpr std::size_t most_sets = 2 * most_steps + 1;

    Step& add(What what, int number, int from, int among, int size);
    void add_ranks(int set, int first, int end, int bit);
    bool add_order(int set, int first, int end, int bit);
    bool take_ways(std::uint64_t needed, std::uint64_t taken);

    std::uint32_t tiles_ = 0;
    std::array<Step, most_steps> steps_{};
    int step_count_ = 0;
    std::array<SubsetChoice, tile_count> choices_;
    std::array<std::array<std::uint8_t, tile_count + 1>, tile_count + 1> choice_of_{}; ///< number + 1
    int choice_count_ = 0;
    int set_count_ = 1;
    int words_ = 0;
    std::uint64_t ways_left_ = 0; ///< of the word in use, of which the first 2^40 are used
};

/// For four places and four bits the bits at the places.
inline constexpr auto deposited_nibbles = [] {
    std::array<std::array<std::uint8_t, 16>, 16> all{};
    for (unsigned mask = 0; mask < 16; ++mask) {
        for (unsigned bits = 0; bits < 16; ++bits) {
            unsigned next = 0;
            for (unsigned place = 0; place < 4; ++place) {
                if ((mask >> place & 1) != 0) {
                    all[mask][bits] |= static_cast<std::uint8_t>((bits >> next++ & 1) << place);
                }
            }
        }
    }
    return all;
}();

/// The lower bits of a word at the places of a mask, the lowest first: for processors that have no instruction for it.
inline std::uint32_t deposit_by_table(std::uint32_t bits, std::uint32_t mask) {
    std::uint32_t placed = 0;
#pragma GCC unroll 7
    for (std::size_t shift = 0; shift < tile_count; shift += 4) {
        const std::uint32_t places = mask >> shift & 0xF;
        placed |= std::uint32_t{deposited_nibbles[places][bits & 0xF]} << shift;
        bits >>= std::popcount(places);
    }
    return placed;
}

} // namespace balak
