// All deals of small games that agree with what a seat has seen, counted through.
#pragma once

#include "balak/match.hpp"
#include "balak/round.hpp"
#include "core/opening.hpp"
#include "core/worlds.hpp"

#include "chi_square.hpp"
#include "rule_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <ostream>
#include <span>
#include <string_view>
#include <vector>

namespace balak::testing {

/// Replays the record on a deal. Returns the round as it then stands, or nothing where the deal leads to other draws or
/// passes, or to another opening.
inline std::optional<Round> replay(const Observation& seen, const Deal& deal) {
    const RuleSet& rules = seen.rules;
    const Opening opening = tile_decides_opening(rules, seen.round) ? opening_by_tile(rules, deal.hands)
                                                                    : Opening{seen.table.opener, std::nullopt};
    if (opening.seat != seen.table.opener) {
        return std::nullopt;
    }
    Round round(rules, deal, opening);
    const auto as_recorded = [&] {
        const std::span<const Event> here = round.table().events();
        return std::ranges::equal(
            here, seen.table.events().first(std::min(here.size(), seen.table.events().size())), [](Event a, Event b) {
                return a.kind() == b.kind() &&
                       (a.kind() == Event::Kind::draw || a.kind() == Event::Kind::pass || a.tile() == b.tile());
            });
    };
    while (round.table().event_count < seen.table.event_count) {
        const Event next = seen.table.event[round.table().event_count];
        const Move move{next.tile(), next.kind() == Event::Kind::play_left ? End::left : End::right};
        if (!as_recorded() || round.over() || next.kind() == Event::Kind::draw || next.kind() == Event::Kind::pass ||
            !round.legal_moves().contains(move)) {
            return std::nullopt;
        }
        round.play(move);
    }
    if (round.over() || !as_recorded() || round.table().event_count != seen.table.event_count ||
        round.hands()[seen.seat] != seen.hand || round.dealt()[seen.seat] != seen.dealt) {
        return std::nullopt;
    }
    return round;
}

/// What a world is: the hands of all seats, then the boneyard in the order in which it will be drawn.
using Placed = std::vector<std::uint32_t>;

inline Placed placed(const RuleSet& rules, const PerSeat<TileSet>& hands, std::span<const Tile> boneyard) {
    Placed all;
    for (const Seat seat : seats(rules.players)) {
        all.push_back(hands[seat].bits());
    }
    for (const Tile tile : boneyard) {
        all.push_back(TileSet(tile).bits());
    }
    return all;
}

/// Every world that a seat cannot exclude, with the number of deals and boneyard orders that lead to it: found by
/// replaying the record on all that there are.
class AllDeals {
public:
    explicit AllDeals(const Observation& seen) : seen_(seen) {
        Deal deal;
        deal.draw_order = DrawOrder::in_turn;
        deal.hands[seen.seat] = seen.dealt;
        TileSet rest = seen.rules.tiles() - seen.dealt;
        if (seen.table.has_starter) {
            deal.starter = seen.table.starter;
            rest -= seen.table.starter;
        }
        deal_hands(deal, Seat(0), rest);
    }
    const std::map<Placed, std::uint64_t>& worlds() const { return worlds_; }
    std::uint64_t deals() const { return deals_; }

private:
    void deal_hands(Deal& deal, Seat seat, TileSet rest) {
        if (seat == seen_.seat) {
            seat = Seat(seat.number() + 1);
        }
        if (seat.number() >= seen_.rules.players) {
            for (const Tile tile : rest) {
                deal.boneyard[static_cast<std::size_t>(deal.boneyard_size++)] = tile;
            }
            const auto end = deal.boneyard.begin() + deal.boneyard_size;
            do {
                const std::optional<Round> round = replay(seen_, deal);
                if (round) {
                    ++worlds_[placed(seen_.rules, round->hands(), round->boneyard().left())];
                    ++deals_;
                }
            } while (std::next_permutation(deal.boneyard.begin(), end));
            deal.boneyard_size = 0;
            return;
        }
        for (std::uint32_t hand = 0; hand <= rest.bits(); ++hand) {
            if ((hand & ~rest.bits()) == 0 && TileSet(hand).size() == seen_.rules.hand_size) {
                deal.hands[seat] = TileSet(hand);
                deal_hands(deal, Seat(seat.number() + 1), rest - TileSet(hand));
            }
        }
    }

