// The simple strategies for one round at a time: what a seat observes in words, and a choice as a move.
#pragma once

#include "balak/table.hpp"
#include "batch/words.hpp"

namespace balak::batch {

inline Moves<ScalarWords> moves_of(const Observation& seen) {
    return {seen.legal.left.bits(), seen.legal.right.bits()};
}

inline Move to_move(Choice<ScalarWords> choice) {
    return {TileSet(choice.tile).lightest(), choice.left ? End::left : End::right};
}

} // namespace balak::batch
