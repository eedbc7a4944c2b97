// Plays deals: what one thread needs.
#pragma once

#include "balak/deal.hpp"
#include "slices/uses_slices.hpp"
#include "tournament/plan.hpp"
#include "tournament/remote_matches.hpp"
#include "tournament/slice_player.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace balak::tournament {

/// The slice form of each entrant, or nothing.
std::vector<std::optional<SliceForm>> in_slices(const Plan& plan);

class DealPlayer {
public:
    explicit DealPlayer(const Plan& plan);
    DealPlayer(const DealPlayer&) = delete;
    DealPlayer& operator=(const DealPlayer&) = delete;

    /// Plays the deals of a chunk. Where remote players fail, those before the first deal that they broke are counted,
    /// and the chunk has a failure; any other failure is thrown, and the chunk is good for nothing.
    void play(Chunk& chunk);

private:
    void make_players();
    void play_remote(Chunk& chunk);
    void play_many(const DealRange& deals, Chunk& chunk);
    void play_leg(std::uint64_t number, std::size_t leg_number, Chunk& chunk);
    std::uint64_t deals_at_once() const;
    PerSeat<Strategy*> players_of(const Leg& leg) const;
    const Deal& deal_of_round(std::uint64_t number, int round);

    static constexpr std::size_t kept_rounds = 256;

    const Plan* plan_;
    Dealer dealer_;
    SlicePlayer slices_;
    std::vector<bool> leg_in_slices_; // by leg
    std::vector<std::unique_ptr<Strategy>> owned_;
    std::vector<PerSeat<Strategy*>> players_;          // by entrant; null for those who answer later
    std::vector<const slices::UsesSlices*> searchers_; // among the players
    std::optional<RemoteMatches> remote_;              // where there are players who answer later
    PlayedMatch played_;
    std::vector<Deal> deals_ = [] {
        std::vector<Deal> room;
        room.reserve(kept_rounds);
        return room;
    }();
    Deal beyond_;
};

} // namespace balak::tournament
