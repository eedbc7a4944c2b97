// The kernels, for the SIMD target that is being compiled.

#include "balak/random.hpp"
#include "batch/columns.hpp"
#include "batch/kernels.hpp"
#include "batch/verdict.hpp"
#include "batch/words.hpp"

#include "batch/lanes-inl.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace balak::batch::HWY_NAMESPACE {

#include "../../strategies/doubles_first.inl"
#include "../../strategies/greedy_heavy.inl"
#include "../../strategies/random.inl"
#include "../../strategies/tile_counting.inl"

using Words = LaneWords;
using Word = Words::Word;
using Mask = Words::Mask;

#include "batch/spread-inl.hpp"

#include "batch/best_move-inl.hpp"
#include "batch/deal-inl.hpp"
#include "batch/play-inl.hpp"
#include "batch/score-inl.hpp"

inline Kernels kernels() {
    return {HWY_TARGET, static_cast<int>(lane_count), &deal, &open, &play, &score};
}

} // namespace balak::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
