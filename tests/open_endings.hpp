// Endings with open hands, solved by the solver and by trying everything.
#pragma once

#include "balak/match.hpp"
#include "balak/objective.hpp"
#include "balak/open_hands.hpp"
#include "balak/round.hpp"

#include "rule_sets.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace balak::testing {

/// What a round is worth to each side, found by playing every line to its end on the engine; nothing else is used. With
/// two sides the mover's best is the other's worst, so that this is minimax; with more it is max^n.
class EveryLine {
public:
    EveryLine(const Objective& objective, int most_rounds) : objective_(objective), left_(most_rounds) {}

    struct Found {
        std::vector<PerSide<std::int64_t>> of_move; ///< by rank; empty for a round that is over
        int best = 0;                               ///< rank of the move taken
        PerSide<std::int64_t> worth;
    };

    /// Nothing if that is more than `most_rounds` rounds to look at.
    std::optional<Found> solve(const Round& round) {
        Found found;
        const RuleSet& rules = round.rules();
        if (--left_ < 0) {
            return std::nullopt;
        }
        if (round.over()) {
            const RoundResult result = round.result();
            for (const Side side : sides(rules.side_count())) {
                found.worth[side] = objective_.worth(side, result.points, result.winner);
            }
            return found;
        }
        const Side own = rules.side_of(round.to_move());
        const LegalMoves& legal = round.legal_moves();
        const auto number_at = [&](Move move) {
            return move.end == End::left ? round.table().left : round.table().right;
        };
        for (int i = 0; i < legal.size(); ++i) {
            Round next = round;
            next.play(legal.nth(i));
            const std::optional<Found> there = solve(next);
            if (!there) {
                return std::nullopt;
            }
            found.of_move.push_back(there->worth);
            const Move best = legal.nth(found.best);
            const Move move = legal.nth(i);
            const bool before =
                move.tile == best.tile ? number_at(move) > number_at(best) : move.tile.bit() > best.tile.bit();
            if (i == 0 || there->worth[own] > found.worth[own] || (there->worth[own] == found.worth[own] && before)) {
                found.best = i;
                found.worth = there->worth;
            }
        }
        return found;
    }

private:
    Objective objective_;
    int left_;
};

/// What a comparison has seen.
struct Endings {
    int choices = 0;  ///< endings compared that have a choice
    int openings = 0; ///< of all: those before the first tile
    int draws = 0;    ///< of all: those in which tiles may still be drawn
    int in_turn = 0;  ///< of all: those in which whoever draws takes the next tile
    int even = 0;     ///< of all: those with two equally good moves
    int all = 0;
};

/// The first position of a random round that every line can be tried from, solved in all ways. False if there is none
/// with a choice.
inline bool compare_ending(const RuleSet& rules, Numbers& numbers, Objective::Kind kind, OpenHands& solver,
                           Endings& seen, int most_rounds) {
    Deal deal = Dealer(numbers.below(1 << 30)).deal(rules, numbers.below(1000), 0);
    deal.draw_order = numbers.below(2) == 0 ? DrawOrder::by_seat : DrawOrder::in_turn;
    Round round(rules, deal, first_opening(rules, deal));
    const Objective objective(kind, rules);
    for (; !round.over(); round.play(round.legal_moves().nth(
             static_cast<int>(numbers.below(static_cast<std::size_t>(round.legal_moves().size())))))) {
        const LegalMoves& legal = round.legal_moves();
        if (legal.size() == 1 && numbers.below(10) > 0) {
            continue;
        }
        const std::optional<EveryLine::Found> plain = EveryLine(objective, most_rounds).solve(round);
        if (!plain) {
            continue;
        }
        ++seen.all;
        seen.choices += legal.size() > 1 ? 1 : 0;
        seen.openings += round.table().started ? 0 : 1;
        seen.draws += round.table().drawable > 0 ? 1 : 0;
        seen.in_turn += round.table().drawable > 0 && deal.draw_order == DrawOrder::in_turn ? 1 : 0;
        const Side own = rules.side_of(round.to_move());

        const std::optional<OpenHands::Worths> worths = solver.worths(round, objective);
        EXPECT_TRUE(worths.has_value());
        EXPECT_EQ(worths->count, legal.size());
        int as_good = 0;
        for (int i = 0; i < legal.size(); ++i) {
            const auto rank = static_cast<std::size_t>(i);
            EXPECT_EQ(worths->of_move[rank], plain->of_move[rank][own]) << describe(rules) << ", move " << i;
            as_good += plain->of_move[rank][own] == plain->worth[own] ? 1 : 0;
        }
        seen.even += as_good > 1 ? 1 : 0;
        const std::optional<OpenHands::Best> best = solver.best(round, objective);
        EXPECT_TRUE(best.has_value());
        EXPECT_EQ(best->move, legal.nth(plain->best)) << describe(rules);
        for (const Side side : sides(rules.side_count())) {
            EXPECT_EQ(best->worth[side], plain->worth[side]) << describe(rules) << ", side " << side.number();
        }
        if (legal.size() > 1) {
            return true;
        }
    }
    return false;
}

