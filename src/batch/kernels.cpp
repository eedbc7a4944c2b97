// Compiled once for each SIMD target of this kind of processor.

// Left out: registers whose size is not known when compiling, and SSE4, which is no faster here than SSSE3.
#ifdef __SANITIZE_ADDRESS__
// Compiling takes minutes with sanitizers, and the kernels are the same source: two targets are enough there.
#define HWY_DISABLED_TARGETS                                                                                           \
    (HWY_AVX3_DL | HWY_AVX3 | HWY_SSE4 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#else
#define HWY_DISABLED_TARGETS (HWY_SSE4 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#endif
// With instructions that count bits.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "batch/kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "batch/kernel-inl.hpp"

#if HWY_ONCE

namespace balak::batch {
namespace {

HWY_EXPORT(kernels);

Target named(const Kernels& kernels) {
    std::string name = hwy::TargetName(kernels.target);
    for (char& letter : name) {
        letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    }
    return {name, kernels};
}

} // namespace

const std::vector<Target>& targets() {
    static const std::vector<Target> list = [] {
        std::vector<Target> found;
        for (std::int64_t rest = hwy::SupportedTargets(); rest != 0; rest &= rest - 1) {
            const std::int64_t target = rest & -rest;
            hwy::GetChosenTarget().Update(target);
            const Kernels kernels = HWY_DYNAMIC_DISPATCH(kernels)();
            if (kernels.target == target) { // else it was not compiled, and something plainer answers
                found.push_back(named(kernels));
            }
        }
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
        if (found.back().kernels.target != portable_kernels().target) {
            found.push_back(named(portable_kernels()));
        }
        return found;
    }();
    return list;
}

} // namespace balak::batch

#endif
