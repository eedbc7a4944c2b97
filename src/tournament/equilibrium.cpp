#include "tournament/equilibrium.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace balak::tournament {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd shares_of(const VectorXd& logits) {
    const VectorXd raw = (logits.array() - logits.maxCoeff()).exp();
    return raw / raw.sum();
}

} // namespace

// The game with entropy added to what each player gets, in the amount of a temperature, has exactly one equilibrium:
// its conditions are those of a strongly monotone map, and Newton's method follows it as the temperature falls. As that
// goes to 0 it tends to the equilibrium of the plain game with the largest entropy, as the equilibria are a convex set.
// This needs no linear program and picks among many equilibria by itself. Alpha-rank, the alternative, is no steadier:
// for large intensities it goes by the signs of payoffs however small, so that noise between equals decides, and clones
// of a strategy change it.
Equilibrium nash_average(const std::vector<std::vector<double>>& payoffs) {
    const auto count = static_cast<Index>(payoffs.size());
    MatrixXd game(count, count);
    for (Index i = 0; i < count; ++i) {
        for (Index j = 0; j < count; ++j) {
            game(i, j) = payoffs[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
        }
    }
    const double unit = game.cwiseAbs().maxCoeff();
    const MatrixXd scaled = unit > 0 ? MatrixXd(game / unit) : game;

    // Solves logits = scaled * shares / temperature + constant, for logits that sum to 0.
    VectorXd logits = VectorXd::Zero(count);
    constexpr double last_temperature = 1e-7;
    constexpr int most_steps = 100;
    const MatrixXd centre =
        MatrixXd::Identity(count, count) - MatrixXd::Constant(count, count, 1.0 / static_cast<double>(count));
    const auto residual = [&](const VectorXd& at, double temperature) {
        return VectorXd(at - centre * scaled * shares_of(at) / temperature);
    };
    for (double temperature = 1; temperature > last_temperature; temperature *= 0.7) {
        for (int step = 0; step < most_steps; ++step) {
            const VectorXd shares = shares_of(logits);
            const VectorXd gap = residual(logits, temperature);
            const double distance = gap.norm();
            // Logits go up to 1 / temperature, and rounding with them.
            if (distance < std::max(1e-11, 1e-14 / temperature)) {
                break;
            }
            const MatrixXd slope_of_shares = MatrixXd(shares.asDiagonal()) - shares * shares.transpose();
            const MatrixXd slope = MatrixXd::Identity(count, count) - centre * scaled * slope_of_shares / temperature;
            VectorXd change = slope.partialPivLu().solve(gap);
            // A step that does not come closer is halved.
            while (residual(logits - change, temperature).norm() >= distance && change.norm() > 1e-14) {
                change /= 2;
            }
            logits -= change;
        }
    }
    constexpr double nothing = 1e-12;
    VectorXd shares = shares_of(logits);
    shares = (shares.array() < nothing).select(0, shares);
    shares /= shares.sum();
    VectorXd scores = game * shares;
    scores = (scores.array().abs() < nothing).select(0, scores);
    return {{shares.begin(), shares.end()}, {scores.begin(), scores.end()}};
}

} // namespace balak::tournament
