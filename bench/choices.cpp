// What a single choice takes: of every strategy, and of the worlds that the searching ones draw.
#include "bench/benchmarks.hpp"
#include "core/worlds.hpp"

#include <ctime>
#include <memory>
#include <optional>

namespace balak::bench {
namespace {

/// Seconds of processor time that this thread has used.
double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Goes from choice to choice through rounds in which all seats play by tile-counting.
class Choices {
public:
    explicit Choices(const RuleSet& rules) : rules_(&rules), player_(StrategyTable::builtin().make("tile-counting")) {}

    /// Calls visit(round, observation) at the next choice.
    template <class Visit>
    void next(Visit visit) {
        for (;;) {
            if (!round_ || round_->over()) {
                deal_ = dealer_.deal(*rules_, number_++, 0);
                round_.emplace(*rules_, deal_, first_opening(*rules_, deal_));
                continue;
            }
            const Observation seen = round_->observe(deal_.random);
            if (seen.legal.size() == 1) {
                round_->play(seen.legal.nth(0));
                continue;
            }
            visit(*round_, seen);
            round_->play(player_->choose(seen));
            return;
        }
    }

private:
    const RuleSet* rules_;
    std::unique_ptr<Strategy> player_;
    Dealer dealer_{1};
    std::uint64_t number_ = 0;
    Deal deal_;
    std::optional<Round> round_;
};

void choose(benchmark::State& state, const RuleSet& rules, std::string_view name) {
    const auto strategy = StrategyTable::builtin().make(name);
    Choices choices(rules);
    for (auto unused : state) {
        choices.next([&](const Round& round, const Observation& seen) {
            const double start = cpu_seconds();
            benchmark::DoNotOptimize(chosen_move(*strategy, round, seen));
            state.SetIterationTime(cpu_seconds() - start);
        });
    }
}

void draw_worlds(benchmark::State& state, const RuleSet& rules) {
    constexpr int worlds = 100;
    Choices choices(rules);
    WorldSampler sampler;
    for (auto unused : state) {
        choices.next([&](const Round&, const Observation& seen) {
            const double start = cpu_seconds();
            sampler.prepare(seen);
            TurnRandom random = seen.random();
            for (int i = 0; i < worlds; ++i) {
                benchmark::DoNotOptimize(sampler.sample(random));
            }
            state.SetIterationTime(cpu_seconds() - start);
        });
    }
    state.counters["worlds/s"] =
        benchmark::Counter(worlds * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

} // namespace

std::vector<Benchmark> choice_benchmarks() {
    const StrategyTable known = StrategyTable::builtin();
    std::vector<Benchmark> list;
    for (const NamedRules& named : all_rules()) {
        for (const StrategyType& type : known.types()) {
            list.push_back(
                {"choice/" + named.name + '/' + std::string(type.name),
                 [rules = named.rules, name = type.name](benchmark::State& state) { choose(state, rules, name); },
                 true});
        }
        list.push_back({"worlds/" + named.name,
                        [rules = named.rules](benchmark::State& state) { draw_worlds(state, rules); }, true});
    }
    return list;
}

} // namespace balak::bench
