// The formula of tile-counting is no weaker than the one it replaced, whose numbers were larger.
#include "balak/strategy.hpp"
#include "tournament/runner.hpp"

#include "rule_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace balak {
namespace {

/// tile-counting as it was: sixteenths of a point without rounding, and a hidden tile as heavy as the mean of all that
/// are unseen.
class FormerTileCounting final : public Strategy {
public:
    Move choose(const Observation& seen) override {
        std::optional<Move> best;
        int most = 0;
        for (const End end : {End::left, End::right}) {
            for (const Tile tile : end == End::left ? seen.legal.left : seen.legal.right) {
                const int worth = worth_of(seen, {tile, end});
                if (!best || worth > most || (worth == most && best->end == end)) {
                    best = {tile, end};
                    most = worth;
                }
            }
        }
        return *best;
    }

private:
    static int scarcity(int tiles) { return 64 / (tiles + 2); }

    static int worth_of(const Observation& seen, Move move) {
        const RuleSet& rules = seen.rules;
        const Table& table = seen.table;
        const Tile tile = move.tile;
        int matched = tile.low();
        int other = matched;
        if (table.started) {
            matched = move.end == End::left ? table.left : table.right;
            other = move.end == End::left ? table.right : table.left;
        }
        const int shown = tile.other_half(matched);
        const TileSet fits = tiles_with(shown) | tiles_with(other);
        const TileSet kept = seen.hand - tile;
        const TileSet unseen = seen.unseen();
        TileSet ours = seen.hand | table.laid_by[seen.seat];
        const Seat next = seen.seat.next(rules.players);
        int fewest = table.held[next];
        int all = fewest;
        int partner_holds = 0;
        TileSet partner;
        for (Seat seat = next.next(rules.players); seat != seen.seat && rules.players > 2;
             seat = seat.next(rules.players)) {
            if (rules.side_of(seat) == rules.side_of(seen.seat)) {
                partner = unseen - table.lacks[seat].tiles();
                partner_holds = table.held[seat];
                ours |= table.laid_by[seat];
            } else {
                fewest = std::min<int>(fewest, table.held[seat]);
                all += table.held[seat];
            }
        }
        int worth = 14 * scarcity(((unseen - table.lacks[next].tiles()) & fits).size()) + 14 * (ours & fits).size();
        worth += (kept & tiles_with(shown)).empty() ? 0 : 28;
        worth += (kept & tiles_with(other)).empty() ? 0 : 28;
        worth += tile.is_double() ? 12 * (unseen & tiles_with(shown)).size() : 0;
        worth -= rules.partnership ? 3 * scarcity((partner & fits).size())
                                   : 13 * (kept & (tiles_with(matched) | tiles_with(shown))).size();
        worth += tile.pips() * ((rules.draw == Draw::none ? 7 : 0) + 3 * std::max(0, 4 - fewest));
        if (table.drawable == 0 && ((unseen | kept) & fits).empty()) {
            worth += 24 * points_of_block(rules, unseen, kept, rules.partnership ? all : fewest, partner_holds);
        }
        return worth;
    }

    static int points_of_block(const RuleSet& rules, TileSet unseen, TileSet kept, int opponents, int partner) {
        const int hidden = std::max(1, unseen.size());
        const int theirs = opponents * unseen.pips() / hidden;
        const int own = kept.pips() + partner * unseen.pips() / hidden;
        const bool to_blocker = rules.block.winner == BlockWinner::blocker;
        if (rules.scoring == Scoring::penalty || rules.block.score == BlockScore::others_minus_own) {
            return to_blocker ? std::max(0, theirs - own) : theirs - own;
        }
        const bool all_hands = rules.block.score == BlockScore::all_hands;
        const int won = all_hands ? theirs + own : theirs;
        const int lost = all_hands ? theirs + own : own;
        return to_blocker || own < theirs ? won : own == theirs ? 0 : -lost;
    }
};

constexpr std::string_view former_name = "former-tile-counting";

/// The margins of the deals of a pairing, in points a round of `a` over `b`: mean and half of the 95 % interval.
struct Margin {
    double mean = 0;
    double reach = 0;
};

Margin margin_of(const tournament::PairingTally& pairing, int scale) {
    const auto deals = static_cast<double>(pairing.deals.deals);
    const double rounds_a_deal = static_cast<double>(pairing.deals.matches) / deals * scale;
    const double mean = static_cast<double>(pairing.deals.sum.margin) / deals;
    const double square = static_cast<double>(pairing.deals.margin_squared) / deals;
    return {mean / rounds_a_deal, 1.96 * std::sqrt((square - mean * mean) / deals) / rounds_a_deal};
}

TEST(TileCountingLong, IsNoWeakerThanItsFormerFormula) {
    StrategyTable table = StrategyTable::builtin();
    table.add({.name = former_name,
               .summary = "tile-counting as it was",
               .options = {},
               .make = [](const OptionValues&, const StrategyTable&) -> std::unique_ptr<Strategy> {
                   return std::make_unique<FormerTileCounting>();
               }});
    const std::vector<std::string_view> names{"tile-counting", former_name, "greedy-heavy", "doubles-first"};
    for (RuleSet rules : testing::all_presets()) {
        rules.match = {0, 1};
        tournament::Tournament tournament;
        tournament.rules = {rules};
        tournament.unit = tournament::Unit::round;
        tournament.matches = 60'000;
        for (const std::string_view name : names) {
            const std::string type(name);
            tournament.entrants.push_back({type, type, table.find(type)->standard_options()});
        }
        const tournament::Outcome outcome = run(tournament, table, {});
        ASSERT_EQ(outcome.failure, "");
        const tournament::Schedule schedule = make_schedule(tournament.format, rules, names.size());
        const auto margin = [&](std::size_t a, std::size_t b) {
            for (std::size_t i = 0; i < schedule.pairings.size(); ++i) {
                if (schedule.pairings[i].a == a && schedule.pairings[i].b == b) {
                    return margin_of(outcome.tallies.front().pairings()[i], schedule.scale);
                }
            }
            throw std::logic_error("no such pairing");
        };
        const Margin direct = margin(0, 1);
        EXPECT_GE(direct.mean + direct.reach, -0.1) << describe(rules);
        std::string text = describe(rules) + ": " + std::to_string(direct.mean) + " +- " + std::to_string(direct.reach);
        for (const std::size_t other : {std::size_t{2}, std::size_t{3}}) {
            const Margin now = margin(0, other);
            const Margin former = margin(1, other);
            // The same deals, so that the difference is known better than this.
            const double reach = std::hypot(now.reach, former.reach);
            EXPECT_GE(now.mean - former.mean + reach, -0.1) << describe(rules) << " against " << names[other];
            text += ", against " + std::string(names[other]) + " " + std::to_string(now.mean - former.mean) + " +- " +
                    std::to_string(reach);
        }
        std::printf("%s\n", text.c_str());
    }
}

} // namespace
} // namespace balak
