#include "study/recorded_turn.hpp"

#include "bots/messages.hpp"
#include "io/input_error.hpp"
#include "study/recorded_round.hpp"

#include <fmt/format.h>

#include <cassert>
#include <string>

namespace balak::study {
namespace {

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
    const RecordedRound recorded = read_round(record, place);
    std::optional<bots::ChooseMessage> found;
    Round round(recorded.rules, recorded.deal, recorded.opening);
    for (const Move play : recorded.plays) {
        const bool wanted = turn ? round.table().turn == *turn : round.legal_moves().size() > 1;
        if (wanted) {
            found = message_of(round.observe(recorded.deal.random, recorded.score, recorded.number));
        }
        round.play(play);
    }
    if (!found) {
        throw io::InputError(
            turn ? fmt::format("{}: no tile is laid in turn {}, expected one of the {} turns, from 0, in "
                               "which a seat does not pass",
                               place, *turn, round.table().turn)
                 : fmt::format("{}: no seat had a choice in this round", place));
    }
    return {recorded.rules, *found};
}

} // namespace balak::study
