#include "cli/advice_text.hpp"

#include "bots/messages.hpp"
#include "cli/chain_picture.hpp"
#include "cli/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace balak::cli {
namespace {

using study::Advice;
using study::MoveWorth;
using tournament::Estimate;

std::string with_reach(const Estimate& estimate, double times, std::string_view format, std::string_view reach_format) {
    std::string text = fmt::format(fmt::runtime(format), times * estimate.mean);
    if (estimate.standard_error && estimate.interval) {
        // Intervals of chances end at 0 and 1: the wider half is how far they would reach.
        const double reach = std::max(estimate.interval->high - estimate.mean, estimate.mean - estimate.interval->low);
        text += fmt::format(fmt::runtime(reach_format), times * reach);
    }
    return text;
}

std::string points_text(const Estimate& estimate) {
    return with_reach(estimate, 1, "{:+.2f}", " ± {:.2f}");
}

std::string chance_text(const Estimate& estimate) {
    return with_reach(estimate, 100, "{:.1f} %", " ± {:.1f}");
}

/// What the best move is worth more, in the unit of the objective.
std::string behind_text(const Estimate& behind, const study::AdviceSettings& settings) {
    return settings.objective == "points" ? with_reach(behind, 1, "{:.2f}", " ± {:.2f}")
                                          : with_reach(behind, 100, "{:.1f} %", " ± {:.1f}");
}

/// Whether a move is behind the best by more than chance.
bool is_told_apart(const MoveWorth& move) {
    return move.behind.interval && move.behind.interval->low > 0;
}

std::string verdict(const Advice& advice, const study::AdviceSettings& settings, bool opening) {
    const auto name = [&](const MoveWorth& worth) { return bots::text_of(worth.move, opening); };
    const std::string best = name(advice.moves.front());
    if (advice.moves.size() == 1) {
        return fmt::format("Lay {}: there is no other move.\n", best);
    }
    std::string equals;
    for (std::size_t i = 1; i < advice.moves.size(); ++i) {
        if (!is_told_apart(advice.moves[i])) {
            equals += fmt::format("{}{}", equals.empty() ? "" : ", ", name(advice.moves[i]));
        }
    }
    if (!equals.empty()) {
        return fmt::format("Lay {}. So many worlds cannot tell it from {}.\n", best, equals);
    }
    const std::string_view unit = settings.objective == "points" ? " points"
                                  : settings.objective == "win"  ? " chance to win the round"
                                                                 : " chance to win the match";
    return fmt::format("Lay {}: it is worth {}{} more than {}, the next.\n", best,
                       behind_text(advice.moves[1].behind, settings), unit, name(advice.moves[1]));
}

} // namespace

std::string wrapped(std::string_view text, std::size_t width) {
    std::string out;
    std::size_t column = 0;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t end = std::min(text.find(' ', from), text.size());
        const std::string_view word = text.substr(from, end - from);
        if (column > 0 && column + 1 + word.size() > width) {
            out += '\n';
            column = 0;
        } else if (column > 0) {
            out += ' ';
            ++column;
        }
        out += word;
        column += word.size();
        from = end + 1;
    }
    return out + '\n';
}

std::string position_text(const Observation& seen, std::size_t width) {
    const RuleSet& rules = seen.rules;
    std::string text = fmt::format("{}: round {}, score", describe(rules), seen.round);
    for (const Side side : sides(rules.side_count())) {
        text += fmt::format("{}{}", side.number() == 0 ? " " : " : ", seen.score[side]);
    }
    text += fmt::format(", seat {} to move", seen.seat.number());
    if (rules.partnership) {
        text +=
            fmt::format(" (side {}, with seat {})", rules.side_of(seen.seat).number(), (seen.seat.number() + 2) % 4);
    }
    return wrapped(text, width) + '\n' + table_text(seen, width);
}

std::string table_text(const Observation& seen, std::size_t width) {
    const RuleSet& rules = seen.rules;
    std::string text = seen.table.started ? chain_of(seen.table).draw(width, 4) + '\n' : "    (no tile is laid)\n\n";
    std::string held = fmt::format("hand {};", tiles_text(seen.hand));
    for (const Seat seat : seats(rules.players)) {
        if (seat != seen.seat) {
            held += fmt::format(" seat {} holds {},", seat.number(), seen.table.held[seat]);
        }
    }
    held += seen.table.boneyard == 0
                ? " no boneyard"
                : fmt::format(" {} in the boneyard, {} to be drawn", seen.table.boneyard, seen.table.drawable);
    return text + wrapped(held, width);
}

std::string moves_text(const Advice& advice, const study::AdviceSettings& settings, const Observation& seen) {
    const bool opening = bots::is_opening(seen.table);
    Table table;
    table.add({"move", "points", "wins the round", "wins the match", "behind"});
    for (const MoveWorth& worth : advice.moves) {
        const bool best = &worth == &advice.moves.front();
        table.add({bots::text_of(worth.move, opening), points_text(worth.points), chance_text(worth.round),
                   chance_text(worth.match), best ? "" : behind_text(worth.behind, settings)});
    }
    return table.text() + verdict(advice, settings, opening) +
           fmt::format("({} worlds, all seats playing on like {}; ± is the 95 % interval)\n", advice.worlds,
                       settings.rollout);
}

std::string places_text(const Advice& advice, const Observation& seen) {
    const auto percent = [](double chance) {
        return chance == 0 ? std::string("-") : fmt::format("{:.1f}", 100 * chance);
    };
    Table table;
    std::vector<std::string> heading{"tile"};
    for (const Seat seat : seats(seen.rules.players)) {
        if (seat != seen.seat) {
            heading.push_back(fmt::format("seat {}", seat.number()));
        }
    }
    const bool boneyard = seen.table.boneyard > 0;
    if (boneyard) {
        heading.emplace_back("boneyard");
    }
    table.add(heading);
    const TileSet unseen = seen.unseen();
    for (int rank = unseen.size() - 1; rank >= 0; --rank) {
        const Tile tile = unseen.nth(rank);
        const Place& place = advice.places[static_cast<std::size_t>(tile.bit())];
        std::vector<std::string> row{to_string(tile)};
        for (const Seat seat : seats(seen.rules.players)) {
            if (seat != seen.seat) {
                row.push_back(percent(place.seat[seat]));
            }
        }
        if (boneyard) {
            row.push_back(percent(place.boneyard));
        }
        table.add(row);
    }
    return fmt::format("Who holds the tiles not seen, in % ({}):\n{}",
                       advice.counted ? "counted, all deals alike" : "shares of the worlds", table.text());
}

} // namespace balak::cli
