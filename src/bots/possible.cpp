// Whether any deal leads to a position, and if not, why.
#include "bots/messages.hpp"
#include "bots/position.hpp"
#include "core/evidence.hpp"
#include "core/worlds.hpp"
#include "io/input_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string>
#include <utility>

namespace balak::bots {
namespace {

std::string tiles_in_words(TileSet tiles) {
    std::string words;
    int left = tiles.size();
    for (const Tile tile : tiles) {
        words += words.empty() ? "" : left == 1 ? " and " : ", ";
        words += to_string(tile);
        --left;
    }
    return words;
}

/// Looks for the reason why no deal leads to what a seat has seen.
class Doubt {
public:
    Doubt(const Observation& seen, const Wording& wording) : seen_(seen), wording_(wording), evidence_(seen) {}

    std::string reason() const {
        if (const auto found = laid_too_late()) {
            return *found;
        }
        if (const auto found = better_opening()) {
            return *found;
        }
        if (const auto found = too_few_tiles()) {
            return *found;
        }
        return "the events cannot have happened: there is no deal that leads to them";
    }

private:
    std::string event_place(std::size_t event) const {
        return wording_.events == Wording::Of::message ? fmt::format("events[{}]", event)
                                                       : fmt::format("move {}", event + 1);
    }

    /// When a tile was laid, by whom, and where its seat was stuck before although the tile would have fitted.
    struct Laid {
        std::size_t event = 0;
        Seat seat;
        std::optional<std::size_t> stuck; ///< the last time
        bool passed = false;              ///< then; else it drew
        bool drew_later = false;          ///< in another turn
    };
    Laid laid(Tile tile) const {
        Laid found;
        PerSeat<std::optional<std::size_t>> stuck;
        PerSeat<bool> passed;
        PerSeat<bool> drew_later;
        const Table& table = seen_.table;
        int left = table.has_starter ? table.starter.high() : -1;
        int right = table.has_starter ? table.starter.low() : -1;
        Seat seat = table.opener;
        for (std::size_t i = 0; i < table.events().size(); ++i) {
            const Event event = table.events()[i];
            const bool draws = event.kind() == Event::Kind::draw;
            if (draws || event.kind() == Event::Kind::pass) {
                if (left >= 0 && (tile.shows(left) || tile.shows(right))) {
                    stuck[seat] = i;
                    passed[seat] = !draws;
                    drew_later[seat] = false;
                } else if (draws) {
                    drew_later[seat] = true;
                }
            } else if (event.tile() == tile) {
                return {i, seat, stuck[seat], passed[seat], drew_later[seat]};
            } else if (left < 0) {
                left = event.tile().high();
                right = event.tile().low();
            } else {
                int& end = event.kind() == Event::Kind::play_left ? left : right;
                end = event.tile().other_half(end);
            }
            seat = draws ? seat : seat.next(seen_.rules.players);
        }
        return found;
    }

    /// A tile that its seat must have held when it passed or drew, though it fitted.
    std::optional<std::string> laid_too_late() const {
        const auto may_be_of = evidence_.may_be_of({});
        for (const Tile tile : evidence_.hidden() & seen_.table.laid) {
            const Laid found = laid(tile);
            if (may_be_of[static_cast<std::size_t>(tile.bit())] == 0 && found.stuck) {
                return fmt::format("{}: seat {} cannot have laid {}: it {} before ({}), though {} fitted, and {}",
                                   event_place(found.event), found.seat.number(), to_string(tile),
                                   found.passed ? "passed" : "drew", event_place(*found.stuck), to_string(tile),
                                   found.drew_later ? "none of the tiles that it has drawn since can be it"
                                                    : "it has drawn none since");
            }
        }
        return std::nullopt;
    }

