#include "io/record.hpp"

#include "io/rules_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

namespace balak::io {
namespace {

/// Appends `["a","b"]` of items that `written` turns into JSON texts.
template <class Items, class Written>
void append_array(std::string& out, const Items& items, Written written) {
    out += '[';
    bool first = true;
    for (const auto& item : items) {
        out += first ? "" : ",";
        out += written(item);
        first = false;
    }
    out += ']';
}

std::string quoted(Tile tile) {
    return fmt::format("\"{}\"", to_string(tile));
}

/// A seat's or side's number, or null.
template <class Index>
std::string number_or_null(std::optional<Index> index) {
    return index ? std::to_string(index->number()) : "null";
}

/// Any text as a JSON string. What is no UTF-8 becomes the replacement character: a record is UTF-8.
std::string quoted_text(std::string_view text) {
    return json_text(Json(text), -1);
}

void append_moves(std::string& out, const Round& round) {
    bool opening = !round.table().has_starter;
    auto drawn = round.boneyard().drawn().begin();
    append_array(out, round.table().events(), [&](Event event) {
        const bool draws = event.kind() == Event::Kind::draw;
        const std::string token = event_token(event, opening, draws ? *drawn++ : Tile());
        opening = false;
        return fmt::format("\"{}\"", token);
    });
}

} // namespace

std::string record_rules(const RuleSet& rules) {
    return json_text(to_json(rules), -1);
}

std::string event_token(Event event, bool opening, Tile drawn) {
    switch (event.kind()) {
    case Event::Kind::play_left:
        return to_string(event.tile()) + (opening ? "" : "<");
    case Event::Kind::play_right:
        return to_string(event.tile()) + ">";
    case Event::Kind::draw:
        return fmt::format("+{}", to_string(drawn));
    case Event::Kind::pass:
        break;
    }
    return "pass";
}

void append_record(std::string& out, const RecordContext& played) {
    const RuleSet& rules = played.round.rules();
    const RoundResult& result = played.result;
    const auto all_seats = seats(rules.players);
    const auto all_sides = sides(rules.side_count());
    const Boneyard& boneyard = played.round.boneyard();
    std::vector<Tile> drawn_first(boneyard.drawn().begin(), boneyard.drawn().end());
    std::ranges::copy(boneyard.left(), std::back_inserter(drawn_first));

    fmt::format_to(std::back_inserter(out), R"({{"match":{},"round":{},"rules":{},"strategies":)", played.match_number,
                   played.match.round() - 1, played.rules_json);
    append_array(out, all_seats, [&](Seat seat) { return quoted_text(played.strategies[seat]); });
    out += R"(,"hands":)";
    append_array(out, all_seats, [&](Seat seat) {
        std::string hand;
        append_array(hand, played.deal.hands[seat], quoted);
        return hand;
    });
    fmt::format_to(std::back_inserter(out), R"(,"starter":{},"boneyard":)",
                   played.deal.starter ? quoted(*played.deal.starter) : "null");
    append_array(out, drawn_first, quoted);
    fmt::format_to(std::back_inserter(out), R"(,"opener":{},"moves":)", played.round.table().opener.number());
    append_moves(out, played.round);
    fmt::format_to(std::back_inserter(out), R"(,"ending":"{}","last_seat":{},"winner":{},"pips":)",
                   result.ending == Ending::out ? "out" : "blocked", number_or_null(result.last_seat),
                   number_or_null(result.winner));
    append_array(out, all_seats, [&](Seat seat) { return std::to_string(result.pips[seat]); });
    out += R"(,"points":)";
    append_array(out, all_sides, [&](Side side) { return std::to_string(result.points[side]); });
    out += R"(,"score":)";
    append_array(out, all_sides, [&](Side side) { return std::to_string(played.match.score()[side]); });
    fmt::format_to(std::back_inserter(out), R"(,"capicu":{},"match_over":{},"match_winner":{}}})", result.capicu,
                   played.match.over(), number_or_null(played.match.winner()));
    out += '\n';
}

} // namespace balak::io
