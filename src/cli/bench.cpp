#include "bench/benchmarks.hpp"

#include "cli/commands.hpp"
#include "cli/name_filter.hpp"
#include "cli/options.hpp"
#include "cli/target.hpp"
#include "cli/terminal.hpp"
#include "cli/user_error.hpp"
#include "cli/verify.hpp"

#include <benchmark/benchmark.h>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace balak::cli {
namespace {

/// The benchmarks whose names a regular expression finds, at least one.
std::vector<bench::Benchmark> matching(const std::string& filter, const std::vector<const slices::Target*>& targets) {
    std::vector<bench::Benchmark> list = bench::deal_benchmarks();
    std::ranges::move(bench::play_benchmarks(), std::back_inserter(list));
    std::ranges::move(bench::choice_benchmarks(), std::back_inserter(list));
    std::ranges::move(bench::open_hands_benchmarks(), std::back_inserter(list));
    std::ranges::move(bench::slice_benchmarks(targets), std::back_inserter(list));
    const NameFilter wanted(filter);
    std::erase_if(list, [&](const bench::Benchmark& one) { return !wanted.finds(one.name); });
    if (list.empty()) {
        throw UserError(
            fmt::format("no benchmark has a name that \"{}\" matches; balak bench --list lists them", filter));
    }
    return list;
}

/// The targets of the slices to be compared or measured: the one that --target names, by default all.
std::vector<const slices::Target*> chosen_targets(const po::variables_map& values) {
    if (values.count("target") > 0) {
        return {target_option(values)};
    }
    return {slices::targets().begin(), slices::targets().end()};
}

/// The targets to be compared with the plain engine.
std::vector<const slices::Target*> verified_targets(const po::variables_map& values) {
    std::vector<const slices::Target*> all = chosen_targets(values);
    if (all.front() == nullptr) {
        throw UserError("--verify compares the plain engine with other targets; name one of those with --target");
    }
    return all;
}

/// The targets to be measured, by default the plain engine with them.
std::vector<const slices::Target*> measured_targets(const po::variables_map& values) {
    std::vector<const slices::Target*> all = chosen_targets(values);
    if (values.count("target") == 0) {
        all.push_back(nullptr);
    }
    return all;
}

/// Options that ask for different things, or mean nothing for what is asked.
void require_one_task(const po::variables_map& values, bool filter_given) {
    const auto given = [&](const char* name) { return values.count(name) > 0 && !values[name].defaulted(); };
    const char* task = nullptr;
    for (const char* other : {"targets", "list", "verify"}) {
        if (given(other)) {
            if (task != nullptr) {
                throw UserError(fmt::format("--{} and --{} are given: each asks for something else", task, other));
            }
            task = other;
        }
    }
    if (task == nullptr) {
        return;
    }
    for (const char* measuring : {"min-time", "repetitions", "json"}) {
        if (given(measuring)) {
            throw UserError(fmt::format("--{} is given, but --{} measures nothing", measuring, task));
        }
    }
    if (filter_given && std::string_view(task) == "targets") {
        throw UserError("a filter is given, but --targets lists all targets");
    }
}

} // namespace

int bench(const std::vector<std::string>& arguments) {
    const Page page{
        "balak bench", "[FILTER] [options]",
        "Measures the engine's hot paths on one thread: move generation, deals, rounds, matches and roll-outs of\n"
        "every preset, strategy and target. FILTER is a regular expression on the names, as in\n"
        "round/playboard-2. With --verify it compares instead: does every target play as the plain engine does?\n"
        "Example: balak bench --verify block/random --rounds 500"};
    po::options_description options("Options");
    options.add_options()("list", "list the benchmarks")(
        "min-time", po::value<std::string>()->value_name("SECONDS")->default_value("0.5"),
        "measure each for at least so long")("repetitions",
                                             po::value<std::string>()->value_name("N")->default_value("1"),
                                             "measure each so often and show mean, median and spread")(
        "json", "print JSON instead of a table")("targets", "list the targets of the slices on this machine")(
        "verify", "play the same deals on the plain engine and on every target, or the one that --target names, under "
                  "all presets, and compare every result; FILTER is then on names as playboard-2/random-greedy-heavy")(
        "rounds", po::value<std::string>()->value_name("N"),
        "rounds that --verify compares for each rule set and pair of strategies (20000)");
    add_target_option(options);
    const auto values = parse(page, arguments, options, {{"filter", -1}});
    if (!values) {
        return 0;
    }
    const auto filter_given = only_argument(*values, "filter", "filter");
    const std::string filter = filter_given.value_or(".");
    integer_option(*values, "repetitions", 1, 1000);
    const std::string min_time = (*values)["min-time"].as<std::string>();
    require_seconds("min-time", min_time);
    const NameFilter checked(filter);
    const slices::Target* const target = target_option(*values);
    const auto rounds = integer_option(*values, "rounds", 1, 1'000'000'000'000);
    require_one_task(*values, filter_given.has_value());
    if (rounds && values->count("verify") == 0) {
        throw UserError("--rounds is given, but --verify is not: there is nothing to compare");
    }
    if (values->count("targets") > 0) {
        list_targets(target);
        return 0;
    }
    if (values->count("verify") > 0) {
        verify(verified_targets(*values), filter, rounds.value_or(20'000), 1);
        return 0;
    }
    const std::vector<bench::Benchmark> wanted = matching(filter, measured_targets(*values));
    if (values->count("list") > 0) {
        for (const bench::Benchmark& benchmark : wanted) {
            print("{}\n", benchmark.name);
        }
        return 0;
    }

    std::vector<std::string> words{"balak bench", "--benchmark_min_time=" + min_time,
                                   "--benchmark_repetitions=" + (*values)["repetitions"].as<std::string>(),
                                   "--benchmark_counters_tabular=true", "--benchmark_color=false"};
    if (values->count("json") > 0) {
        words.emplace_back("--benchmark_format=json");
    }
    std::vector<char*> pointers;
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    int count = static_cast<int>(pointers.size());
    benchmark::Initialize(&count, pointers.data());
    for (const bench::Benchmark& benchmark : wanted) {
        auto* const registered = benchmark::RegisterBenchmark(benchmark.name.c_str(), benchmark.run);
        if (benchmark.own_time) {
            registered->UseManualTime();
        }
    }
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}

} // namespace balak::cli
