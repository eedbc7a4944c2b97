// Finding strategies by name.
#include "balak/strategy.hpp"
#include "slices/target.hpp"

#include <algorithm>

namespace balak {

namespace strategies {
#define BALAK_STRATEGY(file, ...) extern const StrategyType file;
#include "table.def"
#undef BALAK_STRATEGY
} // namespace strategies

StrategyTable StrategyTable::builtin() {
    StrategyTable table;
    table.play_on(slices::targets().front());
#define BALAK_STRATEGY(file, ...) table.add(strategies::file);
#include "table.def"
#undef BALAK_STRATEGY
    return table;
}

void StrategyTable::add(const StrategyType& type) {
    if (find(type.name) != nullptr) {
        throw std::invalid_argument("there are two strategies named " + std::string(type.name));
    }
    if (type.sees_all && (!type.searches || type.in_slices != nullptr)) {
        throw std::invalid_argument("the strategy " + std::string(type.name) +
                                    " sees all: it must search, and cannot be played in slices");
    }
    types_.push_back(type);
}

const StrategyType* StrategyTable::find(std::string_view name) const {
    const auto found = std::ranges::find(types_, name, &StrategyType::name);
    return found == types_.end() ? nullptr : &*found;
}

std::unique_ptr<Strategy> StrategyTable::make(std::string_view name) const {
    const StrategyType* type = find(name);
    if (type == nullptr) {
        throw std::invalid_argument("there is no strategy named " + std::string(name));
    }
    return type->make(type->standard_options(), *this);
}

OptionValues StrategyType::standard_options() const {
    OptionValues values;
    for (const StrategyOption& option : options) {
        if (const auto* number = std::get_if<std::int64_t>(&option.standard)) {
            values.set(option.name, *number);
        } else {
            values.set(option.name, std::string(std::get<std::string_view>(option.standard)));
        }
    }
    return values;
}

} // namespace balak
