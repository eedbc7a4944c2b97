#include "io/comparison_words.hpp"

#include "io/reader.hpp"
#include "tournament/comparisons.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace balak::io {
namespace {

using tournament::Estimate;
using tournament::Interval;

/// Digits after the point that show two digits of an error.
int decimals(const std::optional<double>& error, int otherwise) {
    if (!error || *error <= 0) {
        return otherwise;
    }
    return std::clamp(1 - static_cast<int>(std::floor(std::log10(*error))), 0, 6);
}

/// A number with so many decimals, never -0.
std::string fixed(double value, int digits, bool sign) {
    const double step = std::pow(10.0, digits);
    const double rounded = std::round(value * step) / step + 0.0;
    const double shown = rounded == 0 ? 0.0 : rounded;
    return sign ? fmt::format("{:+.{}f}", shown, digits) : fmt::format("{:.{}f}", shown, digits);
}

double factor(FigureChange::Unit unit) {
    return unit == FigureChange::Unit::share ? 100 : 1;
}

int decimals(const FigureChange& figure) {
    std::optional<double> error = figure.change.difference.standard_error;
    if (error) {
        *error *= factor(figure.unit);
    }
    return decimals(error, 2);
}

/// `+0.31 to +0.53`
std::string interval_text(const Interval& interval, double times, int digits, bool sign) {
    return fmt::format("{} to {}", fixed(times * interval.low, digits, sign),
                       fixed(times * interval.high, digits, sign));
}

/// A number of deals with two digits: it is a guess.
std::string about(double deals) {
    const double step = std::pow(10.0, std::max(0.0, std::floor(std::log10(std::max(deals, 1.0))) - 1));
    const double rounded = std::ceil(deals / step) * step;
    return rounded < 1e15 ? fmt::format("{:.0f}", rounded) : fmt::format("{:.1e}", rounded);
}

/// After what is not shown: how many deals would show it, or, where it looks like next to nothing, what these deals
/// would have shown. `needed` is what deals_to_show says, `size` the difference, in `words`.
std::string what_would_show(const std::optional<double>& needed, std::int64_t deals, std::string_view each, double size,
                            std::string_view words) {
    constexpr double hopeless = 25;
    if (!needed) {
        return "";
    }
    const double times = *needed / static_cast<double>(deals);
    if (times <= hopeless) {
        return fmt::format(" If it is what it looks like, about {} deals{} would show it.", about(*needed), each);
    }
    return fmt::format(" So many deals would show {:.2g} {} or more.", std::abs(size) * std::sqrt(times), words);
}

/// `+0.42 points a round (+0.31 to +0.53, p = 0.0003)`; the p-value is the adjusted one
std::string told(const FigureChange& figure) {
    const Estimate& difference = figure.change.difference;
    const int digits = decimals(figure);
    const double times = factor(figure.unit);
    std::string text = fixed(times * difference.mean, digits, true);
    if (!figure.words.empty()) {
        text += fmt::format(" {}", figure.words);
    }
    if (difference.interval && figure.p_holm) {
        // What would be real if it were the only question is said to be so.
        const bool alone = figure.real() == 0 && *figure.change.p <= tournament::significance;
        const std::string p =
            alone ? fmt::format("{} by itself, {:.2g} among all", p_text(*figure.change.p), *figure.p_holm)
                  : p_text(*figure.p_holm);
        text += fmt::format(" ({}, {})", interval_text(*difference.interval, times, digits, true), p);
    }
    return text;
}

/// No difference, and no sign of any.
bool is_nothing(const FigureChange& figure) {
    const Estimate& difference = figure.change.difference;
    return difference.standard_error && *difference.standard_error == 0 && difference.mean == 0;
}

/// Who wins a pairing in both runs.
std::string winners(const PairingChange& pairing, const RulesChange& rules) {
    const auto ahead = [&](int separated) { return separated > 0 ? pairing.a : pairing.b; };
    const int one = pairing.separated_one;
    const int other = pairing.separated_other;
    if (one == 0 && other == 0) {
        return "The two are not separated in either.";
    }
    if (one == other) {
        return fmt::format("{} is the better one in both.", ahead(one));
    }
    if (one == -other) {
        return fmt::format("The winner changes: {} is the better one in {}, {} in {}.", ahead(one), rules.one,
                           ahead(other), rules.other);
    }
    return one != 0 ? fmt::format("{} is the better one in {}; in {} the two are not separated.", ahead(one), rules.one,
                                  rules.other)
                    : fmt::format("{} is the better one in {}; in {} the two are not separated.", ahead(other),
                                  rules.other, rules.one);
}

} // namespace

std::string p_text(double p) {
    return p < 0.0001 ? "p < 0.0001" : fmt::format("p = {:.2g}", p);
}

std::string p_cell(const std::optional<double>& p) {
    return !p ? "" : *p < 0.0001 ? "< 0.0001" : fmt::format("{:.2g}", *p);
}

std::string estimate_text(const Estimate& estimate, FigureChange::Unit unit) {
    const double times = factor(unit);
    const int digits =
        decimals(estimate.standard_error ? std::optional(times * *estimate.standard_error) : std::nullopt, 2);
    std::string text = fixed(times * estimate.mean, digits, unit == FigureChange::Unit::points) +
                       (unit == FigureChange::Unit::share ? " %" : "");
    if (estimate.interval) {
        text += " ± " + fixed(times * (estimate.interval->high - estimate.interval->low) / 2, digits, false);
    }
    return text;
}

std::string value_text(const FigureChange& figure, double value) {
    const std::string number =
        fixed(factor(figure.unit) * value, decimals(figure), figure.unit == FigureChange::Unit::points);
    return figure.unit == FigureChange::Unit::share ? number + " %" : number;
}

