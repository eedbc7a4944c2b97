// What is sent to a seat's process, or asked of a seat's library, tells nothing that the seat does not see: partners
// and fellow seats included.
#include "balak/deal.hpp"
#include "balak/match.hpp"
#include "balak/strategy.hpp"
#include "bots/exercise.hpp"
#include "bots/library.hpp"
#include "bots/messages.hpp"
#include "core/opening.hpp"
#include "core/worlds.hpp"

#include "by_hand.hpp"
#include "rule_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

namespace balak::bots {
namespace {

using testing::Numbers;

/// The round of another deal, with the same moves; nothing where they lead elsewhere.
std::optional<Round> same_moves(const RuleSet& rules, const Deal& deal, Opening opening, const Observation& seen) {
    Round round(rules, deal, opening);
    for (const Event event : seen.table.events()) {
        if (event.kind() == Event::Kind::draw || event.kind() == Event::Kind::pass) {
            continue;
        }
        const Move move{event.tile(), event.kind() == Event::Kind::play_left ? End::left : End::right};
        if (round.over() || !round.legal_moves().contains(move)) {
            return std::nullopt;
        }
        round.play(move);
    }
    return round;
}

std::string line_of(const Observation& seen) {
    std::string line;
    append_choose(line, 1, 2, seen);
    return line;
}

/// What a library is asked, as bytes; the events, which it has by reference, after them.
std::string bytes_of(const Observation& seen) {
    BalakQuestion question;
    std::memset(&question, 0, sizeof question);
    ask_library(seen, question);
    std::string bytes(reinterpret_cast<const char*>(question.events), static_cast<std::size_t>(question.event_count));
    question.events = nullptr;
    return bytes.append(reinterpret_cast<const char*>(&question), sizeof question);
}

TEST(HiddenState, DoesNotChangeALineThatIsSentToASeat) {
    Numbers numbers(19);
    int compared = 0;
    int hands_differed = 0;
    int boneyards_differed = 0;
    for (const RuleSet& rules : exercise_rules(150)) {
        for (std::uint64_t number = 0; number < 6; ++number) {
            const Deal deal = Dealer(19).deal(rules, number, 0);
            const Opening opening = first_opening(rules, deal);
            Round round(rules, deal, opening);
            while (!round.over()) {
                const LegalMoves legal = round.legal_moves();
                if (legal.size() > 1 && round.table().event_count > 0) {
                    // Another deal that looks the same to the seat.
                    const Observation seen = round.observe(deal.random);
                    WorldSampler sampler;
                    sampler.prepare(seen);
                    TurnRandom random({static_cast<std::uint32_t>(number), 19}, seen.table.turn);
                    const Deal other = sampler.deal_of(seen, sampler.sample(random), random);
                    const auto same = same_moves(rules, other, opening_seen(seen), seen);
                    // The order of the own draws is seen: it is drawn anew with the rest.
                    if (same && !same->over() && same->to_move() == seen.seat &&
                        std::ranges::equal(same->observe(deal.random).draws(), seen.draws())) {
                        RoundKey keys = deal.random; // with other streams for the others
                        for (const Seat seat : seats(rules.players)) {
                            keys[seat].first ^= seat == seen.seat ? 0U : 1U;
                        }
                        const Observation again = same->observe(keys);
                        ASSERT_EQ(line_of(again), line_of(seen)) << describe(rules);
                        ASSERT_EQ(bytes_of(again), bytes_of(seen)) << describe(rules);
                        ++compared;
                        hands_differed += same->hands() == round.hands() ? 0 : 1;
                        boneyards_differed += same->boneyard().left() == round.boneyard().left() ? 0 : 1;
                    }
                }
                round.play(legal.nth(static_cast<int>(numbers.below(static_cast<std::size_t>(legal.size())))));
            }
        }
    }
    EXPECT_GT(compared, 3000);
    EXPECT_GT(hands_differed, 2000);
    EXPECT_GT(boneyards_differed, 500);
}

TEST(HiddenState, ATileThatASeatDoesNotSeeIsInNoLineOfIt) {
    // By name: what others hold, what they drew and kept, and what lies in the boneyard.
    int looked = 0;
    for (const RuleSet& rules : exercise_rules(100)) {
        Numbers numbers(20);
        const Deal deal = Dealer(20).deal(rules, 1, 0);
        Round round(rules, deal, first_opening(rules, deal));
        while (!round.over()) {
            const LegalMoves legal = round.legal_moves();
            if (legal.size() > 1) {
                const Observation seen = round.observe(deal.random);
                const std::string line = line_of(seen);
                for (const Tile tile : seen.unseen()) {
                    ASSERT_EQ(line.find(to_string(tile)), std::string::npos) << to_string(tile) << " in " << line;
                    ++looked;
                }
            }
            round.play(legal.nth(static_cast<int>(numbers.below(static_cast<std::size_t>(legal.size())))));
        }
    }
    EXPECT_GT(looked, 2000);
}

} // namespace
} // namespace balak::bots
