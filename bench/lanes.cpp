// Rounds, runs and roll-outs on each SIMD target and on the plain engine, one thread.
#include "bench/benchmarks.hpp"

#include "batch/roll_outs.hpp"
#include "core/worlds.hpp"
#include "tournament/runner.hpp"
#include "tournament/single_rounds.hpp"
#include "tournament/verification.hpp"

#include <algorithm>
#include <ctime>
#include <memory>

namespace balak::bench {
namespace {

using tournament::BothWays;

using Kernels = batch::Kernels;

void count_rounds(benchmark::State& state, std::uint64_t rounds) {
    state.counters["rounds/s"] = benchmark::Counter(static_cast<double>(rounds), benchmark::Counter::kIsRate);
}

BothWays player(std::string_view name) {
    return tournament::both_ways(StrategyTable::builtin(), name);
}

/// Deals in lanes.
void make_deals(benchmark::State& state, const RuleSet& rules, const Kernels& kernels) {
    constexpr std::uint32_t at_once = 2048;
    batch::DealOrder order;
    order.rules = &rules;
    order.seed = 1;
    for (std::uint32_t row = 0; row < at_once; ++row) {
        order.numbers.push_back(row);
        order.rows.push_back(row);
    }
    batch::DealColumns deals;
    deals.resize(at_once);
    for (auto unused : state) {
        kernels.deal(order, deals);
        ++order.seed;
    }
    state.counters["deals/s"] =
        benchmark::Counter(static_cast<double>(state.iterations()) * at_once, benchmark::Counter::kIsRate);
}

/// The kernels alone: rounds that were dealt before are opened, played and scored.
void play_in_kernels(benchmark::State& state, const RuleSet& rules, std::string_view first, std::string_view second,
                     const Kernels& kernels) {
    constexpr std::size_t at_once = 8192;
    PerSeat<batch::Simple> strategies;
    for (const Seat seat : seats(rules.players)) {
        strategies[seat] = player(seat.number() % 2 == 0 ? first : second).lanes;
    }
    const Dealer dealer(1);
    std::vector<tournament::DealtRound> rounds(at_once);
    for (std::size_t i = 0; i < at_once; ++i) {
        rounds[i].deal = dealer.deal(rules, i, 0);
        rounds[i].opening = first_opening(rules, rounds[i].deal);
    }
    tournament::SingleRounds lanes(rules, strategies);
    lanes.prepare(rounds);
    for (auto unused : state) {
        state.SetIterationTime(lanes.play(kernels));
    }
    count_rounds(state, static_cast<std::uint64_t>(state.iterations()) * at_once);
}

/// Makes a target the current one for as long as it lives.
class OnTarget {
public:
    explicit OnTarget(std::string_view target) : before_(batch::current_target_name()) { batch::choose_target(target); }
    OnTarget(const OnTarget&) = delete;
    OnTarget& operator=(const OnTarget&) = delete;
    ~OnTarget() { batch::choose_target(before_); }

private:
    std::string before_;
};

/// Of all threads.
double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

/// A whole run as `balak match` plays it: deals, openings, all seatings, matches or single rounds, everything counted.
void run_tournament(benchmark::State& state, const RuleSet& rules, std::string_view first, std::string_view second,
                    const std::string& target, bool matches) {
    const OnTarget on(target);
    const StrategyTable table = StrategyTable::builtin();
    tournament::Tournament tournament;
    tournament.rules = {rules};
    if (!matches) {
        tournament.unit = tournament::Unit::round;
        tournament.rules[0].match = {0, 1};
    }
    tournament.matches = matches ? 20'000 : 200'000;
    if (target == batch::plain_target) {
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
    FirstChoice(benchmark::State& state, std::string_view rollout, bool in_lanes)
        : state_(&state), rollout_(player(rollout)), lanes_(rollout_.lanes), in_lanes_(in_lanes) {}

    Move choose(const Observation& seen) override {
        if (!done_) {
            done_ = true;
            measure(seen);
        }
        return seen.legal.nth(0);
    }

private:
    void measure(const Observation& seen) {
        constexpr int worlds = 200;
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
            if (in_lanes_) {
                lanes_.start(seen);
            }
            for (int i = 0; i < worlds; ++i) {
                const World world = sampler_.sample(random);
                const RoundKey key = random.key();
                if (in_lanes_) {
                    lanes_.add_world(world, key);
                }
                for (int choice = 0; choice < choices; ++choice) {
                    if (in_lanes_) {
                        lanes_.add_round(seen.legal.nth(choice), static_cast<std::uint32_t>(choice));
                        continue;
                    }
                    Round round(seen, world.hands, world.boneyard());
                    round.play(seen.legal.nth(choice));
                    play_out(round, players, key, seen.score, seen.round);
                    points += round.result().points[Side(0)];
                }
            }
            if (in_lanes_) {
                lanes_.play(
                    [&](std::uint32_t, const PerSide<int>& won, std::optional<Side>) { points += won[Side(0)]; });
            }
            rounds += static_cast<std::uint64_t>(worlds * choices);
        }
        benchmark::DoNotOptimize(points);
        state_->counters["roll-outs/s"] = benchmark::Counter(static_cast<double>(rounds), benchmark::Counter::kIsRate);
    }

    benchmark::State* state_;
    BothWays rollout_;
    batch::RollOuts lanes_;
    WorldSampler sampler_;
    bool in_lanes_;
    bool done_ = false;
};

/// Roll-outs from the first choice of a deal that has one.
void roll_out(benchmark::State& state, const RuleSet& rules, std::string_view rollout, const std::string& target) {
    const OnTarget on(target);
    FirstChoice first(state, rollout, target != batch::plain_target);
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
                    const std::string& target) {
    std::string name = what + '/' + named.name + '/' + std::string(first);
    name += first == second ? "" : '-' + std::string(second);
    return name + '/' + target;
}

} // namespace

std::vector<Benchmark> lane_benchmarks(const std::vector<std::string>& targets) {
    std::vector<Benchmark> list;
    const std::vector<BothWays> players = tournament::all_both_ways(StrategyTable::builtin());
    for (const NamedRules& named : all_rules()) {
        for (const std::string& target : targets) {
            const auto found = std::ranges::find(batch::targets(), target, &batch::Target::name);
            const RuleSet& rules = named.rules;
            if (found != batch::targets().end()) {
                list.push_back(
                    {"deal/" + named.name + '/' + target,
                     [=, kernels = found->kernels](benchmark::State& state) { make_deals(state, rules, kernels); }});
            }
            for (auto one = players.begin(); one != players.end(); ++one) {
                for (auto other = one; other != players.end(); ++other) {
                    const std::string a = one->name;
                    const std::string b = other->name;
                    if (found != batch::targets().end()) {
                        list.push_back({name_of("kernel", named, a, b, target),
                                        [=, kernels = found->kernels](benchmark::State& state) {
                                            play_in_kernels(state, rules, a, b, kernels);
                                        },
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
