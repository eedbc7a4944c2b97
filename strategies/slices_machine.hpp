// What a target's file makes of the slices: the engine on the words of a machine, with all strategies that have a slice
// form. A machine, and the type of its word, is of that file alone: so no code is ever taken for another target's.
#pragma once

#include "slices/deal.hpp"
#include "slices/engine.hpp"
#include "strategies/slice_forms.hpp" // made of table.def when building

#include <string_view>

namespace balak::strategies {

template <class Machine>
constexpr slices::Target target_on(std::string_view name) {
    using Word = typename Machine::Word;
    return {name, static_cast<int>(slices::rounds_in<Word>), &slices::deal<Machine>, &SliceEngine<Word>::play};
}

} // namespace balak::strategies
