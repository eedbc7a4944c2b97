// Whole rounds and matches on the plain engine, one thread, deals included.
#include "bench/benchmarks.hpp"

#include <ctime>
#include <memory>

namespace balak::bench {
namespace {

/// A strategy against another: every other seat (in partnerships: side) is the second one's.
class Table {
public:
    Table(const RuleSet& rules, std::string_view first, std::string_view second) {
        const StrategyTable known = StrategyTable::builtin();
        first_ = known.make(first);
        second_ = known.make(second);
        for (const Seat seat : seats(rules.players)) {
            strategies_[seat] = seat.number() % 2 == 0 ? first_.get() : second_.get();
        }
    }
    const PerSeat<Strategy*>& strategies() const { return strategies_; }

private:
    std::unique_ptr<Strategy> first_;
    std::unique_ptr<Strategy> second_;
    PerSeat<Strategy*> strategies_;
};

/// Nanoseconds of processor time that this thread has used.
double cpu_nanoseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

void count(benchmark::State& state, std::int64_t rounds, std::int64_t turns, double nanoseconds) {
    state.counters["rounds/s"] = benchmark::Counter(static_cast<double>(rounds), benchmark::Counter::kIsRate);
    state.counters["ns/turn"] = nanoseconds / static_cast<double>(turns);
}

void play_rounds(benchmark::State& state, const RuleSet& rules, std::string_view first, std::string_view second) {
    const Table table(rules, first, second);
    const Dealer dealer(1);
    std::uint64_t rounds = 0;
    std::int64_t turns = 0;
    const double start = cpu_nanoseconds();
    for (auto unused : state) {
        const Deal deal = dealer.deal(rules, rounds++, 0);
        Round round(rules, deal, first_opening(rules, deal));
        play_out(round, table.strategies(), deal.random);
        benchmark::DoNotOptimize(round.result());
        turns += round.table().turn;
    }
    count(state, static_cast<std::int64_t>(rounds), turns, cpu_nanoseconds() - start);
}

void play_matches(benchmark::State& state, const RuleSet& rules, std::string_view first, std::string_view second) {
    const Table table(rules, first, second);
    const Dealer dealer(1);
    std::uint64_t matches = 0;
    std::int64_t rounds = 0;
    std::int64_t turns = 0;
    const double start = cpu_nanoseconds();
    for (auto unused : state) {
        Match match(rules);
        while (!match.over()) {
            const Deal deal = dealer.deal(rules, matches, static_cast<std::uint32_t>(match.round()));
            const Opening opening = match.opening(deal);
            Round round(rules, deal, opening);
            play_out(round, table.strategies(), deal.random, match.score(), match.round());
            match.add(opening.seat, round.result());
            turns += round.table().turn;
        }
        rounds += match.round();
        ++matches;
    }
    count(state, rounds, turns, cpu_nanoseconds() - start);
    state.counters["matches/s"] = benchmark::Counter(static_cast<double>(matches), benchmark::Counter::kIsRate);
}

using Play = void (*)(benchmark::State&, const RuleSet&, std::string_view, std::string_view);

Benchmark between(Play play, const std::string& what, const NamedRules& named, std::string_view first,
                  std::string_view second) {
    std::string name = what + '/' + named.name + '/' + std::string(first);
    name += first == second ? "" : '-' + std::string(second);
    return {name, [=, rules = named.rules](benchmark::State& state) { play(state, rules, first, second); }};
}

} // namespace

std::vector<Benchmark> play_benchmarks() {
    const StrategyTable known = StrategyTable::builtin();
    std::vector<Benchmark> list;
    for (const NamedRules& named : all_rules()) {
        for (const StrategyType& type : known.types()) {
            list.push_back(between(&play_rounds, "round", named, type.name, type.name));
        }
        for (std::size_t one = 0; one < known.types().size(); ++one) {
            for (std::size_t other = one + 1; other < known.types().size(); ++other) {
                const StrategyType& a = known.types()[one];
                const StrategyType& b = known.types()[other];
                if (!a.searches && !b.searches) {
                    list.push_back(between(&play_rounds, "round", named, a.name, b.name));
                }
            }
        }
        for (const StrategyType& type : known.types()) {
            if (!type.searches) {
                list.push_back(between(&play_matches, "match", named, type.name, type.name));
            }
        }
        list.push_back(between(&play_matches, "match", named, "greedy-heavy", "doubles-first"));
    }
    return list;
}

} // namespace balak::bench
