// Solving rounds with open hands.
#include "bench/benchmarks.hpp"

#include <algorithm>
#include <array>

namespace balak::bench {
namespace {

constexpr std::size_t ending_count = 300;

/// Which positions are solved: the first choice of a round where the numbers are not above these.
struct Endings {
    std::string name;
    int hidden = tile_count;    ///< tiles that the seat to move does not see
    int in_a_hand = tile_count; ///< tiles in the largest hand
};

bool among(const Round& round, const Endings& endings) {
    int largest = 0;
    for (const Seat seat : seats(round.rules().players)) {
        largest = std::max(largest, round.hands()[seat].size());
    }
    return round.legal_moves().size() > 1 && largest <= endings.in_a_hand &&
           round.observe({}).unseen().size() <= endings.hidden;
}

/// Positions of rounds that are played at random.
std::vector<Round> positions_of(const RuleSet& rules, const Endings& endings) {
    std::vector<Round> list;
    const Dealer dealer(1);
    for (std::uint64_t number = 0; list.size() < ending_count; ++number) {
        const Deal deal = dealer.deal(rules, number, 0);
        Round round(rules, deal, first_opening(rules, deal));
        while (!round.over() && !among(round, endings)) {
            TurnRandom random(deal.random[round.to_move()], round.table().turn);
            const LegalMoves& legal = round.legal_moves();
            round.play(legal.nth(static_cast<int>(random.below(static_cast<std::uint32_t>(legal.size())))));
        }
        if (!round.over()) {
            list.push_back(round);
        }
    }
    return list;
}

void solve(benchmark::State& state, const RuleSet& rules, const Endings& endings, Objective::Kind kind, bool best) {
    const std::vector<Round> rounds = positions_of(rules, endings);
    const Objective objective(kind, rules);
    OpenHands solver;
    std::uint64_t solves = 0;
    std::uint64_t positions = 0;
    for (auto unused : state) {
        for (const Round& round : rounds) {
            if (best) {
                benchmark::DoNotOptimize(solver.best(round, objective));
            } else {
                benchmark::DoNotOptimize(solver.worths(round, objective));
            }
            positions += solver.positions();
            ++solves;
        }
    }
    const auto solved = static_cast<double>(solves);
    const auto came_to = static_cast<double>(positions);
    state.counters["solves/s"] = benchmark::Counter(solved, benchmark::Counter::kIsRate);
    state.counters["s/solve"] = benchmark::Counter(solved, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
    state.counters["positions/solve"] = came_to / solved;
    state.counters["positions/s"] = benchmark::Counter(came_to, benchmark::Counter::kIsRate);
}

} // namespace

std::vector<Benchmark> open_hands_benchmarks() {
    const std::array<std::pair<NamedRules, Endings>, 6> cases{{
        {{"block", *preset("block")}, {.name = "deal"}},
        {{"playboard-2", *preset("playboard", 2)}, {.name = "hidden-8", .hidden = 8}},
        {{"playboard-2", *preset("playboard", 2)}, {.name = "hidden-10", .hidden = 10}},
        {{"playboard-2", *preset("playboard", 2)}, {.name = "hidden-12", .hidden = 12}},
        {{"playboard-3", *preset("playboard", 3)}, {.name = "hidden-8", .hidden = 8}},
        {{"la-plaza-pairs", *preset("la-plaza-pairs")}, {.name = "hands-of-5", .in_a_hand = 5}},
    }};
    std::vector<Benchmark> list;
    for (const auto& [named, endings] : cases) {
        for (const auto kind : {Objective::Kind::points, Objective::Kind::win}) {
            for (const bool best : {false, true}) {
                const std::string name = "open-hands/" + named.name + '/' + endings.name +
                                         (kind == Objective::Kind::win ? "/win" : "/points") +
                                         (best ? "/best" : "/worths");
                list.push_back({name, [=, rules = named.rules, which = endings](benchmark::State& state) {
                                    solve(state, rules, which, kind, best);
                                }});
            }
        }
    }
    return list;
}

} // namespace balak::bench
