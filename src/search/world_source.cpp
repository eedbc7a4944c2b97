#include "search/world_source.hpp"

#include <memory>
#include <utility>

namespace balak {

void WorldSource::prepare(const Observation& seen) {
    // A belief looks at all that was played, which a world that agrees with the voids alone may contradict.
    sampler_.prepare(seen, worlds_ == Worlds::exact || belief_ ? Evidence(seen) : Evidence::of_voids(seen));
}

void WorldSource::draw(const Observation& seen, TurnRandom& random, std::size_t count, std::vector<World>& worlds) {
    if (belief_) {
        belief_->sample(seen, sampler_, random, count, worlds);
        return;
    }
    worlds.resize(count);
    for (World& world : worlds) {
        sampler_.sample(random, world);
    }
}

std::optional<Belief> belief_named(std::string_view name, std::string_view model, double errors,
                                   const StrategyTable& table) {
    if (name == "none") {
        return std::nullopt;
    }
    std::vector<std::unique_ptr<Strategy>> models;
    if (name == "model") {
        models.push_back(table.make(model));
    } else {
        for (const std::string_view each : {"greedy-heavy", "doubles-first", "tile-counting"}) {
            models.push_back(table.make(each));
        }
    }
    return Belief(std::move(models), errors);
}

} // namespace balak
