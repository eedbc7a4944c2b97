#include "io/replayer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace balak::io {
namespace {

std::string tile_list(TileSet tiles) {
    std::string text;
    for (const Tile tile : tiles) {
        text += (text.empty() ? "" : ", ") + to_string(tile);
    }
    return text;
}

/// Takes the tiles of a record one by one, each of which must be of the set and new.
class TileReader {
public:
    TileReader(const RuleSet& rules, std::vector<Complaint>& complaints)
        : left_(rules.tiles()), set_(rules.tiles()), complaints_(&complaints) {}

    std::optional<Tile> read(const std::string& text) {
        const std::optional<Tile> tile = Tile::parse(text);
        if (!tile || !set_.contains(*tile)) {
            complaints_->push_back({fmt::format("{} is no tile of the set", shown(text)), "RECORD tiles"});
            return std::nullopt;
        }
        if (!left_.contains(*tile)) {
            complaints_->push_back({fmt::format("the tile {} is dealt twice", text), "RULES vocabulary: tile"});
            return std::nullopt;
        }
        left_ -= *tile;
        return tile;
    }
    TileSet missing() const { return left_; }

private:
    TileSet left_;
    TileSet set_;
    std::vector<Complaint>* complaints_;
};

void check_sizes(const RuleSet& rules, const Record& record, std::vector<Complaint>& complaints) {
    const auto complain = [&](std::string what, const char* rule) { complaints.push_back({std::move(what), rule}); };
    if (record.hands.size() != static_cast<std::size_t>(rules.players)) {
        complain(fmt::format("{} hands are dealt to {} players", record.hands.size(), rules.players), "RECORD hands");
    }
    for (std::size_t seat = 0; seat < record.hands.size(); ++seat) {
        if (record.hands[seat].size() != static_cast<std::size_t>(rules.hand_size)) {
            complain(
                fmt::format("seat {} is dealt {} tiles, must be {}", seat, record.hands[seat].size(), rules.hand_size),
                "RULES hand size");
        }
    }
    const bool wants_starter = rules.starter != Starter::none;
    if (wants_starter != record.starter.has_value()) {
        complain(wants_starter ? "the starter is missing" : "the rule set has no starter", "RULES start of a round");
    }
    if (record.boneyard.size() != static_cast<std::size_t>(std::max(0, rules.boneyard_size()))) {
        complain(fmt::format("{} tiles are in the boneyard, must be {}", record.boneyard.size(), rules.boneyard_size()),
                 "RULES boneyard");
    }
}

} // namespace

std::optional<Deal> read_deal(const RuleSet& rules, const Record& record, std::vector<Complaint>& complaints) {
    const std::size_t before = complaints.size();
    check_sizes(rules, record, complaints);
    const bool right_sizes = complaints.size() == before;

    Deal deal;
    deal.draw_order = DrawOrder::in_turn;
    TileReader reader(rules, complaints);
    for (std::size_t seat = 0; seat < record.hands.size(); ++seat) {
        for (const std::string& text : record.hands[seat]) {
            const std::optional<Tile> tile = reader.read(text);
            if (tile && right_sizes) {
                deal.hands[Seat(static_cast<int>(seat))] |= *tile;
            }
        }
    }
    if (record.starter) {
        deal.starter = reader.read(*record.starter);
        if (deal.starter && deal.starter->is_double()) {
            complaints.push_back(
                {fmt::format("the starter {} is a double", *record.starter), "RULES start of a round"});
        }
    }
    for (const std::string& text : record.boneyard) {
        const std::optional<Tile> tile = reader.read(text);
        if (tile && right_sizes) {
            deal.boneyard[static_cast<std::size_t>(deal.boneyard_size++)] = *tile;
        }
    }
    if (!reader.missing().empty()) {
        complaints.push_back(
            {fmt::format("nobody was dealt {}, nor is it in the boneyard", tile_list(reader.missing())),
             "RULES vocabulary: tile"});
    }
    return complaints.size() == before ? std::optional(deal) : std::nullopt;
}

std::optional<Token> read_token(std::string_view text) {
    using Kind = Token::Kind;
    if (text == "pass") {
        return Token{Kind::pass};
    }
    Kind kind = Kind::open;
    if (text.starts_with('+')) {
        kind = Kind::draw;
        text.remove_prefix(1);
    } else if (text.ends_with('<') || text.ends_with('>')) {
        kind = text.ends_with('<') ? Kind::left : Kind::right;
        text.remove_suffix(1);
    }
    const std::optional<Tile> tile = Tile::parse(text);
    return tile ? std::optional(Token{kind, *tile}) : std::nullopt;
}

Replayer::Replayer(const RuleSet& rules, const Deal& deal, Opening opening)
    : round_(rules, deal, opening), opening_(opening), seat_(opening.seat), hands_(deal.hands) {}

