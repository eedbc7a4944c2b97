#include "study/judgement.hpp"

#include "study/worth.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace balak::study {
namespace {

/// The mean of differences or worths in some worlds.
struct Mean {
    double sum = 0;
    double squares = 0;

    void add(double value) {
        sum += value;
        squares += value * value;
    }
    double mean(std::size_t worlds) const { return sum / static_cast<double>(worlds); }
    /// The squared standard error of the mean.
    double variance(std::size_t worlds) const {
        const auto count = static_cast<double>(worlds);
        return std::max(0.0, squares - sum * sum / count) / (count * (count - 1));
    }
};

} // namespace

/// What the moves are worth in two halves of the worlds: world by world in turn.
struct ChoiceJudge::Sums {
    explicit Sums(std::size_t moves) : worth(moves), more{std::vector<Mean>(moves), std::vector<Mean>(moves)} {}

    std::size_t worlds = 0;
    std::vector<Mean> worth;
    std::array<std::vector<Mean>, 2> more; ///< in each half: what a move is worth more than the one played

    std::size_t half(std::size_t number) const { return (worlds + 1 - number) / 2; }

    /// The move that is best in a half; the one played where none is better.
    std::size_t best(std::size_t number, std::size_t played) const {
        std::size_t best = played;
        for (std::size_t move = 0; move < worth.size(); ++move) {
            best = more[number][move].sum > more[number][best].sum ? move : best;
        }
        return best;
    }

    Loss loss(std::size_t played) const {
        Loss loss{0, 0, worlds};
        double variance = 0;
        for (const std::size_t number : {std::size_t{0}, std::size_t{1}}) {
            const Mean& measured = more[number][best(1 - number, played)];
            loss.loss += measured.mean(half(number)) / 2;
            variance += measured.variance(half(number)) / 4;
        }
        loss.error = std::sqrt(variance);
        return loss;
    }
};

ChoiceJudge::ChoiceJudge(JudgeSettings settings, const StrategyTable& table)
    : settings_(std::move(settings)), play_outs_(*table.find(settings_.rollout), table) {}

void ChoiceJudge::add_worlds(const Observation& seen, int played, std::size_t count, TurnRandom& random, Sums& sums) {
    const Worth worth(seen, *chances_);
    const Measure measure = measure_named(settings_.objective);
    const auto moves = static_cast<std::size_t>(seen.legal.size());
    std::vector<int> ranks(moves);
    std::iota(ranks.begin(), ranks.end(), 0);
    std::vector<double> values;
    for (std::size_t left = count; left > 0;) {
        const std::size_t some = std::min(left, PlayOuts::worlds_at_once(seen.legal.size()));
        source_.draw(seen, random, some, worlds_);
        values.assign(some * moves, 0);
        play_outs_.play(seen, worlds_, ranks, random,
                        [&](int rank, std::size_t world, const PerSide<int>& points, std::optional<Side> winner) {
                            values[world * moves + static_cast<std::size_t>(rank)] = worth.of(measure, points, winner);
                        });
        for (std::size_t world = 0; world < some; ++world) {
            const double* const value = &values[world * moves];
            std::vector<Mean>& more = sums.more[sums.worlds % 2];
            for (std::size_t move = 0; move < moves; ++move) {
                sums.worth[move].add(value[move]);
                more[move].add(value[move] - value[played]);
            }
            ++sums.worlds;
        }
        left -= some;
    }
}

/// Plays in as many worlds as it takes.
ChoiceJudge::Sums ChoiceJudge::sums(const Observation& seen, int played, TurnRandom& random) {
    Sums sums(static_cast<std::size_t>(seen.legal.size()));
    add_worlds(seen, played, settings_.worlds, random, sums);
    while (settings_.error > 0 && sums.worlds < settings_.most_worlds) {
        const double ratio = sums.loss(static_cast<std::size_t>(played)).error / settings_.error;
        if (ratio <= 1) {
            break;
        }
        const auto needed = static_cast<std::size_t>(static_cast<double>(sums.worlds) * ratio * ratio);
        const std::size_t least = sums.worlds + sums.worlds / 4 + 1;
        add_worlds(seen, played, std::min(std::max(needed, least), settings_.most_worlds) - sums.worlds, random, sums);
    }
    return sums;
}

Judgement ChoiceJudge::judge(const Observation& seen, Move played) {
    if (!chances_ || chances_->rules() != seen.rules) {
        chances_.emplace(seen.rules, play_outs_.player());
    }
    source_.prepare(seen);
    int rank = 0;
    while (seen.legal.nth(rank) != played) {
        ++rank;
    }
    const auto own = static_cast<std::size_t>(rank);
    TurnRandom random = seen.random();
    Sums found = sums(seen, rank, random);
    Judgement judgement{found.loss(own), {}, {}, 0};
    if (judgement.loss.is_more_than_chance()) {
        found = sums(seen, rank, random);
        judgement.again = found.loss(own);
    }
    for (const Mean& worth : found.worth) {
        judgement.moves.push_back({worth.mean(found.worlds), std::sqrt(worth.variance(found.worlds))});
    }
    judgement.best = rank;
    for (int move = 0; move < seen.legal.size(); ++move) {
        const auto worth = [&](int number) { return found.worth[static_cast<std::size_t>(number)].sum; };
        judgement.best = worth(move) > worth(judgement.best) ? move : judgement.best;
    }
    return judgement;
}

} // namespace balak::study
