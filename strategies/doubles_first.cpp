#include "balak/strategy.hpp"

namespace balak::strategies {
namespace {

class DoublesFirst final : public Strategy {
public:
    Move choose(const Observation& seen) override {
        const TileSet tiles = seen.legal.tiles();
        const TileSet legal_doubles = tiles & doubles;
        return seen.legal.with((legal_doubles.empty() ? tiles : legal_doubles).heaviest());
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
};

} // namespace balak::strategies
