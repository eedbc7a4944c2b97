// Counts what is out: leaves the next seat few tiles that it could lay, and itself ends that it can serve, lays doubles
// while much of their suit is out, and unloads weight when an opponent is about to go out. Everything is integer
// arithmetic on masks. The standard weights were found by regression on played-out moves and a random search over all
// presets; the optimum is flat.
#include "balak/strategy.hpp"
#include "strategies/tile_counting_tables.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

namespace balak::strategies {
namespace {

constexpr CountingWeights standard;

constexpr StrategyOption option(std::string_view name, std::string_view meaning, int value) {
    return {name, meaning, std::int64_t{value}, 0, CountingWeights::most};
}

constexpr std::array options{
    option("scarce", "worth of leaving the next seat few unseen tiles to lay: times 64 / (tiles + 2)", standard.scarce),
    option("partner", "cost of leaving the partner few unseen tiles to lay: times 64 / (tiles + 2)", standard.partner),
    option("reach", "worth of each end that the tiles kept can serve", standard.reach),
    option("ours", "worth of each tile that fits the ends and is in the hand, or was laid by the own side",
           standard.ours),
    option("link", "cost for each tile kept that shares a number with the tile laid; not in partnerships",
           standard.link),
    option("double", "worth of laying a double, for each unseen tile of its suit", standard.doubles),
    option("danger", "worth of laying a pip, for each tile fewer than four that an opponent holds", standard.danger),
    option("pip", "worth of laying a pip where nothing is drawn", standard.pip),
    option("block", "worth of each point that a move that blocks the round should gain", standard.block),
};

// Tried, no gain: weight by the boneyard drawn; pips in drawing games; the chance that a hand of the next seat's size
// is stuck; starving opponents beyond the next; kept doubles that fit; equal ends; numbers that the opponents have
// shown.

CountingWeights weights_of(const OptionValues& values) {
    const auto weight = [&](std::string_view name) { return static_cast<std::uint8_t>(values.integer(name)); };
    return {.scarce = weight("scarce"),
            .partner = weight("partner"),
            .reach = weight("reach"),
            .ours = weight("ours"),
            .link = weight("link"),
            .doubles = weight("double"),
            .danger = weight("danger"),
            .pip = weight("pip"),
            .block = weight("block")};
}

/// What the strategy looks at.
struct View {
    explicit View(const Observation& seen) : unseen(seen.unseen()), ours(seen.hand | seen.table.laid_by[seen.seat]) {
        const Table& table = seen.table;
        const RuleSet& rules = seen.rules;
        const auto may_hold = [&](Seat seat) { return unseen - table.lacks[seat].tiles(); };
        const Seat next = seen.seat.next(rules.players);
        next_may_hold = may_hold(next);
        fewest = all_opponents_hold = table.held[next];
        for (Seat seat = next.next(rules.players); seat != seen.seat && rules.players > 2;
             seat = seat.next(rules.players)) {
            if (rules.side_of(seat) == rules.side_of(seen.seat)) {
                partner_may_hold = may_hold(seat);
                partner_holds = table.held[seat];
                ours |= table.laid_by[seat];
            } else {
                fewest = std::min<int>(fewest, table.held[seat]);
                all_opponents_hold += table.held[seat];
            }
        }
    }

    TileSet unseen;
    TileSet next_may_hold; ///< tiles that the next seat is not known to lack
    TileSet partner_may_hold;
    TileSet ours;   ///< tiles in the hand or laid by the own side
    int fewest = 0; ///< tiles that the opponent with the fewest holds
    int all_opponents_hold = 0;
    int partner_holds = 0;
};

/// What the own side should gain on the others if the round is blocked with these tiles kept.
int points_of_block(const View& view, const RuleSet& rules, TileSet kept) {
    // A hidden tile weighs as much as the unseen ones do in the mean, to half a pip.
    const int twice_the_mean = 2 * view.unseen.pips() / std::max(1, view.unseen.size());
    const int theirs = (rules.partnership ? view.all_opponents_hold : view.fewest) * twice_the_mean / 2;
    const int own = kept.pips() + view.partner_holds * twice_the_mean / 2;
    const bool to_blocker = rules.block.winner == BlockWinner::blocker;
    if (rules.scoring == Scoring::penalty || rules.block.score == BlockScore::others_minus_own) {
        return to_blocker ? std::max(0, theirs - own) : theirs - own;
    }
    const bool all_hands = rules.block.score == BlockScore::all_hands;
    if (to_blocker || own < theirs) {
        return all_hands ? theirs + own : theirs;
    }
    return own == theirs ? 0 : -(all_hands ? theirs + own : own);
}

class TileCounting final : public Strategy {
public:
    explicit TileCounting(const CountingWeights& weights) : tables_{{{weights, false}, {weights, true}}} {}

