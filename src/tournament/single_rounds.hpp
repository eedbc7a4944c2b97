// Single rounds in slices, with all that is known of their ends: for comparing and measuring them.
#pragma once

#include "balak/deal.hpp"
#include "balak/round.hpp"
#include "balak/rules.hpp"
#include "balak/strategy.hpp"
#include "slices/target.hpp"

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
    /// Rules, and a strategy in each seat. The rules must outlive it. `hands`: whether the hands left are wanted.
    SingleRounds(const RuleSet& rules, const PerSeat<SliceForm>& strategies, bool hands = true);

    /// The rounds to be played from now on.
    void prepare(std::span<const DealtRound> rounds);
    /// Plays them to their ends and scores them. Returns the seconds of processor time that this took, from rounds as
    /// deals leave them to the words of their ends.
    double play(const slices::Target& target);

    /// After `play`, by the number of the round.
    const RoundEnd& end(std::size_t round) const { return ends_[round]; }

private:
    /// Rounds that can be played in one block: the same seat begins, after a tile that had to be laid or before one
    /// that the opener chooses.
    struct Group {
        int first_seat = 0;
        bool open = false;                 // whether the opener may lay any tile
        std::vector<std::uint32_t> rounds; // rows in deals_
    };

    void write(std::size_t row, const DealtRound& round);
    RoundEnd end_at(const Group& group, std::size_t row) const;
    Seat seat_at(const Group& group, int place) const { return Seat((group.first_seat + place) % rules_->players); }

    const RuleSet* rules_;
    PerSeat<SliceForm> strategies_;
    bool keys_ = false;
    std::array<Group, 2 * max_seats> groups_;
    slices::Deals deals_;
    slices::Points points_;
    slices::Block block_;
    slices::Ends ends_of_block_;
    std::vector<RoundEnd> ends_;
};

} // namespace balak::tournament
