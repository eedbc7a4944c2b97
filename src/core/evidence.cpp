#include "core/evidence.hpp"

#include "core/opening.hpp"

namespace balak {
namespace {

constexpr Parcels bit(std::size_t parcel) {
    return Parcels{1} << parcel;
}

/// The tiles that would have decided the opening before this one.
TileSet better_openings(Tile opening) {
    const TileSet heavier(full_set(max_pip).bits() & (~std::uint32_t{0} << opening.bit() << 1));
    return opening.is_double() ? heavier & doubles : heavier | doubles;
}

} // namespace

Evidence::Evidence(const Observation& seen, const Kinds& kinds) : own_(seen.seat), opener_(seen.table.opener) {
    add_parcel({Seat(), seen.table.boneyard});
    for (const Seat seat : seats(seen.rules.players)) {
        if (seat != own_) {
            dealt_[seat] = bit(add_parcel({seat, static_cast<std::uint8_t>(seen.rules.hand_size)}));
        }
    }
    hidden_ = seen.unseen();
    read_events(seen, kinds);
    if (kinds.opening) {
        read_opening(seen);
    }
}

/// Goes through the round once, with the ends as they were.
void Evidence::read_events(const Observation& seen, const Kinds& kinds) {
    const Table& table = seen.table;
    PerSeat<Parcels> came = dealt_;                 // parcels of each seat so far
    std::array<Parcels, tile_count> cannot_be_of{}; // as far as the turns so far tell
    TileSet laid(table.has_starter ? TileSet(table.starter) : TileSet());
    int left = table.has_starter ? table.starter.high() : 0;
    int right = table.has_starter ? table.starter.low() : 0;
    bool started = table.has_starter;
    Seat seat = table.opener;
    std::uint8_t drawn = 0; // in this turn
    std::uint8_t number = 0;
    own_drawn_ = seen.hand - seen.dealt;

    for (const Event event : table.events()) {
        ++number;
        if (event.kind() == Event::Kind::draw) {
            ++drawn;
            continue;
        }
        const bool passed = event.kind() == Event::Kind::pass;
        const auto kept = static_cast<std::uint8_t>(drawn - (passed || drawn == 0 ? 0 : 1));
        if (kept > 0) {
            came[seat] |= bit(add_parcel({seat, kept, false, static_cast<std::uint8_t>(number - 1 - drawn)}));
        }
        if (passed ? kinds.passes : drawn > 0 && kinds.draws) {
            for (const Tile tile : (tiles_with(left) | tiles_with(right)) - laid) {
                cannot_be_of[static_cast<std::size_t>(tile.bit())] |= came[seat];
            }
        }
        if (!passed) {
            const Tile tile = event.tile();
            const auto at = static_cast<std::size_t>(tile.bit());
            laid |= tile;
            if (drawn == 0 && (seat != own_ || !seen.dealt.contains(tile))) {
                (seat == own_ ? own_drawn_ : hidden_) |= tile;
                may_be_of_[at] = came[seat] & ~cannot_be_of[at];
            }
            if (!started) {
                left = tile.high();
                right = tile.low();
                started = true;
            } else if (event.kind() == Event::Kind::play_left) {
                left = tile.other_half(left);
            } else {
                right = tile.other_half(right);
            }
        }
        drawn = 0;
        seat = seat.next(seen.rules.players);
    }
    // It is the seat's own turn: what it has just drawn is in its hand, the last of it to be laid.
    if (drawn > 1) {
        came[own_] |= bit(
            add_parcel({own_, static_cast<std::uint8_t>(drawn - 1), false, static_cast<std::uint8_t>(number - drawn)}));
    }
    if (drawn > 0) {
        for (const Tile tile : (tiles_with(left) | tiles_with(right)) - laid) {
            cannot_be_of[static_cast<std::size_t>(tile.bit())] |= came[own_];
        }
        own_drawn_ -= seen.legal.tiles();
    }

    Parcels others = bit(boneyard);
    for (const Seat each : seats(seen.rules.players)) {
        others |= each == own_ ? 0 : came[each];
    }
    for (const Tile tile : seen.unseen()) {
        const auto at = static_cast<std::size_t>(tile.bit());
        may_be_of_[at] = others & ~cannot_be_of[at];
    }
    const TileSet untimed = kinds.times ? TileSet() : hidden_ & seen.table.laid;
    for (const Tile tile : untimed) {
        for (const Seat each : seats(seen.rules.players)) {
            may_be_of_[static_cast<std::size_t>(tile.bit())] |=
                seen.table.laid_by[each].contains(tile) ? came[each] : 0;
        }
    }
    const TileSet kept = own_drawn_ & seen.hand;
    for (const Tile tile : kept) {
        const auto at = static_cast<std::size_t>(tile.bit());
        may_be_of_[at] = came[own_] & ~cannot_be_of[at];
    }
}

void Evidence::read_opening(const Observation& seen) {
    if (!tile_decides_opening(seen.rules, seen.round)) {
        return;
    }
    const TileSet own_doubles = seen.dealt & doubles;
    const Tile own_best = (own_doubles.empty() ? seen.dealt : own_doubles).heaviest();
    if (opener_ == own_) {
        openings_ = own_best;
        return;
    }
    if (opening_tile_is_forced(seen.rules)) {
        openings_ = seen.table.events().front().tile();
        return;
    }
    for (const Tile tile : hidden_) {
        if ((may_be_of_[static_cast<std::size_t>(tile.bit())] & dealt_[opener_]) != 0 &&
            (better_openings(tile) & seen.dealt).empty()) {
            openings_ |= tile;
        }
    }
}

Parcels Evidence::of_others() const {
    Parcels others = 0;
    for (std::size_t parcel = 0; parcel < parcel_count_; ++parcel) {
        others |= parcel == boneyard || parcels_[parcel].seat != own_ ? bit(parcel) : 0;
    }
    return others;
}

std::array<Parcels, tile_count> Evidence::may_be_of(TileSet opening) const {
    auto allowed = may_be_of_;
    if (opening.empty()) {
        return allowed;
    }
    const Tile tile = opening.heaviest();
    if (opener_ != own_) {
        allowed[static_cast<std::size_t>(tile.bit())] &= dealt_[opener_];
    }
    Parcels dealt = 0;
    for (const Parcels each : dealt_.values) {
        dealt |= each;
    }
    for (const Tile better : better_openings(tile) & hidden_) {
        allowed[static_cast<std::size_t>(better.bit())] &= ~dealt;
    }
    return allowed;
}

Evidence Evidence::of_voids(const Observation& seen) {
    Evidence evidence;
    evidence.own_ = seen.seat;
    evidence.hidden_ = seen.unseen();
    evidence.add_parcel({Seat(), seen.table.boneyard});
    evidence.may_be_of_.fill(bit(boneyard));
    for (const Seat seat : seats(seen.rules.players)) {
        if (seat == seen.seat) {
            continue;
        }
        evidence.dealt_[seat] = bit(evidence.add_parcel({seat, seen.table.held[seat]}));
        for (const Tile tile : seen.unseen() - seen.table.lacks[seat].tiles()) {
            evidence.may_be_of_[static_cast<std::size_t>(tile.bit())] |= evidence.dealt_[seat];
        }
    }
    return evidence;
}

} // namespace balak
