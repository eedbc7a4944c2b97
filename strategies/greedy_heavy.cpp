#include "balak/strategy.hpp"
#include "batch/scalar.hpp"

namespace balak::strategies {
namespace {

using namespace batch;
#include "greedy_heavy.inl"

class GreedyHeavy final : public Strategy {
public:
    Move choose(const Observation& seen) override { return to_move(greedy_heavy<ScalarWords>(moves_of(seen))); }
};

} // namespace

extern const StrategyType greedy_heavy{
    .name = "greedy-heavy",
    .summary = "the heaviest legal tile (of equal pips the one with the higher half), at the left end if it fits both",
    .options = {},
    .make = [](const OptionValues&, const StrategyTable&) -> std::unique_ptr<Strategy> {
        return std::make_unique<GreedyHeavy>();
    },
    .in_lanes =
        [](const OptionValues&) {
            return Simple{SimpleKind::greedy_heavy, {}};
        },
};

} // namespace balak::strategies
