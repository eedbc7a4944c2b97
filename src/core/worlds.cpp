#include "core/worlds.hpp"

#include <algorithm>

namespace balak {
namespace {

constexpr std::uint64_t unknown = std::uint64_t{1} << 63;

/// choose[n][k]: subsets of k out of n.
consteval auto make_binomials() {
    std::array<std::array<std::uint64_t, tile_count + 1>, tile_count + 1> choose{};
    for (std::size_t n = 0; n < choose.size(); ++n) {
        choose[n][0] = 1;
        for (std::size_t k = 1; k <= n; ++k) {
            choose[n][k] = choose[n - 1][k - 1] + (k < n ? choose[n - 1][k] : 0);
        }
    }
    return choose;
}
constexpr auto choose = make_binomials();

} // namespace

void WorldSampler::prepare(const Observation& seen) {
    const Table& table = seen.table;
    other_count_ = 0;
    room_ = {};
    std::array<TileSet, max_others> may_hold{};
    for (Seat seat = seen.seat.next(seen.rules.players); seat != seen.seat; seat = seat.next(seen.rules.players)) {
        const auto i = static_cast<std::size_t>(other_count_++);
        others_[i] = seat;
        room_[i] = table.held[seat];
        may_hold[i] = seen.unseen() - table.lacks[seat].tiles();
    }
    own_ = {};
    own_[seen.seat] = seen.hand;

    std::array<TileSet, 1 << max_others> by_seats{};
    for (const Tile tile : seen.unseen()) {
        std::size_t who = 0;
        for (std::size_t i = 0; i < static_cast<std::size_t>(other_count_); ++i) {
            who |= may_hold[i].contains(tile) ? std::size_t{1} << i : 0;
        }
        by_seats[who] |= tile;
    }
    class_count_ = 0;
    for (std::size_t who = 0; who < by_seats.size(); ++who) {
        if (!by_seats[who].empty()) {
            classes_[class_count_++] = {by_seats[who], static_cast<unsigned>(who)};
        }
    }
    std::size_t places = class_count_ + 1;
    for (const std::uint8_t room : room_) {
        places *= room + std::size_t{1};
    }
    ways_.assign(places, unknown);
    count(0, room_);
}

std::size_t WorldSampler::place(std::size_t group, Room room) const {
    std::size_t index = group;
    for (std::size_t i = 0; i < room.size(); ++i) {
        index = index * (room_[i] + std::size_t{1}) + room[i];
    }
    return index;
}

/// Calls visit(ways, room left) for each way to split a class over the seats that may hold it and the boneyard.
template <class Visit>
void WorldSampler::for_each_split(const Class& group, Room room, Visit visit) const {
    const auto size = static_cast<std::uint8_t>(group.tiles.size());
    const auto most = [&](unsigned i, std::uint8_t left) {
        return (group.seats >> i & 1) != 0 ? std::min(left, room[i]) : std::uint8_t{0};
    };
    for (std::uint8_t a = 0; a <= most(0, size); ++a) {
        const auto left = static_cast<std::uint8_t>(size - a);
        for (std::uint8_t b = 0; b <= most(1, left); ++b) {
            const auto rest = static_cast<std::uint8_t>(left - b);
            for (std::uint8_t c = 0; c <= most(2, rest); ++c) {
                visit(choose[size][a] * choose[left][b] * choose[rest][c],
                      Room{static_cast<std::uint8_t>(room[0] - a), static_cast<std::uint8_t>(room[1] - b),
                           static_cast<std::uint8_t>(room[2] - c)});
            }
        }
    }
}

std::uint64_t WorldSampler::count(std::size_t first, Room room) {
    if (first == class_count_) {
        return room == Room{} ? 1 : 0;
    }
    const std::size_t here = place(first, room);
    if (ways_[here] == unknown) {
        std::uint64_t sum = 0;
        for_each_split(classes_[first], room,
                       [&](std::uint64_t ways, Room left) { sum += ways * count(first + 1, left); });
        ways_[here] = sum;
    }
    return ways_[here];
}

World WorldSampler::sample(TurnRandom& random) const {
    World world;
    world.hands = own_;
    Room room = room_;
    for (std::size_t group = 0; group < class_count_; ++group) {
        // The split, by its share of all placements.
        Room split = room;
        if (group + 1 < class_count_) {
            std::uint64_t ticket = random.below_wide(ways_[place(group, room)]);
            bool found = false;
            for_each_split(classes_[group], room, [&](std::uint64_t ways, Room left) {
                const std::uint64_t share = found ? 0 : ways * ways_[place(group + 1, left)];
                if (ticket < share) {
                    found = true;
                    for (std::size_t i = 0; i < room.size(); ++i) {
                        split[i] = static_cast<std::uint8_t>(room[i] - left[i]);
                    }
                }
                ticket -= found ? 0 : share;
            });
        }
        // The tiles, all arrangements of the class being equally likely.
        std::array<Tile, tile_count> tiles{};
        std::uint32_t count = 0;
        for (const Tile tile : classes_[group].tiles) {
            tiles[count++] = tile;
        }
        auto take = [&, next = std::uint32_t{0}]() mutable {
            std::swap(tiles[next], tiles[next + random.below(count - next)]);
            return tiles[next++];
        };
        std::uint32_t placed = 0;
        for (std::size_t i = 0; i < room.size(); ++i) {
            for (int k = 0; k < split[i]; ++k) {
                world.hands[others_[i]] |= take();
            }
            room[i] = static_cast<std::uint8_t>(room[i] - split[i]);
            placed += split[i];
        }
        for (; placed < count; ++placed) {
            world.order[static_cast<std::size_t>(world.boneyard_size++)] = take();
        }
    }
    // The classes went to the boneyard one after the other: shuffle it as a whole.
    const auto size = static_cast<std::uint32_t>(world.boneyard_size);
    for (std::uint32_t i = 0; class_count_ > 1 && i + 1 < size; ++i) {
        std::swap(world.order[i], world.order[i + random.below(size - i)]);
    }
    return world;
}

} // namespace balak
