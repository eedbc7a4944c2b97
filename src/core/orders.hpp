// The order of a few tiles, chosen by one number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace balak {

/// All orders of up to seven tiles that get ranks which agree in all but their last three bits. An order says for each
/// of these bits which of the tiles have it: masks of positions, 8 bits each, that of the lowest bit first. They are
/// numbered as if rank by rank was chosen by halves: first the tiles that have the highest bit, then the order of those
/// without it, then that of those with it.
class Orders {
public:
    static constexpr int most_tiles = 7;
    static constexpr int rank_bits = 3;

    /// For `size` tiles and the ranks from `first` (of which the last three bits count) on. Made once.
    static const Orders& of(int first, int size);

    std::uint64_t count() const { return all_.size(); }
    std::uint32_t operator[](std::size_t number) const { return all_[number]; }
    static std::uint32_t positions(std::uint32_t order, int bit) { return order >> 8 * bit & 0xFF; }

    Orders(int first, int size) : all_(make(first, first + size, rank_bits - 1)) {}

private:
    static std::vector<std::uint32_t> make(int first, int end, int bit);

    std::vector<std::uint32_t> all_;
};

} // namespace balak
