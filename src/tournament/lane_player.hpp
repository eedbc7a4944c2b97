// Plays the matches of many deals at once, in SIMD lanes.
#pragma once

#include "balak/deal.hpp"
#include "balak/match.hpp"
#include "balak/simple.hpp"
#include "batch/kernels.hpp"
#include "tournament/schedule.hpp"
#include "tournament/tally.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace balak::tournament {

/// Deals that are played with the same legs: `count` of them, numbered from `first` on, `step` apart.
struct DealRange {
    std::uint64_t first = 0;
    std::uint64_t step = 1;
    std::uint64_t count = 0;

    std::uint64_t number(std::uint64_t offset) const { return first + offset * step; }
};

/// A match as it stands, and what is counted of it.
struct LaneMatch {
    Match match;
    MatchCount count;
};

/// The matches of a range of deals, round by round: first all first rounds, then the second ones of the matches that go
/// on, and so on. It keeps its memory.
class LanePlayer {
public:
    /// `in_lanes` has each entrant as the lanes play it, or nothing. Rules and dealer must outlive the player.
    LanePlayer(const RuleSet& rules, const Dealer& dealer, std::vector<std::optional<batch::Simple>> in_lanes);

    /// Whether a leg can be played in lanes.
    bool can_play(const Leg& leg) const;

    /// Plays those of the legs that can be played in lanes with each of the deals. Their rounds are counted in `tally`,
    /// their matches are left to be counted. A match that is not over after `most_rounds` rounds is left so.
    void play(const DealRange& deals, std::span<const Leg> legs, int most_rounds, Tally& tally);
    /// What became of a leg with the deal of this offset.
    const LaneMatch& match(std::uint64_t offset, std::size_t leg) const {
        return matches_[leg * deals_.size() + offset];
    }

private:
    /// A round to be played.
    struct Start {
        LaneMatch* match;
        std::uint32_t offset; // of its deal
        Opening opening;
    };

    bool make_deals(const DealRange& deals, int round);
    void play_round(const Leg& leg, LaneMatch* matches, Tally& tally);
    void play_starts(const Leg& leg, int first_seat, Tally& tally);
    void write_position(std::size_t row, int first_seat, const Start& start);
    PlayedRound played_round(std::size_t row, int first_seat, const Start& start, std::optional<Seat>& last_seat) const;

    const RuleSet* rules_;
    const Dealer* dealer_;
    std::vector<std::optional<batch::Simple>> in_lanes_;
    bool playable_; // whether lanes can play these rules
    bool draws_;    // whether tiles are drawn

    std::vector<LaneMatch> matches_; // by leg, then by deal
    std::vector<Deal> deals_;        // of the round that is being played
    std::vector<batch::BoneyardTable> boneyards_;
    std::vector<bool> wanted_; // which deals have a match that goes on
    std::array<std::vector<Start>, max_seats> starts_; // by the seat that is the first to move in the lanes
    batch::Batch batch_;
    batch::Positions positions_;
    batch::Outcomes outcomes_;
    batch::Scores scores_;
};

} // namespace balak::tournament
