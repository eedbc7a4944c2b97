// Counts what is out: leaves the next seat few tiles that it could lay, and itself ends that it can serve, lays doubles
// while much of their suit is out, and unloads weight when an opponent is about to go out. Everything is integer
// arithmetic on masks. The standard weights were found by regression on played-out moves and a random search over all
// presets; the optimum is flat. A unit is about a sixteenth of a point.
#include "balak/strategy.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace balak::strategies {
namespace {

constexpr std::array options{
    StrategyOption{"scarce", "worth of leaving the next seat few unseen tiles to lay: times 64 / (tiles + 2)",
                   std::int64_t{14}, 0, 1000},
    StrategyOption{"partner", "cost of leaving the partner few unseen tiles to lay: times 64 / (tiles + 2)",
                   std::int64_t{3}, 0, 1000},
    StrategyOption{"reach", "worth of each end that the tiles kept can serve", std::int64_t{28}, 0, 1000},
    StrategyOption{"ours", "worth of each tile that fits the ends and is in the hand, or was laid by the own side",
                   std::int64_t{14}, 0, 1000},
    StrategyOption{"link", "cost for each tile kept that shares a number with the tile laid; not in partnerships",
                   std::int64_t{13}, 0, 1000},
    StrategyOption{"double", "worth of laying a double, for each unseen tile of its suit", std::int64_t{12}, 0, 1000},
    StrategyOption{"danger", "worth of laying a pip, for each tile fewer than four that an opponent holds",
                   std::int64_t{3}, 0, 1000},
    StrategyOption{"pip", "worth of laying a pip where nothing is drawn", std::int64_t{7}, 0, 1000},
    StrategyOption{"block", "worth of each point that a move that blocks the round should gain", std::int64_t{24}, 0,
                   1000},
};

// 64 / (n + 2) for n tiles, of the at most 13 that fit two ends. The first few matter most: who has only these to hope
// for passes, or draws a long time.
constexpr std::array<std::uint8_t, 14> scarcity{32, 21, 16, 13, 11, 9, 8, 7, 6, 6, 5, 5, 5, 4};

// Tried, no gain: weight by the boneyard drawn; pips in drawing games; the chance that a hand of the next seat's size
// is stuck; starving opponents beyond the next; kept doubles that fit; equal ends; numbers that the opponents have
// shown.

class TileCounting final : public Strategy {
public:
    explicit TileCounting(const OptionValues& values)
        : scarce_(values.integer("scarce")), partner_(values.integer("partner")), reach_(values.integer("reach")),
          ours_(values.integer("ours")), link_(values.integer("link")), double_(values.integer("double")),
          danger_(values.integer("danger")), pip_(values.integer("pip")), block_(values.integer("block")) {}

