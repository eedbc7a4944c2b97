// The slices on plain 64-bit words: no SIMD, nothing vectorized.
#include "strategies/slices_machine.hpp"

namespace balak::slices {
namespace {

struct Machine {
    using Word = std::uint64_t;
    static Word product(Word a, std::uint32_t b) { return static_cast<std::uint32_t>(a) * std::uint64_t{b}; }
    std::uint32_t operator()(std::uint32_t bits, std::uint32_t mask) const { return deposit_by_table(bits, mask); }
};

} // namespace

extern const Target word64 = strategies::target_on<Machine>("word64");

} // namespace balak::slices
