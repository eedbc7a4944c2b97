#include "core/fillings.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace balak {
namespace {

constexpr auto factorials = [] {
    std::array<double, tile_count + 1> table{1};
    for (std::size_t n = 1; n < table.size(); ++n) {
        table[n] = table[n - 1] * static_cast<double>(n);
    }
    return table;
}();

/// The number of the lowest bit of bits that are not all 0. (The compiler does not know that it is below 32.)
std::size_t lowest(std::uint32_t bits) {
    return static_cast<std::size_t>(std::countr_zero(bits)) % 32;
}

/// Visits the numbers of the bits that are set.
template <class Visit>
void for_each_bit(std::uint32_t bits, Visit visit) {
    for (; bits != 0; bits &= bits - 1) {
        visit(lowest(bits));
    }
}

} // namespace

void Fillings::count(std::span<const Parcel> parcels, Parcels which, TileSet tiles,
                     const std::array<Parcels, tile_count>& may_be_of) {
    auto allowed = may_be_of;
    parcel_count_ = parcels.size();
    std::fill_n(settled_.begin(), parcel_count_, TileSet());
    room_[Evidence::boneyard] = 0;
    for_each_bit(which, [&](std::size_t parcel) { room_[parcel] = parcels[parcel].size; });
    free_set_ = {};
    bound_count_ = free_count_ = settled_in_boneyard_count_ = 0;
    if (!settle(tiles, which, allowed)) {
        ways_ = 0;
        return;
    }
    make_bins(which);
    count_bound();
}

/// Puts tiles with one parcel to go to there, until none is left; the others become bound or free. Returns whether all
/// have a place.
bool Fillings::settle(TileSet tiles, Parcels open, std::array<Parcels, tile_count>& may_be_of) {
    Parcels with_room = 0;
    for_each_bit(open, [&](std::size_t parcel) { with_room |= room_[parcel] > 0 ? Parcels{1} << parcel : 0; });
    for (bool changed = true; changed;) {
        changed = false;
        for (const Tile tile : tiles) {
            const Parcels here = may_be_of[static_cast<std::size_t>(tile.bit())] & with_room;
            if (here == 0) {
                return false;
            }
            if (!std::has_single_bit(here)) {
                continue;
            }
            const auto parcel = lowest(here);
            tiles -= tile;
            settled_[parcel] |= tile;
            if (parcel == Evidence::boneyard) {
                settled_in_boneyard_[settled_in_boneyard_count_++] = tile;
            }
            if (--room_[parcel] == 0) {
                with_room &= ~here;
                changed = true;
            }
        }
    }
    for (const Tile tile : tiles) {
        const Parcels here = may_be_of[static_cast<std::size_t>(tile.bit())] & with_room;
        if (here == with_room) {
            free_[free_count_++] = tile;
            free_set_ |= tile;
        } else {
            bound_[bound_count_++] = {.tile = tile, .parcels = here};
        }
    }
    // Those with the fewest ways first, so that the room left differs late.
    std::sort(
        bound_.begin(), bound_.begin() + static_cast<std::ptrdiff_t>(bound_count_), [](const Bound& a, const Bound& b) {
            return std::pair(std::popcount(a.parcels), a.parcels) < std::pair(std::popcount(b.parcels), b.parcels);
        });
    return true;
}

/// Joins the parcels that no bound tile tells apart.
void Fillings::make_bins(Parcels open) {
    bin_count_ = 0;
    ways_ = 1;
    for_each_bit(open, [&](std::size_t parcel) {
        if (room_[parcel] == 0) {
            return;
        }
        std::size_t bin = 0;
        const auto told_apart = [&](const Bound& bound) {
            const auto other = lowest(bins_[bin].parcels);
            return (bound.parcels >> parcel & 1) != (bound.parcels >> other & 1);
        };
        while (bin < bin_count_ &&
               std::any_of(bound_.begin(), bound_.begin() + static_cast<std::ptrdiff_t>(bound_count_), told_apart)) {
            ++bin;
        }
        if (bin == bin_count_) {
            bins_[bin_count_++] = {};
        }
        bins_[bin].parcels |= Parcels{1} << parcel;
        bins_[bin].room = static_cast<std::uint8_t>(bins_[bin].room + room_[parcel]);
        ways_ /= factorials[room_[parcel]];
    });
    for (std::size_t bin = 0; bin < bin_count_; ++bin) {
        ways_ *= factorials[bins_[bin].room]; // to share out what the bin gets among its parcels
    }
}

