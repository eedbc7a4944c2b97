#include "cli/advice_options.hpp"

#include "io/config.hpp"

#include <array>
#include <utility>

namespace balak::cli {
namespace {

constexpr std::uint64_t most_worlds = 1'000'000; // as monte-carlo takes

/// What is an option of monte-carlo, too, by its name there.
constexpr std::array<std::pair<const char*, const char*>, 5> options_of_monte_carlo{{{"worlds", "determinizations"},
                                                                                     {"objective", "objective"},
                                                                                     {"rollout", "rollout"},
                                                                                     {"belief", "belief"},
                                                                                     {"model", "model"}}};

} // namespace

void add_advice_options(po::options_description& options, const std::string& worlds) {
    options.add_options()("worlds", po::value<std::string>()->value_name("N")->default_value(worlds),
                          "worlds to try the moves in; four times as many halve the intervals")(
        "objective", po::value<std::string>()->value_name("NAME")->default_value("points"),
        "what makes a move the best: points of the round, win (the round) or match")(
        "rollout", po::value<std::string>()->value_name("NAME")->default_value("tile-counting"),
        "the simple strategy by which all seats play on")(
        "belief", po::value<std::string>()->value_name("NAME")->default_value("none"),
        "weigh worlds by how well they explain what others laid: none, model, mixture")(
        "model", po::value<std::string>()->value_name("NAME")->default_value("tile-counting"),
        "the simple strategy that others are believed to play by");
}

study::AdviceSettings advice_options(const po::variables_map& values, const StrategyTable& strategies,
                                     const std::string& place) {
    integer_option(values, "worlds", 1, most_worlds);
    // The others are checked as those of the strategy are.
    std::string spec = "monte-carlo";
    for (const auto& [own, name] : options_of_monte_carlo) {
        spec += (spec.find(':') == std::string::npos ? ":" : ",") + std::string(name) + "=" + *text_option(values, own);
    }
    const OptionValues read = io::named_entrant(spec, strategies, place).options;
    return {.worlds = static_cast<std::size_t>(read.integer("determinizations")),
            .rollout = read.text("rollout"),
            .objective = read.text("objective"),
            .belief = read.text("belief"),
            .model = read.text("model"),
            .errors = read.integer("errors") / 100.0};
}

} // namespace balak::cli
