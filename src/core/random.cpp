#include "balak/random.hpp"

#include <Random123/philox.h>

#include <algorithm>

namespace balak {

std::array<std::uint32_t, 4> random_block(std::uint64_t seed, Purpose purpose, std::uint64_t deal, std::uint32_t round,
                                          std::uint32_t block) {
    r123::Philox4x32 philox;
    const r123::Philox4x32::key_type key = {{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}};
    const auto purpose_bits = static_cast<std::uint32_t>(purpose) << 24;
    const r123::Philox4x32::ctr_type counter = {
        {block, round, static_cast<std::uint32_t>(deal), static_cast<std::uint32_t>(deal >> 32) | purpose_bits}};
    const r123::Philox4x32::ctr_type words = philox(counter, key);
    return {words[0], words[1], words[2], words[3]};
}

void random_words(std::uint64_t seed, Purpose purpose, std::uint64_t deal, std::uint32_t round,
                  std::span<std::uint32_t> words) {
    std::uint32_t block = 0;
    while (!words.empty()) {
        const auto made = random_block(seed, purpose, deal, round, block++);
        const std::size_t count = std::min(words.size(), made.size());
        std::copy_n(made.begin(), count, words.begin());
        words = words.subspan(count);
    }
}

} // namespace balak
