#include "bots/position.hpp"

#include "bots/messages.hpp"
#include "core/opening.hpp"
#include "io/input_error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace balak::bots {

/// Follows the events of a round as one seat saw them, and keeps the table as balak's engine does.
class PositionReader {
public:
    PositionReader(Position& position, const ChooseMessage& message, const Wording& wording)
        : message_(message), wording_(wording), position_(position), rules_(position.rules_), table_(position.table_),
          hand_(position.hand_) {}

    void read() {
        read_match();
        read_deal();
        for (const ChooseMessage::Event& event : message_.events) {
            read_event(event);
            ++events_;
        }
        end_draws(true);
        find_moves();
        compare_all();
        position_.key_ = TurnRandom::key_of(static_cast<std::uint32_t>(message_.random >> 32U), table_.turn);
    }

private:
    [[noreturn]] void fail(const std::string& what) const {
        throw io::InputError(fmt::format("{}: {}", wording_.place, what));
    }
    /// About the event that is being read.
    [[noreturn, gnu::cold]] void fail_event(const std::string& what) const {
        if (wording_.events == Wording::Of::message) {
            fail(fmt::format("events[{}]: {}", events_, what));
        }
        const ChooseMessage::Event& event = message_.events[events_];
        fail(fmt::format("move {} ({} of seat {}): {}", events_ + 1, text_of(event.token), event.seat, what));
    }
    std::int64_t in_range(const char* field, std::int64_t value, std::int64_t least, std::int64_t most) const {
        if (value < least || value > most) {
            fail(fmt::format("{} is {}, expected an integer from {} to {}", field, value, least, most));
        }
        return value;
    }
    Seat seat_of(const char* field, std::int64_t number) const {
        return Seat(static_cast<int>(in_range(field, number, 0, rules_.players - 1)));
    }

    void read_match() {
        const int most_rounds = rules_.match.rounds > 0 ? rules_.match.rounds : std::numeric_limits<int>::max();
        position_.round_ = static_cast<int>(in_range("round", message_.round, 0, most_rounds - 1));
        seat_ = seat_of("seat", message_.seat);
        const int side_count = rules_.side_count();
        if (message_.score.size() != static_cast<std::size_t>(side_count)) {
            fail(fmt::format("score has {} numbers, expected {}: one a side", message_.score.size(), side_count));
        }
        constexpr int most_of_any = 1'000'000'000;
        const bool first = position_.round_ == 0;
        const bool has_target = rules_.match.target > 0;
        const int most = first ? 0 : has_target ? rules_.match.target - 1 : most_of_any;
        for (const Side side : sides(side_count)) {
            const std::int64_t score = message_.score[static_cast<std::size_t>(side.number())];
            position_.score_[side] =
                static_cast<int>(in_range("score", score, first || has_target ? 0 : -most_of_any, most));
        }
    }

    TileSet set_of(const char* field, const std::vector<Tile>& tiles) const {
        TileSet set;
        for (const Tile tile : tiles) {
            if (!rules_.tiles().contains(tile)) {
                fail(fmt::format("{}: {} is no tile of the set", field, to_string(tile)));
            }
            if (set.contains(tile)) {
                fail(fmt::format("{}: the tile {} is there twice", field, to_string(tile)));
            }
            set |= tile;
        }
        return set;
    }

    /// What was there before the first turn.
    void read_deal() {
        position_.dealt_ = set_of("dealt", message_.dealt);
        hand_ = position_.dealt_;
        if (hand_.size() != rules_.hand_size) {
            fail(fmt::format("dealt has {} tiles, expected {}", hand_.size(), rules_.hand_size));
        }
        table_.opener = seat_of("opener", message_.opener);
        table_.to_move = table_.opener;
        table_.boneyard = static_cast<std::uint8_t>(rules_.boneyard_size());
        if (rules_.draw == Draw::until_playable) {
            table_.drawable = static_cast<std::uint8_t>(std::max(0, table_.boneyard - rules_.boneyard_reserve));
        }
        for (const Seat seat : seats(rules_.players)) {
            table_.held[seat] = static_cast<std::uint8_t>(rules_.hand_size);
        }
        const bool has_starter = rules_.starter != Starter::none;
        if (has_starter != message_.starter.has_value()) {
            fail(has_starter ? "the starter is missing" : "there is a starter, but the rules have none");
        }
        if (has_starter) {
            read_starter(*message_.starter);
        }
    }

    void read_starter(Tile tile) {
        if (!rules_.tiles().contains(tile) || tile.is_double() || hand_.contains(tile)) {
            fail(fmt::format("starter is {}, expected a tile of the set that is no double and was not dealt",
                             to_string(tile)));
        }
        table_.started = true;
        table_.has_starter = true;
        table_.starter = tile;
        table_.left = static_cast<std::uint8_t>(tile.high());
        table_.right = static_cast<std::uint8_t>(tile.low());
        table_.laid |= tile;
    }

