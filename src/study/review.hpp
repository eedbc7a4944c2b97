// What judgements say of the strategies that made the choices.
#pragma once

#include "study/analysis.hpp"
#include "tournament/statistics.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace balak::study {

/// Sums up judged choices.
class Review {
public:
    static constexpr std::size_t worst_moves = 10;

    struct OfStrategy {
        std::string name;
        std::size_t choices = 0;
        std::size_t mistakes = 0;
        /// Of a choice: all losses over all choices, the error by the delta method with the match as the unit.
        tournament::Estimate loss;
    };

    void add(const JudgedRound& round);

    std::size_t choices() const;
    /// By name.
    std::vector<OfStrategy> strategies() const;
    /// The mistakes that cost most, as judged again; the worst first.
    const std::vector<JudgedChoice>& worst() const { return worst_; }

private:
    struct OfMatch {
        double loss = 0;
        double choices = 0;
    };
    struct Sums {
        std::size_t mistakes = 0;
        std::map<io::Integer, OfMatch> matches;
    };

    std::map<std::string, Sums> sums_;
    std::vector<JudgedChoice> worst_;
};

} // namespace balak::study