    Move choose(const Observation& seen) override {
        const Table& table = seen.table;
        const RuleSet& rules = seen.rules;
        const Seat next = seen.seat.next(rules.players);
        const TileSet unseen = seen.unseen();
        const TileSet next_may_hold = unseen - table.lacks[next].tiles();
        TileSet ours = seen.hand | table.laid_by[seen.seat];
        TileSet partner_may_hold;
        int partner = 0;
        int fewest = table.held[next];
        if (rules.players > 2) {
            const Seat second = next.next(rules.players);
            const Seat third = second.next(rules.players);
            if (rules.partnership) {
                partner = partner_;
                partner_may_hold = unseen - table.lacks[second].tiles();
                ours |= table.laid_by[second];
            } else {
                fewest = std::min<int>(fewest, table.held[second]);
            }
            fewest = third == seen.seat ? fewest : std::min<int>(fewest, table.held[third]);
        }
        // A partner keeps other numbers alive, so the own hand need not hang together.
        const int link = rules.partnership ? 0 : link_;
        const int pip = (rules.draw == Draw::none ? pip_ : 0) + danger_ * std::max(0, 4 - fewest);

        // The low bits say which move it is: of equal worth those at the left come first, then the heaviest.
        int best = std::numeric_limits<int>::min();
        const auto consider = [&](Move move, TileSet matched, TileSet exposed, TileSet other) {
            const TileSet kept = seen.hand - move.tile;
            const TileSet fits = exposed | other;
            int worth = scarce_ * scarcity[static_cast<std::size_t>((next_may_hold & fits).size())];
            worth -= partner * scarcity[static_cast<std::size_t>((partner_may_hold & fits).size())];
            worth += reach_ * ((kept & exposed).empty() ? 0 : 1) + reach_ * ((kept & other).empty() ? 0 : 1);
            worth += ours_ * (ours & fits).size();
            worth -= link * (kept & (matched | exposed)).size();
            worth += double_ * (move.tile.is_double() ? (unseen & exposed).size() : 0);
            worth += pip * move.tile.pips();
            if (table.drawable == 0 && ((unseen | kept) & fits).empty()) {
                worth += block_ * points_of_block(seen, kept);
            }
            const int code = move.tile.bit() | (move.end == End::left ? at_left : 0);
            best = std::max(best, worth * 2 * at_left + code);
        };
        if (!table.started) {
            for (const Tile tile : seen.legal.left) {
                consider({tile, End::left}, tiles_with(tile.low()), tiles_with(tile.high()), tiles_with(tile.low()));
            }
        } else {
            const TileSet left = tiles_with(table.left);
            const TileSet right = tiles_with(table.right);
            for (const Tile tile : seen.legal.left) {
                consider({tile, End::left}, left, tiles_with(tile.other_half(table.left)), right);
            }
            for (const Tile tile : seen.legal.right) {
                consider({tile, End::right}, right, tiles_with(tile.other_half(table.right)), left);
            }
        }
        return {Tile::from_bit(best & (at_left - 1)), (best & at_left) != 0 ? End::left : End::right};
    }

private:
    static constexpr int at_left = 32; // a bit above those of a tile

    /// What the own side gains on the others, expected, if the round is blocked with these tiles kept: a hidden tile
    /// has the mean pips of the unseen. Out of line, for it is seldom asked.
    [[gnu::noinline, gnu::cold]] static int points_of_block(const Observation& seen, TileSet kept) {
        const Table& table = seen.table;
        const RuleSet& rules = seen.rules;
        const TileSet unseen = seen.unseen();
        const Side own_side = rules.side_of(seen.seat);
        int own_hidden = 0;
        int their_hidden = rules.partnership ? 0 : tile_count;
        for (const Seat seat : seats(rules.players)) {
            const int held = table.held[seat];
            if (seat == seen.seat) {
                continue;
            }
            if (rules.side_of(seat) == own_side) {
                own_hidden = held;
            } else {
                their_hidden = rules.partnership ? their_hidden + held : std::min(their_hidden, held);
            }
        }
        const int hidden = std::max(1, unseen.size());
        const int own = kept.pips() + own_hidden * unseen.pips() / hidden;
        const int theirs = their_hidden * unseen.pips() / hidden;
        const bool won = rules.block.winner == BlockWinner::blocker || own < theirs;
        const bool lost = !won && theirs < own;
        if (rules.scoring == Scoring::penalty || rules.block.score == BlockScore::others_minus_own) {
            return won ? std::max(0, theirs - own) : theirs - own;
        }
        const bool all_hands = rules.block.score == BlockScore::all_hands;
        return won ? theirs + (all_hands ? own : 0) : lost ? -own - (all_hands ? theirs : 0) : 0;
    }

    int scarce_;
    int partner_;
    int reach_;
    int ours_;
    int link_;
    int double_;
    int danger_;
    int pip_;
    int block_;
};

} // namespace

extern const StrategyType tile_counting{
    .name = "tile-counting",
    .summary = "counts what is out: starves the next seat, keeps numbers it can serve, lays doubles in time",
    .options = options,
    .make = [](const OptionValues& values, const StrategyTable&) -> std::unique_ptr<Strategy> {
        return std::make_unique<TileCounting>(values);
    },
};

} // namespace balak::strategies
