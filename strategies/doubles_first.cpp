#include "balak/strategy.hpp"
#include "batch/scalar.hpp"

namespace balak::strategies {
namespace {

using namespace batch;
#include "doubles_first.inl"

class DoublesFirst final : public Strategy {
public:
    Move choose(const Observation& seen) override { return to_move(doubles_first<ScalarWords>(moves_of(seen))); }
};

} // namespace

extern const StrategyType doubles_first{
    .name = "doubles-first",
    .summary = "the heaviest legal double if there is one, else as greedy-heavy",
    .options = {},
    .make = [](const OptionValues&, const StrategyTable&) -> std::unique_ptr<Strategy> {
        return std::make_unique<DoublesFirst>();
    },
    .in_lanes =
        [](const OptionValues&) {
            return Simple{SimpleKind::doubles_first, {}};
        },
};

} // namespace balak::strategies
