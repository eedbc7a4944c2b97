#include "plain_engine.hpp"

#include <algorithm>
#include <stdexcept>

namespace balak::plain {
namespace {

std::string text(const Bone& bone) {
    return std::to_string(bone.first) + "-" + std::to_string(bone.second);
}

bool is_double(const Bone& bone) {
    return bone.first == bone.second;
}

int weight(const Bone& bone) {
    return bone.first + bone.second;
}

bool shows(const Bone& bone, int number) {
    return bone.first == number || bone.second == number;
}

int side_of(const RuleSet& rules, int seat) {
    return rules.partnership ? seat % 2 : seat;
}

int number_of_sides(const RuleSet& rules) {
    return rules.partnership ? 2 : rules.players;
}

/// Whether `one` gives more right to open than `other`: doubles before others, then the heavier, then the higher half.
bool opens_before(const Bone& one, const Bone& other) {
    if (is_double(one) != is_double(other)) {
        return is_double(one);
    }
    if (weight(one) != weight(other)) {
        return weight(one) > weight(other);
    }
    return one.first > other.first;
}

Opener by_tile(const RuleSet& rules, const Deal& deal) {
    Opener opener;
    std::optional<Bone> best;
    for (int seat = 0; seat < rules.players; ++seat) {
        for (const Bone& bone : deal.hands[static_cast<std::size_t>(seat)]) {
            if (!best || opens_before(bone, *best)) {
                best = bone;
                opener.seat = seat;
            }
        }
    }
    // With a starter on the table the first turn is a turn like any other.
    if (rules.opening.tile == OpeningTile::forced && !deal.starter) {
        opener.must_lay = best;
    }
    return opener;
}

Opener by_double_six(const RuleSet& rules, const Deal& deal) {
    for (int seat = 0; seat < rules.players; ++seat) {
        for (const Bone& bone : deal.hands[static_cast<std::size_t>(seat)]) {
            if (bone == Bone(6, 6)) {
                Opener opener{seat, std::nullopt};
                if (rules.opening.tile == OpeningTile::forced && !deal.starter) {
                    opener.must_lay = bone;
                }
                return opener;
            }
        }
    }
    return by_tile(rules, deal);
}

} // namespace

Round::Round(const RuleSet& rules, const Deal& deal, const Opener& opener)
    : rules_(rules), hands_(deal.hands), boneyard_(deal.boneyard.begin(), deal.boneyard.end()),
      boneyard_left_(static_cast<int>(deal.boneyard.size())), must_lay_(opener.must_lay), seat_(opener.seat) {
    if (deal.starter) {
        chain_.push_back(*deal.starter);
        settle();
    }
}

bool Round::fits(const Bone& bone) const {
    return shows(bone, chain_.front().first) || shows(bone, chain_.back().second);
}

bool Round::can_play(int seat) const {
    const auto& hand = hands_[static_cast<std::size_t>(seat)];
    return std::any_of(hand.begin(), hand.end(), [&](const Bone& bone) { return fits(bone); });
}

std::vector<std::string> Round::moves() const {
    std::vector<std::string> moves;
    if (over_) {
        return moves;
    }
    for (const Bone& bone : hands_[static_cast<std::size_t>(seat_)]) {
        if (chain_.empty()) {
            if (!must_lay_ || bone == *must_lay_) {
                moves.push_back(text(bone));
            }
            continue;
        }
        const int left = chain_.front().first;
        const int right = chain_.back().second;
        if (shows(bone, left)) {
            moves.push_back(text(bone) + "<");
        }
        if (shows(bone, right) && left != right) {
            moves.push_back(text(bone) + ">");
        }
    }
    std::sort(moves.begin(), moves.end());
    return moves;
}

void Round::play(const std::string& move) {
    const std::vector<std::string> allowed = moves();
    if (std::find(allowed.begin(), allowed.end(), move) == allowed.end()) {
        throw std::logic_error(move + " may not be played");
    }
    const Bone bone(move[0] - '0', move[2] - '0');
    bool both_ends = false;
    if (chain_.empty()) {
        chain_.push_back(bone);
    } else {
        const int left = chain_.front().first;
        const int right = chain_.back().second;
        both_ends = left != right && !is_double(bone) && shows(bone, left) && shows(bone, right);
        if (move.back() == '<') {
            chain_.insert(chain_.begin(), bone.second == left ? bone : Bone(bone.second, bone.first));
        } else {
            chain_.push_back(bone.first == right ? bone : Bone(bone.second, bone.first));
        }
    }
    log_.push_back(move);
    auto& hand = hands_[static_cast<std::size_t>(seat_)];
    hand.erase(std::find(hand.begin(), hand.end(), bone));
    last_seat_ = seat_;
    passed_in_a_row_ = 0;
    if (hand.empty()) {
        over_ = true;
        went_out_ = true;
        capicu_ = both_ends;
        return;
    }
    seat_ = (seat_ + 1) % rules_.players;
    settle();
}

/// Everything that happens without a choice, until a seat can play or the round is over.
void Round::settle() {
    while (!can_play(seat_)) {
        const bool may_draw = rules_.draw == Draw::until_playable && boneyard_left_ > rules_.boneyard_reserve;
        if (may_draw) {
            const std::size_t place = next_place();
            const Bone drawn = *boneyard_[place];
            boneyard_[place].reset();
            --boneyard_left_;
            hands_[static_cast<std::size_t>(seat_)].push_back(drawn);
            log_.push_back(std::string{'+'} += text(drawn));
            continue;
        }
        log_.emplace_back("pass");
        ++passed_in_a_row_;
        if (passed_in_a_row_ == rules_.players) {
            over_ = true;
            return;
        }
        seat_ = (seat_ + 1) % rules_.players;
    }
}

/// The place of the boneyard that the seat draws from: the first one in its order that still has a tile.
std::size_t Round::next_place() const {
    const std::size_t size = boneyard_.size();
    const std::size_t middle = size / 2;
    for (std::size_t i = 0; i < size; ++i) {
        const std::vector<std::size_t> by_seat = {i, size - 1 - i, (middle + i) % size, (middle + size - 1 - i) % size};
        const std::size_t place = by_seat.at(static_cast<std::size_t>(seat_));
        if (boneyard_[place]) {
            return place;
        }
    }
    throw std::logic_error("drawn from an empty boneyard");
}

Result Round::result() const {
    Result result;
    result.ending = went_out_ ? "out" : "blocked";
    result.last_seat = last_seat_;
    result.capicu = capicu_;

    const int side_count = number_of_sides(rules_);
    std::vector<int> side_pips(static_cast<std::size_t>(side_count));
    std::vector<int> side_tiles(static_cast<std::size_t>(side_count));
    int all_pips = 0;
    for (int seat = 0; seat < rules_.players; ++seat) {
        int pips = 0;
        for (const Bone& bone : hands_[static_cast<std::size_t>(seat)]) {
            pips += weight(bone);
            side_tiles[static_cast<std::size_t>(side_of(rules_, seat))] += 1;
        }
        result.pips.push_back(pips);
        side_pips[static_cast<std::size_t>(side_of(rules_, seat))] += pips;
        all_pips += pips;
    }

    // Who wins.
    if (went_out_) {
        result.winner = side_of(rules_, *last_seat_);
    } else if (rules_.block.winner == BlockWinner::blocker) {
        if (last_seat_) {
            result.winner = side_of(rules_, *last_seat_);
        }
    } else {
        // A side wins if it beats every other side, on pips or, where the rules say so, on tiles after equal pips.
        for (int side = 0; side < side_count; ++side) {
            bool beats_all = true;
            for (int other = 0; other < side_count; ++other) {
                const auto a = static_cast<std::size_t>(side);
                const auto b = static_cast<std::size_t>(other);
                const bool fewer_pips = side_pips[a] < side_pips[b];
                const bool fewer_tiles = rules_.block.tie == BlockTie::fewest_tiles && side_pips[a] == side_pips[b] &&
                                         side_tiles[a] < side_tiles[b];
                beats_all = beats_all && (a == b || fewer_pips || fewer_tiles);
            }
            if (beats_all) {
                result.winner = side;
            }
        }
    }

    // What it is worth.
    for (int side = 0; side < side_count; ++side) {
        const int own = side_pips[static_cast<std::size_t>(side)];
        int points = 0;
        if (rules_.scoring == Scoring::penalty) {
            points = -own;
        } else if (result.winner == side) {
            const int others = all_pips - own;
            if (went_out_) {
                points = rules_.out.score == OutScore::all_hands ? all_pips : others;
            } else if (rules_.block.score == BlockScore::all_hands) {
                points = all_pips;
            } else if (rules_.block.score == BlockScore::losing_side) {
                points = others;
            } else {
                points = others > own ? others - own : 0;
            }
        }
        if (went_out_ && result.winner == side) {
            points += rules_.out.bonus;
            points += capicu_ ? rules_.capicu_bonus : 0;
        }
        result.points.push_back(points);
    }
    return result;
}

Match::Match(const RuleSet& rules) : rules_(rules), score_(static_cast<std::size_t>(number_of_sides(rules))) {}

Opener Match::opener(const Deal& deal) const {
    if (rounds_ == 0) {
        switch (rules_.opening.first_round) {
        case FirstRound::highest_double:
            return by_tile(rules_, deal);
        case FirstRound::double_six:
            return by_double_six(rules_, deal);
        case FirstRound::lot:
            return {deal.lot, std::nullopt};
        }
    }
    switch (rules_.opening.later_rounds) {
    case LaterRounds::highest_double:
        return by_tile(rules_, deal);
    case LaterRounds::winner:
        return {last_seat_ ? *last_seat_ : opener_, std::nullopt};
    case LaterRounds::alternate:
        return {(opener_ + 1) % rules_.players, std::nullopt};
    }
    throw std::logic_error("no such opening");
}

void Match::add(int opener, const Result& result) {
    ++rounds_;
    opener_ = opener;
    last_seat_ = result.last_seat;
    for (std::size_t side = 0; side < score_.size(); ++side) {
        score_[side] += result.points[side];
    }
    const int best = *std::max_element(score_.begin(), score_.end());
    over_ = rules_.match.rounds != 0 ? rounds_ == rules_.match.rounds : best >= rules_.match.target;
    if (over_ && rules_.match.rounds == 1 && rules_.scoring != Scoring::penalty) {
        winner_ = result.winner;
    } else if (over_ && std::count(score_.begin(), score_.end(), best) == 1) {
        winner_ = static_cast<int>(std::find(score_.begin(), score_.end(), best) - score_.begin());
    }
}

} // namespace balak::plain