    /// A tile with which its seat, or whoever was dealt it, would have opened.
    std::optional<std::string> better_opening() const {
        if (evidence_.openings().size() != 1) {
            return std::nullopt;
        }
        const Tile opening = evidence_.openings().heaviest();
        const auto may_be_of = evidence_.may_be_of(opening);
        for (const Tile tile : evidence_.hidden() & seen_.table.laid) {
            if (may_be_of[static_cast<std::size_t>(tile.bit())] == 0 && tile != opening) {
                const Laid found = laid(tile);
                return fmt::format("{}: seat {} cannot have laid {}: if it was dealt, it would have decided who opens, "
                                   "before {}",
                                   event_place(found.event), found.seat.number(), to_string(tile), to_string(opening));
            }
        }
        return std::nullopt;
    }

    /// Places that hold more tiles than can be there.
    std::optional<std::string> too_few_tiles() const {
        const auto may_be_of = evidence_.may_be_of(evidence_.openings().size() == 1 ? evidence_.openings() : TileSet());
        // The places: a bit for each seat, and the boneyard.
        const auto players = static_cast<unsigned>(seen_.rules.players);
        const unsigned boneyard = 1U << players;
        std::array<unsigned, tile_count> places_of{};
        for (const Tile tile : seen_.unseen()) {
            const auto bit = static_cast<std::size_t>(tile.bit());
            for (std::size_t parcel = 0; parcel < evidence_.parcels().size(); ++parcel) {
                const Parcel& each = evidence_.parcels()[parcel];
                if ((may_be_of[bit] >> parcel & 1) != 0 && room(parcel) > 0) {
                    places_of[bit] |= parcel == Evidence::boneyard ? boneyard : 1U << each.seat.number();
                }
            }
            if (places_of[bit] == 0) {
                return fmt::format("the tile {} is nowhere: whoever might hold it passed or drew while it fitted",
                                   to_string(tile));
            }
        }
        std::optional<std::string> found;
        int fewest = max_seats + 2;
        for (unsigned places = 1; places < 2 * boneyard; ++places) {
            const int count = std::popcount(places);
            if ((places >> seen_.seat.number() & 1) != 0 || count >= fewest) {
                continue;
            }
            int held = 0;
            for (const Seat seat : seats(seen_.rules.players)) {
                held += (places >> seat.number() & 1) != 0 ? seen_.table.held[seat] : 0;
            }
            held += (places & boneyard) != 0 ? seen_.table.boneyard : 0;
            TileSet possible;
            for (const Tile tile : seen_.unseen()) {
                possible |= (places_of[static_cast<std::size_t>(tile.bit())] & places) != 0 ? tile : TileSet();
            }
            if (possible.size() < held) {
                found = fmt::format("{} {} {} tile{}, but of those that are not seen only {} can be there{}{}",
                                    in_words(places, boneyard), count == 1 ? "has" : "have", held, held == 1 ? "" : "s",
                                    possible.size(), possible.empty() ? "" : ": ", tiles_in_words(possible));
                fewest = count;
            }
        }
        return found;
    }
    /// Tiles that a seat or the boneyard holds.
    int room(std::size_t parcel) const {
        return parcel == Evidence::boneyard ? seen_.table.boneyard : seen_.table.held[evidence_.parcels()[parcel].seat];
    }

    std::string in_words(unsigned places, unsigned boneyard) const {
        std::string words;
        int left = std::popcount(places);
        for (const Seat seat : seats(seen_.rules.players)) {
            if ((places >> seat.number() & 1) != 0) {
                words += words.empty() ? "" : left == 1 ? " and " : ", ";
                words += fmt::format("seat {}", seat.number());
                --left;
            }
        }
        if ((places & boneyard) != 0) {
            words += words.empty() ? "the boneyard" : " and the boneyard";
        }
        return words;
    }

    const Observation& seen_;
    const Wording& wording_;
    Evidence evidence_;
};

} // namespace

void require_possible(const Observation& seen, const Wording& wording) {
    WorldSampler sampler;
    sampler.prepare(seen);
    if (!sampler.possible()) {
        throw io::InputError(fmt::format("{}: {}", wording.place, Doubt(seen, wording).reason()));
    }
}

} // namespace balak::bots
