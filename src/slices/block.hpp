// A block of rounds on its way into the slices and out: a column for each number, a row for each round.
#pragma once

#include "balak/rules.hpp"
#include "balak/strategy.hpp"
#include "core/dealing.hpp"
#include "slices/planes.hpp"
#include "slices/side_numbers.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace balak::slices {

/// Whether seats draw tiles under these rules.
[[gnu::always_inline]] inline bool draws_tiles(const RuleSet& rules) {
    return rules.draw == Draw::until_playable && rules.boneyard_size() > rules.boneyard_reserve;
}

/// How the rounds of a block begin. Seats are counted in places: place 0 takes the first turn that is played.
enum class Start : std::uint8_t {
    forced,  ///< the last place has to lay its highest double, or else its heaviest tile
    free,    ///< the last place lays any tile of its hand
    starter, ///< a starter lies on the table
    goes_on, ///< the rounds have been played so far, alike up to the last tile laid, by the last place
};

/// Rounds with the same seat to move and the same strategies in the same places.
struct Block {
    const RuleSet* rules = nullptr;
    std::array<SliceForm, max_seats> forms; ///< by place
    int first_seat = 0;                     ///< the seat of place 0
    Start start = Start::forced;
    bool wants_hands = false; ///< whether the hands left are wanted
    int boneyard_size = 0;
    // Where rounds go on, before the last tile:
    int turn = 0;         ///< plays and passes so far
    bool started = false; ///< whether a tile lies there, and these are the ends
    int left = 0;
    int right = 0;
    TileSet on_table;
    std::array<TileSet, max_seats> laid_by; ///< by place
    std::array<NumberSet, max_seats> lacks;

    /// A round without tiles in the hand of place 0 is none.
    alignas(64) std::array<Column, max_seats> hand{}; ///< by place, as masks of tiles
    alignas(64) Column laid{};                        ///< the starter, or the last tile of rounds that go on, as a mask
    alignas(64) std::array<Column, 5> rank{};         ///< tiles of the boneyard whose rank has a bit
    alignas(64) std::array<Column, 2 * max_seats> key{}; ///< SeatKey, two words a place; where a strategy draws numbers
};

/// How a round ended, in a word.
class Verdict {
public:
    explicit Verdict(std::uint32_t word) : word_(word) {}

    /// The side that won, if any.
    std::optional<Side> winner() const {
        return (word_ & nobody) != 0 ? std::nullopt : std::optional(Side(static_cast<int>(word_ & 3)));
    }
    bool blocked() const { return (word_ & 1 << blocked_bit) != 0; }
    bool capicu() const { return (word_ & 1 << capicu_bit) != 0; }
    /// A number below kind_count of the three above.
    std::uint32_t kind() const { return word_ % kind_count; }
    /// The seat that laid the last tile, and whether there is none.
    int last_seat() const { return static_cast<int>(word_ >> seat_bit & 3); }
    bool nobody_laid() const { return (word_ & 1 << nobody_laid_bit) != 0; }
    int turns() const { return static_cast<int>(word_ >> turns_bit & 0xFF); } ///< plays and passes
    // Of rounds that began in the slices:
    int passes() const { return static_cast<int>(word_ >> passes_bit & 0xFF); }
    int tiles_drawn() const { return static_cast<int>(word_ >> drawn_bit); }

    static constexpr std::uint32_t kind_count = 32;
    static constexpr std::uint32_t nobody = 4; ///< in place of the winning side
    static constexpr int blocked_bit = 3;
    static constexpr int capicu_bit = 4;
    static constexpr int seat_bit = 5;
    static constexpr int nobody_laid_bit = 7;
    static constexpr int turns_bit = 8;
    static constexpr int passes_bit = 16;
    static constexpr int drawn_bit = 24;

private:
    std::uint32_t word_;
};

/// Bit of the last tile's mask where it was laid at the right end.
inline constexpr std::size_t at_right_bit = tile_count;

/// How the rounds of a block ended. Rows that are no round have anything.
struct Ends {
    alignas(64) Column verdict; ///< words of Verdict
    /// What the winner takes, bonuses aside; where pips left are penalties those of each side, 8 bits each.
    alignas(64) Column amount;
    alignas(64) std::array<Column, max_seats> hand; ///< by place, if wanted
};

/// Points of the sides, from the words of Ends.
class Points {
public:
    explicit Points(const RuleSet& rules) : penalty_(rules.scoring == Scoring::penalty) {
        for (std::uint32_t kind = 0; kind < Verdict::kind_count; ++kind) {
            const Verdict verdict(kind);
            PerSide<int> bonus;
            PerSide<int> taken;
            if (verdict.winner()) {
                taken[*verdict.winner()] = ~0;
                bonus[*verdict.winner()] =
                    verdict.blocked() ? 0 : rules.out.bonus + (verdict.capicu() ? rules.capicu_bonus : 0);
            }
            // Penalties are for all, of whoever does not play 0.
            kinds_[kind] = {numbers_of(bonus), penalty_ ? for_all(~0) : numbers_of(taken)};
        }
    }
    SideNumbers of(Verdict verdict, std::uint32_t amount) const {
        const OfKind& of = kinds_[verdict.kind()];
        SideNumbers points = for_all(static_cast<int>(amount));
        if (penalty_) {
            const SideNumbers first_bit{0, 8, 16, 24};
            points = -(points >> first_bit & 0xFF);
        }
        return of.bonus + (points & of.taken);
    }

private:
    /// What the sides get where rounds end so: a bonus, and all bits of the amount or none.
    struct OfKind {
        SideNumbers bonus{};
        SideNumbers taken{};
    };

    bool penalty_;
    std::array<OfKind, Verdict::kind_count> kinds_{};
};

} // namespace balak::slices