std::string difference_text(const FigureChange& figure) {
    const Estimate& difference = figure.change.difference;
    const int digits = decimals(figure);
    const double times = factor(figure.unit);
    std::string text = fixed(times * difference.mean, digits, true);
    if (difference.interval) {
        text += " ± " + fixed(times * (difference.interval->high - difference.interval->low) / 2, digits, false);
    }
    return text + (figure.unit == FigureChange::Unit::share ? " %" : "");
}

std::string sentence(const PairingResults& pairing, const RulesResults& rules, const std::string& unit) {
    if (!pairing.p_win_rate || !pairing.p_points_per_round || !pairing.win_rate.interval ||
        !pairing.points_per_round.interval) {
        return fmt::format("{} against {}: fewer than two deals, nothing can be told.", pairing.a, pairing.b);
    }
    const bool points_differ = *pairing.p_points_per_round <= tournament::significance;
    const bool points_ahead = pairing.points_per_round.mean > 0;
    const int winner = pairing.separated() != 0 ? pairing.separated() : points_differ ? (points_ahead ? 1 : -1) : 0;
    // Told from the side of the better one.
    const PairingResults seen = winner < 0 ? pairing.turned(rules) : pairing;
    const int percent_digits =
        decimals(seen.win_rate.standard_error ? std::optional(100 * *seen.win_rate.standard_error) : std::nullopt, 2);
    const int point_digits = decimals(seen.points_per_round.standard_error, 2);
    const std::string rate =
        fmt::format("{} % of the {} ({}, {})", fixed(100 * seen.win_rate.mean, percent_digits, false),
                    unit == "round" ? "rounds" : "matches",
                    interval_text(*seen.win_rate.interval, 100, percent_digits, false), p_text(*seen.p_win_rate));
    const std::string points = fmt::format(
        "{} points a round ({}, {})", fixed(seen.points_per_round.mean, point_digits, true),
        interval_text(*seen.points_per_round.interval, 1, point_digits, true), p_text(*seen.p_points_per_round));
    if (pairing.separated() != 0) {
        return fmt::format("{} beats {}: {} and {}. That is real{}.", seen.a, seen.b, rate, points,
                           points_differ ? "" : " for the win rate, not shown for the points");
    }
    if (points_differ) {
        return fmt::format("{} makes more points than {}: {}. That is real, but who wins more is not shown: {}.",
                           seen.a, seen.b, points, rate);
    }
    Estimate edge = seen.win_rate;
    edge.mean -= 0.5;
    if (edge.mean == 0 && edge.standard_error == 0.0 && seen.points_per_round.mean == 0) {
        return fmt::format("{} and {} came out even in every deal.", seen.a, seen.b);
    }
    return fmt::format("{} and {} are not separated: {}, {}.{}", seen.a, seen.b, rate, points,
                       what_would_show(tournament::deals_to_show(edge, rules.deals, rules.pairings.size()), rules.deals,
                                       "", 100 * edge.mean, "percentage points above 50 %"));
}

std::string sentence(const PairingChange& pairing, const RulesChange& rules) {
    const std::string head = fmt::format("{} against {}", pairing.a, pairing.b);
    const FigureChange& first = pairing.figures.front();
    if (!first.change.p) {
        return head + ": fewer than two deals in a run, nothing can be told.";
    }
    if (std::ranges::all_of(pairing.figures, is_nothing)) {
        return fmt::format("{}: nothing changed at all. {}", head, winners(pairing, rules));
    }
    std::vector<std::string> real;
    for (const FigureChange& figure : pairing.figures) {
        if (figure.real() != 0) {
            real.push_back(told(figure));
        }
    }
    if (!real.empty()) {
        return fmt::format("{}: from {} to {} it changed by {}. That is real. {}", head, rules.one, rules.other,
                           fmt::join(real, ", "), winners(pairing, rules));
    }
    return fmt::format("{}: no change is shown from {} to {}, {}.{} {}", head, rules.one, rules.other, told(first),
                       what_would_show(first.deals_to_show, std::min(rules.deals_one, rules.deals_other), " in each",
                                       factor(first.unit) * first.change.difference.mean, first.words),
                       winners(pairing, rules));
}

std::vector<std::string> table_sentences(const RulesChange& rules) {
    std::vector<std::string> sentences;
    std::vector<std::string_view> others;
    for (const FigureChange& figure : rules.table) {
        if (figure.real() == 0) {
            others.push_back(figure.title);
            continue;
        }
        sentences.push_back(fmt::format("{}: {} in {} and {} in {}, {}. That is real.", figure.title,
                                        value_text(figure, figure.change.one), rules.one,
                                        value_text(figure, figure.change.other), rules.other, told(figure)));
    }
    if (!others.empty()) {
        sentences.push_back(fmt::format("No change is shown in: {}.", fmt::join(others, ", ")));
    }
    return sentences;
}

std::string title(const Results& results) {
    return fmt::format("{}: {}, balak {}, {}, a {} for each deal and seating, seed {}", results.file,
                       quoted(results.name), results.version, results.format, results.unit, results.seed);
}

/// How the figures of the changes are meant.
std::string legend(const Comparison& comparison) {
    const bool matched =
        std::ranges::any_of(comparison.changes, [](const RulesChange& change) { return change.matched; });
    return fmt::format("Points and rates are seen from the first of a pairing. ± is half of a 95 % interval. Real is "
                       "what has p (Holm) up to 0.05, adjusted over all {} changes: if nothing has changed, that calls "
                       "any real in one of 20 comparisons at most.{}",
                       comparison.tests,
                       matched ? " matching: how many times larger the variance of a change were without matching "
                                 "the deals; so many times more deals would be needed."
                               : "");
}

} // namespace balak::io
