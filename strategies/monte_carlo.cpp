// Finds out what each legal move is worth in worlds that agree with what it has seen, and takes the move with the best
// average. All moves meet the same worlds. A world is solved where that is quick, else it is played out.
#include "balak/objective.hpp"
#include "balak/open_hands.hpp"
#include "balak/round.hpp"
#include "balak/strategy.hpp"
#include "search/contest.hpp"
#include "search/goal.hpp"
#include "search/play_outs.hpp"
#include "search/solved_worlds.hpp"
#include "search/world_source.hpp"
#include "slices/uses_slices.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

namespace balak::strategies {
namespace {

constexpr std::array<std::string_view, 2> kinds_of_worlds{"exact", "voids"};

constexpr std::array options{
    StrategyOption{"determinizations", "worlds for each choice, at most", std::int64_t{1000}, 1, 1'000'000},
    StrategyOption{"rollouts",
                   "rounds for each choice, all moves together, at most (but one of each move); 0: no such limit",
                   std::int64_t{0}, 0, 100'000'000},
    StrategyOption{"rollout", "the simple strategy by which all seats play the worlds out", "tile-counting"},
    StrategyOption{.name = "objective",
                   .meaning = "what is averaged: the points by which the round is won, its wins, or the chance that "
                              "is then left to win the match",
                   .standard = "points",
                   .choices = Goal::names},
    StrategyOption{"stop", "a move this many standard errors behind the best is given up; 0: none is", std::int64_t{4},
                   0, 100},
    StrategyOption{"solve", "a world is solved if that takes no more positions than this, else played out",
                   std::int64_t{100}, 0, 100'000'000},
    StrategyOption{.name = "worlds",
                   .meaning = "uniform over the deals that agree with all that was seen, or only with the numbers "
                              "that seats are known to lack now; with belief always exact",
                   .standard = "exact",
                   .choices = kinds_of_worlds},
    StrategyOption{.name = "belief",
                   .meaning = "worlds weighted by how well they explain what others played, if they play like the "
                              "model, or each like any of the simple strategies",
                   .standard = "none",
                   .choices = WorldSource::beliefs},
    StrategyOption{"model", "the simple strategy that others are believed to play by", "tile-counting"},
    StrategyOption{"errors", "the percentage of choices in which others are believed to play anything",
                   std::int64_t{20}, 1, 100},
};

/// The options, read.
struct Settings {
    std::size_t determinizations;
    std::int64_t rollouts;
    double stop;
    std::uint64_t solve;
};

class MonteCarlo final : public Strategy, public slices::UsesSlices {
public:
    MonteCarlo(const Settings& settings, PlayOuts play_outs, WorldSource source, Goal goal)
        : settings_(settings), play_outs_(std::move(play_outs)), source_(std::move(source)), goal_(std::move(goal)) {}

    Move choose(const Observation& seen) override {
        source_.prepare(seen);
        const Objective objective = goal_.objective(seen, play_outs_.player());
        const auto moves = static_cast<std::size_t>(seen.legal.size());
        TurnRandom random = seen.random();
        Contest contest(seen.legal.size());
        bool solve = settings_.solve > 0;
        solved_.start(seen.rules, moves);
        std::int64_t rounds = settings_.rollouts > 0 ? settings_.rollouts : std::numeric_limits<std::int64_t>::max();
        rounds = std::max<std::int64_t>(rounds, contest.size()); // one world at least
        for (std::size_t left = settings_.determinizations;
             left > 0 && rounds >= contest.size() && !contest.decided();) {
            const std::size_t count = std::min(
                {PlayOuts::worlds_at_once(contest.size()), left, static_cast<std::size_t>(rounds / contest.size())});
            source_.draw(seen, random, count, worlds_);
            worth_.assign(count * moves, 0);
            // One world that takes too long tells that the others would: it is not worth trying.
            solve = solve && solve_worlds(seen, objective);
            if (!solve) {
                play_worlds(seen, objective, contest, random);
            }
            contest.add(worth_);
            left -= count;
            rounds -= static_cast<std::int64_t>(count) * contest.size();
            if (settings_.stop > 0) {
                contest.drop(settings_.stop);
            }
        }
        return best_of(seen.legal, contest);
    }

    bool has_used_slices() const override { return play_outs_.used_slices(); }

private:
    static Move best_of(const LegalMoves& legal, const Contest& contest) {
        std::optional<Move> best;
        std::int64_t most = 0;
        for (int rank = 0; rank < legal.size(); ++rank) {
            const auto i = static_cast<std::size_t>(rank);
            const Move move = legal.nth(rank);
            if (contest.is_in(i) &&
                (!best || contest.sum(i) > most || (contest.sum(i) == most && move.tile > best->tile))) {
                best = move;
                most = contest.sum(i);
            }
        }
        return *best;
    }

    /// Returns whether it was quick enough.
    bool solve_worlds(const Observation& seen, const Objective& objective) {
        auto worth = worth_.begin();
        for (const World& world : worlds_) {
            std::span<const std::int64_t> known = solved_.find(world);
            if (known.empty()) {
                const auto found =
                    solver_.worths(Round(seen, world.hands, world.boneyard()), objective, settings_.solve);
                if (!found) {
                    return false;
                }
                known = solved_.add(world, std::span(found->of_move).first(static_cast<std::size_t>(found->count)));
            }
            worth = std::ranges::copy(known, worth).out;
        }
        return true;
    }

    void play_worlds(const Observation& seen, const Objective& objective, const Contest& contest, TurnRandom& random) {
        const Side own = seen.rules.side_of(seen.seat);
        const auto moves = static_cast<std::size_t>(seen.legal.size());
        std::array<int, Contest::max_moves> ranks{};
        std::size_t size = 0;
        for (std::size_t move = 0; move < moves; ++move) {
            if (contest.is_in(move)) {
                ranks[size++] = static_cast<int>(move);
            }
        }
        play_outs_.play(seen, worlds_, std::span(ranks).first(size), random,
                        [&](int rank, std::size_t world, const PerSide<int>& points, std::optional<Side> winner) {
                            worth_[world * moves + static_cast<std::size_t>(rank)] =
                                objective.worth(own, points, winner);
                        });
    }

    Settings settings_;
    PlayOuts play_outs_;
    WorldSource source_;
    Goal goal_;
    OpenHands solver_;
    SolvedWorlds solved_;
    std::vector<World> worlds_;
    std::vector<std::int64_t> worth_; // of each move, world by world
};

} // namespace

extern const StrategyType monte_carlo{
    .name = "monte-carlo",
    .summary = "tries each move in sampled worlds that agree with all it has seen, takes the best average",
    .options = options,
    .make = [](const OptionValues& values, const StrategyTable& table) -> std::unique_ptr<Strategy> {
        const Settings settings{
            .determinizations = static_cast<std::size_t>(values.integer("determinizations")),
            .rollouts = values.integer("rollouts"),
            .stop = static_cast<double>(values.integer("stop")),
            .solve = static_cast<std::uint64_t>(values.integer("solve")),
        };
        WorldSource source(
            belief_named(values.text("belief"), values.text("model"), values.integer("errors") / 100.0, table),
            values.text("worlds") == "exact" ? WorldSource::Worlds::exact : WorldSource::Worlds::voids);
        return std::make_unique<MonteCarlo>(settings, PlayOuts(*table.find(values.text("rollout")), table),
                                            std::move(source), Goal(values.text("objective")));
    },
    .searches = true,
};

} // namespace balak::strategies
