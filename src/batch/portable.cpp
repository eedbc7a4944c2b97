// The kernels in plain C++, one lane at a time: for tests, and for processors that Highway does not know.
#define HWY_COMPILE_ONLY_SCALAR
#include <hwy/highway.h>

#include "batch/kernel-inl.hpp"

namespace balak::batch {

Kernels portable_kernels() {
    return N_SCALAR::kernels();
}

} // namespace balak::batch