std::optional<Complaint> Replayer::take(std::string_view text) {
    const std::optional<Token> token = read_token(text);
    if (over()) {
        const bool out = round_.result().ending == Ending::out;
        return complain(text, out ? "the round is over: somebody has gone out" : "the round is over: it is blocked",
                        out ? "RULES shared 6" : "RULES shared 5");
    }
    if (!token) {
        return complain(text, "there is no such token", "RECORD moves");
    }
    if (!is_next(*token)) {
        return explain(text, *token);
    }
    follow(*token);
    return std::nullopt;
}

std::optional<Complaint> Replayer::end() const {
    if (over()) {
        return std::nullopt;
    }
    return Complaint{fmt::format("the moves end after {}, but the round goes on with seat {}", taken_, seat_.number()),
                     "RULES shared 5 and 6"};
}

/// Whether the engine did or allows what the token says.
bool Replayer::is_next(const Token& token) const {
    using Kind = Token::Kind;
    const auto events = round_.table().events();
    if (taken_ < events.size()) {
        if (events[taken_].kind() == Event::Kind::draw) {
            return token.kind == Kind::draw &&
                   token.tile == round_.boneyard().drawn()[static_cast<std::size_t>(drawn_)];
        }
        return token.kind == Kind::pass;
    }
    const LegalMoves legal = round_.legal_moves();
    switch (token.kind) {
    case Kind::open:
        return !started() && legal.contains({token.tile, End::left});
    case Kind::left:
        return started() && legal.contains({token.tile, End::left});
    case Kind::right:
        return started() && legal.contains({token.tile, End::right});
    case Kind::draw:
    case Kind::pass:
        break;
    }
    return false;
}

void Replayer::follow(const Token& token) {
    using Kind = Token::Kind;
    ++taken_;
    if (token.kind == Kind::draw) {
        hands_[seat_] |= token.tile;
        ++drawn_;
        return;
    }
    if (token.kind != Kind::pass) {
        hands_[seat_] -= token.tile;
        round_.play({token.tile, token.kind == Kind::right ? End::right : End::left});
    }
    seat_ = seat_.next(round_.rules().players);
}

TileSet Replayer::playable() const {
    return hands_[seat_] & (tiles_with(left()) | tiles_with(right()));
}

int Replayer::drawable() const {
    const RuleSet& rules = round_.rules();
    return rules.draw == Draw::none ? 0 : std::max(0, boneyard() - rules.boneyard_reserve);
}

Complaint Replayer::complain(std::string_view text, const std::string& what, std::string_view rule) const {
    return {fmt::format("seat {}, {}: {}", seat_.number(), shown(text), what), std::string(rule), taken_ + 1};
}

/// Says in the terms of the rules why a token is not what the engine did.
Complaint Replayer::explain(std::string_view text, const Token& token) const {
    using Kind = Token::Kind;
    if (!started() && (token.kind == Kind::draw || token.kind == Kind::pass)) {
        return complain(text, "the opener must lay a tile", "RULES shared 1");
    }
    if (token.kind != Kind::draw && token.kind != Kind::pass) {
        return explain_play(text, token);
    }
    const bool draws = token.kind == Kind::draw;
    if (!playable().empty()) {
        return complain(text, fmt::format("no {}: it can lay {}", draws ? "draw" : "pass", tile_list(playable())),
                        draws ? "RULES shared 1 and 4" : "RULES shared 1");
    }
    if (!draws) {
        return complain(text, "no pass before the last tile that may be drawn", "RULES shared 4");
    }
    if (round_.rules().draw == Draw::none) {
        return complain(text, "nothing is drawn under this rule set", "RULES shared 4");
    }
    if (drawable() == 0) {
        return complain(text, fmt::format("no draw: the boneyard is down to its last {}", boneyard()),
                        "RULES shared 4");
    }
    return complain(text,
                    fmt::format("the boneyard's next tile is {}",
                                to_string(round_.boneyard().drawn()[static_cast<std::size_t>(drawn_)])),
                    "RECORD boneyard");
}

Complaint Replayer::explain_play(std::string_view text, const Token& token) const {
    const bool names_end = token.kind != Token::Kind::open;
    if (started() != names_end) {
        return complain(text, names_end ? "the opening tile has no end" : "only the opening tile has no end",
                        "RECORD moves");
    }
    if (!hands_[seat_].contains(token.tile)) {
        return complain(text, "the tile is not in its hand", "RULES shared 1");
    }
    if (!started()) {
        return complain(text, fmt::format("must open with {}", opening_.tile ? to_string(*opening_.tile) : "a tile"),
                        "RULES who opens, with what");
    }
    if (token.kind == Token::Kind::right && left() == right() && token.tile.shows(right())) {
        return complain(text, fmt::format("both ends show {}: that is written with <", left()), "RULES shared 3");
    }
    return complain(text,
                    fmt::format("the tile does not fit the {} end, the ends are {} and {}",
                                token.kind == Token::Kind::left ? "left" : "right", left(), right()),
                    "RULES shared 1");
}

} // namespace balak::io
