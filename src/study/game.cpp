#include "study/game.hpp"

#include "bots/messages.hpp"
#include "io/record.hpp"

#include <utility>

namespace balak::study {

Game::Game(const RuleSet& rules, std::uint64_t seed, PerSeat<Player> players)
    : rules_(rules), dealer_(seed), players_(std::move(players)),
      record_rules_(io::record_rules(rules)), now_{tournament::OngoingMatch(rules), {}} {
    for (const Seat seat : seats(rules.players)) {
        strategies_[seat] = players_[seat].strategy;
    }
}

void Game::begin_round() {
    now_.match.begin_round(dealer_.deal(rules_, 0, static_cast<std::uint32_t>(now_.match.round_number())));
}

bool Game::play_on() {
    return now_.match.play_on(strategies_);
}

void Game::answer(Move move) {
    choices_.push_back(now_);
    now_.match.answer(move);
}

bool Game::take_back() {
    if (choices_.empty()) {
        return false;
    }
    now_ = std::move(choices_.back());
    choices_.pop_back();
    return true;
}

RoundResult Game::end_round() {
    tournament::PlayedMatch counted; // of which nothing is needed here
    const RoundResult result = now_.match.end_round(counted);
    PerSeat<std::string_view> names;
    for (const Seat seat : seats(rules_.players)) {
        names[seat] = players_[seat].name;
    }
    io::append_record(now_.records.emplace_back(),
                      {round(), now_.match.deal(), result, match(), 0, record_rules_, names});
    return result;
}

std::string Game::records() const {
    std::string all;
    for (const std::string& record : now_.records) {
        all += record;
    }
    return all;
}

std::optional<Move> named_move(std::string_view text, const Observation& seen) {
    std::string name(text);
    if (name.size() >= 3 && name[1] == '-' && name[0] < name[2]) {
        std::swap(name[0], name[2]);
    }
    if (const auto move = bots::find_move(name, seen.legal, bots::is_opening(seen.table))) {
        return move;
    }
    const auto tile = Tile::parse(name);
    const bool one_way = tile && seen.legal.tiles().contains(*tile) &&
                         !(seen.legal.left.contains(*tile) && seen.legal.right.contains(*tile));
    return one_way ? std::optional(seen.legal.with(*tile)) : std::nullopt;
}

} // namespace balak::study
