// The slices on 256-bit words with the three-operand logic and the registers of AVX-512.
#include "strategies/slices_machine.hpp"

#include <immintrin.h>

namespace balak::slices {
namespace {

struct Machine {
    using Word __attribute__((vector_size(32))) = unsigned long long;
    static Word product(const Word& a, std::uint32_t b) {
        return (Word)_mm256_mul_epu32((__m256i)a, _mm256_set1_epi64x(b));
    }
    std::uint32_t operator()(std::uint32_t bits, std::uint32_t mask) const { return _pdep_u32(bits, mask); }
};

} // namespace

extern const Target avx512 = strategies::target_on<Machine>("avx512");

} // namespace balak::slices
