#include "balak/match.hpp"

#include <cassert>
#include <stdexcept>

namespace balak {

Opening Match::opening(const Deal& deal) const {
    return round_ == 0 ? first_opening(*rules_, deal) : later_opening(*rules_, deal, opener_, last_seat_);
}

Match::Match(const RuleSet& rules, const PerSide<int>& score, int rounds, std::optional<Side> last_winner)
    : rules_(&rules), score_(score), round_(rounds), over_(over(rules, score, rounds)) {
    assert(rounds >= 1);
    if (over_) {
        find_winner(last_winner);
    }
}

void Match::add(Seat opener, const RoundResult& result) {
    if (over_) {
        throw std::logic_error("a round is added to a match that is over");
    }
    opener_ = opener;
    last_seat_ = result.last_seat;
    ++round_;
    for (const Side side : sides(rules_->side_count())) {
        score_[side] += result.points[side];
    }
    over_ = over(*rules_, score_, round_);
    if (over_) {
        find_winner(result.winner);
    }
}

void Match::find_winner(std::optional<Side> last_winner) {
    if (rules_->round_decides_match()) {
        winner_ = last_winner;
        return;
    }
    Side best;
    bool alone = true;
    for (const Side side : sides(rules_->side_count())) {
        if (side == best) {
            continue;
        }
        if (score_[side] >= score_[best]) {
            alone = score_[side] > score_[best];
            best = alone ? side : best;
        }
    }
    winner_ = alone ? std::optional(best) : std::nullopt;
}

} // namespace balak
