#include "core/dealing.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <mutex>

namespace balak {
namespace {

constexpr int table_positions = 14;

/// Pascal's triangle.
constexpr auto binomials = [] {
    std::array<std::array<std::uint32_t, tile_count + 2>, tile_count + 1> all{};
    for (std::size_t n = 0; n <= tile_count; ++n) {
        all[n][0] = 1;
        for (std::size_t k = 1; k <= n; ++k) {
            all[n][k] = all[n - 1][k - 1] + all[n - 1][k];
        }
    }
    return all;
}();

std::uint64_t binomial(int among, int size) {
    return binomials[static_cast<std::size_t>(among)][static_cast<std::size_t>(size)];
}

/// All subsets of 14 positions, by their size, then as numbers: those of the first n positions are the first ones.
struct Subsets {
    std::array<std::uint16_t, 1 << table_positions> all{};
    std::array<std::uint16_t, table_positions + 2> first{}; ///< by size
};

constexpr Subsets subsets = [] {
    Subsets made;
    for (std::size_t size = 0; size <= table_positions; ++size) {
        made.first[size + 1] = static_cast<std::uint16_t>(made.first[size] + binomials[table_positions][size]);
    }
    auto next = made.first;
    for (std::uint32_t set = 0; set < made.all.size(); ++set) {
        made.all[next[static_cast<std::size_t>(std::popcount(set))]++] = static_cast<std::uint16_t>(set);
    }
    return made;
}();

const std::uint16_t* of_size(int size) {
    return subsets.all.data() + subsets.first[static_cast<std::size_t>(size)];
}

/// So many ways may be chosen by one word: each is then as likely as the others but for 2^-24 of it.
constexpr std::uint64_t most_ways = std::uint64_t{1} << 40;

} // namespace

SubsetChoice::SubsetChoice(int among, int size) : ways_(binomial(among, size)) {
    if (among <= half) {
        table_ = of_size(size);
        return;
    }
    std::uint64_t start = 0;
    for (int low = std::max(0, size - (among - half)); low <= std::min(size, half); ++low) {
        const std::uint64_t high_ways = binomial(among - half, size - low);
        starts_[part_count_] = static_cast<std::uint32_t>(start);
        parts_[part_count_++] = {((std::uint64_t{1} << reciprocal_bits) + high_ways - 1) / high_ways, high_ways,
                                 of_size(low), of_size(size - low)};
        start += binomial(half, low) * high_ways;
    }
}

DealPlan::DealPlan(const RuleSet& rules, bool boneyard) : tiles_(rules.tiles().bits()) {
    int rest = 0;
    int left = rules.tiles().size();
    if (rules.starter == Starter::random_non_double) {
        const std::uint32_t candidates = tiles_ & ~doubles.bits();
        Step& step = add(What::starter, 0, rest, std::popcount(candidates), 1);
        step.mask = candidates;
        rest = step.rest;
        --left;
    }
    for (int seat = 0; seat < rules.players; ++seat) {
        rest = add(What::hand, seat, rest, left, rules.hand_size).rest;
        left -= rules.hand_size;
    }
    if (boneyard && left > 0) {
        add_ranks(rest, first_rank(left), first_rank(left) + left, rank_bits(left) - 1);
    }
}

const DealPlan& DealPlan::of(const RuleSet& rules) {
    // A plan depends on these options alone, so that all plans there can be are few.
    struct Entry {
        std::once_flag made;
        std::unique_ptr<const DealPlan> plan;
    };
    static std::array<std::array<std::array<std::array<Entry, 2>, tile_count>, max_pip + 1>, max_seats + 1> all;
    Entry& entry = all.at(static_cast<std::size_t>(rules.players))
                       .at(static_cast<std::size_t>(rules.max_pip))
                       .at(static_cast<std::size_t>(rules.hand_size))[rules.starter == Starter::none ? 0 : 1];
    std::call_once(entry.made, [&] { entry.plan = std::make_unique<const DealPlan>(rules, true); });
    return *entry.plan;
}

DealPlan::Step& DealPlan::add(What what, int number, int from, int among, int size) {
    Step& step = steps_[static_cast<std::size_t>(step_count_++)];
    step.what = what;
    step.number = static_cast<std::uint8_t>(number);
    step.from = static_cast<std::uint8_t>(from);
    step.chosen = static_cast<std::uint8_t>(set_count_++);
    step.rest = static_cast<std::uint8_t>(set_count_++);
    step.all = among == size;
    if (step.all) {
        return step;
    }
    std::uint8_t& known = choice_of_[static_cast<std::size_t>(among)][static_cast<std::size_t>(size)];
    if (known == 0) {
        choices_[static_cast<std::size_t>(choice_count_++)] = SubsetChoice(among, size);
        known = static_cast<std::uint8_t>(choice_count_);
    }
    step.choice = static_cast<std::uint8_t>(known - 1);
    const std::uint64_t ways = binomial(among, size);
    step.new_word = take_ways(ways, ways);
    return step;
}

/// Takes ways of the word in use, or of a new one if it has not that many.
bool DealPlan::take_ways(std::uint64_t needed, std::uint64_t taken) {
    const bool new_word = words_ == 0 || needed > ways_left_;
    if (new_word) {
        ++words_;
        ways_left_ = most_ways;
    }
    ways_left_ /= taken;
    return new_word;
}

/// Whether the ranks are few enough to be given by one choice. It is the same as to choose bit by bit, if that takes no
/// new word but perhaps for its first choice.
bool DealPlan::add_order(int set, int first, int end, int bit) {
    if (bit >= Orders::rank_bits || end - first > Orders::most_tiles) {
        return false;
    }
    int middle = end;
    for (int lower = bit; lower >= 0 && (middle >= end || middle <= first); --lower) {
        middle = (first >> lower | 1) << lower;
    }
    const bool split = middle > first && middle < end;
    const std::uint64_t first_ways = split ? binomial(end - first, end - middle) : 1;
    const Orders& orders = Orders::of(first, end - first);
    if (orders.count() > (first_ways > ways_left_ ? most_ways : ways_left_)) {
        return false;
    }
    Step& step = steps_[static_cast<std::size_t>(step_count_++)];
    step.what = What::order;
    step.from = static_cast<std::uint8_t>(set);
    step.orders = &orders;
    step.new_word = take_ways(first_ways, orders.count());
    return true;
}

/// Gives the tiles of a set the ranks from `first` to before `end`, which agree in all bits above this one.
void DealPlan::add_ranks(int set, int first, int end, int bit) {
    if (bit < 0 || add_order(set, first, end, bit)) {
        return;
    }
    const int middle = (first >> bit | 1) << bit;
    if (middle >= end) {
        add_ranks(set, first, end, bit - 1);
        return;
    }
    const Step& step = add(What::rank, bit, set, end - first, end - std::max(middle, first));
    const int upper = step.chosen;
    const int lower = step.rest;
    if (middle > first) {
        add_ranks(lower, first, middle, bit - 1);
    }
    add_ranks(upper, std::max(middle, first), end, bit - 1);
}

} // namespace balak
