#include "bench/benchmarks.hpp"

#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/user_error.hpp"

#include <benchmark/benchmark.h>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <regex>

namespace balak::cli {
namespace {

/// The benchmarks whose names a regular expression finds, at least one.
std::vector<bench::Benchmark> matching(const std::string& filter) {
    std::vector<bench::Benchmark> list = bench::deal_benchmarks();
    std::ranges::move(bench::play_benchmarks(), std::back_inserter(list));
    try {
        const std::regex pattern(filter);
        std::erase_if(list, [&](const bench::Benchmark& one) { return !std::regex_search(one.name, pattern); });
    } catch (const std::regex_error& error) {
        throw UserError(fmt::format("\"{}\" is no regular expression: {}", filter, error.what()));
    }
    if (list.empty()) {
        throw UserError(
            fmt::format("no benchmark has a name that \"{}\" matches; balak bench --list lists them", filter));
    }
    return list;
}

} // namespace

int bench(const std::vector<std::string>& arguments) {
    const Page page{
        "balak bench", "[FILTER] [options]",
        "Measures the engine's hot paths on one thread: move generation, deals, rounds and matches of every\n"
        "preset and strategy. FILTER is a regular expression on the names, as in round/playboard-2."};
    po::options_description options("Options");
    options.add_options()("list", "list the benchmarks")(
        "min-time", po::value<std::string>()->value_name("SECONDS")->default_value("0.5"),
        "measure each for at least so long")(
        "repetitions", po::value<std::string>()->value_name("N")->default_value("1"),
        "measure each so often and show mean, median and spread")("json", "print JSON instead of a table");
    const auto values = parse(page, arguments, options, {{"filter", -1}});
    if (!values) {
        return 0;
    }
    const std::string filter = only_argument(*values, "filter", "filter").value_or(".");
    integer_option(*values, "repetitions", 1, 1000);
    const std::string min_time = (*values)["min-time"].as<std::string>();
    require_seconds("min-time", min_time);
    const std::vector<bench::Benchmark> wanted = matching(filter);
    if (values->count("list") > 0) {
        for (const bench::Benchmark& benchmark : wanted) {
            fmt::print("{}\n", benchmark.name);
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
        benchmark::RegisterBenchmark(benchmark.name.c_str(), benchmark.run);
    }
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}

} // namespace balak::cli
