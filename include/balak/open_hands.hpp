// Solving rounds with open hands: what a position is worth when everybody sees all tiles and plays best.
#pragma once

#include "balak/objective.hpp"
#include "balak/round.hpp"
#include "balak/seat.hpp"
#include "balak/table.hpp"
#include "balak/tile.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

namespace balak {

/// Solves rounds in which all hands and the boneyard's order are known, under any rule set, for either draw order.
/// Worths are exact, in the units of the objective.
///
/// With two sides (two players, or partnerships) the worth is that of the zero-sum game. With more, each side takes the
/// move that is worth most to itself and expects the same of the others (max^n). What it takes of equally good moves
/// then changes what the others get: it takes the heaviest tile, and where that fits both ends it lays it at the end
/// that shows the higher number. That is one of the game's equilibria, not a guarantee against other play.
///
/// An object keeps its tables from call to call, and allocates nothing from its second call on where the number of
/// sides and the table stay the same. Results and `positions()` do not depend on earlier calls. To be used by one
/// thread at a time.
class OpenHands {
public:
    static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

    struct Best {
        Move move;                   ///< of equally good moves the one of the rule above
        PerSide<std::int64_t> worth; ///< of the position, to each side
    };
    /// What the legal moves of a position are worth to the side of the seat to move.
    struct Worths {
        int count = 0;                                  ///< legal moves
        std::array<std::int64_t, tile_count> of_move{}; ///< by the rank of LegalMoves::nth
    };

    /// The transposition table holds 2^`table_bits` positions of 32 bytes (40 with more than two sides), 4..28. It is
    /// allocated at the first call; of a large one small searches use only a part.
    explicit OpenHands(int table_bits = 18);
    OpenHands(OpenHands&&) noexcept;
    OpenHands& operator=(OpenHands&&) noexcept;
    ~OpenHands();

    /// The best move of a round that is not over, and its worth. Nothing if that takes more than `most` positions.
    std::optional<Best> best(const Round& round, const Objective& objective, std::uint64_t most = no_limit);
    /// The worth of each legal move of a round that is not over: what takes the averages of many worlds needs. Nothing
    /// if that takes more than `most` positions.
    std::optional<Worths> worths(const Round& round, const Objective& objective, std::uint64_t most = no_limit);

    /// The positions that the last call came to, each by laying one tile.
    std::uint64_t positions() const;

private:
    class Search;
    std::unique_ptr<Search> search_;
};

} // namespace balak
