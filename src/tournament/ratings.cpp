#include "tournament/ratings.hpp"

#include "tournament/distributions.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace balak::tournament {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double elo_per_unit = 400 / std::numbers::ln10; // of the natural logarithm of odds

double logistic(double x) {
    return 1 / (1 + std::exp(-x));
}

/// The logarithm of logistic(x).
double log_logistic(double x) {
    return x > 0 ? -std::log1p(std::exp(-x)) : x - std::log1p(std::exp(x));
}

/// Matches in parts: counts with the prior's virtual ones.
struct Amounts {
    double wins = 0;
    double draws = 0;
    double losses = 0;

    Amounts& operator+=(const Outcomes& counts) {
        wins += static_cast<double>(counts.wins);
        draws += static_cast<double>(counts.draws);
        losses += static_cast<double>(counts.losses);
        return *this;
    }
    bool empty() const { return wins == 0 && draws == 0 && losses == 0; }
};

/// The model: which parameters there are, and the likelihood of amounts.
class Model {
public:
    Model(const RatedField& field, bool draws)
        : field_(&field), opener_(static_cast<Index>(field.entrants)), draw_(opener_ + (field.openers ? 1 : 0)),
          size_(draw_ + (draws ? 1 : 0)) {}

    /// The parameters: the strength of each entrant, the first one's kept at 0; what opening is worth; the draw term.
    Index size() const { return size_; }
    Index opener() const { return opener_; }
    Index draw() const { return draw_; }
    bool has_draws() const { return draw_ < size_; }

    double log_likelihood(const VectorXd& at, std::size_t pairing, std::size_t kind, const Amounts& amounts) const {
        const double lead = lead_of_a(at, pairing, kind);
        const double draw = has_draws() ? at[draw_] : 0;
        const double ties = has_draws() && amounts.draws > 0 ? amounts.draws * std::log(std::expm1(2 * draw)) : 0;
        return (amounts.wins + amounts.draws) * log_logistic(lead - draw) +
               (amounts.losses + amounts.draws) * log_logistic(-lead - draw) + ties;
    }

    /// Adds the gradient of the log-likelihood, and what its Hessian is the negative of.
    void add_derivatives(const VectorXd& at, std::size_t pairing, std::size_t kind, const Amounts& amounts,
                         VectorXd& gradient, MatrixXd* information) const {
        const double lead = lead_of_a(at, pairing, kind);
        const double draw = has_draws() ? at[draw_] : 0;
        const double win = logistic(lead - draw);
        const double loss = logistic(-lead - draw);
        const double not_lost = amounts.wins + amounts.draws;
        const double not_won = amounts.losses + amounts.draws;
        const double by_lead = not_lost * (1 - win) - not_won * (1 - loss);
        const VectorXd row = design(pairing, kind);
        gradient += by_lead * row;
        const double shrink = std::exp(-2 * draw);
        if (has_draws()) {
            gradient[draw_] -= not_lost * (1 - win) + not_won * (1 - loss);
            gradient[draw_] += amounts.draws > 0 ? 2 * amounts.draws / (1 - shrink) : 0;
        }
        if (information == nullptr) {
            return;
        }
        const double curve_won = not_lost * win * (1 - win);
        const double curve_lost = not_won * loss * (1 - loss);
        *information += (curve_won + curve_lost) * row * row.transpose();
        if (has_draws()) {
            const double mixed = curve_lost - curve_won;
            information->col(draw_) += mixed * row;
            information->row(draw_) += mixed * row.transpose();
            (*information)(draw_, draw_) += curve_won + curve_lost;
            (*information)(draw_, draw_) +=
                amounts.draws > 0 ? 4 * amounts.draws * shrink / ((1 - shrink) * (1 - shrink)) : 0;
        }
    }

private:
    double lead_of_a(const VectorXd& at, std::size_t pairing, std::size_t kind) const {
        const auto [a, b] = field_->pairings[pairing];
        const double opening = field_->openers ? (kind == 0 ? at[opener_] : -at[opener_]) : 0;
        return at[static_cast<Index>(a)] - at[static_cast<Index>(b)] + field_->head_start[kind] + opening;
    }

    VectorXd design(std::size_t pairing, std::size_t kind) const {
        VectorXd row = VectorXd::Zero(size_);
        row[static_cast<Index>(field_->pairings[pairing].a)] = 1;
        row[static_cast<Index>(field_->pairings[pairing].b)] = -1;
        if (field_->openers) {
            row[opener_] = kind == 0 ? 1 : -1;
        }
        row[0] = 0;
        return row;
    }

    const RatedField* field_;
    Index opener_;
    Index draw_;
    Index size_;
};

/// All matches of each pairing by kind, with the prior.
std::vector<std::array<Amounts, 2>> totals_of(const RatedField& field, bool with_prior) {
    std::vector<std::array<Amounts, 2>> totals(field.pairings.size());
    for (std::size_t pairing = 0; pairing < totals.size(); ++pairing) {
        auto& [first, second] = totals[pairing];
        for (const Meetings& block : field.meetings[pairing]) {
            first += block[0];
            second += block[1];
        }
        if (!with_prior) {
            continue;
        }
        const std::size_t kinds = field.openers || field.head_start[0] != 0 ? 2 : 1;
        const double part = 1.0 / static_cast<double>(kinds);
        for (std::size_t kind = 0; kind < kinds; ++kind) {
            const double win = logistic(field.head_start[kind]);
            totals[pairing][kind].wins += part * win;
            totals[pairing][kind].losses += part * (1 - win);
        }
    }
    return totals;
}

