#include "balak/strategy.hpp"

namespace balak::strategies {
namespace {

class Random final : public Strategy {
public:
    Move choose(const Observation& seen) override {
        // 16 bits are enough to choose among so few, and cheap in slices.
        const std::uint32_t bits = seen.random().word() >> 16;
        return seen.legal.nth(static_cast<int>(bits * static_cast<std::uint32_t>(seen.legal.size()) >> 16));
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
    .in_slices = [](const OptionValues&) { return SliceForm{.name = "random", .draws_numbers = true}; },
};

} // namespace balak::strategies
