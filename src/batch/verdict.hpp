// What the lanes say of a round that has ended.
#pragma once

#include "balak/seat.hpp"

#include <cstdint>
#include <optional>

namespace balak::batch {

/// How a round ended, in a word.
class Verdict {
public:
    explicit Verdict(std::uint32_t word) : word_(word) {}

    /// The side that won, if any.
    std::optional<Side> winner() const {
        return (word_ & nobody) != 0 ? std::nullopt : std::optional(Side(static_cast<int>(word_ & 3)));
    }
    bool blocked() const { return (word_ & blocked_bit) != 0; }
    bool capicu() const { return (word_ & capicu_bit) != 0; }
    /// A number below kind_count of the three above.
    std::uint32_t kind() const { return word_ % kind_count; }
    /// The seat that laid the last tile, and whether there is none.
    int last_seat() const { return static_cast<int>(word_ >> seat_place & 3); }
    bool nobody_laid() const { return (word_ & nobody_laid_bit) != 0; }
    // Of rounds that began in the lanes:
    int turns() const { return static_cast<int>(word_ >> turns_place & 0xFF); } ///< plays and passes
    int passes() const { return static_cast<int>(word_ >> passes_place & 0xFF); }
    int tiles_drawn() const { return static_cast<int>(word_ >> drawn_place); }

    static constexpr std::uint32_t kind_count = 32;
    static constexpr std::uint32_t nobody = 4; ///< in place of the winning side
    static constexpr std::uint32_t blocked_bit = 1 << 3;
    static constexpr std::uint32_t capicu_bit = 1 << 4;
    static constexpr int seat_place = 5;
    static constexpr std::uint32_t nobody_laid_bit = 1 << 7;
    static constexpr int turns_place = 8;
    static constexpr int passes_place = 16;
    static constexpr int drawn_place = 24;

private:
    std::uint32_t word_;
};

} // namespace balak::batch