    void read_event(const ChooseMessage::Event& event) {
        using Kind = Token::Kind;
        if (round_is_over()) {
            fail_event("the round was over before it");
        }
        if (event.seat != table_.to_move.number()) {
            fail_event(
                fmt::format("seat {} is told of, but it is the turn of seat {}", event.seat, table_.to_move.number()));
        }
        switch (event.token.kind) {
        case Kind::pass:
            read_pass();
            break;
        case Kind::own_draw:
        case Kind::other_draw:
            read_draw(event.token);
            break;
        case Kind::open:
        case Kind::left:
        case Kind::right:
            read_play(event.token);
            break;
        }
    }

    bool round_is_over() const {
        return table_.passes == rules_.players ||
               std::any_of(table_.held.values.begin(), table_.held.values.begin() + rules_.players,
                           [](std::uint8_t held) { return held == 0; });
    }

    TileSet fitting() const { return tiles_with(table_.left) | tiles_with(table_.right); }
    bool is_own_turn() const { return table_.to_move == seat_; }

    /// Draws and passes need a seat that is stuck.
    void require_stuck() const {
        if (!table_.started) {
            fail_event("the opener lays a tile");
        }
        if (is_own_turn() && !(hand_ & fitting()).empty()) {
            fail_event(fmt::format("the seat can lay {}", to_string((hand_ & fitting()).heaviest())));
        }
    }

    void read_pass() {
        require_stuck();
        if (table_.drawable > 0) {
            fail_event("no pass before the last tile that may be drawn");
        }
        end_draws(false);
        table_.lacks[table_.to_move].insert(table_.left);
        table_.lacks[table_.to_move].insert(table_.right);
        ++table_.passes;
        end_turn(Event::pass());
    }

    void read_draw(const Token& token) {
        require_stuck();
        if (table_.drawable == 0) {
            fail_event("there is no tile that may be drawn");
        }
        const bool names_tile = token.kind == Token::Kind::own_draw;
        if (names_tile != is_own_turn()) {
            fail_event(names_tile ? "what another seat draws is hidden, expected \"+\""
                                  : "the seat's own draw names no tile, expected it after the +");
        }
        if (names_tile) {
            if (!rules_.tiles().contains(token.tile) || (position_.dealt_ | hand_ | table_.laid).contains(token.tile)) {
                fail_event(fmt::format("the tile {} was not in the boneyard", to_string(token.tile)));
            }
            hand_ |= token.tile;
            position_.drawn_[table_.draws] = token.tile;
        }
        record(Event::draw());
        ++drawn_now_;
        ++table_.draws;
        --table_.drawable;
        --table_.boneyard;
        ++table_.held[table_.to_move];
    }

    /// The draws of a turn have ended: with a tile that fits, or without.
    void end_draws(bool found) {
        if (drawn_now_ == 0) {
            return;
        }
        NumberSet& lacks = table_.lacks[table_.to_move];
        if (drawn_now_ > (found ? 1 : 0)) {
            lacks.clear();
        }
        lacks.insert(table_.left);
        lacks.insert(table_.right);
        drawn_now_ = 0;
    }

    void read_play(const Token& token) {
        using Kind = Token::Kind;
        const Tile tile = token.tile;
        if ((token.kind == Kind::open) == table_.started) {
            fail_event(table_.started ? "only the opening tile has no end" : "the opening tile has no end");
        }
        if (!rules_.tiles().contains(tile)) {
            fail_event(fmt::format("{} is no tile of the set", to_string(tile)));
        }
        if (table_.laid.contains(tile)) {
            fail_event(fmt::format("the tile {} is laid already", to_string(tile)));
        }
        if (hand_.contains(tile) != is_own_turn()) {
            fail_event(fmt::format("the tile {} is {}in the own hand", to_string(tile), is_own_turn() ? "not " : ""));
        }
        end_draws(true);
        if (!table_.started) {
            read_opening(tile);
        } else {
            read_placement(tile, token.kind == Kind::left);
        }
        table_.laid |= tile;
        table_.laid_by[table_.to_move] |= tile;
        --table_.held[table_.to_move];
        if (is_own_turn()) {
            hand_ -= tile;
        }
        table_.passes = 0;
        end_turn(Event::play({tile, token.kind == Kind::right ? End::right : End::left}));
    }

    /// Whether the tile that gave the right to open must be laid.
    bool is_forced() const { return tile_decides_opening(rules_, position_.round_) && opening_tile_is_forced(rules_); }
    static Tile best_opening(TileSet tiles) {
        const TileSet own_doubles = tiles & doubles;
        return (own_doubles.empty() ? tiles : own_doubles).heaviest();
    }

