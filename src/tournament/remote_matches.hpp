// The matches of players who answer later: many on their way at a time, each left where it waits.
#pragma once

#include "balak/deal.hpp"
#include "tournament/plan.hpp"
#include "tournament/remote.hpp"

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace balak::tournament {

/// Those of one thread. What is played of a match depends on nothing but the match: not on how many are on their way,
/// nor on the order of replies.
class RemoteMatches {
public:
    RemoteMatches(const Plan& plan, const Dealer& dealer);

    /// Whether a match with these players is one for it: a seat has no strategy.
    bool plays(const PerSeat<Strategy*>& players) const;
    /// Plays all such legs of these deals. `players_of` finds who sits in a leg. What ends it early is returned.
    std::exception_ptr play(std::uint64_t first, std::uint64_t count,
                            const std::function<PerSeat<Strategy*>(const Leg&)>& players_of);
    /// How many deals, from the first on, have no leg that is incomplete.
    std::uint64_t complete_deals() const;
    /// A leg of one of these deals that is complete.
    const PlayedMatch& played(std::uint64_t deal, std::size_t leg) const { return played_[place(deal, leg)]; }

private:
    /// A match on its way. Its place in the list is the slot by which players know it.
    struct Slot {
        std::uint64_t deal = 0;
        std::size_t leg = 0;
        PerSeat<Strategy*> players;
        std::optional<OngoingMatch> match;
    };

    std::size_t place(std::uint64_t deal, std::size_t leg) const {
        return static_cast<std::size_t>(deal - first_) * plan_->schedule.legs_per_deal + leg;
    }
    void play_all(const std::function<PerSeat<Strategy*>(const Leg&)>& players_of);
    bool begin_next(std::size_t slot, const std::function<PerSeat<Strategy*>(const Leg&)>& players_of);
    bool go_on(std::size_t slot);
    bool reply(const RemoteReply& reply);
    void ask(std::size_t slot);

    const Plan* plan_;
    const Dealer* dealer_;
    std::unique_ptr<RemotePlayers> players_;
    std::vector<Slot> slots_;
    std::uint64_t first_ = 0;
    std::uint64_t count_ = 0;
    std::size_t next_ = 0; // the place of the next leg to look at
    std::vector<PlayedMatch> played_;
    std::vector<bool> incomplete_; // by place: a leg that is to be played and is not over
    std::vector<RemoteReply> replies_;
    Deal deal_; // of the round that begins
    std::exception_ptr failure_;
};

} // namespace balak::tournament
