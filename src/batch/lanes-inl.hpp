// The words of rounds in lockstep, for the SIMD target that is being compiled: one round a lane. Included once for each
// target, within HWY_BEFORE_NAMESPACE.
#if defined(BALAK_BATCH_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef BALAK_BATCH_LANES_INL
#undef BALAK_BATCH_LANES_INL
#else
#define BALAK_BATCH_LANES_INL
#endif

#include "balak/tile.hpp"
#include "batch/tables.hpp"
#include "batch/words.hpp"

#include <hwy/highway.h>

#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace balak::batch::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::ScalableTag<std::uint32_t>;
using SignedTag = hn::RebindToSigned<Tag>;
using FloatTag = hn::RebindToFloat<Tag>;
using ByteTag = hn::Repartition<std::uint8_t, Tag>;
inline constexpr std::size_t lane_count = HWY_LANES(std::uint32_t);

/// As ScalarWords, for a round in each lane.
struct LaneWords {
    using Word = hn::Vec<Tag>;
    using Mask = hn::Mask<Tag>;

    static HWY_INLINE Word set(std::uint32_t value) { return hn::Set(Tag(), value); }
    static HWY_INLINE Mask is_zero(Word word) { return hn::Eq(word, hn::Zero(Tag())); }
    static HWY_INLINE Mask not_zero(Word word) { return hn::Ne(word, hn::Zero(Tag())); }
    static HWY_INLINE Mask less(Word a, Word b) {
        return hn::RebindMask(Tag(), hn::Lt(hn::BitCast(SignedTag(), a), hn::BitCast(SignedTag(), b)));
    }
    static HWY_INLINE Mask both(Mask one, Mask other) { return hn::And(one, other); }
    static HWY_INLINE bool any(Mask mask) { return !hn::AllFalse(Tag(), mask); }
    // As floats: gcc 12 would compare the mask of whole numbers once more.
    static HWY_INLINE Word where(Mask mask, Word yes, Word no) {
        return hn::BitCast(Tag(), hn::IfThenElse(hn::RebindMask(FloatTag(), mask), hn::BitCast(FloatTag(), yes),
                                                 hn::BitCast(FloatTag(), no)));
    }
    static HWY_INLINE Word only_where(Mask mask, Word value) { return hn::IfThenElseZero(mask, value); }
    static HWY_INLINE Word max(Word a, Word b) {
        return hn::BitCast(Tag(), hn::Max(hn::BitCast(SignedTag(), a), hn::BitCast(SignedTag(), b)));
    }
    static HWY_INLINE Word times(Word a, std::uint32_t factor) { return a * set(factor); }
    static HWY_INLINE Word product(Word a, Word b) { return a * b; }
    // Exact: a quotient of such numbers is further below the next whole number than a float can err.
    static HWY_INLINE Word quotient(Word a, Word b) {
        const auto real = hn::ConvertTo(FloatTag(), hn::BitCast(SignedTag(), a)) /
                          hn::ConvertTo(FloatTag(), hn::BitCast(SignedTag(), b));
        return hn::BitCast(Tag(), hn::ConvertTo(SignedTag(), real));
    }
    template <int count>
    static HWY_INLINE Word shift_right(Word word) {
        return hn::ShiftRight<count>(word);
    }
    static HWY_INLINE Word upper_product(Word a, Word b) {
#if HWY_TARGET == HWY_SCALAR
        return set(ScalarWords::upper_product(hn::GetLane(a), hn::GetLane(b)));
#else
        using Wide = hn::RepartitionToWide<Tag>;
        const auto odd_lanes = [](Word word) HWY_ATTR {
            return hn::BitCast(Tag(), hn::ShiftRight<32>(hn::BitCast(Wide(), word)));
        };
        const auto even = hn::ShiftRight<32>(hn::MulEven(a, b));
        const auto odd = hn::MulEven(odd_lanes(a), odd_lanes(b));
        return hn::OddEven(hn::BitCast(Tag(), odd), hn::BitCast(Tag(), even));
#endif
    }