    void read_opening(Tile tile) {
        if (is_forced() && best_opening(position_.dealt_ | tile) != tile) {
            fail_event(fmt::format("{} would have had to open", to_string(best_opening(position_.dealt_ | tile))));
        }
        table_.started = true;
        table_.left = static_cast<std::uint8_t>(tile.high());
        table_.right = static_cast<std::uint8_t>(tile.low());
    }

    void read_placement(Tile tile, bool at_left) {
        std::uint8_t& end = at_left ? table_.left : table_.right;
        if (!tile.shows(end)) {
            fail_event(fmt::format("it does not fit: the ends are {} and {}", table_.left, table_.right));
        }
        if (!at_left && table_.left == table_.right) {
            fail_event(fmt::format("both ends show {}: that is written with <", table_.left));
        }
        end = static_cast<std::uint8_t>(tile.other_half(end));
    }

    void end_turn(Event event) {
        record(event);
        ++table_.turn;
        table_.to_move = table_.to_move.next(rules_.players);
    }
    void record(Event event) { table_.event[table_.event_count++] = event; }

    void find_moves() {
        if (round_is_over()) {
            fail("the round is over: there is nothing to choose");
        }
        if (!is_own_turn()) {
            fail(fmt::format("seat {} is asked, but it is the turn of seat {}", seat_.number(),
                             table_.to_move.number()));
        }
        if (table_.started) {
            position_.legal_ = legal_moves(hand_, table_.left, table_.right);
            if (position_.legal_.tiles().empty()) {
                fail("the seat can lay nothing: it must draw or pass first");
            }
        } else {
            position_.legal_.left = is_forced() ? TileSet(best_opening(hand_)) : hand_;
        }
        if (position_.legal_.size() < wording_.fewest_moves) {
            fail(fmt::format("the seat has no choice: its only move is {}",
                             text_of(position_.legal_.nth(0), is_opening(table_))));
        }
    }

    /// What follows from the rest is compared where it is said.
    void compare_all() const {
        compare("turn", message_.turn, table_.turn);
        compare("boneyard", message_.boneyard, table_.boneyard);
        compare("drawable", message_.drawable, table_.drawable);
        const auto& held = table_.held.values;
        if (message_.held &&
            !std::equal(message_.held->begin(), message_.held->end(), held.begin(), held.begin() + rules_.players)) {
            fail(fmt::format("held is {}, expected {}, as the events tell", *message_.held,
                             std::vector<int>(held.begin(), held.begin() + rules_.players)));
        }
        if (message_.ends) {
            compare_ends(*message_.ends);
        }
        if (message_.hand && set_of("hand", *message_.hand) != hand_) {
            fail("hand is not what the seat was dealt and drew, without what it has laid");
        }
        if (message_.moves) {
            compare_moves(*message_.moves);
        }
    }

    void compare(const char* field, std::optional<std::int64_t> said, std::uint8_t right) const {
        if (said && *said != right) {
            fail(fmt::format("{} is {}, expected {}, as the events tell", field, *said, right));
        }
    }

    void compare_ends(const std::optional<ChooseMessage::Numbers>& ends) const {
        if (!table_.started) {
            if (ends) {
                fail(fmt::format("ends is {}, expected null: no tile is laid", *ends));
            }
        } else if (!ends || ends->size() != 2 || (*ends)[0] != table_.left || (*ends)[1] != table_.right) {
            fail(fmt::format("ends is {}, expected [{}, {}], as the events tell",
                             ends ? fmt::format("{}", *ends) : "null", table_.left, table_.right));
        }
    }

    void compare_moves(const std::vector<Token>& moves) const {
        LegalMoves given;
        for (const Token& token : moves) {
            using Kind = Token::Kind;
            const Move move{token.tile, token.kind == Kind::right ? End::right : End::left};
            const bool is_move =
                is_opening(table_) ? token.kind == Kind::open : token.kind == Kind::left || token.kind == Kind::right;
            if (!is_move || !position_.legal_.contains(move) || given.contains(move)) {
                fail("moves has one that is not legal, or is there twice");
            }
            (move.end == End::left ? given.left : given.right) |= move.tile;
        }
        if (given != position_.legal_) {
            fail(fmt::format("moves has {} of {} legal moves", given.size(), position_.legal_.size()));
        }
    }

    const ChooseMessage& message_;
    const Wording& wording_;
    Position& position_;
    const RuleSet& rules_;
    Table& table_;
    TileSet& hand_;
    Seat seat_;
    std::size_t events_ = 0; // followed so far
    int drawn_now_ = 0;      // in the turn that goes on
};

Position::Position(const RuleSet& rules, const ChooseMessage& message, const Wording& wording) : rules_(rules) {
    PositionReader(*this, message, wording).read();
}

} // namespace balak::bots
