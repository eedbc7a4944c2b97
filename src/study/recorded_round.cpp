#include "study/recorded_round.hpp"

#include "core/opening.hpp"
#include "io/input_error.hpp"
#include "io/recorded_rules.hpp"
#include "io/replayer.hpp"

#include <fmt/format.h>

#include <limits>

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

} // namespace

RecordedRound read_round(const io::Record& record, std::string_view place) {
    std::vector<io::Complaint> complaints;
    const std::optional<RuleSet> rules = io::read_rules(record.rules, complaints);
    const std::optional<Deal> deal = rules ? io::read_deal(*rules, record, complaints) : std::nullopt;
    if (!deal) {
        throw io::InputError(fmt::format("{}: {}", place, complaints.front().what));
    }
    RecordedRound round{*rules, *deal, {Seat(record.opener.convert_to<int>()), std::nullopt}, {}, 0, {}};
    round.number = as_int(record.round, "round", place);
    for (const Side side : sides(rules->side_count())) {
        const auto i = static_cast<std::size_t>(side.number());
        round.score[side] = as_int(record.score.at(i) - record.points.at(i), "score", place);
    }
    for (const std::string& text : record.moves) {
        const io::Token token = io::read_token(text).value();
        if (token.kind != io::Token::Kind::draw && token.kind != io::Token::Kind::pass) {
            round.plays.push_back({token.tile, token.kind == io::Token::Kind::right ? End::right : End::left});
        }
    }
    if (!round.plays.empty() && tile_decides_opening(*rules, round.number) && opening_tile_is_forced(*rules)) {
        round.opening.tile = round.plays.front().tile;
    }
    return round;
}

} // namespace balak::study
