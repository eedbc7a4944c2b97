// Two sides: alpha-beta on differences of worth, with a transposition table. More: max^n.
#include "balak/open_hands.hpp"

#include "search/open_position.hpp"
#include "search/transpositions.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <stdexcept>
#include <utility>

namespace balak {
namespace {

using search::After;
using search::Game;
using search::Key;
using search::Position;
using search::Transpositions;

using Worth = std::int32_t;
constexpr Worth beyond = 1 << 30; ///< more than any worth

/// The number that a move is laid at, which tells moves with the same tile apart whichever end is which.
int number_at(const Position& position, Move move) {
    return move.end == End::left ? position.left : position.right;
}

/// Whether of two equally good moves the one is to be taken, not the other.
bool goes_before(const Position& position, Move one, Move other) {
    return one.tile != other.tile ? one.tile > other.tile : number_at(position, one) > number_at(position, other);
}

/// The moves of a position, those with the largest order first.
class MoveList {
public:
    /// A move and what it is sorted by, in one word. Without a value at first, so that a list is not cleared for
    /// nothing.
    class Item {
    public:
        Item() = default;
        Item(Move move, std::int32_t order) : word_(order * 64 + (move.end == End::left ? 0 : 32) + move.tile.bit()) {}

        Move move() const { return {Tile::from_bit(word_ & 31), (word_ & 32) == 0 ? End::left : End::right}; }
        std::int32_t order() const { return word_ >> 6; }

    private:
        std::int32_t word_;
    };

    template <class Order>
    MoveList(const LegalMoves& legal, Order order_of) {
        for (const Tile tile : legal.left) {
            add({tile, End::left}, order_of);
        }
        for (const Tile tile : legal.right) {
            add({tile, End::right}, order_of);
        }
    }
    std::span<const Item> items() const& { return {items_.data(), count_}; }
    void items() && = delete; // a list that is made in the head of a loop would be gone in its body

private:
    template <class Order>
    void add(Move move, Order order_of) {
        const Item item(move, order_of(move));
        std::size_t place = count_++;
        for (; place > 0 && items_[place - 1].order() < item.order(); --place) {
            items_[place] = items_[place - 1];
        }
        items_[place] = item;
    }

    std::array<Item, tile_count> items_;
    std::size_t count_ = 0;
};

/// The moves in the order in which they go before each other where they are equally good.
MoveList preferred(const Position& position, const LegalMoves& legal) {
    return {legal, [&](Move move) { return move.tile.bit() * (max_pip + 1) + number_at(position, move); }};
}

/// Counts positions up to a limit.
class Budget {
public:
    explicit Budget(std::uint64_t most) : most_(most) {}
    /// Whether there is one more.
    bool spend() { return spent_ < most_ ? (++spent_, true) : (over_ = true, false); }
    bool over() const { return over_; }
    std::uint64_t spent() const { return spent_; }

private:
    std::uint64_t most_;
    std::uint64_t spent_ = 0;
    bool over_ = false;
};

std::uint8_t tiles_left(const Position& position) {
    int tiles = 0;
    for (const std::uint32_t hand : position.hand) {
        tiles += std::popcount(hand);
    }
    return static_cast<std::uint8_t>(tiles);
}

/// Lays a tile in a position, then all that are compelled. What it then is: over, with the seat to move the one that
/// laid the last tile, or at a turn with a choice between `legal`.
After reach(const Game& game, Position& position, Move move, bool first, Budget& budget, LegalMoves& legal) {
    for (;;) {
        if (!budget.spend()) {
            return After::turn;
        }
        const After after = first ? game.open(position, move.tile) : game.lay(position, move);
        if (after != After::turn) {
            return after;
        }
        legal = Game::moves(position);
        if (legal.size() > 1) {
            return after;
        }
        move = legal.with(legal.tiles().lightest());
        first = false;
    }
}

/// Between which worths a position lies, to the side to move.
struct Bounds {
    Worth least = -beyond;
    Worth most = beyond;
};

/// Alpha-beta for two sides. Worths are those to the side to move; once the budget is over they mean nothing.
class TwoSides {
public:
    TwoSides(const Game& game, const Objective& objective, Transpositions<Bounds>& table, Budget& budget)
        : game_(&game), objective_(&objective), table_(&table), budget_(&budget) {
        const RuleSet& rules = game.rules();
        // What a side can win at most beyond the pips of the other: bonuses, and its own pips where they count for it.
        bonus_ = rules.out.bonus + rules.capicu_bonus;
        own_counts_ = rules.scoring == Scoring::winner_takes &&
                      (rules.out.score == OutScore::all_hands || rules.block.score == BlockScore::all_hands);
    }