void Fillings::count_bound() {
    if (bound_count_ == 0) {
        double ways = factorials[free_count_];
        for (std::size_t bin = 0; bin < bin_count_; ++bin) {
            ways /= factorials[bins_[bin].room];
        }
        ways_ *= ways;
        return;
    }
    // The room of the largest bin follows from that of the others.
    std::swap(bins_[0], *std::max_element(bins_.begin(), bins_.begin() + static_cast<std::ptrdiff_t>(bin_count_),
                                          [](const Bin& a, const Bin& b) { return a.room < b.room; }));
    bins_[0].step = 0;
    layer_size_ = 1;
    first_cell_ = 0;
    std::size_t border = 0; // cells before the first one inside
    for (std::size_t bin = 1; bin < bin_count_; ++bin) {
        bins_[bin].step = static_cast<std::uint32_t>(layer_size_);
        border += layer_size_;
        first_cell_ += layer_size_ * (bins_[bin].room + std::size_t{1});
        layer_size_ *= bins_[bin].room + std::size_t{2};
    }
    layers_.resize(layer_size_ * (bound_count_ + 1));
    inside_.resize(layer_size_);

    // The free tiles, in the room that is left.
    double* last = layers_.data() + layer_size_ * bound_count_;
    std::array<std::uint8_t, max_parcels> index{};
    for (std::size_t cell = 0; cell < layer_size_; ++cell) {
        bool inside = true;
        int room = static_cast<int>(free_count_);
        double ways = factorials[free_count_];
        for (std::size_t bin = 1; bin < bin_count_; ++bin) {
            inside = inside && index[bin] > 0;
            if (inside) {
                room -= index[bin] - 1;
                ways /= factorials[index[bin] - std::size_t{1}];
            }
        }
        inside_[cell] = inside ? 1 : 0;
        last[cell] =
            inside && room >= 0 && room <= bins_[0].room ? ways / factorials[static_cast<std::size_t>(room)] : 0;
        for (std::size_t bin = 1; bin < bin_count_ && ++index[bin] == bins_[bin].room + 2; ++bin) {
            index[bin] = 0;
        }
    }
    for (std::size_t i = bound_count_; i-- > 0;) {
        Bound& bound = bound_[i];
        bound.bins = 0;
        double* here = layers_.data() + layer_size_ * i;
        const double* next = here + layer_size_;
        std::fill(here, here + layer_size_, 0.0);
        for (std::size_t bin = 0; bin < bin_count_; ++bin) {
            if ((bins_[bin].parcels & bound.parcels) != 0) {
                bound.bins |= std::uint32_t{1} << bin;
                const double* before = next - bins_[bin].step;
                for (std::size_t cell = border; cell < layer_size_; ++cell) {
                    here[cell] += before[cell];
                }
            }
        }
        for (std::size_t cell = border; cell < layer_size_; ++cell) {
            here[cell] *= inside_[cell];
        }
    }
    ways_ *= layers_[first_cell_];
}

int Fillings::sample(TurnRandom& random, Filled& filled, std::array<Tile, tile_count>& order) const {
    assert(ways_ > 0);
    TurnRandom stream = random; // which, unlike what is referred to, no write to the results can change
    std::copy_n(settled_.begin(), parcel_count_, filled.begin());
    Rooms room = room_;
    std::array<Tile, tile_count> late{}; // in the boneyard, but not in random order
    std::uint32_t late_count = settled_in_boneyard_count_;
    std::copy_n(settled_in_boneyard_.begin(), late_count, late.begin());

    std::size_t cell = first_cell_;
    const double* next = layers_.data();
    for (std::size_t i = 0; i < bound_count_; ++i) {
        const Bound& bound = bound_[i];
        double ticket = static_cast<double>(stream.word()) * 0x1p-32 * next[cell];
        next += layer_size_;
        const Bin* chosen = nullptr;
        for (std::uint32_t bins = bound.bins; bins != 0; bins &= bins - 1) {
            const Bin& bin = bins_[lowest(bins)];
            const double share = next[cell - bin.step];
            if (share > 0) {
                chosen = &bin;
                if (ticket < share) {
                    break;
                }
                ticket -= share;
            }
        }
        cell -= chosen->step;
        Parcels rest = chosen->parcels;
        if (!std::has_single_bit(rest)) {
            std::uint32_t places = 0;
            for_each_bit(rest, [&](std::size_t each) { places += room[each]; });
            for (std::uint32_t place = stream.below(places); place >= room[lowest(rest)]; rest &= rest - 1) {
                place -= room[lowest(rest)];
            }
        }
        const std::size_t parcel = lowest(rest);
        --room[parcel];
        filled[parcel] |= bound.tile;
        if (parcel == Evidence::boneyard) {
            late[late_count++] = bound.tile;
        }
    }

    // The free tiles fill what is left, in any order. Their random words are made first, four at a time.
    std::array<Tile, tile_count> tiles = free_;
    auto left = static_cast<std::uint32_t>(free_count_);
    std::array<std::uint32_t, tile_count> words;
    for (std::uint32_t i = 0; i < (left + 3) / 4 * 4; ++i) {
        words[i] = stream.word_after(i);
    }
    stream.skip(left);
    const std::uint32_t* word = words.data();
    TileSet in_boneyard = free_set_;
    const auto take = [&] {
        const std::uint64_t place = std::uint64_t{*word++} * left >> 32;
        return std::exchange(tiles[place], tiles[--left]);
    };
    for (std::size_t bin = 0; bin < bin_count_; ++bin) {
        for_each_bit(bins_[bin].parcels & ~(Parcels{1} << Evidence::boneyard), [&](std::size_t parcel) {
            TileSet taken;
            for (std::uint32_t more = room[parcel]; more > 0; --more) {
                taken |= take();
            }
            filled[parcel] |= taken;
            in_boneyard -= taken;
        });
    }
    filled[Evidence::boneyard] |= in_boneyard;
    std::uint32_t size = 0;
    while (left > 0) {
        order[size++] = take();
    }
    for (std::uint32_t i = 0; i < late_count; ++i) {
        const std::uint32_t place = stream.below(size + 1);
        order[size] = order[place];
        order[place] = late[i];
        ++size;
    }
    random = stream;
    return static_cast<int>(size);
}

} // namespace balak