/// Whether everybody scored against somebody who scored against ... everybody else, and likewise those who opened.
bool bounded(const RatedField& field) {
    std::vector<std::vector<bool>> scored(field.entrants, std::vector<bool>(field.entrants));
    Amounts openers;
    const auto totals = totals_of(field, false);
    for (std::size_t pairing = 0; pairing < totals.size(); ++pairing) {
        const auto [a, b] = field.pairings[pairing];
        for (const Amounts& amounts : totals[pairing]) {
            scored[a][b] = scored[a][b] || amounts.wins + amounts.draws > 0;
            scored[b][a] = scored[b][a] || amounts.losses + amounts.draws > 0;
        }
        openers.wins += totals[pairing][0].wins + totals[pairing][1].losses;
        openers.losses += totals[pairing][0].losses + totals[pairing][1].wins;
    }
    for (std::size_t via = 0; via < field.entrants; ++via) {
        for (std::size_t from = 0; from < field.entrants; ++from) {
            for (std::size_t to = 0; to < field.entrants; ++to) {
                scored[from][to] = scored[from][to] || (scored[from][via] && scored[via][to]);
            }
        }
    }
    for (std::size_t from = 0; from < field.entrants; ++from) {
        for (std::size_t to = 0; to < field.entrants; ++to) {
            if (from != to && !scored[from][to]) {
                return false;
            }
        }
    }
    return openers.wins + openers.losses > 0 && (!field.openers || (openers.wins > 0 && openers.losses > 0));
}

/// Newton's method on a concave function: a step that does not climb is halved until it does. Near the top, where
/// rounding hides whether it climbs, steps are taken as they are.
class Fit {
public:
    Fit(const RatedField& field, const Model& model) : model_(&model), totals_(totals_of(field, true)) {
        at_ = VectorXd::Zero(model.size());
        if (model.has_draws()) {
            double draws = 0;
            double all = 0;
            for (const auto& kinds : totals_) {
                for (const Amounts& amounts : kinds) {
                    draws += amounts.draws;
                    all += amounts.wins + amounts.draws + amounts.losses;
                }
            }
            at_[model.draw()] = std::log((all + draws) / (all - draws)); // what fits if all are equal
        }
        constexpr int most_steps = 200;
        constexpr double close = 1e-12;
        constexpr double near_the_top = 1e-4; // of the log-likelihood still to be gained, twice
        double value = log_likelihood(at_);
        for (int step = 0; step < most_steps; ++step) {
            const auto [gradient, information] = derivatives();
            VectorXd change = information.ldlt().solve(gradient);
            VectorXd next = at_ + change;
            const bool climbs = gradient.dot(change) < near_the_top;
            while ((model.has_draws() && next[model.draw()] <= 0) || (!climbs && !(log_likelihood(next) >= value))) {
                change /= 2;
                next = at_ + change;
                if (change.lpNorm<Eigen::Infinity>() < close) {
                    return; // no higher within rounding
                }
            }
            at_ = next;
            value = log_likelihood(at_);
            if (change.lpNorm<Eigen::Infinity>() < close) {
                return;
            }
        }
    }

    const VectorXd& at() const { return at_; }

    /// The inverse of the information. The first strength is kept at 0 and has no error.
    MatrixXd covariance() const {
        MatrixXd inverse = derivatives().second.inverse();
        inverse.row(0).setZero();
        inverse.col(0).setZero();
        return inverse;
    }

private:
    double log_likelihood(const VectorXd& at) const {
        double sum = 0;
        each([&](std::size_t pairing, std::size_t kind, const Amounts& amounts) {
            sum += model_->log_likelihood(at, pairing, kind, amounts);
        });
        return sum;
    }

    std::pair<VectorXd, MatrixXd> derivatives() const {
        std::pair<VectorXd, MatrixXd> made{VectorXd::Zero(model_->size()),
                                           MatrixXd::Zero(model_->size(), model_->size())};
        each([&](std::size_t pairing, std::size_t kind, const Amounts& amounts) {
            model_->add_derivatives(at_, pairing, kind, amounts, made.first, &made.second);
        });
        made.second(0, 0) = 1;
        return made;
    }

    template <class F>
    void each(const F& f) const {
        for (std::size_t pairing = 0; pairing < totals_.size(); ++pairing) {
            for (std::size_t kind = 0; kind < 2; ++kind) {
                if (!totals_[pairing][kind].empty()) {
                    f(pairing, kind, totals_[pairing][kind]);
                }
            }
        }
    }

    const Model* model_;
    std::vector<std::array<Amounts, 2>> totals_;
    VectorXd at_;
};

