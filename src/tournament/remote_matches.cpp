#include "tournament/remote_matches.hpp"

#include <algorithm>
#include <stdexcept>

namespace balak::tournament {

RemoteMatches::RemoteMatches(const Plan& plan, const Dealer& dealer)
    : plan_(&plan), dealer_(&dealer), players_(plan.outside->later()), slots_(plan.outside->matches_at_once()) {}

bool RemoteMatches::plays(const PerSeat<Strategy*>& players) const {
    bool any = false;
    for (const Seat seat : seats(plan_->rules.players)) {
        any = any || players[seat] == nullptr;
    }
    return any;
}

std::exception_ptr RemoteMatches::play(std::uint64_t first, std::uint64_t count,
                                       const std::function<PerSeat<Strategy*>(const Leg&)>& players_of) {
    first_ = first;
    count_ = count;
    next_ = 0;
    const std::size_t legs = count * plan_->schedule.legs_per_deal;
    played_.resize(std::max(played_.size(), legs));
    incomplete_.assign(legs, false);
    for (std::size_t i = 0; i < legs; ++i) {
        const std::uint64_t deal = first + i / plan_->schedule.legs_per_deal;
        const Leg& leg = plan_->leg(deal, i % plan_->schedule.legs_per_deal);
        incomplete_[i] = plan_->is_played(deal, leg) && plays(players_of(leg));
    }
    if (!failure_) {
        try {
            play_all(players_of);
        } catch (...) {
            // The questions that are open stay so: nothing is asked any more.
            failure_ = std::current_exception();
        }
    }
    return failure_;
}

std::uint64_t RemoteMatches::complete_deals() const {
    const auto broken = static_cast<std::uint64_t>(std::ranges::find(incomplete_, true) - incomplete_.begin());
    return broken / plan_->schedule.legs_per_deal;
}

void RemoteMatches::play_all(const std::function<PerSeat<Strategy*>(const Leg&)>& players_of) {
    std::size_t waiting = 0;
    const auto fill = [&](std::size_t slot) {
        // A match may end without a question; the next one takes its place.
        while (begin_next(slot, players_of)) {
            if (!go_on(slot)) {
                ++waiting;
                return;
            }
        }
    };
    for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
        fill(slot);
    }
    while (waiting > 0) {
        replies_.clear();
        players_->take(replies_);
        for (const RemoteReply& one : replies_) {
            if (reply(one)) {
                --waiting;
                fill(one.slot);
            }
        }
    }
}

/// Puts the next leg that is to be played into a slot. Returns whether there was one.
bool RemoteMatches::begin_next(std::size_t slot, const std::function<PerSeat<Strategy*>(const Leg&)>& players_of) {
    while (next_ < incomplete_.size() && !incomplete_[next_]) {
        ++next_;
    }
    if (next_ == incomplete_.size()) {
        return false;
    }
    Slot& its = slots_[slot];
    its.deal = first_ + next_ / plan_->schedule.legs_per_deal;
    its.leg = next_ % plan_->schedule.legs_per_deal;
    its.players = players_of(plan_->leg(its.deal, its.leg));
    its.match.emplace(plan_->rules);
    played_[next_].clear(plan_->tournament.adjust);
    ++next_;
    return true;
}

/// Plays a match on until it waits, or to its end: returns whether it is over.
bool RemoteMatches::go_on(std::size_t slot) {
    Slot& its = slots_[slot];
    const std::size_t at = place(its.deal, its.leg);
    try {
        if (!plan_->play_on(its.deal, its.leg, *its.match, played_[at], its.players, [&](int round) -> const Deal& {
                deal_ = dealer_->deal(plan_->rules, its.deal, static_cast<std::uint32_t>(round));
                return deal_;
            })) {
            ask(slot);
            return false;
        }
    } catch (const std::exception& error) {
        throw std::runtime_error(plan_->place(its.deal, its.leg) + error.what());
    }
    incomplete_[at] = false;
    return true;
}

void RemoteMatches::ask(std::size_t slot) {
    const Slot& its = slots_[slot];
    const Observation seen = its.match->question();
    const std::size_t entrant = plan_->leg(its.deal, its.leg).entrants[plan_->rules.side_of(seen.seat)];
    players_->ask({slot, plan_->opaque_number(its.deal, its.leg), entrant}, seen);
}

/// What came of the question that a match waits for. Returns whether the match is over.
bool RemoteMatches::reply(const RemoteReply& reply) {
    Slot& its = slots_[reply.slot];
    PlayedMatch& played = played_[place(its.deal, its.leg)];
    switch (reply.kind) {
    case RemoteReply::Kind::ask_again:
        ask(reply.slot);
        return false;
    case RemoteReply::Kind::forfeit:
        its.match->forfeit(reply.fault, played);
        incomplete_[place(its.deal, its.leg)] = false;
        return true;
    case RemoteReply::Kind::move:
        break;
    }
    if (!reply.note.empty()) {
        if (const auto number = plan_->record_number(its.deal, its.leg)) {
            Plan::add_note(*number, its.match->question(), reply.note, played);
        }
    }
    its.match->answer(reply.move);
    return go_on(reply.slot);
}

} // namespace balak::tournament
