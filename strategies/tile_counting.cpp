// Counts what is out: keeps numbers that it can still serve, leaves the others ends that they cannot, and sheds weight
// as the boneyard thins. Everything is integer arithmetic on masks.
#include "balak/strategy.hpp"

#include <algorithm>
#include <array>

namespace balak::strategies {
namespace {

constexpr std::array options{
    StrategyOption{"pips", "worth of laying a pip", std::int64_t{4}, 0, 1000},
    StrategyOption{"double", "worth of laying a double", std::int64_t{12}, 0, 1000},
    StrategyOption{"serve", "worth of each tile kept that fits the ends left open", std::int64_t{6}, 0, 1000},
    StrategyOption{"starve", "cost of each unseen tile that the opponents could lay at the ends left open",
                   std::int64_t{2}, 0, 1000},
    StrategyOption{"variety", "worth of each different number in the tiles kept", std::int64_t{4}, 0, 1000},
    StrategyOption{"urgency", "added to the worth of a pip for each tile gone from the boneyard, in sixteenths",
                   std::int64_t{2}, 0, 1000},
};

class TileCounting final : public Strategy {
public:
    explicit TileCounting(const OptionValues& values)
        : pips_(values.integer("pips")), double_(values.integer("double")), serve_(values.integer("serve")),
          starve_(values.integer("starve")), variety_(values.integer("variety")), urgency_(values.integer("urgency")) {}

    Move choose(const Observation& seen) override {
        const Table& table = seen.table;
        const int drawn = seen.rules.boneyard_size() - table.boneyard;
        const int pip_worth = 16 * pips_ + urgency_ * drawn;
        const TileSet unseen = seen.unseen();
        const Seat next = seen.seat.next(seen.rules.players);
        const TileSet threats = unseen - table.lacks[next].tiles();

        Move best;
        int best_worth = 0;
        bool first = true;
        const auto consider = [&](Move move, int left, int right) {
            const TileSet kept = seen.hand - move.tile;
            const TileSet fits = tiles_with(left) | tiles_with(right);
            int numbers = 0;
            for (int number = 0; number <= max_pip; ++number) {
                numbers += (kept & tiles_with(number)).empty() ? 0 : 1;
            }
            const int worth = pip_worth * move.tile.pips() +
                              16 * (double_ * (move.tile.is_double() ? 1 : 0) + serve_ * (kept & fits).size() -
                                    starve_ * (threats & fits).size() + variety_ * numbers);
            if (first || worth > best_worth) {
                best = move;
                best_worth = worth;
                first = false;
            }
        };
        for (const Tile tile : seen.legal.left) {
            if (table.started) {
                consider({tile, End::left}, tile.other_half(table.left), table.right);
            } else {
                consider({tile, End::left}, tile.high(), tile.low());
            }
        }
        for (const Tile tile : seen.legal.right) {
            consider({tile, End::right}, table.left, tile.other_half(table.right));
        }
        return best;
    }

private:
    int pips_;
    int double_;
    int serve_;
    int starve_;
    int variety_;
    int urgency_;
};

} // namespace

extern const StrategyType tile_counting{
    .name = "tile-counting",
    .summary = "counts what is out: keeps numbers it can serve, starves the opponents, sheds weight in time",
    .options = options,
    .make = [](const OptionValues& values, const StrategyTable&) -> std::unique_ptr<Strategy> {
        return std::make_unique<TileCounting>(values);
    },
};

} // namespace balak::strategies
