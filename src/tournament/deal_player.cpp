#include "tournament/deal_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace balak::tournament {

std::vector<std::optional<SliceForm>> in_slices(const Plan& plan) {
    std::vector<std::optional<SliceForm>> list;
    for (const Entrant& entrant : plan.tournament.entrants) {
        const StrategyType* const type = plan.strategies.find(entrant.type);
        // Luck is measured on the way of a round, which slices do not keep.
        const bool possible = type != nullptr && type->in_slices != nullptr && !plan.tournament.adjust;
        list.push_back(possible ? std::optional(type->in_slices(entrant.options)) : std::nullopt);
    }
    return list;
}

DealPlayer::DealPlayer(const Plan& plan)
    : plan_(&plan), dealer_(plan.tournament.seed),
      slices_(plan.rules, plan.tournament.seed, in_slices(plan), plan.strategies.target()) {
    make_players();
    if (plan.outside != nullptr && plan.outside->matches_at_once() > 0) {
        remote_.emplace(plan, dealer_);
    }
}

void DealPlayer::make_players() {
    const auto& entrants = plan_->tournament.entrants;
    for (std::size_t number = 0; number < entrants.size(); ++number) {
        const Entrant& entrant = entrants[number];
        PerSeat<Strategy*>& players = players_.emplace_back();
        const StrategyType* const type = plan_->strategies.find(entrant.type);
        if (type == nullptr) {
            for (const Seat seat : seats(plan_->rules.players)) {
                players[seat] = owned_.emplace_back(plan_->outside->at_once(number)).get();
            }
            continue;
        }
        Strategy* const player = owned_.emplace_back(type->make(entrant.options, plan_->strategies)).get();
        players.values.fill(player);
        if (type->sees_all != (player->seeing_all() != nullptr)) {
            throw std::logic_error(fmt::format("the strategy \"{}\" {}", type->name,
                                               type->sees_all ? "should see all, but does not"
                                                              : "sees all, but its type does not say so"));
        }
        if (const auto* const searcher = dynamic_cast<const slices::UsesSlices*>(player)) {
            searchers_.push_back(searcher);
        }
    }
}

PerSeat<Strategy*> DealPlayer::players_of(const Leg& leg) const {
    PerSeat<Strategy*> players;
    for (const Seat seat : seats(plan_->rules.players)) {
        players[seat] = players_[leg.entrants[plan_->rules.side_of(seat)]][seat];
    }
    return players;
}

void DealPlayer::play(Chunk& chunk) {
    if (remote_) {
        play_remote(chunk);
    }
    // Deals with records come first of all, and records are written by the plain engine.
    std::uint64_t number = chunk.first;
    const std::uint64_t end = chunk.first + chunk.count;
    for (; number < end && plan_->record_number(number, 0); ++number) {
        deals_.clear();
        for (std::size_t leg = 0; leg < plan_->schedule.legs_per_deal; ++leg) {
            play_leg(number, leg, chunk);
        }
        chunk.tally.end_deal(number);
    }
    const std::uint64_t arrangements = plan_->schedule.arrangements();
    const std::uint64_t at_once = deals_at_once() * arrangements;
    for (; number < end; number += std::min(at_once, end - number)) {
        const std::uint64_t count = std::min(at_once, end - number);
        for (std::uint64_t i = 0; i < std::min(arrangements, count); ++i) {
            play_many({number + i, arrangements, (count - i + arrangements - 1) / arrangements}, chunk);
        }
    }
    chunk.roll_outs_in_slices =
        std::ranges::any_of(searchers_, [](const slices::UsesSlices* one) { return one->has_used_slices(); });
}

/// Plays the legs of those who answer later. The deals that they could not end are taken out of the chunk.
void DealPlayer::play_remote(Chunk& chunk) {
    chunk.failure = remote_->play(chunk.first, chunk.count, [this](const Leg& leg) { return players_of(leg); });
    if (chunk.failure) {
        chunk.count = remote_->complete_deals();
    }
}

/// How many deals of each arrangement are best played at a time: enough that blocks are seldom half empty, so few
/// that their state stays in the cache.
std::uint64_t DealPlayer::deals_at_once() const {
    constexpr std::uint64_t matches = 8192;
    return std::max<std::uint64_t>(64, matches / plan_->schedule.legs_per_deal);
}

/// Plays deals of one arrangement: in slices what can be played there, the rest on the plain engine.
void DealPlayer::play_many(const DealRange& deals, Chunk& chunk) {
    const std::span<const Leg> legs = plan_->schedule.legs_of(deals.first);
    leg_in_slices_.clear();
    for (const Leg& leg : legs) {
        leg_in_slices_.push_back(plan_->is_played(deals.first, leg) && slices_.can_play(leg));
    }
    slices_.play(deals, legs, leg_in_slices_, plan_->most_rounds(), chunk.tally);
    for (std::uint64_t offset = 0; offset < deals.count; ++offset) {
        const std::uint64_t number = deals.number(offset);
        deals_.clear();
        for (std::size_t leg = 0; leg < legs.size(); ++leg) {
            if (!leg_in_slices_[leg]) {
                play_leg(number, leg, chunk);
                continue;
            }
            const MatchCount& count = slices_.match(offset, leg);
            if (!Match::over(plan_->rules, count.score, count.rounds.played)) {
                throw std::runtime_error(plan_->place(number, leg) + plan_->without_end());
            }
            chunk.tally.add_match(legs[leg], count);
            chunk.rounds_in_slices += static_cast<std::uint64_t>(count.rounds.played);
        }
        chunk.tally.end_deal(number);
    }
}

/// Plays a leg on the plain engine, or takes it from those who answer later, and counts it.
void DealPlayer::play_leg(std::uint64_t number, std::size_t leg_number, Chunk& chunk) {
    const Leg& leg = plan_->leg(number, leg_number);
    if (!plan_->is_played(number, leg)) {
        return;
    }
    const PerSeat<Strategy*> players = players_of(leg);
    if (remote_ && remote_->plays(players)) {
        plan_->count(number, leg_number, remote_->played(number, leg_number), chunk);
        return;
    }
    try {
        OngoingMatch match(plan_->rules);
        played_.clear(plan_->tournament.adjust);
        plan_->play_on(number, leg_number, match, played_, players,
                       [&](int round) -> const Deal& { return deal_of_round(number, round); });
        plan_->count(number, leg_number, played_, chunk);
    } catch (const std::exception& error) {
        throw std::runtime_error(plan_->place(number, leg_number) + error.what());
    }
}

/// The deal of a round. All legs share it, so it is kept until the next deal.
const Deal& DealPlayer::deal_of_round(std::uint64_t number, int round) {
    while (deals_.size() <= static_cast<std::size_t>(round)) {
        if (deals_.size() == kept_rounds) {
            beyond_ = dealer_.deal(plan_->rules, number, static_cast<std::uint32_t>(round));
            return beyond_;
        }
        deals_.push_back(dealer_.deal(plan_->rules, number, static_cast<std::uint32_t>(deals_.size())));
    }
    return deals_[static_cast<std::size_t>(round)];
}

} // namespace balak::tournament
