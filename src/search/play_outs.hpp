// Playing the moves of a choice out in worlds.
#pragma once

#include "balak/round.hpp"
#include "balak/strategy.hpp"
#include "core/worlds.hpp"
#include "slices/roll_outs.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>

namespace balak {

/// Plays rounds to their end after moves of the seat that observes, all moves in the same worlds. All seats play by one
/// simple strategy: in slices where it has a slice form and the table a target, else round after round. What is played
/// is the same.
class PlayOuts {
public:
    PlayOuts(const StrategyType& player, const StrategyTable& table)
        : player_(player.make(player.standard_options(), table)) {
        if (player.in_slices != nullptr && table.target() != nullptr) {
            in_slices_ =
                std::make_unique<slices::RollOuts>(player.in_slices(player.standard_options()), *table.target());
        }
    }

    /// Plays each of the moves of these ranks in each world, at most slices::block_rounds of them, and calls
    /// result(rank, number of the world, points by side, the side that won, if any). Takes one key of `random` for each
    /// world.
    template <class Result>
    void play(const Observation& seen, std::span<const World> worlds, std::span<const int> ranks, TurnRandom& random,
              Result result) {
        if (in_slices_ && slices::RollOuts::can_play(seen)) {
            used_slices_ = true;
            in_slices_->start(seen);
            for (const World& world : worlds) {
                in_slices_->add_world(world, random.key());
            }
            std::array<Move, tile_count> moves;
            for (std::size_t i = 0; i < ranks.size(); ++i) {
                moves[i] = seen.legal.nth(ranks[i]);
            }
            in_slices_->play(std::span(moves).first(ranks.size()),
                             [&](std::size_t move, std::size_t world, const PerSide<int>& points,
                                 std::optional<Side> winner) { result(ranks[move], world, points, winner); });
            return;
        }
        // The same worlds and the same rounds.
        PerSeat<Strategy*> players;
        players.values.fill(player_.get());
        for (std::size_t number = 0; number < worlds.size(); ++number) {
            const RoundKey key = random.key();
            for (const int rank : ranks) {
                Round round(seen, worlds[number].hands, worlds[number].boneyard());
                round.play(seen.legal.nth(rank));
                play_out(round, players, key, seen.score, seen.round);
                const RoundResult played = round.result();
                result(rank, number, played.points, played.winner);
            }
        }
    }

    /// So many worlds that a block has the rounds of all moves, but enough to tell moves apart.
    static std::size_t worlds_at_once(int moves) {
        constexpr std::size_t fewest = 64;
        return std::max(fewest, slices::block_rounds / static_cast<std::size_t>(moves));
    }

    Strategy& player() { return *player_; }
    /// Whether it has played any rounds in slices.
    bool used_slices() const { return used_slices_; }

private:
    std::unique_ptr<Strategy> player_;
    std::unique_ptr<slices::RollOuts> in_slices_; // null: the plain engine plays
    bool used_slices_ = false;
};

} // namespace balak
