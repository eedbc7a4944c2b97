// A transposition table.
#pragma once

#include "search/open_position.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace balak::search {

/// Positions of one game with what is known of them. Entries of earlier games count as empty, so that a search is not
/// changed by those before it. Small searches use only the start of the table, which stays in the cache.
template <class Known>
class Transpositions {
public:
    explicit Transpositions(int bits) : bits_(bits) {}

    void start() {
        if (entries_.empty()) {
            entries_.resize(std::size_t{1} << bits_);
        }
        if (++generation_ == 0) {
            std::ranges::fill(entries_, Entry());
            ++generation_;
        }
        used_bits_ = std::min(bits_, 10);
        stored_ = 0;
        mask_ = (std::uint64_t{1} << used_bits_) - 1;
    }

    const Known* find(const Key& key, std::uint64_t hash) const {
        for (std::uint64_t i = 0; i < 2; ++i) {
            const Entry& entry = entries_[(hash ^ i) & mask_];
            if (entry.generation == generation_ && entry.key == key) {
                return &entry.known;
            }
        }
        return nullptr;
    }

    /// `tiles` are those left to lay, a measure of what it would cost to find this out again.
    void store(const Key& key, std::uint64_t hash, std::uint8_t tiles, const Known& known) {
        Entry* entry = &entries_[hash & mask_];
        Entry* const second = &entries_[(hash ^ 1) & mask_];
        const auto holds = [&](const Entry* one) { return one->generation == generation_; };
        if (!(holds(entry) && entry->key == key) &&
            ((holds(second) && second->key == key) ||
             (holds(entry) && (!holds(second) || entry->tiles > second->tiles)))) {
            entry = second;
        }
        *entry = {key, generation_, tiles, known};
        // What is found again after the table grew has moved, half of it; the rest is searched anew.
        if (++stored_ > mask_ && used_bits_ < bits_) {
            used_bits_ = std::min(bits_, used_bits_ + 2);
            mask_ = (std::uint64_t{1} << used_bits_) - 1;
        }
    }

private:
    struct Entry {
        Key key;
        std::uint32_t generation = 0;
        std::uint8_t tiles = 0;
        Known known;
    };

    std::vector<Entry> entries_;
    int bits_;
    int used_bits_ = 0;
    std::uint64_t mask_ = 0;
    std::uint64_t stored_ = 0;
    std::uint32_t generation_ = 0;
};

} // namespace balak::search
