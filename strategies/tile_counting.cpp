// Counts what is out: leaves the next seat few tiles that it could lay, and itself ends that it can serve, lays doubles
// while much of their suit is out, and unloads weight when an opponent is about to go out. Everything is integer
// arithmetic on masks. The standard weights were found by regression on played-out moves and a random search over all
// presets; the optimum is flat. A unit is about a sixteenth of a point.
#include "balak/strategy.hpp"
#include "batch/scalar.hpp"

#include <algorithm>
#include <array>

namespace balak::strategies {
namespace {

using namespace batch;
#include "tile_counting.inl"

constexpr CountingWeights standard;

constexpr std::array options{
    StrategyOption{"scarce", "worth of leaving the next seat few unseen tiles to lay: times 64 / (tiles + 2)",
                   std::int64_t{standard.scarce}, 0, 1000},
    StrategyOption{"partner", "cost of leaving the partner few unseen tiles to lay: times 64 / (tiles + 2)",
                   std::int64_t{standard.partner}, 0, 1000},
    StrategyOption{"reach", "worth of each end that the tiles kept can serve", std::int64_t{standard.reach}, 0, 1000},
    StrategyOption{"ours", "worth of each tile that fits the ends and is in the hand, or was laid by the own side",
                   std::int64_t{standard.ours}, 0, 1000},
    StrategyOption{"link", "cost for each tile kept that shares a number with the tile laid; not in partnerships",
                   std::int64_t{standard.link}, 0, 1000},
    StrategyOption{"double", "worth of laying a double, for each unseen tile of its suit",
                   std::int64_t{standard.doubles}, 0, 1000},
    StrategyOption{"danger", "worth of laying a pip, for each tile fewer than four that an opponent holds",
                   std::int64_t{standard.danger}, 0, 1000},
    StrategyOption{"pip", "worth of laying a pip where nothing is drawn", std::int64_t{standard.pip}, 0, 1000},
    StrategyOption{"block", "worth of each point that a move that blocks the round should gain",
                   std::int64_t{standard.block}, 0, 1000},
};

// Tried, no gain: weight by the boneyard drawn; pips in drawing games; the chance that a hand of the next seat's size
// is stuck; starving opponents beyond the next; kept doubles that fit; equal ends; numbers that the opponents have
// shown.

CountingWeights weights_of(const OptionValues& values) {
    return {.scarce = values.integer("scarce"),
            .partner = values.integer("partner"),
            .reach = values.integer("reach"),
            .ours = values.integer("ours"),
            .link = values.integer("link"),
            .doubles = values.integer("double"),
            .danger = values.integer("danger"),
            .pip = values.integer("pip"),
            .block = values.integer("block")};
}

class TileCounting final : public Strategy {
public:
    explicit TileCounting(const CountingWeights& weights) : weights_(weights) {}

    Move choose(const Observation& seen) override {
        return to_move(tile_counting<ScalarWords>(moves_of(seen), view_of(seen), weights_, seen.rules));
    }

private:
    static CountingView<ScalarWords> view_of(const Observation& seen) {
        const Table& table = seen.table;
        const RuleSet& rules = seen.rules;
        const auto may_hold = [&](Seat seat) { return (seen.unseen() - table.lacks[seat].tiles()).bits(); };
        const Seat next = seen.seat.next(rules.players);
        TileSet ours = seen.hand | table.laid_by[seen.seat];
        std::uint32_t fewest = table.held[next];
        std::uint32_t all = fewest;
        CountingView<ScalarWords> view{};
        for (Seat seat = next.next(rules.players); seat != seen.seat && rules.players > 2;
             seat = seat.next(rules.players)) {
            if (rules.side_of(seat) == rules.side_of(seen.seat)) {
                view.partner_may_hold = may_hold(seat);
                view.partner_holds = table.held[seat];
                ours |= table.laid_by[seat];
            } else {
                fewest = std::min<std::uint32_t>(fewest, table.held[seat]);
                all += table.held[seat];
            }
        }
        view.hand = seen.hand.bits();
        view.left_number = table.left;
        view.right_number = table.right;
        view.unseen = seen.unseen().bits();
        view.next_may_hold = may_hold(next);
        view.ours = ours.bits();
        view.fewest = fewest;
        view.opponents_hold = rules.partnership ? all : fewest;
        view.drawable = table.drawable;
        view.opening = !table.started;
        return view;
    }

    CountingWeights weights_;
};

} // namespace

extern const StrategyType tile_counting{
    .name = "tile-counting",
    .summary = "counts what is out: starves the next seat, keeps numbers it can serve, lays doubles in time",
    .options = options,
    .make = [](const OptionValues& values, const StrategyTable&) -> std::unique_ptr<Strategy> {
        return std::make_unique<TileCounting>(weights_of(values));
    },
    .in_lanes =
        [](const OptionValues& values) {
            return Simple{SimpleKind::tile_counting, weights_of(values)};
        },
};

} // namespace balak::strategies
