// The benchmarks of `balak bench`, by what they measure.
#pragma once

#include "balak/balak.hpp"

#include <benchmark/benchmark.h>

#include <functional>
#include <string>
#include <vector>

namespace balak::bench {

/// A rule set and the name it has in benchmarks: `playboard-3`.
struct NamedRules {
    std::string name;
    RuleSet rules;
};

/// Every preset for every number of players it is made for.
std::vector<NamedRules> all_rules();

struct Benchmark {
    std::string name; ///< reads as a path: what/rules/strategy
    std::function<void(benchmark::State&)> run;
    bool own_time = false; ///< whether it says itself how long an iteration took
};

/// Generating moves; making deals.
std::vector<Benchmark> deal_benchmarks();
/// Playing rounds and matches.
std::vector<Benchmark> play_benchmarks();
/// Single choices of every strategy; drawing worlds.
std::vector<Benchmark> choice_benchmarks();
/// Solving endings with open hands.
std::vector<Benchmark> open_hands_benchmarks();
/// Rounds, runs and roll-outs of the simple strategies on these targets; null is the plain engine.
std::vector<Benchmark> slice_benchmarks(const std::vector<const slices::Target*>& targets);

} // namespace balak::bench
