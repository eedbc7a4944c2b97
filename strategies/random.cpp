#include "balak/strategy.hpp"
#include "batch/scalar.hpp"

namespace balak::strategies {
namespace {

using namespace batch;
#include "random.inl"

class Random final : public Strategy {
public:
    Move choose(const Observation& seen) override {
        return to_move(random<ScalarWords>(moves_of(seen), seen.random().word()));
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
    .in_lanes =
        [](const OptionValues&) {
            return Simple{SimpleKind::random, {}};
        },
};

} // namespace balak::strategies
