// Rows from memory to lanes and back.
//
// Part of kernel-inl.hpp, within the namespace of the target.

HWY_INLINE Word mask_word(Mask mask) {
    return hn::VecFromMask(Tag(), mask);
}

/// One bit a lane.
HWY_INLINE std::uint32_t bits_of(Word mask) {
    alignas(8) std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(Tag(), hn::MaskFromVec(mask), bytes);
    return bytes[0] | static_cast<std::uint32_t>(bytes[1]) << 8;
}

/// Bytes as the numbers of lanes.
HWY_INLINE Word lane_numbers(const std::uint8_t* bytes) {
#if HWY_TARGET == HWY_SCALAR
    return Words::set(*bytes);
#else
    return hn::PromoteTo(Tag(), hn::LoadU(hn::Rebind<std::uint8_t, Tag>(), bytes));
#endif
}

/// Moves rows between memory, where they lie close, and the lanes of a mask.
class Spread {
public:
    Spread() = default;
    explicit HWY_INLINE Spread(Word mask) : mask_(hn::MaskFromVec(mask)), bits_(bits_of(mask)) {}

    std::size_t count() const { return static_cast<std::size_t>(std::popcount(bits_)); }

    /// The lanes of the mask to the front of `to`; what follows them there is overwritten.
    struct Pack {
        explicit HWY_INLINE Pack(const Spread& spread)
            : mask(spread.mask_), lanes(lane_numbers(lane_order.packed[spread.bits_ & 0xFF])) {}
        HWY_INLINE void write(Word word, std::uint32_t* to) const {
            if constexpr (lane_count > 8) {
                // Not CompressStore, which is slow in microcode on some processors.
                hn::StoreU(hn::Compress(word, mask), Tag(), to);
            } else {
                hn::StoreU(hn::TableLookupLanes(word, hn::IndicesFromVec(Tag(), lanes)), Tag(), to);
            }
        }
        /// The numbers of the lanes of the mask.
        HWY_INLINE void write_lanes(std::uint32_t* to) const {
            if constexpr (lane_count > 8) {
                write(hn::Iota(Tag(), 0), to);
            } else {
                hn::StoreU(lanes, Tag(), to);
            }
        }
        Mask mask;
        Word lanes;
    };

    /// The rows from the front of `from` into the lanes of the mask, the others as they were.
    struct Fill {
        explicit HWY_INLINE Fill(const Spread& spread) : mask(spread.mask_), rows(ranks(spread.bits_)) {}
        HWY_INLINE Word read(const std::uint32_t* from, Word old) const {
            const auto row = hn::LoadU(Tag(), from);
            return hn::IfThenElse(mask, hn::TableLookupLanes(row, hn::IndicesFromVec(Tag(), rows)), old);
        }
        Mask mask;
        Word rows;
    };

private:
    static HWY_INLINE Word ranks(std::uint32_t bits) {
        if constexpr (lane_count > 8) {
            alignas(16) std::uint8_t bytes[16];
            const std::uint32_t low = bits & 0xFF;
            std::memcpy(bytes, lane_order.rank[low], 8);
            std::uint64_t upper = 0;
            std::memcpy(&upper, lane_order.rank[bits >> 8], 8);
            upper += 0x0101010101010101 * static_cast<std::uint64_t>(std::popcount(low));
            std::memcpy(bytes + 8, &upper, 8);
            return lane_numbers(bytes);
        } else {
            return lane_numbers(lane_order.rank[bits]);
        }
    }

    Mask mask_;
    std::uint32_t bits_;
};
