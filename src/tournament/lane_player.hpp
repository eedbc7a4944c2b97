// Plays the matches of many deals at once, in SIMD lanes.
#pragma once

#include "balak/deal.hpp"
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

/// A match as it stands: what is counted of it, its score and rounds among that.
struct LaneMatch {
    MatchCount count;
    std::uint8_t next_opener = 0; ///< a seat: who opens the next round, where no tile decides
    bool over = false;
};

/// The matches of a range of deals, round by round: first all first rounds, then the second ones of the matches that go
/// on, and so on. It keeps its memory.
class LanePlayer {
public:
    /// `in_lanes` has each entrant as the lanes play it, or nothing. The rules must outlive the player.
    LanePlayer(const RuleSet& rules, std::uint64_t seed, std::vector<std::optional<batch::Simple>> in_lanes);

    /// Whether a leg can be played in lanes.
    bool can_play(const Leg& leg) const;

    /// Plays those of the legs that can be played in lanes with each of the deals. Their rounds are counted in `tally`,
    /// their matches are left to be counted. A match that is not over after `most_rounds` rounds is left so.
    void play(const DealRange& deals, std::span<const Leg> legs, int most_rounds, Tally& tally);
    /// What became of a leg with the deal of this offset.
    const LaneMatch& match(std::uint64_t offset, std::size_t leg) const { return matches_[leg * deal_count_ + offset]; }

private:
    /// A round to be played.
    struct Start {
        std::uint32_t offset; // of its deal
        std::uint8_t opener;
    };

    /// The matches of a leg, by the offset of the deal.
    struct LegMatches {
        const Leg* leg = nullptr;
        LaneMatch* matches = nullptr;
        std::vector<std::uint32_t> going_on; // offsets
    };

    void play_round(LegMatches& matches, int round, Tally& tally);
    void play_starts(const LegMatches& matches, int first_seat, Tally& tally);
    void write_positions(const std::vector<Start>& starts, int first_seat);
    template <int players, int side_count>
    void count_outcomes(const LegMatches& matches, int first_seat, Tally& tally);
    template <int players, int side_count>
    PlayedRound played_round(std::size_t row, int first_seat, Seat opener,
                             const std::array<const std::uint32_t*, side_count>& points) const;
    std::uint8_t next_opener(std::size_t row, int first_seat, const PlayedRound& round) const;
    bool opened_by_tile(int round) const;

    const RuleSet* rules_;
    std::vector<std::optional<batch::Simple>> in_lanes_;
    bool playable_;             // whether lanes can play these rules
    bool draws_;                // whether tiles are drawn
    bool forced_;               // whether the tile that decides who opens must be laid
    bool opening_tile_ = false; // whether it is in the round being played

    std::size_t deal_count_ = 0;
    std::vector<LaneMatch> matches_; // by leg, then by deal
    std::vector<LegMatches> legs_; // of those that are played in lanes; the first `leg_count_`, the rest is kept memory
    std::size_t leg_count_ = 0;
    std::vector<std::uint8_t> wanted_; // by offset: whether a match goes on with the deal
    batch::DealOrder order_;
    batch::DealColumns deals_;                         // of the round that is being played, by offset
    std::array<std::vector<Start>, max_seats> starts_; // by the seat that is the first to move in the lanes
    batch::Batch batch_;
    batch::Positions positions_;
    batch::Outcomes outcomes_;
    batch::Scores scores_;
};

} // namespace balak::tournament
