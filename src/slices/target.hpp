// The kinds of words that blocks are played on, each compiled with instructions of its own.
#pragma once

#include "slices/block.hpp"
#include "slices/deals.hpp"

#include <span>
#include <string_view>

namespace balak::slices {

/// What is compiled for a kind of words.
struct Target {
    std::string_view name; ///< `avx2`
    int word_bits = 0;     ///< rounds in a word
    /// Makes deals, the same as Dealer's.
    void (*deal)(const DealOrder& order, Deals& deals) = nullptr;
    /// Opens, plays and scores a block.
    void (*play)(const Block& block, Ends& ends) = nullptr;
};

/// The targets of this machine, the best one first, `word64` last.
std::span<const Target* const> targets();
/// All that were compiled.
std::span<const Target* const> compiled_targets();

/// The name of the plain engine among the targets: nothing is played in slices.
inline constexpr std::string_view plain_target = "plain";

/// The target of this machine with a name, or null.
const Target* target_named(std::string_view name);

/// The name of a target; that of the plain engine for none.
inline std::string_view name_of(const Target* target) {
    return target == nullptr ? plain_target : target->name;
}

} // namespace balak::slices
