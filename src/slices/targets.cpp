#include "slices/target.hpp"

#include <algorithm>
#include <vector>

namespace balak::slices {

// Each is defined in a file that is compiled with the instructions it needs.
extern const Target word64;
#ifdef BALAK_SLICES_X86
extern const Target avx2;
extern const Target avx512;
#else
extern const Target vectors;
#endif

std::span<const Target* const> compiled_targets() {
#ifdef BALAK_SLICES_X86
    static constexpr std::array<const Target*, 3> all{&avx512, &avx2, &word64};
#else
    static constexpr std::array<const Target*, 2> all{&vectors, &word64};
#endif
    return all;
}

namespace {

bool runs_here([[maybe_unused]] const Target& target) {
#ifdef BALAK_SLICES_X86
    const bool has_avx2 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi2") != 0;
    if (&target == &avx2) {
        return has_avx2;
    }
    if (&target == &avx512) {
        return has_avx2 && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
               __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512dq") != 0;
    }
#endif
    return true;
}

} // namespace

std::span<const Target* const> targets() {
    static const std::vector<const Target*> here = [] {
        std::vector<const Target*> found;
        std::ranges::copy_if(compiled_targets(), std::back_inserter(found),
                             [](const Target* target) { return runs_here(*target); });
        return found;
    }();
    return here;
}

const Target* target_named(std::string_view name) {
    const auto found = std::ranges::find(targets(), name, &Target::name);
    return found == targets().end() ? nullptr : *found;
}

} // namespace balak::slices