    static HWY_INLINE Word without(Word tiles, Word others) {
        return hn::AndNot(others, tiles);
    }
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET <= HWY_AVX3_DL
    static HWY_INLINE Word size(Word tiles) {
        return hn::PopulationCount(tiles);
    }
    /// The sizes of two sets, 15 at most each: size of the first | size of the other << 4.
    static HWY_INLINE Word sizes(Word first, Word other) {
        return size(first) | hn::ShiftLeft<4>(size(other));
    }
#else
    static HWY_INLINE Word size(Word tiles) {
        return sum_of_bytes(sizes_of_bytes(nibble_sizes, tiles));
    }
    static HWY_INLINE Word sizes(Word first, Word other) {
        return sum_of_bytes(sizes_of_bytes(nibble_sizes, first) + sizes_of_bytes(nibble_sizes_above, other));
    }
#endif
    static HWY_INLINE Word pips_of_all(Word tiles) {
        const auto& plane = detail::tiles.pips_plane;
        return size(tiles & set(plane[0])) + hn::ShiftLeft<1>(size(tiles & set(plane[1]))) +
               hn::ShiftLeft<2>(size(tiles & set(plane[2]))) + hn::ShiftLeft<3>(size(tiles & set(plane[3])));
    }
    // The exponent of a float is its highest bit. Clearing the bit below that keeps the conversion from rounding up.
    static HWY_INLINE Word heaviest(Word tiles) {
        const auto bits = as_float_bits(hn::AndNot(hn::ShiftRight<1>(tiles), tiles)) & set(0x7F800000);
        return hn::BitCast(Tag(), hn::ConvertTo(SignedTag(), hn::BitCast(FloatTag(), bits)));
    }
    static HWY_INLINE Word lightest(Word tiles) {
        return tiles & (hn::Zero(Tag()) - tiles);
    }
    static HWY_INLINE Word bit(Word tile) {
        return biased_bit(tile) - set(exponent_bias);
    }
    static HWY_INLINE Word pips(Word tile) {
        return lookup_tile(tile_pips, tile);
    }
    static HWY_INLINE Word high(Word tile) {
        return lookup_tile(tile_high, tile);
    }
    /// A bit for each number that the tile shows.
    static HWY_INLINE Word numbers(Word tile) {
        return lookup_tile(tile_numbers, tile);
    }
    static HWY_INLINE Word tile_of_bit(Word bit) {
        return hn::Shl(set(1), bit);
    }
    static HWY_INLINE Word suit(Word number) {
        if constexpr (lane_count >= 8) {
            return hn::TableLookupLanes(hn::Load(Tag(), suits), hn::IndicesFromVec(Tag(), number));
        } else {
            // A lane without a move may ask for anything.
            return gather(suits, number & set(15));
        }
    }
    static HWY_INLINE Word lookup(const std::uint8_t (&table)[16], Word index) {
#if HWY_TARGET == HWY_SCALAR
        return set(table[hn::GetLane(index)]);
#else
        const auto entries = hn::LoadDup128(ByteTag(), table);
        return hn::BitCast(Tag(), hn::TableLookupBytesOr0(entries, hn::BitCast(ByteTag(), index | set(0x80808000))));
#endif
    }

    static HWY_INLINE Word gather(const std::uint32_t* base, Word index) {
        return hn::GatherIndex(Tag(), base, hn::BitCast(SignedTag(), index));
    }

private:
    static constexpr std::uint32_t exponent_bias = 127;

#if HWY_TARGET != HWY_SCALAR
    /// For each byte of a set what the table has for both halves of it, added.
    static HWY_INLINE Word sizes_of_bytes(const std::uint8_t (&table)[16], Word tiles) {
        const auto entries = hn::LoadDup128(ByteTag(), table);
        const auto half = [&](Word nibbles) HWY_ATTR {
            return hn::BitCast(Tag(), hn::TableLookupBytes(entries, hn::BitCast(ByteTag(), nibbles & set(0x0F0F0F0F))));
        };
        return half(tiles) + half(hn::ShiftRight<4>(tiles));
    }
    static HWY_INLINE Word sum_of_bytes(Word bytes) {
        return hn::ShiftRight<24>(bytes * hn::Load(Tag(), ones_of_bytes));
    }
#endif

    static HWY_INLINE Word as_float_bits(Word word) {
        return hn::BitCast(Tag(), hn::ConvertTo(FloatTag(), hn::BitCast(SignedTag(), word)));
    }
    static HWY_INLINE Word biased_bit(Word tile) {
        return hn::ShiftRight<23>(as_float_bits(tile));
    }
    // A lookup of bytes gives 0 where the index has its top bit set: so two tables of 16 make one of 32, and the
    // upper bytes stay 0.
    static HWY_INLINE Word lookup_tile(const TileBytes& table, Word tile) {
#if HWY_TARGET == HWY_SCALAR
        const auto at = ScalarWords::bit(hn::GetLane(tile));
        return set(at < 16 ? table.lower[at] : table.upper[at - 16]);
#else
        const auto entries = [](const std::uint8_t* bytes, Word index) HWY_ATTR {
            return hn::BitCast(
                Tag(), hn::TableLookupBytesOr0(hn::LoadDup128(ByteTag(), bytes), hn::BitCast(ByteTag(), index)));
        };
        const auto biased = biased_bit(tile);
        return entries(table.lower, biased + set(0x80808070 - exponent_bias)) |
               entries(table.upper, biased + set(0x808080F0 - exponent_bias));
#endif
    }
};

} // namespace balak::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