    /// What a position is worth to the side to move after laying a tile there, if between alpha and beta; else a bound.
    Worth after(Position position, Move move, bool first, Worth alpha, Worth beta) {
        const std::uint8_t viewer = game_->side_of(position.to_move);
        LegalMoves legal;
        const After after = reach(*game_, position, move, first, *budget_, legal);
        if (after != After::turn) {
            const Score score = game_->score(position, after);
            return static_cast<Worth>(objective_->worth(Side(viewer), score.points, score.winner));
        }
        if (budget_->over()) {
            return 0;
        }
        return game_->side_of(position.to_move) == viewer ? choose(position, legal, alpha, beta)
                                                          : -choose(position, legal, -beta, -alpha);
    }

    /// The most that a position can be worth to a side.
    Worth most(const Position& position, std::uint8_t side) const {
        switch (objective_->kind()) {
        case Objective::Kind::win:
            return 1;
        case Objective::Kind::match:
            return Objective::match_scale;
        case Objective::Kind::points:
            return position.pips[1 - side] + position.boneyard_pips + bonus_ + (own_counts_ ? position.pips[side] : 0);
        }
        return beyond;
    }

    /// How early a move is to be tried: where it leaves the next seat little to lay, and its own side much.
    std::int32_t order(const Position& position, Move move) const {
        const int number = number_at(position, move);
        const int kept = position.left + position.right - number;
        const TileSet fits = tiles_with(kept) | tiles_with(move.tile.pips() - number);
        const std::uint8_t next = game_->after(position.to_move);
        const int replies = (TileSet(position.hand[next]) & fits).size();
        const int own = (TileSet(position.hand[position.to_move]) & fits).size();
        return move.tile.pips() + 2 * own - 8 * replies + (replies == 0 ? 50 : 0);
    }

private:
    Worth choose(const Position& position, const LegalMoves& legal, Worth alpha, Worth beta) {
        const std::uint8_t side = game_->side_of(position.to_move);
        Bounds known{-most(position, static_cast<std::uint8_t>(1 - side)), most(position, side)};
        if (known.least >= beta || known.least == known.most) {
            return known.least;
        }
        if (known.most <= alpha) {
            return known.most;
        }
        const Key key = Game::key(position);
        const std::uint64_t hash = key.hash();
        if (const Bounds* const found = table_->find(key, hash)) {
            if (found->least >= beta || found->least == found->most) {
                return found->least;
            }
            if (found->most <= alpha) {
                return found->most;
            }
            known = *found;
        }
        alpha = std::max(alpha, known.least);
        beta = std::min(beta, known.most);

        const MoveList moves(legal, [&](Move move) { return order(position, move); });
        Worth best = -beyond;
        for (const MoveList::Item& item : moves.items()) {
            // The first move is expected to be the best; of the others it is enough to know that they are not better.
            const Worth above = std::max(alpha, best);
            Worth here = 0;
            if (best == -beyond || beta - above == 1) {
                here = after(position, item.move(), false, above, beta);
            } else {
                here = after(position, item.move(), false, above, above + 1);
                if (here > above && here < beta) {
                    here = after(position, item.move(), false, here - 1, beta);
                }
            }
            if (budget_->over()) {
                return 0;
            }
            best = std::max(best, here);
            if (best >= beta) {
                break;
            }
        }
        if (best <= alpha) {
            known.most = std::max(best, known.least);
        } else if (best >= beta) {
            known.least = std::min(best, known.most);
        } else {
            known = {best, best};
        }
        table_->store(key, hash, tiles_left(position), known);
        return best;
    }

    const Game* game_;
    const Objective* objective_;
    Transpositions<Bounds>* table_;
    Budget* budget_;
    Worth bonus_ = 0;
    bool own_counts_ = false;
};

/// A worth to each side.
using SideWorths = std::array<Worth, max_seats>;

/// Max^n for more than two sides.
class ManySides {
public:
    ManySides(const Game& game, const Objective& objective, Transpositions<SideWorths>& table, Budget& budget)
        : game_(&game), objective_(&objective), table_(&table), budget_(&budget) {}

    /// What a position is worth to each side after a tile is laid there.
    SideWorths after(Position position, Move move, bool first) {
        LegalMoves legal;
        const After after = reach(*game_, position, move, first, *budget_, legal);
        if (after != After::turn) {
            const Score score = game_->score(position, after);
            SideWorths worths{};
            for (const Side side : sides(game_->rules().side_count())) {
                worths[static_cast<std::size_t>(side.number())] =
                    static_cast<Worth>(objective_->worth(side, score.points, score.winner));
            }
            return worths;
        }
        return budget_->over() ? SideWorths{} : choose(position, legal);
    }

private:
    SideWorths choose(const Position& position, const LegalMoves& legal) {
        const Key key = Game::key(position);
        const std::uint64_t hash = key.hash();
        if (const SideWorths* const found = table_->find(key, hash)) {
            return *found;
        }
        const std::size_t side = game_->side_of(position.to_move);
        const Worth enough = objective_->kind() == Objective::Kind::win ? 1 : beyond;
        SideWorths best{};
        bool any = false;
        const MoveList moves = preferred(position, legal);
        for (const MoveList::Item& item : moves.items()) {
            const SideWorths here = after(position, item.move(), false);
            if (budget_->over()) {
                return {};
            }
            if (!any || here[side] > best[side]) {
                best = here;
                any = true;
            }
            if (best[side] >= enough) {
                break;
            }
        }
        table_->store(key, hash, tiles_left(position), best);
        return best;
    }

