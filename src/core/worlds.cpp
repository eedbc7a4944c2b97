#include "core/worlds.hpp"

#include <utility>

namespace balak {

void WorldSampler::prepare(const Observation& seen, const Evidence& evidence) {
    evidence_ = evidence;
    own_ = {};
    own_[seen.seat] = seen.hand;
    laid_ = seen.table.laid;
    const Parcels others = evidence_.of_others();
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

void WorldSampler::sample(TurnRandom& random, World& world) const {
    std::size_t chosen = 0;
    if (filling_count_ > 1) {
        double ticket = static_cast<double>(random.word()) * 0x1p-32 * ways_;
        while (chosen + 1 < filling_count_ && ticket >= fillings_[chosen].ways()) {
            ticket -= fillings_[chosen++].ways();
        }
    }
    world.boneyard_size = fillings_[chosen].sample(random, world.parcels, world.order);
    world.hands = own_;
    const std::span<const Parcel> parcels = evidence_.parcels();
    for (std::size_t parcel = 1; parcel < parcels.size(); ++parcel) {
        world.hands[parcels[parcel].seat] |= world.parcels[parcel] - laid_;
    }
}

const Fillings& WorldSampler::own_draws(Parcels own) {
    if (!own_draws_counted_) {
        own_draws_.count(evidence_.parcels(), own, evidence_.own_drawn(), evidence_.may_be_of({}));
        own_draws_counted_ = true;
    }
    return own_draws_;
}

Deal WorldSampler::deal_of(const Observation& seen, const World& world, TurnRandom& random) {
    Filled parcels = world.parcels;
    // The own draws, of which the observation tells no more than which tiles they were.
    Parcels own = 0;
    for (std::size_t parcel = 1; parcel < evidence_.parcels().size(); ++parcel) {
        own |= evidence_.parcels()[parcel].seat == seen.seat ? Parcels{1} << parcel : 0;
    }
    if (own != 0) {
        std::array<Tile, tile_count> none{};
        Filled drawn{};
        own_draws(own).sample(random, drawn, none);
        for (std::size_t parcel = 1; parcel < evidence_.parcels().size(); ++parcel) {
            parcels[parcel] |= drawn[parcel];
        }
    }

    Deal deal;
    deal.draw_order = DrawOrder::in_turn;
    deal.hands[seen.seat] = seen.dealt;
    std::array<std::size_t, Table::max_events + 1> parcel_at{}; // by the event at which the draws begin
    for (std::size_t parcel = 1; parcel < evidence_.parcels().size(); ++parcel) {
        const Parcel& each = evidence_.parcels()[parcel];
        if (each.dealt) {
            deal.hands[each.seat] = parcels[parcel];
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
                for (const Tile tile : parcels[parcel_at[first]]) {
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
