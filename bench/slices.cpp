// Rounds, runs and roll-outs on each target of the slices and on the plain engine, one thread.
#include "bench/benchmarks.hpp"

#include "core/worlds.hpp"
#include "slices/roll_outs.hpp"
#include "tournament/runner.hpp"
#include "tournament/single_rounds.hpp"
#include "tournament/verification.hpp"

#include <algorithm>
#include <ctime>
#include <memory>

namespace balak::bench {
namespace {

using tournament::BothWays;

using slices::Target;

void count_rounds(benchmark::State& state, std::uint64_t rounds) {
    state.counters["rounds/s"] = benchmark::Counter(static_cast<double>(rounds), benchmark::Counter::kIsRate);
}

BothWays player(std::string_view name) {
    return tournament::both_ways(StrategyTable::builtin(), name);
}

/// Deals for the slices.
void make_deals(benchmark::State& state, const RuleSet& rules, const Target& target) {
    constexpr std::uint32_t at_once = 2048;
    slices::DealOrder order(rules);
    order.seed = 1;
    for (std::uint32_t row = 0; row < at_once; ++row) {
        order.numbers.push_back(row);
        order.rows.push_back(row);
    }
    slices::Deals deals;
    deals.resize(at_once);
    for (auto unused : state) {
        target.deal(order, deals);
        ++order.seed;
    }
    state.counters["deals/s"] =
        benchmark::Counter(static_cast<double>(state.iterations()) * at_once, benchmark::Counter::kIsRate);
}

/// The slices alone: rounds that were dealt before are loaded, opened, played and scored.
void play_in_kernels(benchmark::State& state, const RuleSet& rules, std::string_view first, std::string_view second,
                     const Target& target) {
    constexpr std::size_t at_once = 8192;
    PerSeat<SliceForm> strategies;
    for (const Seat seat : seats(rules.players)) {
        strategies[seat] = player(seat.number() % 2 == 0 ? first : second).sliced;
    }
    const Dealer dealer(1);
    std::vector<tournament::DealtRound> rounds(at_once);
    for (std::size_t i = 0; i < at_once; ++i) {
        rounds[i].deal = dealer.deal(rules, i, 0);
        rounds[i].opening = first_opening(rules, rounds[i].deal);
    }
    tournament::SingleRounds sliced(rules, strategies, false);
    sliced.prepare(rounds);
    for (auto unused : state) {
        state.SetIterationTime(sliced.play(target));
    }
    count_rounds(state, static_cast<std::uint64_t>(state.iterations()) * at_once);
}

/// Of all threads.
double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

/// A whole run as `balak match` plays it: deals, openings, all seatings, matches or single rounds, everything counted.
void run_tournament(benchmark::State& state, const RuleSet& rules, std::string_view first, std::string_view second,
                    const Target* target, bool matches) {
    StrategyTable table = StrategyTable::builtin();
    table.play_on(target);
    tournament::Tournament tournament;
    tournament.rules = {rules};
    if (!matches) {
        tournament.unit = tournament::Unit::round;
        tournament.rules[0].match = {0, 1};
    }
    tournament.matches = matches ? 20'000 : 200'000;
    if (target == nullptr) {
        tournament.matches /= 8;
    }
    for (const std::string_view name : {first, second}) {
        const std::string type(name);
        const std::string own = tournament.entrants.empty() || first != second ? type : type + " (2)";
        tournament.entrants.push_back({own, type, table.find(type)->standard_options()});
    }
    tournament::RunOptions options;
    options.threads = 1;
    std::uint64_t rounds = 0;
    for (auto unused : state) {
        const double start = processor_seconds();
        const tournament::Outcome outcome = run(tournament, table, options);
        state.SetIterationTime(processor_seconds() - start);
        rounds += outcome.rounds();
        ++tournament.seed;
    }
    count_rounds(state, rounds);
}

/// Worlds sampled at the first choice of a round and played out after each of its moves, as monte-carlo does.
class FirstChoice final : public Strategy {
public:
    FirstChoice(benchmark::State& state, std::string_view rollout, const Target* target)
        : state_(&state), rollout_(player(rollout)) {
        if (target != nullptr) {
            in_slices_.emplace(rollout_.sliced, *target);
        }
    }