    const Observation& seen_;
    std::map<Placed, std::uint64_t> worlds_;
    std::uint64_t deals_ = 0;
};

/// The same without the order of the boneyard.
inline std::map<Placed, std::uint64_t> hands_of(const RuleSet& rules, const std::map<Placed, std::uint64_t>& worlds) {
    std::map<Placed, std::uint64_t> sums;
    for (const auto& [world, deals] : worlds) {
        sums[Placed(world.begin(), world.begin() + rules.players)] += deals;
    }
    return sums;
}

/// Draws worlds and compares with all deals, boneyard orders included where there are not too many. Nothing where a
/// test would need too many worlds all the same.
inline std::optional<::testing::AssertionResult>
as_likely_as_the_deals(const Observation& seen, const std::function<World()>& draw, double false_alarm) {
    const AllDeals all(seen);
    // Ten expected in the rarest cell.
    const auto samples_for = [&](const std::map<Placed, std::uint64_t>& worlds) {
        std::uint64_t rarest = all.deals();
        for (const auto& [world, deals] : worlds) {
            rarest = std::min(rarest, deals);
        }
        return 10 * all.deals() / rarest;
    };
    constexpr std::uint64_t most = 60'000;
    const bool ordered = samples_for(all.worlds()) <= most;
    const std::map<Placed, std::uint64_t> worlds = ordered ? all.worlds() : hands_of(seen.rules, all.worlds());
    const std::uint64_t samples = samples_for(worlds);
    if (worlds.size() < 2 || samples > most) {
        return std::nullopt;
    }
    std::map<Placed, std::uint64_t> drawn;
    for (std::uint64_t i = 0; i < samples; ++i) {
        const World world = draw();
        const Placed found = placed(seen.rules, world.hands, ordered ? world.boneyard() : std::span<const Tile>());
        if (!worlds.contains(found)) {
            return ::testing::AssertionFailure() << "a world that cannot be";
        }
        ++drawn[found];
    }
    std::vector<std::uint64_t> counts;
    std::vector<double> law;
    for (const auto& [world, deals] : worlds) {
        counts.push_back(drawn[world]);
        law.push_back(static_cast<double>(deals) / static_cast<double>(all.deals()));
    }
    return fits(counts, law, false_alarm);
}

/// A preset with few tiles, so that all deals can be counted through.
struct SmallGame {
    std::string_view preset;
    int players;
    int max_pip;
    int hand_size;
    bool later_rounds = false; ///< the record is of the second round of a match
    bool free_opening = false; ///< who holds the highest double opens with any tile

    RuleSet rules() const {
        RuleSet rules = *balak::preset(preset, players);
        rules.max_pip = max_pip;
        rules.hand_size = hand_size;
        rules.boneyard_reserve = std::min(rules.boneyard_reserve, 1);
        if (free_opening) {
            rules.opening.tile = OpeningTile::free;
            rules.opening.first_round = FirstRound::highest_double;
        }
        return rules;
    }
    friend void PrintTo(const SmallGame& game, std::ostream* out) {
        *out << game.preset << ' ' << game.players << " max_pip " << game.max_pip << " hand_size " << game.hand_size
             << (game.later_rounds ? " later" : "") << (game.free_opening ? " free" : "");
    }
};

inline constexpr std::array small_games{
    SmallGame{"playboard", 2, 2, 2},
    SmallGame{"playboard", 2, 3, 3},
    SmallGame{"playboard", 3, 3, 2},
    SmallGame{"playboard", 4, 3, 2},
    SmallGame{"la-plaza-1v1", 2, 3, 3},
    SmallGame{"la-plaza-1v1", 2, 3, 2, true},
    SmallGame{"la-plaza-pairs", 4, 3, 2},
    SmallGame{"four-rounds", 2, 3, 3},
    SmallGame{"block", 2, 3, 3},
    SmallGame{"playboard", 2, 3, 3, false, true},
    SmallGame{"playboard", 3, 3, 2, true, true},
    SmallGame{"four-rounds", 2, 3, 3, false, true},
};

/// Visits turns of random rounds, each with what the seat to move sees, from the first turns to the last.
inline void for_each_turn_of(const SmallGame& game, Numbers& numbers,
                             const std::function<bool(const Observation&)>& visit) {
    const RuleSet rules = game.rules();
    ASSERT_TRUE(rule_faults(rules).empty());
    for (bool more = true; more;) {
        const Deal deal = Dealer(80).deal(rules, numbers.below(1'000'000), 0);
        Match match(rules);
        if (game.later_rounds) {
            match.add(deal.lot, {.last_seat = Seat(1), .winner = {}, .pips = {}, .points = {}});
        }
        Round round(rules, deal, match.opening(deal));
        while (!round.over() && more) {
            more = visit(round.observe(deal.random, match.score(), match.round()));
            const LegalMoves legal = round.legal_moves();
            round.play(legal.nth(static_cast<int>(numbers.below(static_cast<std::size_t>(legal.size())))));
        }
    }
}

} // namespace balak::testing
