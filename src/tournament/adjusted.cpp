#include "tournament/adjusted.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <array>
#include <cmath>

namespace balak::tournament {
namespace {

constexpr auto measures = static_cast<Eigen::Index>(luck_measures);
constexpr auto values = static_cast<Eigen::Index>(estimated);
using Square = Eigen::Matrix<double, measures, measures>;
using Coefficients = Eigen::Matrix<double, measures, values>; // of the luck, for each value that is estimated
using Combination = Eigen::Matrix<double, values, 1>;         // of the values

double centred_product(const Moments& moments, std::size_t i, std::size_t j) {
    const auto [low, high] = std::minmax(i, j);
    return static_cast<double>(centred(moments.deals, moments.sum[i], moments.sum[j], moments.products[high][low]));
}

/// Moments about the means of one part of the deals.
struct Part {
    explicit Part(const Moments& moments) : deals(static_cast<double>(moments.deals)) {
        for (std::size_t i = 0; i < deal_values; ++i) {
            for (std::size_t j = 0; j < deal_values; ++j) {
                products(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = centred_product(moments, i, j);
            }
            sum(static_cast<Eigen::Index>(i)) = static_cast<double>(moments.sum[i]);
        }
    }

    auto luck() const { return products.bottomRightCorner<measures, measures>(); }
    auto luck_by_values() const { return products.bottomLeftCorner<measures, values>(); }
    auto by_values() const { return products.topLeftCorner<values, values>(); }

    double deals;
    Eigen::Matrix<double, static_cast<Eigen::Index>(deal_values), 1> sum;
    Eigen::Matrix<double, static_cast<Eigen::Index>(deal_values), static_cast<Eigen::Index>(deal_values)> products;
};

/// Least squares. A measure that never varies, or says nothing beyond the others, gets no coefficient of its own.
Coefficients regression(const Moments& moments) {
    const Part all(moments);
    // In units of each measure's own spread, so that what counts as no variation does not depend on units.
    Eigen::Matrix<double, measures, 1> unit;
    for (Eigen::Index i = 0; i < measures; ++i) {
        unit(i) = all.luck()(i, i) > 0 ? 1 / std::sqrt(all.luck()(i, i)) : 0;
    }
    Eigen::CompleteOrthogonalDecomposition<Square> solver;
    solver.setThreshold(1e-9);
    solver.compute(unit.asDiagonal() * all.luck() * unit.asDiagonal());
    return unit.asDiagonal() * solver.solve(unit.asDiagonal() * all.luck_by_values());
}

/// All parts but one.
Moments without(const LuckSums& sums, std::size_t left_out) {
    Moments all;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (i != left_out) {
            Moments::each_count([](auto& into, const auto& from) { into += from; }, all, sums[i]);
        }
    }
    return all;
}

class Adjustment {
public:
    explicit Adjustment(const LuckSums& sums) {
        for (std::size_t i = 0; i < sums.size(); ++i) {
            parts_.emplace_back(sums[i]);
            coefficients_.push_back(regression(without(sums, i)));
            deals_ += sums[i].deals;
        }
    }

    std::int64_t deals() const { return deals_; }
    /// The adjusted sum over all deals of a combination of the values.
    double sum(const Combination& wanted) const {
        double sum = 0;
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            sum += sum_of(i, wanted);
        }
        return sum;
    }
    /// The sum of the squares of what the deals' adjusted values are off their mean.
    double residuals(const Combination& wanted) const {
        const double mean = sum(wanted) / static_cast<double>(deals_);
        double squares = 0;
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            const Part& part = parts_[i];
            if (part.deals == 0) {
                continue;
            }
            const Eigen::Matrix<double, measures, 1> slope = coefficients_[i] * wanted;
            const double off = sum_of(i, wanted) / part.deals - mean;
            squares += wanted.dot(part.by_values() * wanted) - 2 * slope.dot(part.luck_by_values() * wanted) +
                       slope.dot(part.luck() * slope) + part.deals * off * off;
        }
        return squares;
    }

private:
    double sum_of(std::size_t i, const Combination& wanted) const {
        return wanted.dot(parts_[i].sum.head<values>() - coefficients_[i].transpose() * parts_[i].sum.tail<measures>());
    }

    std::vector<Part> parts_;
    std::vector<Coefficients> coefficients_; // for each part, learnt from the others
    std::int64_t deals_ = 0;
};

} // namespace

std::optional<Adjusted> adjusted(const PairingTally& pairing, int scale) {
    const Split& forfeits = pairing.forfeits;
    const bool forfeited = forfeits.a + forfeits.b + forfeits.nobody > 0;
    if (pairing.luck.empty() || pairing.deals.deals < fewest_adjusted || forfeited) {
        return std::nullopt;
    }
    const Adjustment adjustment(pairing.luck);
    const auto estimate = [&](const Combination& wanted, double mean, double denominator) {
        return estimate_of(mean, adjustment.residuals(wanted), adjustment.deals(), denominator);
    };
    const auto matches = static_cast<double>(pairing.deals.matches);
    const Combination shares{1, 0, 0};
    const Combination margin{0, 1, 0};
    const Combination rounds{0, 0, 1};

    Adjusted made;
    const double share_unit = matches * full_share;
    made.win_rate = estimate(shares, adjustment.sum(shares) / share_unit, share_unit);
    const double match_unit = matches * scale;
    made.margin_per_match = estimate(margin, adjustment.sum(margin) / match_unit, match_unit);
    // As in margin_per_round(): a ratio of two sums, its error by the delta method.
    const double all_rounds = adjustment.sum(rounds);
    const double ratio = adjustment.sum(margin) / all_rounds;
    made.margin_per_round = estimate(margin - ratio * rounds, ratio / scale, all_rounds * scale);
    return made;
}

} // namespace balak::tournament