    Move choose(const Observation& seen) override {
        const View view(seen);
        // Of moves of the same worth one at the left comes first, then the heavier.
        std::optional<Move> best;
        int most = 0;
        for (const End end : {End::left, End::right}) {
            for (const Tile tile : end == End::left ? seen.legal.left : seen.legal.right) {
                const int worth = worth_of(seen, view, {tile, end});
                if (!best || worth > most || (worth == most && best->end == end)) {
                    best = {tile, end};
                    most = worth;
                }
            }
        }
        return *best;
    }

private:
    int worth_of(const Observation& seen, const View& view, Move move) const {
        const RuleSet& rules = seen.rules;
        const CountingTables& table = tables_[rules.draw == Draw::none ? 1 : 0];
        const Tile tile = move.tile;
        // The numbers of the end where the tile is laid, of the other one, and the new one.
        int matched = tile.low();
        int other = matched;
        if (seen.table.started) {
            const bool at_left = move.end == End::left;
            matched = at_left ? seen.table.left : seen.table.right;
            other = at_left ? seen.table.right : seen.table.left;
        }
        const int shown = tile.other_half(matched);
        const TileSet suit = tiles_with(shown);
        const TileSet fits = suit | tiles_with(other);
        const TileSet kept = seen.hand - tile;
        const auto count = [](TileSet tiles) { return static_cast<std::size_t>(tiles.size()); };
        int worth = table.scarce[count(view.next_may_hold & fits)] + table.ours[count(view.ours & fits)];
        worth += (kept & suit).empty() ? 0 : table.reach;
        worth += (kept & tiles_with(other)).empty() ? 0 : table.reach;
        worth += tile.is_double() ? table.doubles[count(view.unseen & suit)] : 0;
        // A partner keeps other numbers alive, so there the own hand need not hang together.
        worth += rules.partnership ? table.partner[count(view.partner_may_hold & fits)]
                                   : table.link[count(kept & (suit | tiles_with(matched)))];
        const auto& pips = table.pips[static_cast<std::size_t>(std::max(0, 4 - view.fewest))];
        worth += pips[static_cast<std::size_t>(matched)] + pips[static_cast<std::size_t>(shown)];
        if (seen.table.started && seen.table.drawable == 0 && ((view.unseen | kept) & fits).empty()) {
            const int points = points_of_block(view, rules, kept);
            const int size = table.block * std::min(std::abs(points), most_block_points) >> 3;
            worth += points < 0 ? -size : size;
        }
        return worth;
    }

    std::array<CountingTables, 2> tables_; // where tiles are drawn, and where none are
};

} // namespace

extern const StrategyType tile_counting{
    .name = "tile-counting",
    .summary = "counts what is out: starves the next seat, keeps numbers it can serve, lays doubles in time",
    .options = options,
    .make = [](const OptionValues& values, const StrategyTable&) -> std::unique_ptr<Strategy> {
        return std::make_unique<TileCounting>(weights_of(values));
    },
    .in_slices =
        [](const OptionValues& values) {
            SliceForm form{.name = weights_of(values) == standard ? "tile-counting" : "tile-counting with weights",
                           .looks_at_table = true};
            std::ranges::copy(weights_of(values).numbers(), form.numbers.begin());
            return form;
        },
};

} // namespace balak::strategies
