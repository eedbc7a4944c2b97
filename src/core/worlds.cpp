#include "core/worlds.hpp"

#include <utility>

namespace balak {

void WorldSampler::prepare(const Observation& seen, const Evidence& evidence) {
    evidence_ = evidence;
    own_ = {};
    own_[seen.seat] = seen.hand;
    laid_ = seen.table.laid;
    Parcels others = 0;
    for (std::size_t parcel = 0; parcel < evidence_.parcels().size(); ++parcel) {
        if (parcel == Evidence::boneyard || evidence_.parcels()[parcel].seat != seen.seat) {
            others |= Parcels{1} << parcel;
        }
    }
    filling_count_ = 0;
    own_draws_counted_ = false;
    ways_ = 0;
    const auto count = [&](TileSet opening) {
        if (fillings_.size() == filling_count_) {
            fillings_.emplace_back();
        }
        Fillings& filling = fillings_[filling_count_];
        filling.count(evidence_.parcels(), others, evidence_.hidden(), evidence_.may_be_of(opening));
        if (filling.ways() > 0) {
            ways_ += filling.ways();
            ++filling_count_;
        }
    };
    if (evidence_.openings().empty()) {
        count({});
    }
    for (const Tile tile : evidence_.openings()) {
        count(tile);
    }
}

World WorldSampler::sample(TurnRandom& random) const {
    World world;
    std::size_t chosen = 0;
    if (filling_count_ > 1) {
        double ticket = static_cast<double>(random.word()) * 0x1p-32 * ways_;
        while (chosen + 1 < filling_count_ && ticket >= fillings_[chosen].ways()) {
            ticket -= fillings_[chosen++].ways();
        }
    }
    world.boneyard_size = fillings_[chosen].sample(random, world.parcel_of, world.order);
    world.hands = own_;
    for (const Tile tile : evidence_.hidden() - laid_) {
        const std::uint8_t parcel = world.parcel_of[static_cast<std::size_t>(tile.bit())];
        if (parcel != Evidence::boneyard) {
            world.hands[evidence_.parcels()[parcel].seat] |= tile;
        }
    }
    return world;
}

const Fillings& WorldSampler::own_draws(Parcels own) {
    if (!own_draws_counted_) {
        own_draws_.count(evidence_.parcels(), own, evidence_.own_drawn(), evidence_.may_be_of({}));
        own_draws_counted_ = true;
    }
    return own_draws_;
}

Deal WorldSampler::deal_of(const Observation& seen, const World& world, TurnRandom& random) {
    // The own draws, of which the observation tells no more than which tiles they were.
    ParcelOf parcel_of = world.parcel_of;
    Parcels own = 0;
    for (std::size_t parcel = 1; parcel < evidence_.parcels().size(); ++parcel) {
        own |= evidence_.parcels()[parcel].seat == seen.seat ? Parcels{1} << parcel : 0;
    }
    if (own != 0) {
        std::array<Tile, tile_count> none{};
        ParcelOf drawn{};
        own_draws(own).sample(random, drawn, none);
        for (const Tile tile : evidence_.own_drawn()) {
            parcel_of[static_cast<std::size_t>(tile.bit())] = drawn[static_cast<std::size_t>(tile.bit())];
        }
    }

    std::array<TileSet, Evidence::max_parcels> tiles_of{};
    for (const Tile tile : evidence_.hidden() | evidence_.own_drawn()) {
        tiles_of[parcel_of[static_cast<std::size_t>(tile.bit())]] |= tile;
    }
    Deal deal;
    deal.draw_order = DrawOrder::in_turn;
    deal.hands[seen.seat] = seen.dealt;
    std::array<std::size_t, Table::max_events + 1> parcel_at{}; // by the event at which the draws begin
    for (std::size_t parcel = 1; parcel < evidence_.parcels().size(); ++parcel) {
        const Parcel& each = evidence_.parcels()[parcel];
        if (each.dealt) {
            deal.hands[each.seat] = tiles_of[parcel];
        } else {
            parcel_at[each.event] = parcel;
        }
    }
    if (seen.table.has_starter) {
        deal.starter = seen.table.starter;
    }

    // The boneyard in the order in which it was drawn.
    const auto place = [&](Tile tile) { deal.boneyard[static_cast<std::size_t>(deal.boneyard_size++)] = tile; };
    const std::span<const Event> events = seen.table.events();
    for (std::size_t first = 0; first < events.size();) {
        std::size_t end = first;
        while (end < events.size() && events[end].kind() == Event::Kind::draw) {
            ++end;
        }
        if (end > first) {
            if (parcel_at[first] != 0) {
                for (const Tile tile : tiles_of[parcel_at[first]]) {
                    place(tile);
                }
            }
            if (end == events.size()) {
                place(seen.legal.tiles().heaviest()); // just drawn, and the only tile that fits
            } else if (events[end].kind() != Event::Kind::pass) {
                place(events[end].tile());
            }
        }
        first = end + 1;
    }
    for (const Tile tile : world.boneyard()) {
        place(tile);
    }
    return deal;
}

} // namespace balak
