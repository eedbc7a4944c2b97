// What a seat has drawn, picked out of what everybody has.
#include "balak/table.hpp"

namespace balak {

TileRow Observation::draws() const {
    TileRow own;
    std::size_t unknown = table.draws - drawn_.size(); // drawn before the round was made from an observation
    const Tile* next = drawn_.data();
    Seat mover = table.opener;
    for (const Event event : table.events()) {
        if (event.kind() != Event::Kind::draw) {
            mover = mover.next(rules.players);
        } else if (unknown > 0) {
            --unknown;
        } else {
            if (mover == seat) {
                own.add(*next);
            }
            ++next;
        }
    }
    return own;
}

} // namespace balak
