// Positions for the tests of src/study: turns of random matches, as messages and as a person would type them.
#pragma once

#include "balak/deal.hpp"
#include "balak/match.hpp"
#include "balak/round.hpp"
#include "bots/choose_message.hpp"
#include "bots/messages.hpp"
#include "io/reader.hpp"
#include "study/typed_position.hpp"

#include "rule_sets.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace balak::study::testing {

using balak::testing::Numbers;

/// A match played at random, its rounds kept as they ended.
struct PlayedRound {
    Deal deal;
    Round round;
    RoundResult result;
    Match match; ///< after the round
};

/// Plays random matches, visits all turns, and hands over each round once it is over.
inline void for_each_turn(
    const RuleSet& rules, int matches, std::uint64_t seed, const std::function<void(const Observation&)>& visit,
    const std::function<void(const PlayedRound&)>& end = [](const PlayedRound&) {}) {
    Numbers numbers(seed);
    for (int number = 0; number < matches; ++number) {
        Match match(rules);
        while (!match.over() && match.round() < 4) {
            const Deal deal =
                Dealer(seed).deal(rules, static_cast<std::uint64_t>(number), static_cast<std::uint32_t>(match.round()));
            Round round(rules, deal, match.opening(deal));
            while (!round.over()) {
                const LegalMoves legal = round.legal_moves();
                visit(round.observe(deal.random, match.score(), match.round()));
                round.play(legal.nth(static_cast<int>(numbers.below(static_cast<std::size_t>(legal.size())))));
            }
            match.add(round.table().opener, round.result());
            end({deal, round, round.result(), match});
        }
    }
}

inline bots::ChooseMessage message_of(const Observation& seen) {
    std::string line;
    bots::append_choose(line, 1, 1, seen);
    return bots::read_choose(io::Node(io::Json::parse(line), "choose"));
}

/// What a person would type of what a seat sees. Halves in the other order and marks left out where that says as much,
/// if it is typed `lazily`.
struct Typed {
    explicit Typed(const Observation& seen, bool lazily) {
        const bots::ChooseMessage message = message_of(seen);
        int left = seen.table.has_starter ? seen.table.starter.high() : -1;
        int right = seen.table.has_starter ? seen.table.starter.low() : -1;
        for (const auto& [seat, token] : message.events) {
            using Kind = bots::Token::Kind;
            std::string word = bots::text_of(token);
            const bool laid = token.kind == Kind::left || token.kind == Kind::right;
            if (lazily && laid && (left == right || !token.tile.shows(left) || !token.tile.shows(right))) {
                word = std::to_string(token.tile.low()) + "-" + std::to_string(token.tile.high());
            }
            if (laid) {
                int& at = token.kind == Kind::left ? left : right;
                at = token.tile.other_half(at);
            } else if (token.kind == Kind::open) {
                left = token.tile.high();
                right = token.tile.low();
            }
            position.played += (position.played.empty() ? "" : lazily ? ", " : " ") + word;
        }
        position.seat = seen.seat.number();
        for (const Tile tile : seen.hand) {
            position.hand += to_string(tile) + " ";
        }
        position.score = "";
        for (const Side side : sides(seen.rules.side_count())) {
            *position.score += std::to_string(seen.score[side]) + (lazily ? " : " : " ");
        }
        position.round = seen.round;
        if (message.starter) {
            position.starter = to_string(*message.starter);
        }
        if (!lazily) {
            position.opener = static_cast<int>(message.opener);
        }
    }

    TypedPosition position;
};

inline std::vector<RuleSet> many_rules(int count) {
    std::vector<RuleSet> all = balak::testing::all_presets();
    Numbers numbers(15);
    for (int i = 0; i < count; ++i) {
        all.push_back(balak::testing::random_rules(numbers));
    }
    return all;
}

} // namespace balak::study::testing
