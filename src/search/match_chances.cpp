#include "search/match_chances.hpp"

#include "balak/deal.hpp"
#include "balak/match.hpp"
#include "balak/round.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace balak {

MatchChances::MatchChances(const RuleSet& rules, Strategy& player, int rounds)
    : rules_(rules), sides_(rules.side_count()) {
    PerSeat<Strategy*> players;
    players.values.fill(&player);
    std::vector<PerSide<int>> results;
    const Dealer dealer(0);
    for (int number = 0; number < rounds; ++number) {
        const Deal deal = dealer.deal(rules_, static_cast<std::uint64_t>(number), 0);
        Round round(rules_, deal, first_opening(rules_, deal));
        play_out(round, players, deal.random);
        const RoundResult result = round.result();
        PerSide<int>& points = results.emplace_back(result.points);
        if (result.winner && rules_.round_decides_match()) {
            points = {};
            points[*result.winner] = 1;
        }
    }
    if (rules_.match.rounds > 0) {
        count_rounds(results);
    } else {
        count_to_target(results);
    }
}

double MatchChances::of(Side side, const PerSide<int>& score, int rounds, std::optional<Side> last_winner) const {
    const Match match(rules_, score, rounds, last_winner);
    if (match.over()) {
        if (match.winner()) {
            return *match.winner() == side ? 1 : 0;
        }
        int best = score[side];
        int sharing = 0;
        for (const Side each : sides(sides_)) {
            best = std::max(best, score[each]);
        }
        for (const Side each : sides(sides_)) {
            sharing += score[each] == best ? 1 : 0;
        }
        return score[side] == best ? 1.0 / sharing : 0;
    }
    if (rules_.match.rounds == 0) {
        return on_grid(side, score);
    }
    double chance = 1;
    for (const Side each : sides(sides_)) {
        chance *= each == side ? 1 : of_lead(score[side] - score[each], rules_.match.rounds - rounds);
    }
    return chance;
}

/// From the highest scores down. Only the winner of a round scores, so the points from which a round leads on are done.
void MatchChances::count_to_target(const std::vector<PerSide<int>>& results) {
    static constexpr std::array<int, 5> most_points{0, 0, 128, 24, 16};
    const int target = rules_.match.target;
    points_ = std::min(target, most_points[static_cast<std::size_t>(sides_)]);
    step_ = static_cast<double>(target) / points_;

    // What the winner of a round gets, in steps of the grid; a share between two steps counts for both.
    std::map<int, double> gains;
    double none = 0; // chance that nobody gets anything
    for (const PerSide<int>& points : results) {
        const int most = *std::max_element(points.values.begin(), points.values.begin() + sides_);
        const double steps = std::min<double>(points_, std::max(0, most) / step_);
        const int whole = static_cast<int>(steps);
        const double share = 1 / static_cast<double>(results.size());
        gains[whole] += share * (1 - (steps - whole));
        gains[whole + 1] += share * (steps - whole);
    }
    none = gains[0];
    gains.erase(0);
    if (none >= 1) {
        none = 0;
        gains[points_] = 1; // nobody ever scores: as good as equal
    }

    std::vector<std::size_t> stride(static_cast<std::size_t>(sides_), 1);
    std::size_t size = static_cast<std::size_t>(points_);
    for (std::size_t i = 1; i < stride.size(); ++i) {
        stride[i] = size;
        size *= static_cast<std::size_t>(points_);
    }
    chance_.assign(size, 0);
    for (std::size_t at = size; at-- > 0;) {
        double sum = 0;
        for (std::size_t side = 0; side < stride.size(); ++side) {
            const int score = static_cast<int>(at / stride[side] % static_cast<std::size_t>(points_));
            for (const auto& [gain, chance] : gains) {
                if (score + gain >= points_) {
                    sum += side == 0 ? chance : 0;
                } else {
                    sum += chance * chance_[at + static_cast<std::size_t>(gain) * stride[side]];
                }
            }
        }
        chance_[at] = sum / (sides_ * (1 - none));
    }
}

/// Between the points of the grid, on straight lines along each axis.
double MatchChances::on_grid(Side side, const PerSide<int>& score) const {
    double sum = 0;
    for (unsigned corner = 0; corner < 1U << sides_; ++corner) {
        double weight = 1;
        std::size_t at = 0;
        std::size_t stride = 1;
        bool won = false;
        bool lost = false;
        for (int i = 0; i < sides_; ++i) {
            // The side asked about comes first, the others in their order.
            const Side each((side.number() + i) % sides_);
            const double steps = std::max(0, score[each]) / step_;
            const int whole = static_cast<int>(steps);
            const bool up = (corner >> i & 1) != 0;
            weight *= up ? steps - whole : 1 - (steps - whole);
            const int point = whole + (up ? 1 : 0);
            if (point >= points_) {
                (i == 0 ? won : lost) = true;
            } else {
                at += static_cast<std::size_t>(point) * stride;
            }
            stride *= static_cast<std::size_t>(points_);
        }
        if (weight > 0) {
            sum += weight * (won && lost ? 0.5 : won ? 1.0 : lost ? 0.0 : chance_[at]);
        }
    }
    return sum;
}

/// Of one side against one other, round by round.
void MatchChances::count_rounds(const std::vector<PerSide<int>>& results) {
    std::map<int, double> gains; // of the lead in a round
    int most_gain = 1;
    for (const PerSide<int>& points : results) {
        for (const Side one : sides(sides_)) {
            for (const Side other : sides(sides_)) {
                if (one != other) {
                    gains[points[one] - points[other]] +=
                        1 / static_cast<double>(results.size() * static_cast<std::size_t>(sides_ * (sides_ - 1)));
                    most_gain = std::max(most_gain, std::abs(points[one] - points[other]));
                }
            }
        }
    }
    // A lead beyond what some rounds can turn is as good as won.
    constexpr int most_kept = 2000;
    most_lead_ = std::min(most_kept, most_gain * rules_.match.rounds);
    constexpr int most_rounds = 32;
    const int rounds = std::min(rules_.match.rounds, most_rounds);
    const std::size_t row = 2 * static_cast<std::size_t>(most_lead_) + 1;
    chance_.assign(row * (static_cast<std::size_t>(rounds) + 1), 0);
    std::size_t cell = 0;
    for (int lead = -most_lead_; lead <= most_lead_; ++lead) {
        chance_[cell++] = lead > 0 ? 1 : lead == 0 ? 0.5 : 0;
    }
    for (int left = 1; left <= rounds; ++left) {
        for (int lead = -most_lead_; lead <= most_lead_; ++lead) {
            double sum = 0;
            for (const auto& [gain, chance] : gains) {
                sum += chance * of_lead(lead + gain, left - 1);
            }
            chance_[cell++] = sum;
        }
    }
}

double MatchChances::of_lead(int lead, int rounds_left) const {
    const std::size_t row = 2 * static_cast<std::size_t>(most_lead_) + 1;
    const auto rows = chance_.size() / row;
    const auto left = std::min(static_cast<std::size_t>(rounds_left), rows - 1);
    const int place = std::clamp(lead, -most_lead_, most_lead_) + most_lead_;
    return chance_[left * row + static_cast<std::size_t>(place)];
}

} // namespace balak
