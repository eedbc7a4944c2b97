#include "tournament/ongoing_match.hpp"

namespace balak::tournament {

void PlayedMatch::clear(bool measure_luck) {
    rounds.clear();
    luck = measure_luck ? std::optional(RoundLuck()) : std::nullopt;
    forfeit.reset();
    records.clear();
    notes.clear();
}

void PlayedMatch::count(const RuleSet& rules, const Leg& leg, Tally& tally) const {
    MatchCount count;
    for (const PlayedRound& round : rounds) {
        count.add(rules, round);
        tally.add_round(leg, round);
    }
    if (luck) {
        tally.add_luck(leg, *luck);
    }
    if (forfeit) {
        tally.add_forfeit(leg, count, *forfeit);
    } else {
        tally.add_match(leg, count);
    }
}

void OngoingMatch::begin_round(const Deal& deal) {
    deal_ = deal;
    round_.emplace(match_.rules(), deal_, match_.opening(deal_));
    between_rounds_ = false;
}

bool OngoingMatch::play_on(const PerSeat<Strategy*>& strategies) {
    play_out(*round_, strategies, deal_.random, match_.score(), match_.round());
    return round_->over();
}

RoundResult OngoingMatch::end_round(PlayedMatch& played) {
    const RoundResult result = round_->result();
    match_.add(round_->table().opener, result);
    played.rounds.push_back(played_round(*round_, result));
    if (played.luck) {
        *played.luck += luck_of(*round_);
    }
    between_rounds_ = true;
    return result;
}

void OngoingMatch::forfeit(bots::FaultKind fault, PlayedMatch& played) const {
    const RuleSet& rules = match_.rules();
    const Side side = rules.side_of(round_->to_move());
    played.forfeit = {side, fault};
    // The broken round counts as one that nobody won, and brings the score to what a forfeit is.
    PlayedRound broken = played_round(*round_, {});
    const PerSide<int> score = forfeit_score(rules, side);
    for (const Side each : sides(rules.side_count())) {
        broken.points[each] = score[each] - match_.score()[each];
    }
    played.rounds.push_back(broken);
}

} // namespace balak::tournament
