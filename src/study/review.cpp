#include "study/review.hpp"

#include <algorithm>

namespace balak::study {

void Review::add(const JudgedRound& round) {
    for (const JudgedChoice& choice : round.choices) {
        Sums& sums = sums_[choice.strategy];
        OfMatch& match = sums.matches[choice.match];
        match.loss += choice.judgement.loss.loss;
        ++match.choices;
        if (!choice.judgement.is_mistake()) {
            continue;
        }
        ++sums.mistakes;
        const auto costs_more = [](const JudgedChoice& one, const JudgedChoice& other) {
            return one.judgement.again->loss > other.judgement.again->loss;
        };
        worst_.insert(std::ranges::upper_bound(worst_, choice, costs_more), choice);
        worst_.resize(std::min(worst_.size(), worst_moves));
    }
}

std::size_t Review::choices() const {
    double count = 0;
    for (const auto& [name, sums] : sums_) {
        for (const auto& [match, sum] : sums.matches) {
            count += sum.choices;
        }
    }
    return static_cast<std::size_t>(count);
}

std::vector<Review::OfStrategy> Review::strategies() const {
    std::vector<OfStrategy> all;
    for (const auto& [name, sums] : sums_) {
        double loss = 0;
        double choices = 0;
        for (const auto& [match, sum] : sums.matches) {
            loss += sum.loss;
            choices += sum.choices;
        }
        const double mean = loss / choices;
        long double residuals = 0;
        for (const auto& [match, sum] : sums.matches) {
            const double residual = sum.loss - mean * sum.choices;
            residuals += static_cast<long double>(residual) * residual;
        }
        all.push_back(
            {name, static_cast<std::size_t>(choices), sums.mistakes,
             tournament::estimate_of(mean, residuals, static_cast<std::int64_t>(sums.matches.size()), choices)});
    }
    return all;
}

} // namespace balak::study
