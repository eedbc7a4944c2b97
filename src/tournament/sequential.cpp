#include "tournament/sequential.hpp"

#include "tournament/confidence_sequence.hpp"
#include "tournament/gsprt.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace balak::tournament {
namespace {

/// Takes notice of an LLR beyond the record; `direction` is 1 for new heights and -1 for new depths.
void watch(Excursions& excursions, double llr, double direction) {
    const double beyond = direction * (llr - excursions.record);
    if (beyond > 0) {
        ++excursions.count;
        excursions.record = llr;
        excursions.sum += beyond;
        excursions.squares += beyond * beyond;
    }
}

/// How far an LLR jumps beyond a bound on average: the second moment of its ladder heights over twice the first
/// (Siegmund, "Sequential Analysis", 1985, corollary 8.33). Few records say too little.
double overshoot(const Excursions& excursions) {
    constexpr std::int64_t enough = 5;
    return excursions.count < enough ? 0 : excursions.squares / (2 * excursions.sum);
}

void look_at(PairingStop& state, const Sprt& rule, const DealFrame& frame, const PairingTally& pairing) {
    if (rule.measure == Sprt::Measure::elo) {
        const std::vector<ShareOutcome> outcomes = share_outcomes(pairing.deals_by_shares);
        const double score0 = score_per_sd(rule.h0, frame.matches);
        const double score1 = score_per_sd(rule.h1, frame.matches);
        state.llr = log_likelihood_ratio(outcomes, score0, score1);
        state.estimate = normalized_elo(outcomes, frame.matches);
        // The variance of (mean - 1/2) / sd is about 1 / deals.
        state.information = static_cast<double>(pairing.deals.deals) * (score1 - score0) * (score1 - score0);
    } else {
        state.llr = points_log_likelihood_ratio(pairing.deals, pairing.blocks, frame.scale, rule.h0, rule.h1);
        const Estimate estimate = margin_per_round(pairing.deals, frame.scale);
        const double error = estimate.standard_error.value_or(0);
        state.estimate = estimate.mean;
        state.information = error > 0 ? std::pow((rule.h1 - rule.h0) / error, 2) : 0;
    }
    watch(state.down, state.llr, -1);
    watch(state.up, state.llr, 1);
    const auto [lower, upper] = wald_bounds(rule);
    state.lower_bound = lower + overshoot(state.down);
    state.upper_bound = upper - overshoot(state.up);
    state.decision = state.llr >= state.upper_bound   ? Decision::h1
                     : state.llr <= state.lower_bound ? Decision::h0
                                                      : Decision::none;
}

void look_at(PairingStop& state, const ConfidenceSequence& rule, const DealFrame& frame, const PairingTally& pairing) {
    const DealSums& sums = pairing.deals;
    double even = 0.5;
    double unit = 0; // of the sums, for the mean of a deal
    BoundedSums bounded{.count = sums.deals};
    if (rule.measure == ConfidenceSequence::Measure::win_rate) {
        unit = static_cast<double>(frame.matches * full_share);
        bounded.sum = sums.sum.shares;
        bounded.squares = sums.shares_squared;
        bounded.most = frame.matches * full_share;
    } else {
        even = 0;
        unit = static_cast<double>(frame.matches * frame.scale);
        bounded.sum = sums.sum.margin;
        bounded.squares = sums.margin_squared;
        bounded.most = frame.matches * frame.scale * frame.most_margin;
        bounded.least = -bounded.most;
    }
    const Interval interval = anytime_interval(bounded, rule.alpha, frame.most_deals);
    state.low = interval.low / unit;
    state.high = interval.high / unit;
    state.estimate = static_cast<double>(bounded.sum) / (static_cast<double>(sums.deals) * unit);
    if (rule.width) {
        state.decision = state.high - state.low <= *rule.width ? Decision::width_reached : Decision::none;
    } else {
        state.decision = state.low > even    ? Decision::a_better
                         : state.high < even ? Decision::b_better
                                             : Decision::none;
    }
}

} // namespace

std::uint64_t next_look(std::uint64_t deals) {
    constexpr std::uint64_t first = 64;
    constexpr std::uint64_t least_step = 16;
    if (deals < first) {
        return first;
    }
    const std::uint64_t step = std::max(least_step, std::bit_floor(deals / 32));
    return (deals / step + 1) * step;
}

Interval wald_bounds(const Sprt& rule) {
    return {std::log(rule.beta / (1 - rule.alpha)), std::log((1 - rule.beta) / rule.alpha)};
}

void look(PairingStop& state, const StopRule& rule, const DealFrame& frame, const PairingTally& pairing) {
    ++state.looks;
    state.deals = pairing.deals.deals;
    std::visit([&](const auto& kind) { look_at(state, kind, frame, pairing); }, rule);
}

StoppingRule stopping_rule(const Tournament& tournament) {
    std::vector<DealFrame> frames;
    for (const RuleSet& rules : tournament.rules) {
        const Schedule schedule = make_schedule(tournament.format, rules, tournament.entrants.size());
        frames.push_back({.matches = static_cast<std::int64_t>(schedule.legs_per_pairing),
                          .scale = schedule.scale,
                          .most_margin = most_in_match(rules),
                          .most_deals = schedule.deals(tournament.matches)});
    }
    const auto stop = [rule = *tournament.stop, frames](std::size_t rule_set, const Tally& tally,
                                                        std::vector<PairingStop>& states) {
        states.resize(tally.pairings().size());
        for (std::size_t i = 0; i < states.size(); ++i) {
            if (states[i].decision == Decision::none) {
                look(states[i], rule, frames[rule_set], tally.pairings()[i]);
            }
        }
        return std::ranges::none_of(states, [](const PairingStop& state) { return state.decision == Decision::none; });
    };
    return {.next_look = next_look, .stop = stop};
}

} // namespace balak::tournament
