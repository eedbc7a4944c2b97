#include "tournament/schedule.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace balak::tournament {
namespace {

/// Turns a seating by one side.
PerSide<std::size_t> rotated(const PerSide<std::size_t>& entrants, int side_count) {
    PerSide<std::size_t> turned;
    for (const Side side : sides(side_count)) {
        turned[Side((side.number() + 1) % side_count)] = entrants[side];
    }
    return turned;
}

Comparison compare(std::size_t number, Pairing pairing, const PerSide<std::size_t>& entrants, int side_count,
                   int scale) {
    int of_a = 0;
    int of_b = 0;
    for (const Side side : sides(side_count)) {
        of_a += entrants[side] == pairing.a ? 1 : 0;
        of_b += entrants[side] == pairing.b ? 1 : 0;
    }
    Comparison comparison{number, {}};
    for (const Side side : sides(side_count)) {
        comparison.weight[side] = entrants[side] == pairing.a   ? scale / of_a
                                  : entrants[side] == pairing.b ? -scale / of_b
                                                                : 0;
    }
    return comparison;
}

/// The legs of a pairing by itself.
void add_pairing(Schedule& schedule, Pairing pairing, int side_count) {
    const std::size_t number = schedule.pairings.size();
    schedule.pairings.push_back(pairing);
    const auto add_rotations = [&](std::size_t one, std::size_t others) {
        PerSide<std::size_t> entrants;
        for (const Side side : sides(side_count)) {
            entrants[side] = side.number() == 0 ? one : others;
        }
        for (int leg = 0; leg < side_count; ++leg) {
            schedule.legs.push_back({entrants, {compare(number, pairing, entrants, side_count, schedule.scale)}});
            entrants = rotated(entrants, side_count);
        }
    };
    add_rotations(pairing.a, pairing.b);
    if (side_count > 2) {
        add_rotations(pairing.b, pairing.a);
    }
}

/// All tables of different entrants, each in all rotations. `order` says which place of the table sits at a side first.
void add_tables(Schedule& schedule, std::size_t entrant_count, int side_count, const PerSide<std::size_t>& order) {
    std::vector<std::size_t> table;
    const auto choose = [&](const auto& self, std::size_t from) -> void {
        if (table.size() < static_cast<std::size_t>(side_count)) {
            for (std::size_t entrant = from; entrant < entrant_count; ++entrant) {
                table.push_back(entrant);
                self(self, entrant + 1);
                table.pop_back();
            }
            return;
        }
        PerSide<std::size_t> entrants;
        for (const Side side : sides(side_count)) {
            entrants[side] = table[order[side]];
        }
        for (int rotation = 0; rotation < side_count; ++rotation) {
            Leg leg{entrants, {}};
            for (std::size_t number = 0; number < schedule.pairings.size(); ++number) {
                const Comparison comparison =
                    compare(number, schedule.pairings[number], entrants, side_count, schedule.scale);
                int seated = 0;
                for (const int weight : comparison.weight.values) {
                    seated += weight != 0 ? 1 : 0;
                }
                if (seated == 2) {
                    leg.comparisons.push_back(comparison);
                }
            }
            schedule.legs.push_back(std::move(leg));
            entrants = rotated(entrants, side_count);
        }
    };
    choose(choose, 0);
}

} // namespace

double table_count(Format format, const RuleSet& rules, std::size_t entrants) {
    if (format == Format::gauntlet) {
        return static_cast<double>(entrants - 1);
    }
    const int seated = format == Format::free_for_all ? rules.side_count() : 2;
    double count = 1;
    for (int i = 0; i < seated; ++i) {
        count = count * (static_cast<double>(entrants) - i) / (i + 1);
    }
    return count;
}

Schedule make_schedule(Format format, const RuleSet& rules, std::size_t entrants) {
    const int side_count = rules.side_count();
    if (entrants < (format == Format::free_for_all ? static_cast<std::size_t>(side_count) : 2)) {
        throw std::invalid_argument("too few entrants for the tables of a schedule");
    }
    Schedule schedule;
    schedule.entrants = entrants;
    schedule.free_for_all = format == Format::free_for_all && side_count > 2;
    // A free-for-all compares single sides, a pairing one side with the mean of all others.
    schedule.scale = format == Format::free_for_all ? 1 : side_count - 1;
    for (std::size_t a = 0; a < (format == Format::gauntlet ? 1 : entrants); ++a) {
        for (std::size_t b = a + 1; b < entrants; ++b) {
            if (format == Format::free_for_all) {
                schedule.pairings.push_back({a, b});
            } else {
                add_pairing(schedule, {a, b}, side_count);
            }
        }
    }
    if (format == Format::free_for_all) {
        // The first place of a table stays; all orders of the others are all circular orders.
        PerSide<std::size_t> order;
        std::iota(order.values.begin(), order.values.end(), std::size_t{0});
        do {
            add_tables(schedule, entrants, side_count, order);
            schedule.legs_per_deal = schedule.legs_per_deal == 0 ? schedule.legs.size() : schedule.legs_per_deal;
        } while (std::next_permutation(order.values.begin() + 1, order.values.begin() + side_count));
    } else {
        schedule.legs_per_deal = schedule.legs.size();
    }
    for (const Leg& leg : schedule.legs_of(0)) {
        for (const Comparison& comparison : leg.comparisons) {
            schedule.legs_per_pairing += comparison.pairing == 0 ? 1 : 0;
        }
    }
    return schedule;
}

} // namespace balak::tournament
