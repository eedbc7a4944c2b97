// Which batches can be played, and on which target.
#include "batch/kernels.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>

namespace balak::batch {

bool draws_tiles(const RuleSet& rules) {
    return rules.draw == Draw::until_playable && rules.boneyard_size() > rules.boneyard_reserve;
}

namespace {

bool has(const Batch& batch, SimpleKind kind) {
    const auto seated = std::span(batch.strategies).first(static_cast<std::size_t>(batch.rules->players));
    return std::ranges::find(seated, kind, &Simple::kind) != seated.end();
}

} // namespace

bool needs_table(const Batch& batch) {
    return has(batch, SimpleKind::tile_counting);
}

bool needs_keys(const Batch& batch) {
    return has(batch, SimpleKind::random);
}

bool can_play(const RuleSet& rules) {
    return rules.hand_size > 1 && (!draws_tiles(rules) || rules.boneyard_size() <= BoneyardTable::most);
}

namespace {

const Target* target_named(std::string_view name) {
    const auto found = std::ranges::find(targets(), name, &Target::name);
    return found == targets().end() ? nullptr : &*found;
}

const Target* first_target() {
    const char* wanted = std::getenv(target_variable);
    if (wanted != nullptr && wanted == plain_target) {
        return nullptr;
    }
    const Target* named = wanted == nullptr ? nullptr : target_named(wanted);
    return named != nullptr ? named : &targets().front();
}

const Target*& chosen() {
    static const Target* target = first_target();
    return target;
}

} // namespace

bool choose_target(std::string_view name) {
    const Target* target = target_named(name);
    if (target == nullptr && name != plain_target) {
        return false;
    }
    chosen() = target;
    return true;
}

const Target* current_target() {
    return chosen();
}

std::string_view current_target_name() {
    return chosen() == nullptr ? plain_target : chosen()->name;
}

} // namespace balak::batch
