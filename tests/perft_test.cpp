// Exact counts of what the engine generates, with the invariants of a chain checked at every node.
#include "balak/round.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace balak {
namespace {

/// The line of play as it lies on the table: the halves of its tiles from left to right.
using Chain = std::deque<std::pair<int, int>>;

/// Rules under which seat 0 holds the whole set and plays alone: the empty-handed seat 1 only passes.
RuleSet alone(int max_pip) {
    RuleSet rules;
    rules.max_pip = max_pip;
    rules.hand_size = rules.tiles().size();
    rules.draw = Draw::none;
    rules.opening.tile = OpeningTile::free;
    return rules;
}

Round whole_set(const RuleSet& rules) {
    Deal deal;
    deal.hands[Seat(0)] = rules.tiles();
    return Round(rules, deal, {Seat(0), std::nullopt});
}

Chain laid(Chain chain, Move move) {
    if (chain.empty()) {
        chain.emplace_back(move.tile.high(), move.tile.low());
    } else if (move.end == End::left) {
        const int joint = chain.front().first;
        chain.emplace_front(move.tile.other_half(joint), joint);
    } else {
        const int joint = chain.back().second;
        chain.emplace_back(joint, move.tile.other_half(joint));
    }
    return chain;
}

/// What must hold after every move.
void check_chain(const Chain& chain, const Table& table) {
    ASSERT_EQ(chain.front().first, table.left);
    ASSERT_EQ(chain.back().second, table.right);
    TileSet on_table;
    std::array<int, max_pip + 1> non_double_halves{};
    for (std::size_t i = 0; i < chain.size(); ++i) {
        ASSERT_TRUE(i == 0 || chain[i - 1].second == chain[i].first) << "a joint does not match";
        const auto [left, right] = chain[i];
        const Tile tile = Tile::from_halves(left, right);
        ASSERT_FALSE(on_table.contains(tile));
        on_table |= tile;
        if (left != right) {
            ++non_double_halves[static_cast<std::size_t>(left)];
            ++non_double_halves[static_cast<std::size_t>(right)];
        }
    }
    ASSERT_EQ(on_table, table.laid);
    // Each number is entered as often as it is left, but for the two ends.
    for (int number = 0; number <= max_pip; ++number) {
        const bool odd = table.left != table.right && (number == table.left || number == table.right);
        ASSERT_EQ(non_double_halves[static_cast<std::size_t>(number)] % 2, odd ? 1 : 0);
    }
}

/// Calls visit(round, chain) for the position after every line of `depth` moves.
template <class Visit>
void walk(const Round& round, const Chain& chain, int depth, const Visit& visit) {
    if (depth == 0) {
        visit(round, chain);
        return;
    }
    const LegalMoves legal = round.legal_moves();
    for (int rank = 0; rank < legal.size(); ++rank) {
        Round next = round;
        next.play(legal.nth(rank));
        const Chain longer = laid(chain, legal.nth(rank));
        check_chain(longer, next.table());
        walk(next, longer, depth - 1, visit);
    }
}

/// Lines of play of this length, the last move counted without playing it.
std::uint64_t perft(const Round& round, int length) {
    const LegalMoves legal = round.legal_moves();
    if (length == 1) {
        return static_cast<std::uint64_t>(legal.size());
    }
    std::uint64_t lines = 0;
    for (int rank = 0; rank < legal.size(); ++rank) {
        Round next = round;
        next.play(legal.nth(rank));
        lines += perft(next, length - 1);
    }
    return lines;
}

TEST(Perft, LinesOfPlayFromTheWholeSetAreThePublishedNumbers) {
    constexpr std::array<std::uint64_t, 7> published{28, 294, 3'444, 37'380, 383'040, 3'786'720, 35'893'200};
    const RuleSet rules = alone(6);
    for (std::size_t length = 1; length <= published.size(); ++length) {
        EXPECT_EQ(perft(whole_set(rules), static_cast<int>(length)), published[length - 1]) << length;
    }
}

TEST(Perft, EveryChainOfUpToFiveTilesMatchesInAllJoints) {
    const RuleSet rules = alone(6);
    std::uint64_t lines = 0;
    walk(whole_set(rules), {}, 5, [&](const Round& round, const Chain& chain) {
        ++lines;
        // The moves that are offered are those that a look at the chain finds.
        LegalMoves expected;
        for (const Tile tile : round.hands()[Seat(0)]) {
            expected.left |= tile.shows(chain.front().first) ? TileSet(tile) : TileSet();
            expected.right |= tile.shows(chain.back().second) ? TileSet(tile) : TileSet();
        }
        if (chain.front().first == chain.back().second) {
            expected.right = {};
        }
        ASSERT_EQ(round.legal_moves(), expected);
    });
    EXPECT_EQ(lines, 383'040U);
}

/// The distinct open chains of a set by length, without the engine: sequences of different tiles in which neighbours
/// match. A chain and the same chain read from the other end count as two.
class ChainCounter {
public:
    explicit ChainCounter(int max_pip) : max_pip_(max_pip) {
        for (int one = 0; one <= max_pip; ++one) {
            for (int other = 0; other <= max_pip; ++other) {
                add(one, other, 1);
            }
        }
    }
    const std::map<int, std::uint64_t>& by_length() const { return by_length_; }

private:
    void add(int left, int right, int length) {
        bool& used = used_[std::minmax(left, right)];
        if (used) {
            return;
        }
        used = true;
        ++by_length_[length];
        for (int next = 0; next <= max_pip_; ++next) {
            add(right, next, length + 1);
        }
        used = false;
    }

    int max_pip_;
    std::map<std::pair<int, int>, bool> used_;
    std::map<int, std::uint64_t> by_length_;
};

std::vector<std::uint64_t> counts_of(const std::map<int, std::uint64_t>& by_length) {
    std::vector<std::uint64_t> counts;
    for (const auto& [length, count] : by_length) {
        EXPECT_EQ(length, static_cast<int>(counts.size()) + 1);
        counts.push_back(count);
    }
    return counts;
}

/// The same chains as the engine lays them, each once however it was built. The engine lays the opening tile one way
/// round only, so the chains read from the other end are added.
std::map<int, std::uint64_t> laid_by_engine(int max_pip) {
    const RuleSet rules = alone(max_pip);
    std::map<int, std::uint64_t> counts;
    std::map<Chain, Round> rounds{{Chain(), whole_set(rules)}};
    while (!rounds.empty()) {
        std::map<Chain, Round> longer;
        std::set<Chain> distinct;
        for (const auto& [chain, round] : rounds) {
            const LegalMoves legal = round.legal_moves();
            for (int rank = 0; rank < legal.size(); ++rank) {
                Round next = round;
                next.play(legal.nth(rank));
                const Chain made = laid(chain, legal.nth(rank));
                check_chain(made, next.table());
                Chain mirrored;
                for (const auto& [left, right] : made) {
                    mirrored.emplace_front(right, left);
                }
                distinct.insert(made);
                distinct.insert(mirrored);
                longer.emplace(made, next);
            }
        }
        if (!distinct.empty()) {
            counts[static_cast<int>(distinct.begin()->size())] = distinct.size();
        }
        rounds = std::move(longer);
    }
    return counts;
}

TEST(Chains, ThoseOfTheDoubleTwoSetAreThePublishedNumbers) {
    EXPECT_EQ(counts_of(laid_by_engine(2)), (std::vector<std::uint64_t>{9, 18, 30, 42, 36, 12}));
}

TEST(Chains, TheEngineLaysAllChainsOfTheSmallSets) {
    for (int max_pip = 1; max_pip <= 3; ++max_pip) {
        const std::vector<std::uint64_t> expected = counts_of(ChainCounter(max_pip).by_length());
        EXPECT_EQ(counts_of(laid_by_engine(max_pip)), expected) << "double-" << max_pip;
        // The longest chain has all tiles where at most two numbers show on an odd count of non-double halves.
        EXPECT_EQ(expected.size(), max_pip == 3 ? 9U : static_cast<std::size_t>(full_set(max_pip).size()));
    }
}

/// Chains that the engine makes by laying at the left only, by length: those whose last tile lies as an opening does.
void count_to_the_left(const Round& round, int length, std::uint64_t weight, std::vector<std::uint64_t>& counts) {
    for (const Tile tile : round.legal_moves().left) {
        counts.at(static_cast<std::size_t>(length)) += weight;
        Round next = round;
        next.play({tile, End::left});
        count_to_the_left(next, length + 1, weight, counts);
    }
}

TEST(Chains, ThoseOfTheDoubleFourSetEndInThePublishedNumbers) {
    // A chain whose last tile is no double has a counterpart with that tile the other way round: the same chain with
    // every number n replaced by 4 - n. So each of them counts twice.
    const RuleSet rules = alone(4);
    std::vector<std::uint64_t> counts(15);
    for (const Tile tile : rules.tiles()) {
        const std::uint64_t weight = tile.is_double() ? 1 : 2;
        counts[0] += weight;
        Round round = whole_set(rules);
        round.play({tile, End::left});
        count_to_the_left(round, 1, weight, counts);
    }
    EXPECT_EQ(counts, counts_of(ChainCounter(4).by_length()));
    EXPECT_EQ(counts[12], 528'000U);
    EXPECT_EQ(counts[13], 380'160U);
    EXPECT_EQ(counts[14], 126'720U);
}

} // namespace
} // namespace balak
