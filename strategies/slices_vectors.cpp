// The slices on whatever vectors the compiler knows, for processors other than x86.
#include "strategies/slices_machine.hpp"

namespace balak::slices {
namespace {

struct Machine {
    using Word __attribute__((vector_size(32))) = unsigned long;
    static Word product(const Word& a, std::uint32_t b) { return (a & 0xFFFFFFFF) * b; }
    std::uint32_t operator()(std::uint32_t bits, std::uint32_t mask) const { return deposit_by_table(bits, mask); }
};

} // namespace

extern const Target vectors = strategies::target_on<Machine>("vectors");

} // namespace balak::slices
