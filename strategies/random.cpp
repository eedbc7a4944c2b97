#include "balak/strategy.hpp"

namespace balak::strategies {
namespace {

class Random final : public Strategy {
public:
    Move choose(const Observation& seen) override {
        TurnRandom random = seen.random();
        return seen.legal.nth(static_cast<int>(random.below(static_cast<std::uint32_t>(seen.legal.size()))));
    }
};

} // namespace

extern const StrategyType random{
    .name = "random",
    .summary = "any of the distinct legal moves, all equally likely",
    .options = {},
    .make = [](const OptionValues&, const StrategyTable&) -> std::unique_ptr<Strategy> {
        return std::make_unique<Random>();
    },
};

} // namespace balak::strategies
