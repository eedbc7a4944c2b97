#include "search/holders.hpp"

#include "core/evidence.hpp"
#include "core/fillings.hpp"

namespace balak {
namespace {

/// Adds for each hidden tile the ways to fill the parcels in which it is here or there. Returns all ways.
double add_ways(const Evidence& evidence, TileSet unseen, TileSet opening, Fillings& fillings, Places& places) {
    const auto may_be_of = evidence.may_be_of(opening);
    const auto ways = [&](const std::array<Parcels, tile_count>& allowed) {
        fillings.count(evidence.parcels(), evidence.of_others(), evidence.hidden(), allowed);
        return fillings.ways();
    };
    const double all = ways(may_be_of);
    if (all <= 0) {
        return 0;
    }
    for (const Tile tile : unseen) {
        const auto bit = static_cast<std::size_t>(tile.bit());
        for (std::size_t parcel = 0; parcel < evidence.parcels().size(); ++parcel) {
            auto allowed = may_be_of;
            allowed[bit] &= Parcels{1} << parcel;
            const Parcel& each = evidence.parcels()[parcel];
            if (allowed[bit] == 0 || each.size == 0) {
                continue;
            }
            (parcel == Evidence::boneyard ? places[bit].boneyard : places[bit].seat[each.seat]) +=
                allowed[bit] == may_be_of[bit] ? all : ways(allowed);
        }
    }
    return all;
}

void divide(Places& places, double sum) {
    for (Place& place : places) {
        place.boneyard /= sum;
        for (double& chance : place.seat.values) {
            chance /= sum;
        }
    }
}

} // namespace

Places counted_places(const Observation& seen) {
    const Evidence evidence(seen);
    Fillings fillings;
    Places places{};
    double sum = 0;
    if (evidence.openings().empty()) {
        sum = add_ways(evidence, seen.unseen(), {}, fillings, places);
    }
    for (const Tile opening : evidence.openings()) {
        sum += add_ways(evidence, seen.unseen(), opening, fillings, places);
    }
    divide(places, sum);
    return places;
}

Places places_in(const Observation& seen, std::span<const World> worlds) {
    Places places{};
    for (const World& world : worlds) {
        for (const Seat seat : seats(seen.rules.players)) {
            for (const Tile tile : world.hands[seat] & seen.unseen()) {
                ++places[static_cast<std::size_t>(tile.bit())].seat[seat];
            }
        }
        for (const Tile tile : world.boneyard()) {
            ++places[static_cast<std::size_t>(tile.bit())].boneyard;
        }
    }
    divide(places, static_cast<double>(worlds.size()));
    return places;
}

} // namespace balak