    Move choose(const Observation& seen) override {
        if (!done_) {
            done_ = true;
            measure(seen);
        }
        return seen.legal.nth(0);
    }

private:
    void measure(const Observation& seen) {
        constexpr int worlds = slices::block_rounds;
        const int choices = seen.legal.size();
        PerSeat<Strategy*> players;
        for (const Seat seat : seats(seen.rules.players)) {
            players[seat] = rollout_.plain.get();
        }
        sampler_.prepare(seen);
        TurnRandom random = seen.random();
        std::int64_t points = 0;
        std::uint64_t rounds = 0;
        for (auto unused : *state_) {
            if (in_slices_) {
                in_slices_->start(seen);
            }
            for (int i = 0; i < worlds; ++i) {
                const World world = sampler_.sample(random);
                const RoundKey key = random.key();
                if (in_slices_) {
                    in_slices_->add_world(world, key);
                    continue;
                }
                for (int choice = 0; choice < choices; ++choice) {
                    Round round(seen, world.hands, world.boneyard());
                    round.play(seen.legal.nth(choice));
                    play_out(round, players, key, seen.score, seen.round);
                    points += round.result().points[Side(0)];
                }
            }
            if (in_slices_) {
                std::vector<Move> moves;
                for (int choice = 0; choice < choices; ++choice) {
                    moves.push_back(seen.legal.nth(choice));
                }
                in_slices_->play(moves, [&](std::size_t, std::size_t, const PerSide<int>& won, std::optional<Side>) {
                    points += won[Side(0)];
                });
            }
            rounds += static_cast<std::uint64_t>(worlds * choices);
        }
        benchmark::DoNotOptimize(points);
        state_->counters["roll-outs/s"] = benchmark::Counter(static_cast<double>(rounds), benchmark::Counter::kIsRate);
    }

    benchmark::State* state_;
    BothWays rollout_;
    std::optional<slices::RollOuts> in_slices_; // none: the plain engine plays
    WorldSampler sampler_;
    bool done_ = false;
};

/// Roll-outs from the first choice of a deal that has one.
void roll_out(benchmark::State& state, const RuleSet& rules, std::string_view rollout, const Target* target) {
    FirstChoice first(state, rollout, target);
    PerSeat<Strategy*> players;
    for (const Seat seat : seats(rules.players)) {
        players[seat] = &first;
    }
    const Dealer dealer(1);
    for (std::uint64_t number = 0; state.iterations() == 0; ++number) {
        const Deal deal = dealer.deal(rules, number, 0);
        Round round(rules, deal, first_opening(rules, deal));
        play_out(round, players, deal.random);
    }
}

std::string name_of(const std::string& what, const NamedRules& named, std::string_view first, std::string_view second,
                    const Target* target) {
    std::string name = what + '/' + named.name + '/' + std::string(first);
    name += first == second ? "" : '-' + std::string(second);
    return name + '/' + std::string(slices::name_of(target));
}

} // namespace

std::vector<Benchmark> slice_benchmarks(const std::vector<const Target*>& targets) {
    std::vector<Benchmark> list;
    const std::vector<BothWays> players = tournament::all_both_ways(StrategyTable::builtin());
    for (const NamedRules& named : all_rules()) {
        for (const Target* target : targets) {
            const RuleSet& rules = named.rules;
            if (target != nullptr) {
                list.push_back({"deal/" + named.name + '/' + std::string(target->name),
                                [=](benchmark::State& state) { make_deals(state, rules, *target); }});
            }
            for (auto one = players.begin(); one != players.end(); ++one) {
                for (auto other = one; other != players.end(); ++other) {
                    const std::string a = one->name;
                    const std::string b = other->name;
                    if (target != nullptr) {
                        list.push_back({name_of("kernel", named, a, b, target),
                                        [=](benchmark::State& state) { play_in_kernels(state, rules, a, b, *target); },
                                        true});
                    }
                    list.push_back({name_of("run-rounds", named, a, b, target),
                                    [=](benchmark::State& state) { run_tournament(state, rules, a, b, target, false); },
                                    true});
                    list.push_back({name_of("run", named, a, b, target),
                                    [=](benchmark::State& state) { run_tournament(state, rules, a, b, target, true); },
                                    true});
                }
                const std::string a = one->name;
                list.push_back({name_of("roll-outs", named, a, a, target),
                                [=](benchmark::State& state) { roll_out(state, rules, a, target); }});
            }
        }
    }
    return list;
}

} // namespace balak::bench
