#include "core/orders.hpp"

#include "core/dealing.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <mutex>

namespace balak {
namespace {

/// The positions of an order of the tiles at some places, as positions among all.
std::uint32_t placed(std::uint32_t order, std::uint32_t places) {
    std::uint32_t all = 0;
    for (int bit = 0; bit < Orders::rank_bits; ++bit) {
        all |= deposit_by_table(Orders::positions(order, bit), places) << 8 * bit;
    }
    return all;
}

} // namespace

/// The orders of ranks from `first` to before `end`, which agree in all bits above this one.
std::vector<std::uint32_t> Orders::make(int first, int end, int bit) {
    if (bit < 0) {
        return {0};
    }
    const int middle = (first >> bit | 1) << bit;
    if (middle >= end) {
        return make(first, end, bit - 1);
    }
    const bool split = middle > first;
    const auto lower = split ? make(first, middle, bit - 1) : std::vector<std::uint32_t>{0};
    const auto upper = make(std::max(middle, first), end, bit - 1);
    const std::uint32_t everywhere = (1U << (end - first)) - 1;
    std::vector<std::uint32_t> all;
    for (std::uint32_t with = 0; with <= everywhere; ++with) {
        if (std::popcount(with) != end - std::max(middle, first)) {
            continue;
        }
        for (const std::uint32_t below : lower) {
            const std::uint32_t rest = placed(below, everywhere & ~with);
            for (const std::uint32_t above : upper) {
                all.push_back(rest | placed(above, with) | with << 8 * bit);
            }
        }
    }
    return all;
}

const Orders& Orders::of(int first, int size) {
    struct Entry {
        std::once_flag made;
        std::unique_ptr<const Orders> orders;
    };
    static std::array<std::array<Entry, most_tiles + 1>, 1 << rank_bits> all;
    const int start = first % (1 << rank_bits);
    Entry& entry = all.at(static_cast<std::size_t>(start)).at(static_cast<std::size_t>(size));
    std::call_once(entry.made, [&] { entry.orders = std::make_unique<const Orders>(start, size); });
    return *entry.orders;
}

} // namespace balak
