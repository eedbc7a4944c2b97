// Compiled once for each SIMD target of this kind of processor.

// Registers of a size known when compiling; the other targets have a sister among these.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
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

Kernels portable_kernels();

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

bool draws_tiles(const RuleSet& rules) {
    return rules.draw == Draw::until_playable && rules.boneyard_size() > rules.boneyard_reserve;
}

bool needs_table(const Batch& batch) {
    for (int i = 0; i < batch.rules->players; ++i) {
        const SimpleKind kind = batch.strategies[static_cast<std::size_t>(i)].kind;
        if (kind == SimpleKind::random || kind == SimpleKind::tile_counting) {
            return true;
        }
    }
    return false;
}

bool can_play(const RuleSet& rules) {
    return rules.hand_size > 1 && (!draws_tiles(rules) || rules.boneyard_size() <= Boneyard::most);
}

void Positions::resize(std::size_t rows) {
    size = rows;
    const auto enlarge = [&](Column& column) { column.resize(std::max(column.size(), rows + most_lanes)); };
    for (Column* column : {&id, &ends, &turn, &boneyard, &places, &yard, &laid}) {
        enlarge(*column);
    }
    for (auto* columns : {&hand, &suits, &laid_by, &lacks}) {
        std::ranges::for_each(*columns, enlarge);
    }
    std::ranges::for_each(key, enlarge);
    // The rows beyond the last are those of no round.
    std::fill_n(id.begin() + static_cast<std::ptrdiff_t>(rows), most_lanes, 0x80000000);
}

void Outcomes::resize(std::size_t rows) {
    size = rows;
    const auto enlarge = [&](Column& column) { column.resize(std::max(column.size(), rows + most_lanes)); };
    for (Column* column : {&id, &ending, &places}) {
        enlarge(*column);
    }
    std::ranges::for_each(hand, enlarge);
}

void Scores::resize(std::size_t rows) {
    const auto enlarge = [&](Column& column) { column.resize(std::max(column.size(), rows + most_lanes)); };
    enlarge(verdict);
    std::ranges::for_each(points, enlarge);
}

} // namespace balak::batch

#endif
