#include "bots/exercise.hpp"

#include "balak/deal.hpp"
#include "balak/match.hpp"
#include "bots/messages.hpp"
#include "core/random_rules.hpp"

#include <fmt/format.h>

#include <random>

namespace balak::bots {
namespace {

/// What lines begin with, as append_choose writes them.
constexpr std::string_view beginning = R"({"type":"choose","id":)";

/// Numbers that are the same with every standard library (bias below bound / 2^64).
class Numbers {
public:
    std::int64_t between(std::int64_t least, std::int64_t most) {
        return least + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(most - least + 1));
    }

private:
    std::mt19937_64 engine_{14};
};

} // namespace

Question question_of(const Observation& seen, std::uint64_t match) {
    Question question;
    question.match = match;
    question.round = seen.round;
    question.turn = seen.table.turn;
    question.seat = seen.seat.number();
    question.legal = seen.legal;
    question.opening = is_opening(seen.table);
    append_choose(question.fields, 1, match, seen);
    question.fields.erase(0, beginning.size() + 1);
    return question;
}

std::string Question::place() const {
    return fmt::format("match {}, round {}, turn {}, seat {}", match, round, turn, seat);
}

std::string Question::line(std::uint64_t id) const {
    return fmt::format("{}{}{}", beginning, id, fields);
}

std::vector<RuleSet> exercise_rules(int drawn) {
    std::vector<RuleSet> all;
    for (const Preset& known : presets()) {
        for (const int players : known.players) {
            all.push_back(*preset(known.name, players));
        }
    }
    Numbers numbers;
    for (int i = 0; i < drawn; ++i) {
        all.push_back(
            random_rules([&](std::int64_t least, std::int64_t most) { return numbers.between(least, most); }));
    }
    return all;
}

Exercise make_exercise(const RuleSet& rules, int questions) {
    constexpr int most_rounds = 3; // of a match, so that there are many matches
    constexpr std::uint64_t most_matches = 200;
    Exercise exercise{rules, {}};
    const auto is_enough = [&] { return exercise.questions.size() >= static_cast<std::size_t>(questions); };
    Numbers numbers;
    for (std::uint64_t number = 0; number < most_matches && !is_enough(); ++number) {
        const Seat own(static_cast<int>(number % static_cast<std::uint64_t>(rules.players)));
        Match match(rules);
        while (!match.over() && match.round() < most_rounds && !is_enough()) {
            const Deal deal = Dealer(14).deal(rules, number, static_cast<std::uint32_t>(match.round()));
            const Opening opening = match.opening(deal);
            Round round(rules, deal, opening);
            while (!round.over()) {
                const LegalMoves legal = round.legal_moves();
                if (legal.size() > 1 && round.to_move() == own && !is_enough()) {
                    exercise.questions.push_back(
                        question_of(round.observe(deal.random, match.score(), match.round()), number));
                }
                round.play(legal.nth(static_cast<int>(numbers.between(0, legal.size() - 1))));
            }
            match.add(opening.seat, round.result());
        }
    }
    return exercise;
}

} // namespace balak::bots