    const Game* game_;
    const Objective* objective_;
    Transpositions<SideWorths>* table_;
    Budget* budget_;
};

} // namespace

class OpenHands::Search {
public:
    explicit Search(int table_bits) : bounds_(table_bits), values_(table_bits) {}

    std::optional<Best> best(const Round& round, const Objective& objective, std::uint64_t most) {
        const Game game(round);
        const Position position = game.start(round);
        const bool first = !round.table().started;
        const std::uint8_t mover = game.side_of(position.to_move);
        Budget budget(most);
        Best found;
        const LegalMoves& legal = round.legal_moves();
        if (round.rules().side_count() == 2) {
            bounds_.start();
            TwoSides search(game, objective, bounds_, budget);
            found = best_of_two(search, position, legal, first, mover, budget);
        } else {
            values_.start();
            ManySides search(game, objective, values_, budget);
            bool any = false;
            const MoveList moves = preferred(position, legal);
            for (const MoveList::Item& item : moves.items()) {
                const SideWorths here = search.after(position, item.move(), first);
                if (budget.over()) {
                    break;
                }
                if (!any || here[mover] > found.worth.values[mover]) {
                    any = true;
                    found.move = item.move();
                    std::ranges::copy(here, found.worth.values.begin());
                }
            }
        }
        positions_ = budget.spent();
        return budget.over() ? std::nullopt : std::optional(found);
    }

    std::optional<Worths> worths(const Round& round, const Objective& objective, std::uint64_t most) {
        const Game game(round);
        const Position position = game.start(round);
        const bool first = !round.table().started;
        const std::uint8_t mover = game.side_of(position.to_move);
        Budget budget(most);
        std::optional<Worths> found(std::in_place);
        const LegalMoves& legal = round.legal_moves();
        found->count = legal.size();
        if (round.rules().side_count() == 2) {
            bounds_.start();
            TwoSides search(game, objective, bounds_, budget);
            for (int i = 0; i < found->count && !budget.over(); ++i) {
                found->of_move[static_cast<std::size_t>(i)] =
                    search.after(position, legal.nth(i), first, -beyond, beyond);
            }
        } else {
            values_.start();
            ManySides search(game, objective, values_, budget);
            for (int i = 0; i < found->count && !budget.over(); ++i) {
                found->of_move[static_cast<std::size_t>(i)] = search.after(position, legal.nth(i), first)[mover];
            }
        }
        positions_ = budget.spent();
        if (budget.over()) {
            found.reset();
        }
        return found;
    }

    std::uint64_t positions() const { return positions_; }

private:
    static Best best_of_two(TwoSides& search, const Position& position, const LegalMoves& legal, bool first,
                            std::uint8_t mover, const Budget& budget) {
        Best found;
        Worth most = -beyond;
        const MoveList moves(legal, [&](Move move) { return first ? move.tile.pips() : search.order(position, move); });
        for (const MoveList::Item& item : moves.items()) {
            // Whether a move is to be taken: it must be better, or as good and before the other.
            Worth here = 0;
            if (most == -beyond) {
                here = search.after(position, item.move(), first, -beyond, beyond);
            } else {
                const Worth enough = most + (goes_before(position, item.move(), found.move) ? 0 : 1);
                here = search.after(position, item.move(), first, enough - 1, enough);
                if (here >= enough) {
                    here = search.after(position, item.move(), first, enough - 1, beyond);
                }
                if (here < enough) {
                    continue;
                }
            }
            if (budget.over()) {
                break;
            }
            most = here;
            found.move = item.move();
        }
        found.worth.values[mover] = most;
        found.worth.values[1 - mover] = -most;
        return found;
    }

    Transpositions<Bounds> bounds_;
    Transpositions<SideWorths> values_;
    std::uint64_t positions_ = 0;
};

OpenHands::OpenHands(int table_bits) : search_(std::make_unique<Search>(table_bits)) {}
OpenHands::OpenHands(OpenHands&&) noexcept = default;
OpenHands& OpenHands::operator=(OpenHands&&) noexcept = default;
OpenHands::~OpenHands() = default;

std::optional<OpenHands::Best> OpenHands::best(const Round& round, const Objective& objective, std::uint64_t most) {
    return search_->best(round, objective, most);
}

std::optional<OpenHands::Worths> OpenHands::worths(const Round& round, const Objective& objective, std::uint64_t most) {
    return search_->worths(round, objective, most);
}

std::uint64_t OpenHands::positions() const {
    return search_->positions();
}

} // namespace balak