/// Compares so many endings with a choice of one rule set, half of them with each objective, all with one solver.
inline Endings compare_endings(const RuleSet& rules, int endings, int most_rounds, std::uint64_t seed) {
    Numbers numbers(seed);
    OpenHands solver;
    Endings seen;
    while (seen.choices < endings && !::testing::Test::HasFailure()) {
        const auto kind = seen.choices % 2 == 0 ? Objective::Kind::points : Objective::Kind::win;
        compare_ending(rules, numbers, kind, solver, seen, most_rounds);
    }
    return seen;
}

/// Compares so many endings with a choice, each under random rules of its own.
inline Endings compare_endings_of_random_rules(int endings, int most_rounds, std::uint64_t seed) {
    Numbers numbers(seed);
    OpenHands solver;
    Endings seen;
    while (seen.choices < endings && !::testing::Test::HasFailure()) {
        const RuleSet rules = random_rules(numbers);
        for (const auto kind : {Objective::Kind::points, Objective::Kind::win}) {
            compare_ending(rules, numbers, kind, solver, seen, most_rounds);
        }
    }
    return seen;
}

/// The first position with a choice in which all hands together hold at most so many tiles.
inline std::optional<Round> ending(const RuleSet& rules, std::uint64_t number, int most_tiles) {
    Numbers numbers(number);
    const Deal deal = Dealer(92).deal(rules, number, 0);
    Round round(rules, deal, first_opening(rules, deal));
    while (!round.over()) {
        int tiles = 0;
        for (const Seat seat : seats(rules.players)) {
            tiles += round.hands()[seat].size();
        }
        const LegalMoves legal = round.legal_moves();
        if (tiles <= most_tiles && legal.size() > 1) {
            return round;
        }
        round.play(legal.nth(static_cast<int>(numbers.below(static_cast<std::size_t>(legal.size())))));
    }
    return std::nullopt;
}

/// Expects that a solver finds in endings with at most so many tiles in all hands what a new one finds, also with a
/// table so small that most positions find no room in it.
inline void expect_solved_as_if_first(int most_tiles) {
    OpenHands used;
    OpenHands small(4);
    int solved = 0;
    for (const char* name : {"block", "playboard", "la-plaza-pairs"}) {
        const RuleSet rules = *preset(name);
        const Objective points(Objective::Kind::points, rules);
        for (std::uint64_t number = 0; number < 60; ++number) {
            const std::optional<Round> round = ending(rules, number, most_tiles);
            if (!round) {
                continue;
            }
            OpenHands fresh;
            const auto best = fresh.best(*round, points, 100'000);
            const std::uint64_t best_positions = fresh.positions();
            const auto same = used.best(*round, points, 100'000);
            EXPECT_EQ(used.positions(), best_positions);
            ASSERT_EQ(same.has_value(), best.has_value());
            if (!best) {
                continue;
            }
            EXPECT_EQ(same->move, best->move);
            EXPECT_EQ(same->worth, best->worth);
            EXPECT_EQ(small.best(*round, points)->worth, best->worth);
            EXPECT_EQ(small.best(*round, points)->move, best->move);
            const auto worths = OpenHands().worths(*round, points);
            EXPECT_EQ(used.worths(*round, points)->of_move, worths->of_move);
            EXPECT_EQ(small.worths(*round, points)->of_move, worths->of_move);
            ++solved;
        }
    }
    EXPECT_GT(solved, 100);
}

} // namespace balak::testing
