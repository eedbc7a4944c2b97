// Plays the matches of many deals at once, in bit slices.
#pragma once

#include "balak/deal.hpp"
#include "balak/match.hpp"
#include "balak/strategy.hpp"
#include "slices/target.hpp"
#include "tournament/schedule.hpp"
#include "tournament/tally.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace balak::tournament {

/// Deals that are played with the same legs: `count` of them, numbered from `first` on, `step` apart.
struct DealRange {
    std::uint64_t first = 0;
    std::uint64_t step = 1;
    std::uint64_t count = 0;

    std::uint64_t number(std::uint64_t offset) const { return first + offset * step; }
};

/// Offsets of deals.
class Offsets {
public:
    /// None, with room for so many. It keeps its memory.
    void clear(std::size_t room) {
        size_ = 0;
        offsets_.resize(std::max(offsets_.size(), room + 1));
    }
    /// Adds an offset once or, for 0 `times`, not at all: without a branch that nobody could foresee.
    void add(std::uint32_t offset, std::uint8_t times) {
        offsets_[size_] = offset;
        size_ += times;
    }
    std::span<const std::uint32_t> all() const { return {offsets_.data(), size_}; }

private:
    std::vector<std::uint32_t> offsets_;
    std::size_t size_ = 0;
};

/// The matches of a range of deals, round by round: first all first rounds, then the second ones of the matches that go
/// on, and so on. It keeps its memory.
class SlicePlayer {
public:
    /// `in_slices` has the slice form of each entrant, or nothing. The rules must outlive the player. Without a target
    /// nothing is played in slices.
    SlicePlayer(const RuleSet& rules, std::uint64_t seed, std::vector<std::optional<SliceForm>> in_slices,
                const slices::Target* target);

    /// Whether a leg can be played in slices.
    bool can_play(const Leg& leg) const;

    /// Plays those of the legs that are `wanted`, which it can play, with each of the deals. Their rounds are counted
    /// in `tally`, their matches are left to be counted. A match that is not over after `most_rounds` rounds is left
    /// so.
    void play(const DealRange& deals, std::span<const Leg> legs, const std::vector<bool>& wanted, int most_rounds,
              Tally& tally);
    /// What became of a leg with the deal of this offset.
    const MatchCount& match(std::uint64_t offset, std::size_t leg) const {
        return matches_[leg * deal_count_ + offset];
    }

private:
    /// For each seat the matches in whose round it is place 0 of a block: who opens the round, or the next seat where
    /// the opener lays a tile first.
    using Starts = std::array<Offsets, max_seats>;

    /// The matches of a leg.
    struct LegMatches {
        const Leg* leg = nullptr;
        MatchCount* matches = nullptr; // by offset
        Starts going_on;               // as far as is known; where a tile decides that is found by the next deal
        PairRounds rounds;
    };

    void order_deals(const DealRange& deals);
    void play_round(LegMatches& matches, int round, Tally& tally);
    void find_starts(LegMatches& matches, int round);
    void play_starts(LegMatches& matches, Seat first, Tally& tally);
    template <bool counts_pairs>
    void count_ends(LegMatches& matches, Seat first, std::span<const std::uint32_t> offsets, Tally& tally);
    bool opened_by_tile(int round) const;
    Seat first_to_move(Seat opener) const { return opener_is_first_ ? opener : opener.next(rules_->players); }
    Seat opener(Seat first) const;

    const RuleSet* rules_;
    std::vector<std::optional<SliceForm>> in_slices_;
    const slices::Target* target_;
    bool opener_is_first_; // whether the opener is place 0
    bool counts_pairs_;    // whether rounds are counted together
    bool forced_;          // whether the tile that decides who opens must be laid
    MatchGoal goal_;

    // By the side that opens, then by the kind of a Verdict.
    PerSide<std::array<RoundCounts, slices::Verdict::kind_count>> kinds_;

    std::size_t deal_count_ = 0;
    std::vector<MatchCount> matches_; // by leg, then by deal
    std::vector<LegMatches>
        legs_; // of those that are played in slices; the first `leg_count_`, the rest is kept memory
    std::size_t leg_count_ = 0;
    std::vector<std::uint8_t> wanted_; // by offset: whether a match goes on with the deal
    slices::DealOrder order_;
    slices::Deals deals_; // of the round that is being played, by offset
    Starts starts_;       // of the round that is being played
    slices::Points points_;
    slices::Block block_;
    slices::Ends ends_;
};

} // namespace balak::tournament
