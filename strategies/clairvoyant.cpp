// Plays with all hands and the boneyard in sight. It cheats: what it wins shows how much there is to win.
#include "balak/objective.hpp"
#include "balak/open_hands.hpp"
#include "balak/round.hpp"
#include "balak/strategy.hpp"
#include "search/goal.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

namespace balak::strategies {
namespace {

constexpr std::array options{
    StrategyOption{"positions",
                   "positions that solving a round for a choice may take; where it takes more, it is played out",
                   std::int64_t{100'000}, 0, 100'000'000},
    StrategyOption{"rollouts", "how often a round is played out after each move where it is not solved",
                   std::int64_t{50}, 1, 1'000'000},
    StrategyOption{.name = "objective",
                   .meaning = "what is made the most of: the points by which the round is won, its wins, or the chance "
                              "that is then left to win the match",
                   .standard = "points",
                   .choices = Goal::names},
};

/// Who plays rounds out: as one strategy, but at random in one turn out of four. In the one true round a fixed strategy
/// would always play the same line, and tell of that alone.
class Unsteady final : public Strategy {
public:
    Unsteady(std::unique_ptr<Strategy> steady, std::unique_ptr<Strategy> random)
        : steady_(std::move(steady)), random_(std::move(random)) {}

    Move choose(const Observation& seen) override {
        // The low bits of a word; what `random` makes of the same word is in its high bits.
        return (seen.random().word() % 4 == 0 ? random_ : steady_)->choose(seen);
    }

private:
    std::unique_ptr<Strategy> steady_;
    std::unique_ptr<Strategy> random_;
};

class Clairvoyant final : public SeesAll {
public:
    Clairvoyant(int positions, int rollouts, Goal goal, std::unique_ptr<Strategy> rollout)
        : positions_(positions), rollouts_(rollouts), goal_(std::move(goal)), rollout_(std::move(rollout)) {}

    Move choose_seeing_all(const Round& round, const Observation& seen) override {
        const Objective objective = goal_.objective(seen, *rollout_);
        if (const auto best = solver_.best(round, objective, static_cast<std::uint64_t>(positions_))) {
            return best->move;
        }
        return best_of_rollouts(round, seen, objective);
    }

private:
    /// The move with the best sum over roll-outs, of equal ones the heaviest tile.
    Move best_of_rollouts(const Round& round, const Observation& seen, const Objective& objective) {
        PerSeat<Strategy*> players;
        for (const Seat seat : seats(seen.rules.players)) {
            players[seat] = rollout_.get();
        }
        const Side own = seen.rules.side_of(seen.seat);
        const int choices = seen.legal.size();
        TurnRandom random = seen.random();
        std::array<std::int64_t, tile_count> sum{};
        for (int i = 0; i < rollouts_; ++i) {
            const RoundKey key = random.key();
            for (int choice = 0; choice < choices; ++choice) {
                Round goes_on = round;
                goes_on.play(seen.legal.nth(choice));
                play_out(goes_on, players, key, seen.score, seen.round);
                const RoundResult result = goes_on.result();
                sum[static_cast<std::size_t>(choice)] += objective.worth(own, result.points, result.winner);
            }
        }
        int best = 0;
        for (int choice = 1; choice < choices; ++choice) {
            const std::int64_t more = sum[static_cast<std::size_t>(choice)] - sum[static_cast<std::size_t>(best)];
            if (more > 0 || (more == 0 && seen.legal.nth(choice).tile > seen.legal.nth(best).tile)) {
                best = choice;
            }
        }
        return seen.legal.nth(best);
    }

    int positions_;
    int rollouts_;
    Goal goal_;
    std::unique_ptr<Strategy> rollout_;
    OpenHands solver_;
};

} // namespace

extern const StrategyType clairvoyant{
    .name = "clairvoyant",
    .summary = "sees all hands and the boneyard: solves the round, or else plays it out, and takes the best move",
    .options = options,
    .make = [](const OptionValues& values, const StrategyTable& table) -> std::unique_ptr<Strategy> {
        return std::make_unique<Clairvoyant>(
            values.integer("positions"), values.integer("rollouts"), Goal(values.text("objective")),
            std::make_unique<Unsteady>(table.make("tile-counting"), table.make("random")));
    },
    .searches = true,
    .sees_all = true,
};

} // namespace balak::strategies
