#include "study/advice.hpp"

#include "study/worth.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace balak::study {
namespace {

using tournament::Estimate;

/// The mean of something over units that are independent of each other.
class Mean {
public:
    void add(double value) {
        ++units_;
        sum_ += value;
        squares_ += static_cast<long double>(value) * value;
    }
    double mean() const { return static_cast<double>(sum_ / static_cast<long double>(units_)); }
    Estimate estimate() const {
        const auto units = static_cast<long double>(units_);
        return tournament::estimate_of(mean(), squares_ - sum_ * sum_ / units, units_, static_cast<double>(units_));
    }

private:
    std::int64_t units_ = 0;
    long double sum_ = 0;
    long double squares_ = 0;
};

/// The worths of all moves in a unit of worlds: one world, or the worlds of one draw of a belief.
struct Unit {
    std::vector<std::array<double, measures>> of_move;
    std::size_t worlds = 0;
};

/// Adds up units.
class Worths {
public:
    Worths(std::size_t moves, std::size_t objective)
        : objective_(objective), means_(moves), differences_(moves, std::vector<Mean>(moves)) {}

    void add(const Unit& unit) {
        const auto value = [&](std::size_t move, std::size_t figure) {
            return unit.of_move[move][figure] / static_cast<double>(unit.worlds);
        };
        for (std::size_t move = 0; move < means_.size(); ++move) {
            for (std::size_t figure = 0; figure < measures; ++figure) {
                means_[move][figure].add(value(move, figure));
            }
            for (std::size_t other = 0; other < means_.size(); ++other) {
                differences_[other][move].add(value(other, objective_) - value(move, objective_));
            }
        }
    }

    std::vector<MoveWorth> ordered(const LegalMoves& legal) const {
        std::vector<std::size_t> order(means_.size());
        std::iota(order.begin(), order.end(), 0);
        const auto worth = [&](std::size_t rank) { return means_[rank][objective_].mean(); };
        // Of equal moves the one that monte-carlo takes: the heaviest tile.
        std::ranges::stable_sort(order, [&](std::size_t one, std::size_t other) {
            const auto move = [&](std::size_t rank) { return legal.nth(static_cast<int>(rank)); };
            return worth(one) != worth(other) ? worth(one) > worth(other) : move(one).tile > move(other).tile;
        });
        std::vector<MoveWorth> moves;
        for (const std::size_t rank : order) {
            const auto& mean = means_[rank];
            moves.push_back({legal.nth(static_cast<int>(rank)), mean[0].estimate(), chance(mean[1]), chance(mean[2]),
                             differences_[order.front()][rank].estimate()});
        }
        return moves;
    }

private:
    static Estimate chance(const Mean& mean) {
        Estimate estimate = mean.estimate();
        if (estimate.interval) {
            estimate.interval = {std::max(estimate.interval->low, 0.0), std::min(estimate.interval->high, 1.0)};
        }
        return estimate;
    }

    std::size_t objective_;
    std::vector<std::array<Mean, measures>> means_;
    std::vector<std::vector<Mean>> differences_; // [a][b]: what a is worth more than b
};

/// Adds places, weighted by the worlds that they are shares of.
void add(Places& sum, const Places& some, double worlds) {
    for (std::size_t bit = 0; bit < sum.size(); ++bit) {
        sum[bit].boneyard += some[bit].boneyard * worlds;
        for (std::size_t seat = 0; seat < max_seats; ++seat) {
            sum[bit].seat.values[seat] += some[bit].seat.values[seat] * worlds;
        }
    }
}

} // namespace

Adviser::Adviser(AdviceSettings settings, const StrategyTable& table)
    : settings_(std::move(settings)), source_(belief_named(settings_.belief, settings_.model, settings_.errors, table)),
      play_outs_(*table.find(settings_.rollout), table) {}

std::optional<Advice> Adviser::advise(const Observation& seen, const std::atomic<bool>* stop) {
    constexpr std::size_t at_once = slices::block_rounds;
    constexpr std::size_t fewest_batches = 8;
    const bool batches = source_.weighted();
    const std::size_t worlds =
        batches ? std::max(fewest_batches, (settings_.worlds + at_once - 1) / at_once) * at_once : settings_.worlds;
    if (!chances_ || chances_->rules() != seen.rules) {
        chances_.emplace(seen.rules, play_outs_.player());
    }
    const auto objective = static_cast<std::size_t>(measure_named(settings_.objective));
    const auto moves = static_cast<std::size_t>(seen.legal.size());
    std::vector<int> ranks(moves);
    std::iota(ranks.begin(), ranks.end(), 0);
    const Worth worth(seen, *chances_);

    source_.prepare(seen);
    TurnRandom random = seen.random();
    Worths worths(moves, objective);
    Places shares{};
    std::vector<Unit> units;
    for (std::size_t left = worlds; left > 0;) {
        if (stop != nullptr && stop->load()) {
            return std::nullopt;
        }
        const std::size_t count = std::min(left, at_once);
        source_.draw(seen, random, count, worlds_);
        units.assign(batches ? 1 : count, {std::vector<std::array<double, measures>>(moves), batches ? count : 1});
        play_outs_.play(seen, worlds_, ranks, random,
                        [&](int rank, std::size_t world, const PerSide<int>& given, std::optional<Side> winner) {
                            auto& sums = units[batches ? 0 : world].of_move[static_cast<std::size_t>(rank)];
                            for (std::size_t measure = 0; measure < measures; ++measure) {
                                sums[measure] += worth.of(static_cast<Measure>(measure), given, winner);
                            }
                        });
        for (const Unit& unit : units) {
            worths.add(unit);
        }
        if (batches) {
            add(shares, places_in(seen, worlds_), static_cast<double>(count));
        }
        left -= count;
    }
    Advice advice{worlds, worths.ordered(seen.legal), {}, !batches};
    if (batches) {
        add(advice.places, shares, 1.0 / static_cast<double>(worlds));
    } else {
        advice.places = counted_places(seen);
    }
    return advice;
}

} // namespace balak::study
