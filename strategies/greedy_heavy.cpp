#include "balak/strategy.hpp"

namespace balak::strategies {
namespace {

class GreedyHeavy final : public Strategy {
public:
    Move choose(const Observation& seen) override { return seen.legal.with(seen.legal.tiles().heaviest()); }
};

} // namespace

extern const StrategyType greedy_heavy{
    .name = "greedy-heavy",
    .summary = "the heaviest legal tile (of equal pips the one with the higher half), at the left end if it fits both",
    .options = {},
    .make = [](const OptionValues&, const StrategyTable&) -> std::unique_ptr<Strategy> {
        return std::make_unique<GreedyHeavy>();
    },
    .in_slices = [](const OptionValues&) { return SliceForm{.name = "greedy-heavy"}; },
};

} // namespace balak::strategies
