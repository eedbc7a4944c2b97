// What is done before and between the choices of a round.
#include "bench/benchmarks.hpp"

#include <array>

namespace balak::bench {
namespace {

/// Moves of hands of seven tiles at random ends.
void generate_moves(benchmark::State& state) {
    constexpr std::size_t count = 1024;
    struct Position {
        TileSet hand;
        int left;
        int right;
    };
    std::array<Position, count> positions{};
    const RuleSet rules;
    const Dealer dealer(1);
    for (std::size_t i = 0; i < count; ++i) {
        const Deal deal = dealer.deal(rules, i, 0);
        positions[i] = {deal.hands[Seat(0)], deal.boneyard[0].high(), deal.boneyard[1].low()};
    }
    for (auto unused : state) {
        for (const Position& position : positions) {
            benchmark::DoNotOptimize(legal_moves(position.hand, position.left, position.right));
        }
    }
    state.counters["positions/s"] =
        benchmark::Counter(static_cast<double>(state.iterations()) * count, benchmark::Counter::kIsRate);
}

void make_deals(benchmark::State& state, const RuleSet& rules) {
    const Dealer dealer(1);
    std::uint64_t number = 0;
    for (auto unused : state) {
        benchmark::DoNotOptimize(dealer.deal(rules, number++, 0));
    }
    state.counters["deals/s"] = benchmark::Counter(static_cast<double>(number), benchmark::Counter::kIsRate);
}

} // namespace

std::vector<NamedRules> all_rules() {
    std::vector<NamedRules> list;
    for (const Preset& known : presets()) {
        for (const int players : known.players) {
            const std::string name(known.name);
            list.push_back(
                {known.players.size() > 1 ? name + '-' + std::to_string(players) : name, *preset(known.name, players)});
        }
    }
    return list;
}

std::vector<Benchmark> deal_benchmarks() {
    std::vector<Benchmark> list{{"moves", &generate_moves}};
    for (const NamedRules& named : all_rules()) {
        list.push_back(
            {"deal/" + named.name, [rules = named.rules](benchmark::State& state) { make_deals(state, rules); }});
    }
    return list;
}

} // namespace balak::bench
