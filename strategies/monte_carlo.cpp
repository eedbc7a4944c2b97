// Plays out sampled worlds after each legal move and takes the move with the best average outcome. All moves are tried
// in the same worlds.
#include "balak/objective.hpp"
#include "balak/round.hpp"
#include "balak/strategy.hpp"
#include "batch/roll_outs.hpp"
#include "batch/uses_lanes.hpp"
#include "core/worlds.hpp"

#include <array>
#include <optional>

namespace balak::strategies {
namespace {

constexpr std::array<std::string_view, 2> objectives{"points", "win"};

constexpr std::array options{
    StrategyOption{"determinizations", "worlds sampled for each choice", std::int64_t{200}, 1, 1'000'000},
    StrategyOption{"rollout", "the simple strategy by which all seats play the worlds out", "tile-counting"},
    StrategyOption{.name = "objective",
                   .meaning = "what is averaged: the points by which the round is won, or its wins",
                   .standard = "points",
                   .choices = objectives},
};

class MonteCarlo final : public Strategy, public batch::UsesLanes {
public:
    MonteCarlo(int determinizations, std::unique_ptr<Strategy> rollout, std::optional<batch::Simple> in_lanes,
               Objective::Kind objective)
        : determinizations_(determinizations), rollout_(std::move(rollout)), objective_(objective) {
        if (in_lanes) {
            lanes_.emplace(*in_lanes);
        }
    }

    Move choose(const Observation& seen) override {
        sampler_.prepare(seen);
        sum_ = {};
        if (lanes_ && batch::RollOuts::can_play(seen)) {
            used_lanes_ = true;
            play_in_lanes(seen);
        } else {
            play_one_by_one(seen);
        }
        const int choices = seen.legal.size();
        Move best = seen.legal.nth(0);
        std::int64_t most = sum_[0];
        for (int choice = 1; choice < choices; ++choice) {
            const Move move = seen.legal.nth(choice);
            const std::int64_t here = sum_[static_cast<std::size_t>(choice)];
            if (here > most || (here == most && move.tile > best.tile)) {
                best = move;
                most = here;
            }
        }
        return best;
    }

    bool has_used_lanes() const override { return used_lanes_; }

private:
    void play_one_by_one(const Observation& seen) {
        PerSeat<Strategy*> players;
        for (const Seat seat : seats(seen.rules.players)) {
            players[seat] = rollout_.get();
        }
        const int choices = seen.legal.size();
        const Objective objective(objective_, seen.rules);
        const Side own = seen.rules.side_of(seen.seat);
        TurnRandom random = seen.random();
        for (int i = 0; i < determinizations_; ++i) {
            const World world = sampler_.sample(random);
            const RoundKey key = random.key();
            for (int choice = 0; choice < choices; ++choice) {
                Round round(seen, world.hands, world.boneyard());
                round.play(seen.legal.nth(choice));
                play_out(round, players, key, seen.score, seen.round);
                const RoundResult result = round.result();
                sum_[static_cast<std::size_t>(choice)] += objective.worth(own, result.points, result.winner);
            }
        }
    }

    /// The same worlds and the same rounds.
    void play_in_lanes(const Observation& seen) {
        constexpr std::size_t rounds_at_once = 1024;
        const int choices = seen.legal.size();
        const Objective objective(objective_, seen.rules);
        const Side own = seen.rules.side_of(seen.seat);
        TurnRandom random = seen.random();
        lanes_->start(seen);
        for (int i = 0; i < determinizations_; ++i) {
            const World world = sampler_.sample(random);
            lanes_->add_world(world, random.key());
            for (int choice = 0; choice < choices; ++choice) {
                lanes_->add_round(seen.legal.nth(choice), static_cast<std::uint32_t>(choice));
            }
            if (lanes_->size() >= rounds_at_once || i + 1 == determinizations_) {
                lanes_->play([&](std::uint32_t choice, const PerSide<int>& points, std::optional<Side> winner) {
                    sum_[choice] += objective.worth(own, points, winner);
                });
            }
        }
    }

    int determinizations_;
    std::unique_ptr<Strategy> rollout_;
    std::optional<batch::RollOuts> lanes_; // where the roll-out strategy can be played in lanes
    Objective::Kind objective_;
    bool used_lanes_ = false;
    WorldSampler sampler_;
    std::array<std::int64_t, tile_count> sum_{}; // of what each choice is worth, over all worlds
};

} // namespace

extern const StrategyType monte_carlo{
    .name = "monte-carlo",
    .summary = "plays out sampled worlds that agree with what it has seen, takes the move with the best average",
    .options = options,
    .make = [](const OptionValues& values, const StrategyTable& table) -> std::unique_ptr<Strategy> {
        const StrategyType& rollout = *table.find(values.text("rollout"));
        const OptionValues options = rollout.standard_options();
        return std::make_unique<MonteCarlo>(
            values.integer("determinizations"), rollout.make(options, table),
            rollout.in_lanes == nullptr ? std::nullopt : std::optional(rollout.in_lanes(options)),
            values.text("objective") == "points" ? Objective::Kind::points : Objective::Kind::win);
    },
    .searches = true,
};

} // namespace balak::strategies
