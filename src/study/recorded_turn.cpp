#include "study/recorded_turn.hpp"

#include "bots/messages.hpp"
#include "core/opening.hpp"
#include "io/input_error.hpp"
#include "io/recorded_rules.hpp"
#include "io/replayer.hpp"

#include <fmt/format.h>

#include <cassert>
#include <limits>
#include <string>
#include <vector>

namespace balak::study {
namespace {

/// A number of a record that balak plays with.
int as_int(const io::Integer& number, std::string_view what, std::string_view place) {
    if (number < std::numeric_limits<int>::min() || number > std::numeric_limits<int>::max()) {
        throw io::InputError(
            fmt::format("{}: {} is {}, which is more than balak plays with", place, what, number.str()));
    }
    return number.convert_to<int>();
}

bots::ChooseMessage message_of(const Observation& seen) {
    std::string line;
    bots::append_choose(line, 1, 1, seen);
    line.pop_back(); // the line feed
    bots::ChooseMessage message;
    [[maybe_unused]] const bool read = bots::read_usual_choose(line, message);
    assert(read);
    return message;
}

} // namespace

Question recorded_turn(const io::Record& record, std::optional<int> turn, std::string_view place) {
    std::vector<io::Complaint> complaints;
    const std::optional<RuleSet> rules = io::read_rules(record.rules, complaints);
    const std::optional<Deal> deal = rules ? io::read_deal(*rules, record, complaints) : std::nullopt;
    if (!deal) {
        throw io::InputError(fmt::format("{}: {}", place, complaints.front().what));
    }
    const int number = as_int(record.round, "round", place);
    PerSide<int> score; // before the round
    for (const Side side : sides(rules->side_count())) {
        const auto i = static_cast<std::size_t>(side.number());
        score[side] = as_int(record.score.at(i) - record.points.at(i), "score", place);
    }
    Opening opening{Seat(record.opener.convert_to<int>()), std::nullopt};
    std::vector<io::Token> plays;
    for (const std::string& text : record.moves) {
        const io::Token token = io::read_token(text).value();
        if (token.kind != io::Token::Kind::draw && token.kind != io::Token::Kind::pass) {
            plays.push_back(token);
        }
    }
    if (!plays.empty() && tile_decides_opening(*rules, number) && opening_tile_is_forced(*rules)) {
        opening.tile = plays.front().tile;
    }
    std::optional<bots::ChooseMessage> found;
    Round round(*rules, *deal, opening);
    for (const io::Token& play : plays) {
        const bool wanted = turn ? round.table().turn == *turn : round.legal_moves().size() > 1;
        if (wanted) {
            found = message_of(round.observe(deal->random, score, number));
        }
        round.play({play.tile, play.kind == io::Token::Kind::right ? End::right : End::left});
    }
    if (!found) {
        throw io::InputError(
            turn ? fmt::format("{}: no tile is laid in turn {}, expected one of the {} turns, from 0, in "
                               "which a seat does not pass",
                               place, *turn, round.table().turn)
                 : fmt::format("{}: no seat had a choice in this round", place));
    }
    return {*rules, *found};
}

} // namespace balak::study
