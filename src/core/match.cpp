#include "balak/match.hpp"

namespace balak {

Opening Match::opening(const Deal& deal) const {
    return round_ == 0 ? first_opening(*rules_, deal) : later_opening(*rules_, deal, opener_, last_seat_);
}

void Match::add(Seat opener, const PerSide<int>& points, std::optional<Seat> last_seat) {
    opener_ = opener;
    last_seat_ = last_seat;
    ++round_;
    bool target_reached = false;
    for (const Side side : sides(rules_->side_count())) {
        score_[side] += points[side];
        target_reached = target_reached || score_[side] >= rules_->match.target;
    }
    over_ = rules_->match.rounds > 0 ? round_ >= rules_->match.rounds : target_reached;
    if (!over_) {
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