/// The gradient of each block's log-likelihood, less their mean: what the deals of a block pull at.
MatrixXd pulls_of_blocks(const RatedField& field, const Model& model, const VectorXd& at) {
    std::vector<VectorXd> pulls;
    for (std::size_t block = 0; block < block_count; ++block) {
        VectorXd pull = VectorXd::Zero(model.size());
        bool played = false;
        for (std::size_t pairing = 0; pairing < field.pairings.size(); ++pairing) {
            for (std::size_t kind = 0; kind < 2; ++kind) {
                Amounts amounts;
                amounts += field.meetings[pairing][block][kind];
                if (!amounts.empty()) {
                    model.add_derivatives(at, pairing, kind, amounts, pull, nullptr);
                    played = true;
                }
            }
        }
        if (played) {
            pulls.push_back(std::move(pull));
        }
    }
    MatrixXd all(model.size(), static_cast<Index>(pulls.size()));
    for (std::size_t i = 0; i < pulls.size(); ++i) {
        all.col(static_cast<Index>(i)) = pulls[i];
    }
    if (!pulls.empty()) {
        all.colwise() -= VectorXd(all.rowwise().mean());
    }
    return all;
}

} // namespace

RatedField rated_field(Format format, const RuleSet& rules, const Schedule& schedule, const Tally& tally) {
    RatedField field;
    field.entrants = schedule.entrants;
    field.pairings = schedule.pairings;
    field.deals = tally.deals();
    const int others = rules.side_count() - 1;
    field.openers = others == 1;
    if (format != Format::free_for_all && others > 1) {
        // One a among b's, and one b among a's: each side is as likely to win among equals.
        field.head_start = {-std::log(others), std::log(others)};
    }
    for (const PairingTally& pairing : tally.pairings()) {
        std::vector<Meetings>& blocks = field.meetings.emplace_back();
        for (const Contest& contest : pairing.contests.all()) {
            blocks.push_back(contest.meetings);
        }
    }
    return field;
}

Ratings rate(const RatedField& field, const std::optional<Anchor>& anchor) {
    const auto totals = totals_of(field, false);
    const bool draws = std::ranges::any_of(totals, [](const auto& kinds) {
        return std::ranges::any_of(kinds, [](const Amounts& amounts) { return amounts.draws > 0; });
    });
    const Model model(field, draws);
    const Fit fit(field, model);
    const MatrixXd fisher = fit.covariance();
    const MatrixXd pulls = pulls_of_blocks(field, model, fit.at());
    const auto blocks = static_cast<double>(pulls.cols());

    Ratings ratings;
    ratings.finite = bounded(field);
    const bool errors = blocks >= 2;
    MatrixXd covariance = fisher;
    if (errors && ratings.finite) {
        // How far the deals of each block shift the fit.
        const MatrixXd shifts = fisher * pulls;
        covariance = shifts * shifts.transpose() * (blocks / (blocks - 1));
    }

    const double degrees = std::max(blocks - 1, 1.0);
    const double reach = t_quantile(degrees, 0.975);
    const auto rating = [&](const VectorXd& combination, double shift) {
        Rating made;
        made.elo = combination.dot(fit.at()) * elo_per_unit + shift;
        if (errors) {
            const auto error = [&](const MatrixXd& of) {
                return std::sqrt(std::max(combination.dot(of * combination), 0.0)) * elo_per_unit;
            };
            made.error = error(covariance);
            made.fisher_error = error(fisher);
            made.interval = {made.elo - reach * *made.error, made.elo + reach * *made.error};
        }
        return made;
    };
    const auto count = static_cast<Index>(field.entrants);
    VectorXd origin = VectorXd::Zero(model.size());
    if (anchor) {
        origin[static_cast<Index>(anchor->entrant)] = 1;
    } else {
        origin.head(count).setConstant(1.0 / static_cast<double>(count));
    }
    for (Index i = 0; i < count; ++i) {
        ratings.entrants.push_back(rating(VectorXd::Unit(model.size(), i) - origin, anchor ? anchor->elo : 0));
    }
    if (field.openers) {
        ratings.opener = rating(VectorXd::Unit(model.size(), model.opener()), 0);
    }
    if (draws) {
        ratings.draws = rating(VectorXd::Unit(model.size(), model.draw()), 0);
    }
    if (!errors) {
        return ratings;
    }
    ratings.superiority.assign(field.entrants, std::vector<double>(field.entrants, 0.5));
    // No number of deals can say more than if all of them pointed one way.
    const double least = std::exp2(-static_cast<double>(field.deals));
    for (Index i = 0; i < count; ++i) {
        for (Index j = 0; j < count; ++j) {
            const Rating lead = rating(VectorXd::Unit(model.size(), i) - VectorXd::Unit(model.size(), j), 0);
            constexpr double nothing = 1e-7; // of Elo: rounding
            if (i == j || std::abs(lead.elo) < nothing) {
                continue;
            }
            const double chance =
                *lead.error < nothing ? (lead.elo > 0 ? 1.0 : 0.0) : t_below(degrees, lead.elo / *lead.error);
            ratings.superiority[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] =
                std::clamp(chance, least, 1 - least);
        }
    }
    return ratings;
}

} // namespace balak::tournament
