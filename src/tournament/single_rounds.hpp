// Single rounds in SIMD lanes, with all that is known of their ends: for comparing and measuring the kernels.
#pragma once

#include "balak/deal.hpp"
#include "balak/round.hpp"
#include "balak/rules.hpp"
#include "balak/simple.hpp"
#include "batch/kernels.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace balak::tournament {

/// All about the end of a round. Nobody is -1.
struct RoundEnd {
    std::array<std::uint32_t, max_seats> hands{}; // by seat
    std::array<int, max_seats> points{};          // by side
    int turns = 0;
    int drawn = 0;
    int blocked = 0;
    int capicu = 0;
    int last_seat = -1;
    int winner = -1;
    bool operator==(const RoundEnd&) const = default;
};

/// The end of a round that the plain engine has played.
RoundEnd end_of(const Round& round);

/// A round before its first turn.
struct DealtRound {
    Deal deal;
    Opening opening;
};

/// Plays rounds of one table on any target, as often as wanted. It keeps its memory.
class SingleRounds {
public:
    /// Rules that lanes can play, and a strategy in each seat. The rules must outlive it.
    SingleRounds(const RuleSet& rules, const PerSeat<batch::Simple>& strategies);

    /// The rounds to be played from now on.
    void prepare(std::span<const DealtRound> rounds);
    /// Plays them to their ends and scores them. Returns the seconds of processor time that this took in the kernels.
    double play(const batch::Kernels& kernels);

    // After `play`, by the number of the round:
    const RoundEnd& end(std::size_t round) const { return ends_[round]; }
    int times_ended(std::size_t round) const { return times_ended_[round]; }
    /// Ends that are of no round.
    std::size_t stray_ends() const { return stray_ends_; }

private:
    /// Rounds that can be played in one batch: the same seat begins, after a tile that had to be laid or before one
    /// that the opener chooses.
    struct Group {
        int first_seat = 0;
        bool open = false;                 // whether the opener has yet to lay a tile before the lanes begin
        std::vector<std::uint32_t> rounds; // rows in deals_
    };

    void write(std::size_t row, const DealtRound& round);
    RoundEnd end_at(const Group& group, std::size_t row) const;
    Seat seat_at(const Group& group, int place) const { return Seat((group.first_seat + place) % rules_->players); }

    const RuleSet* rules_;
    PerSeat<batch::Simple> strategies_;
    std::array<Group, 2 * max_seats> groups_;
    batch::DealColumns deals_;
    batch::Positions positions_;
    batch::Outcomes outcomes_;
    batch::Scores scores_;
    std::vector<RoundEnd> ends_;
    std::vector<std::uint8_t> times_ended_;
    std::size_t stray_ends_ = 0;
};

} // namespace balak::tournament
