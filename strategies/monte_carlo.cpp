// Plays out sampled worlds after each legal move and takes the move with the best average outcome. All moves are tried
// in the same worlds.
#include "balak/round.hpp"
#include "balak/strategy.hpp"
#include "core/worlds.hpp"

#include <array>

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

class MonteCarlo final : public Strategy {
public:
    MonteCarlo(int determinizations, std::unique_ptr<Strategy> rollout, bool points)
        : determinizations_(determinizations), rollout_(std::move(rollout)), points_(points) {}

    Move choose(const Observation& seen) override {
        sampler_.prepare(seen);
        PerSeat<Strategy*> players;
        for (const Seat seat : seats(seen.rules.players)) {
            players[seat] = rollout_.get();
        }
        const int choices = seen.legal.size();
        std::array<std::int64_t, tile_count> sum{};
        TurnRandom random = seen.random();
        for (int i = 0; i < determinizations_; ++i) {
            const World world = sampler_.sample(random);
            const RoundKey key = random.key();
            for (int choice = 0; choice < choices; ++choice) {
                Round round(seen, world.hands, world.boneyard());
                round.play(seen.legal.nth(choice));
                play_out(round, players, key, seen.score, seen.round);
                sum[static_cast<std::size_t>(choice)] += worth(seen, round.result());
            }
        }
        Move best = seen.legal.nth(0);
        std::int64_t most = sum[0];
        for (int choice = 1; choice < choices; ++choice) {
            const Move move = seen.legal.nth(choice);
            const std::int64_t here = sum[static_cast<std::size_t>(choice)];
            if (here > most || (here == most && move.tile > best.tile)) {
                best = move;
                most = here;
            }
        }
        return best;
    }

private:
    std::int64_t worth(const Observation& seen, const RoundResult& result) const {
        const RuleSet& rules = seen.rules;
        const Side own = rules.side_of(seen.seat);
        if (!points_) {
            return !result.winner ? 1 : *result.winner == own ? 2 : 0;
        }
        // The own points less the mean of the others', times the number of others.
        std::int64_t margin = static_cast<std::int64_t>(result.points[own]) * rules.side_count();
        for (const Side side : sides(rules.side_count())) {
            margin -= result.points[side];
        }
        return margin;
    }

    int determinizations_;
    std::unique_ptr<Strategy> rollout_;
    bool points_;
    WorldSampler sampler_;
};

} // namespace

extern const StrategyType monte_carlo{
    .name = "monte-carlo",
    .summary = "plays out sampled worlds that agree with what it has seen, takes the move with the best average",
    .options = options,
    .make = [](const OptionValues& values, const StrategyTable& table) -> std::unique_ptr<Strategy> {
        return std::make_unique<MonteCarlo>(values.integer("determinizations"), table.make(values.text("rollout")),
                                            values.text("objective") == "points");
    },
    .searches = true,
};

} // namespace balak::strategies
