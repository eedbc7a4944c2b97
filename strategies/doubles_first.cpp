#include "balak/strategy.hpp"

namespace balak::strategies {
namespace {

class DoublesFirst final : public Strategy {
public:
    Move choose(const Observation& seen) override {
        const TileSet legal = seen.legal.tiles();
        const TileSet legal_doubles = legal & doubles;
        return seen.legal.with((legal_doubles.empty() ? legal : legal_doubles).heaviest());
    }
};

} // namespace

extern const StrategyType doubles_first{
    .name = "doubles-first",
    .summary = "the heaviest legal double if there is one, else as greedy-heavy",
    .options = {},
    .make = [](const OptionValues&, const StrategyTable&) -> std::unique_ptr<Strategy> {
        return std::make_unique<DoublesFirst>();
    },
    .in_slices = [](const OptionValues&) { return SliceForm{.name = "doubles-first"}; },
};

} // namespace balak::strategies
