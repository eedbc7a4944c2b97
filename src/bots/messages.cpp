#include "bots/messages.hpp"

#include "balak/version.hpp"
#include "io/rules_json.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <concepts>
#include <iterator>

namespace balak::bots {
namespace {

/// `6-3` for each tile, by its bit.
constexpr std::array<std::array<char, 3>, tile_count> tile_texts = [] {
    std::array<std::array<char, 3>, tile_count> texts{};
    for (int bit = 0; bit < tile_count; ++bit) {
        const Tile tile = Tile::from_bit(bit);
        texts[static_cast<std::size_t>(bit)] = {static_cast<char>('0' + tile.high()), '-',
                                                static_cast<char>('0' + tile.low())};
    }
    return texts;
}();

void append(std::string& out, Tile tile) {
    const auto& text = tile_texts[static_cast<std::size_t>(tile.bit())];
    out.append(text.data(), text.size());
}

void append(std::string& out, std::integral auto number) {
    const fmt::format_int text(number);
    out.append(text.data(), text.size());
}

/// Appends what `append_item` appends for each item, with commas between.
template <class Items, class Append>
void append_list(std::string& out, const Items& items, Append append_item) {
    out += '[';
    bool first = true;
    for (const auto& item : items) {
        if (!first) {
            out += ',';
        }
        append_item(item);
        first = false;
    }
    out += ']';
}

void append_quoted(std::string& out, Tile tile) {
    out += '"';
    append(out, tile);
    out += '"';
}

void append_tiles(std::string& out, TileSet tiles) {
    append_list(out, tiles, [&](Tile tile) { append_quoted(out, tile); });
}

void append(std::string& out, Move move, bool opening) {
    append(out, move.tile);
    if (!opening) {
        out += move.end == End::left ? '<' : '>';
    }
}

void append_events(std::string& out, const Observation& seen) {
    const TileRow draws = seen.draws();
    const Tile* drawn = draws.begin();
    Seat seat = seen.table.opener;
    bool opening = !seen.table.has_starter;
    append_list(out, seen.table.events(), [&](Event event) {
        out += '[';
        out += static_cast<char>('0' + seat.number());
        out += ",\"";
        switch (event.kind()) {
        case Event::Kind::draw:
            out += '+';
            if (seat == seen.seat) {
                append(out, *drawn++);
            }
            out += "\"]";
            return; // the seat stays to move
        case Event::Kind::play_left:
        case Event::Kind::play_right:
            append(out, {event.tile(), event.kind() == Event::Kind::play_left ? End::left : End::right}, opening);
            opening = false;
            break;
        case Event::Kind::pass:
            out += "pass";
            break;
        }
        out += "\"]";
        seat = seat.next(seen.rules.players);
    });
}

void append_moves(std::string& out, const LegalMoves& legal, bool opening) {
    out += '[';
    for (int rank = 0; rank < legal.size(); ++rank) {
        out += rank == 0 ? "\"" : ",\"";
        append(out, legal.nth(rank), opening);
        out += '"';
    }
    out += ']';
}

} // namespace

void append_hello(std::string& out, const RuleSet& rules, const io::Json& options, int move_ms) {
    constexpr auto replace = io::Json::error_handler_t::replace;
    fmt::format_to(std::back_inserter(out),
                   R"({{"type":"hello","protocol":{},"program":"balak {}","rules":{},"options":{},"move_ms":{}}})"
                   "\n",
                   protocol_version, version(), io::to_json(rules).dump(-1, ' ', false, replace),
                   options.dump(-1, ' ', false, replace), move_ms);
}

void append_choose(std::string& out, std::uint64_t id, std::uint64_t match, const Observation& seen) {
    const Table& table = seen.table;
    const auto name = [&](const char* text) { out += text; };
    name(R"({"type":"choose","id":)");
    append(out, id);
    name(R"(,"match":)");
    append(out, match);
    name(R"(,"round":)");
    append(out, seen.round);
    name(R"(,"turn":)");
    append(out, table.turn);
    name(R"(,"seat":)");
    append(out, seen.seat.number());
    name(R"(,"score":)");
    append_list(out, sides(seen.rules.side_count()), [&](Side side) { append(out, seen.score[side]); });
    name(R"(,"hand":)");
    append_tiles(out, seen.hand);
    name(R"(,"dealt":)");
    append_tiles(out, seen.dealt);
    name(R"(,"starter":)");
    if (table.has_starter) {
        append_quoted(out, table.starter);
    } else {
        name("null");
    }
    name(R"(,"opener":)");
    append(out, table.opener.number());
    name(R"(,"events":)");
    append_events(out, seen);
    name(R"(,"ends":)");
    if (table.started) {
        append_list(out, std::array{table.left, table.right}, [&](std::uint8_t number) { append(out, number); });
    } else {
        name("null");
    }
    name(R"(,"held":)");
    append_list(out, seats(seen.rules.players), [&](Seat seat) { append(out, table.held[seat]); });
    name(R"(,"boneyard":)");
    append(out, table.boneyard);
    name(R"(,"drawable":)");
    append(out, table.drawable);
    name(R"(,"moves":)");
    append_moves(out, seen.legal, is_opening(table));
    TurnRandom random = seen.random();
    const std::uint32_t first = random.word();
    fmt::format_to(std::back_inserter(out), FMT_COMPILE(",\"random\":\"{:08x}{:08x}\"}}\n"), first, random.word());
}

void append_quit(std::string& out) {
    out += "{\"type\":\"quit\"}\n";
}

void append_ready(std::string& out, const Ready& ready) {
    const io::Json json = {{"type", "ready"},
                           {"name", ready.name},
                           {"version", ready.version},
                           {"at_once", ready.at_once},
                           {"reproducible", ready.reproducible}};
    out += json.dump();
    out += '\n';
}

void append_answer(std::string& out, std::uint64_t id, Move move, bool opening) {
    out += "{\"id\":";
    append(out, id);
    out += ",\"move\":\"";
    append(out, move, opening);
    out += "\"}\n";
}

std::string text_of(Move move, bool opening) {
    std::string text;
    append(text, move, opening);
    return text;
}

} // namespace balak::bots
