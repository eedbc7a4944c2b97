#include "io/comparison.hpp"

#include "tournament/comparisons.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>

namespace balak::io {
namespace {

using namespace tournament;

/// A JSON value in a sentence, with control characters escaped; nothing is cut off inside of a character.
std::string shown(const Json& value) {
    if (value.is_string()) {
        return io::quoted(value.get<std::string>());
    }
    std::string text = json_text(value, -1);
    return text.size() > 60 ? std::string("other") : text;
}

/// `hand_size is 7 in A and 6 in B`, for every member of two objects that is not the same, objects in them included.
void add_differences(std::vector<std::string>& sentences, const std::string& path, const Json& one, const Json& other,
                     const std::string& name_one, const std::string& name_other) {
    if (one == other) {
        return;
    }
    if (!one.is_object() || !other.is_object()) {
        const auto told = [](const Json& value) { return value.is_null() ? "not given" : shown(value); };
        sentences.push_back(
            fmt::format("{} is {} in {} and {} in {}", path, told(one), name_one, told(other), name_other));
        return;
    }
    Json keys = one;
    keys.update(other);
    for (const auto& [key, unused] : keys.items()) {
        const bool is_title = path.empty() && (key == "name" || key == "preset");
        if (!is_title) {
            // A key that is no plain word is shown as it is written.
            const bool plain = std::ranges::all_of(key, [](char c) { return c > ' ' && c < 0x7F; });
            const std::string_view joint = path.empty() || path.ends_with(": ") ? "" : ".";
            add_differences(sentences, fmt::format("{}{}{}", path, joint, plain ? key : io::quoted(key)),
                            one.value(key, Json(nullptr)), other.value(key, Json(nullptr)), name_one, name_other);
        }
    }
}

/// The names, at most six of them.
std::string some_of(std::vector<std::string> names) {
    constexpr std::size_t most_listed = 6;
    const std::size_t all = names.size();
    names.resize(std::min(all, most_listed));
    const std::string text = fmt::format("{}", fmt::join(names, ", "));
    return all > most_listed ? fmt::format("{} and {} more", text, all - most_listed) : text;
}

std::vector<std::string> pairing_names(const RulesResults& rules) {
    std::vector<std::string> names;
    for (const PairingResults& pairing : rules.pairings) {
        names.push_back(fmt::format("{} - {}", pairing.a, pairing.b));
    }
    return names;
}

std::vector<std::string> titles_of(const Results& results) {
    std::vector<std::string> titles;
    for (const RulesResults& rules : results.rules) {
        titles.push_back(io::quoted(rules.title));
    }
    return titles;
}

/// The pairing of the same two, seen from the same side.
std::optional<PairingResults> same_pairing(const RulesResults& rules, const PairingResults& wanted) {
    for (const PairingResults& pairing : rules.pairings) {
        if (pairing.a == wanted.a && pairing.b == wanted.b) {
            return pairing;
        }
        if (pairing.a == wanted.b && pairing.b == wanted.a) {
            return pairing.turned(rules);
        }
    }
    return std::nullopt;
}

BlockRatio ratio(const RulesResults& rules) {
    BlockRatio figure;
    for (const DesignCounts& block : rules.blocks) {
        figure.deals.push_back(block.deals);
    }
    return figure;
}

std::vector<std::int64_t> matches_by_block(const RulesResults& rules, const PairingResults& pairing) {
    std::vector<std::int64_t> matches;
    for (std::size_t i = 0; i < rules.blocks.size(); ++i) {
        matches.push_back(pairing.matches_of_block(rules, i));
    }
    return matches;
}

enum class PairingFigure { points_per_round, points_per_match, win_rate };

BlockRatio pairing_ratio(const RulesResults& rules, const PairingResults& pairing, PairingFigure which) {
    BlockRatio figure = ratio(rules);
    figure.numerators = which == PairingFigure::win_rate ? pairing.shares : pairing.margins;
    figure.denominators = which == PairingFigure::points_per_round ? pairing.rounds : matches_by_block(rules, pairing);
    figure.unit =
        static_cast<double>(which == PairingFigure::win_rate ? rules.shares_of_match : rules.margins_of_point);
    return figure;
}

BlockRatio table_ratio(const RulesResults& rules, const DesignRatio& which) {
    BlockRatio figure = ratio(rules);
    for (const DesignCounts& block : rules.blocks) {
        figure.numerators.push_back(block.*which.numerator);
        figure.denominators.push_back(block.*which.denominator);
    }
    figure.shift = which.above_even ? -1.0 / rules.sides : 0;
    return figure;
}

/// The options that say which tiles a deal puts where.
std::vector<std::string> dealing_differences(const RulesResults& one, const RulesResults& other) {
    std::vector<std::string> names;
    for (const char* const option : {"players", "max_pip", "hand_size", "starter"}) {
        if (one.options.value(option, Json(nullptr)) != other.options.value(option, Json(nullptr))) {
            names.emplace_back(option);
        }
    }
    return names;
}

std::string matching_sentence(const RulesChange& change, const RulesResults& one, const RulesResults& other,
                              std::uint64_t seed_one, std::uint64_t seed_other) {
    if (!change.matched) {
        return fmt::format(
            "Not matched: the seeds are {} and {}, so no deal is the same, and the errors of both add up.", seed_one,
            seed_other);
    }
    const std::vector<std::string> dealt = dealing_differences(one, other);
    if (!dealt.empty()) {
        return fmt::format(
            "Matched by the number of the deal: both have seed {}, but the rules deal otherwise ({}), so "
            "the tiles are not the same.",
            seed_one, fmt::join(dealt, ", "));
    }
    if (one.deals == other.deals) {
        return fmt::format("Matched by deal: both have played the same {} deals (seed {}).", one.deals, seed_one);
    }
    return fmt::format("Matched by deal: both have seed {}, and their first {} deals are the same; {} has {} more.",
                       seed_one, std::min(one.deals, other.deals), one.deals > other.deals ? change.one : change.other,
                       std::max(one.deals, other.deals) - std::min(one.deals, other.deals));
}

/// Whether two rule sets seat as many sides, of as many seats.
bool same_seats(const RulesResults& one, const RulesResults& other) {
    return one.seats == other.seats && one.sides == other.sides;
}

RulesChange compare_rules(const Results& file_one, const RulesResults& one, const Results& file_other,
                          const RulesResults& other, const std::string& name_one, const std::string& name_other) {
    RulesChange made;
    made.rules_one = one.title;
    made.rules_other = other.title;
    made.one = name_one;
    made.other = name_other;
    made.deals_one = one.deals;
    made.deals_other = other.deals;
    made.matched = file_one.seed == file_other.seed;
    made.matching = matching_sentence(made, one, other, file_one.seed, file_other.seed);
    if (made.matched && file_one.version != file_other.version) {
        made.matching += " That is so if both versions of balak deal alike.";
    }
    add_differences(made.differences, "", one.options, other.options, name_one, name_other);

    const auto change = [&](const BlockRatio& before, const BlockRatio& after) {
        return made.matched ? matched_change(before, after) : independent_change(before, after);
    };
    // Where a match is one round these are the same as others, or nothing.
    const bool rounds = file_one.unit == "round";
    std::vector<std::string> left_out;
    for (const PairingResults& pairing : one.pairings) {
        const std::optional<PairingResults> same = same_pairing(other, pairing);
        if (!same) {
            left_out.push_back(fmt::format("{} - {}", pairing.a, pairing.b));
            continue;
        }
        PairingChange pairs{.a = pairing.a,
                            .b = pairing.b,
                            .separated_one = pairing.separated(),
                            .separated_other = same->separated(),
                            .win_rate_one = pairing.win_rate.mean,
                            .win_rate_other = same->win_rate.mean,
                            .figures = {}};
        const auto add = [&](std::string_view key, std::string_view title, std::string_view words,
                             FigureChange::Unit unit, PairingFigure which) {
            pairs.figures.push_back({key,
                                     title,
                                     words,
                                     unit,
                                     change(pairing_ratio(one, pairing, which), pairing_ratio(other, *same, which)),
                                     {},
                                     {}});
        };
        add("points_per_round", "points a round", "points a round", FigureChange::Unit::points,
            PairingFigure::points_per_round);
        if (!rounds) {
            add("points_per_match", "points a match", "points a match", FigureChange::Unit::points,
                PairingFigure::points_per_match);
        }
        add("win_rate", "win rate", "percentage points of win rate", FigureChange::Unit::share,
            PairingFigure::win_rate);
        made.pairings.push_back(std::move(pairs));
    }
    for (const PairingResults& pairing : other.pairings) {
        if (!same_pairing(one, pairing)) {
            left_out.push_back(fmt::format("{} - {}", pairing.a, pairing.b));
        }
    }
    if (left_out.empty()) {
        for (const DesignRatio& figure : design_ratios()) {
            if (!rounds || (figure.key != "rounds_per_match" && figure.key != "comeback_rate")) {
                made.table.push_back({figure.key,
                                      figure.title,
                                      figure.is_rate ? "percentage points" : "",
                                      figure.is_rate ? FigureChange::Unit::share : FigureChange::Unit::number,
                                      change(table_ratio(one, figure), table_ratio(other, figure)),
                                      {},
                                      {}});
            }
        }
    } else {
        made.notes.push_back(fmt::format("Not in both, and left out: {}. So are the figures of the rules, which depend "
                                         "on who plays.",
                                         some_of(left_out)));
        if (file_one.format == "free-for-all" && one.sides > 2) {
            made.notes.emplace_back("In a free-for-all the others at a table matter, and they are not the same.");
        }
    }
    return made;
}

/// Every figure that was compared.
std::vector<FigureChange*> all_figures(Comparison& comparison) {
    std::vector<FigureChange*> figures;
    for (RulesChange& change : comparison.changes) {
        for (PairingChange& pairing : change.pairings) {
            for (FigureChange& figure : pairing.figures) {
                figures.push_back(&figure);
            }
        }
        for (FigureChange& figure : change.table) {
            figures.push_back(&figure);
        }
    }
    return figures;
}

/// How many deals would show the differences that are not shown.
void guess_deals(RulesChange& change, std::size_t tests) {
    const std::int64_t deals = std::min(change.deals_one, change.deals_other);
    const auto guess = [&](FigureChange& figure) {
        figure.deals_to_show =
            figure.real() == 0 ? deals_to_show(figure.change.difference, deals, tests) : std::nullopt;
    };
    for (PairingChange& pairing : change.pairings) {
        std::ranges::for_each(pairing.figures, guess);
    }
    std::ranges::for_each(change.table, guess);
}

void add_warnings(Comparison& comparison, const Results& results) {
    if (!results.complete) {
        comparison.warnings.push_back(
            fmt::format("{}: the run is not complete: what is compared is what was played until then", results.file));
    }
    if (!results.stop.is_null()) {
        comparison.warnings.push_back(fmt::format(
            "{}: a stopping rule was free to end the run: its figures lean away from even, and p-values do not know of "
            "it",
            results.file));
    }
}

const Json* strategy(const Results& results, const std::string& name) {
    for (const Json& one : results.strategies) {
        if (one.at("name") == name) {
            return &one;
        }
    }
    return nullptr;
}

/// What the configs and builds of two files do not have in common, rule options aside.
std::vector<std::string> config_differences(const Results& one, const Results& other, const std::string& name_one,
                                            const std::string& name_other) {
    std::vector<std::string> sentences;
    const auto add = [&](const std::string& path, const Json& value, const Json& its) {
        add_differences(sentences, path, value, its, name_one, name_other);
    };
    add("version", one.version, other.version);
    add("seed", one.seed, other.seed);
    add("stop", one.stop, other.stop);
    for (const Json& mine : one.strategies) {
        const auto name = mine.at("name").get<std::string>();
        if (const Json* its = strategy(other, name)) {
            add(name + ": ", mine, *its);
        } else {
            sentences.push_back(fmt::format("{} plays in {} only", name, name_one));
        }
    }
    for (const Json& its : other.strategies) {
        const auto name = its.at("name").get<std::string>();
        if (strategy(one, name) == nullptr) {
            sentences.push_back(fmt::format("{} plays in {} only", name, name_other));
        }
    }
    return sentences;
}

void require_same(const Results& one, const Results& other, std::string_view what, const std::string& of_one,
                  const std::string& of_other) {
    if (of_one != of_other) {
        throw InputError(fmt::format("{} and {} are not comparable: the {} is \"{}\" in the first and \"{}\" in the "
                                     "second",
                                     one.file, other.file, what, of_one, of_other));
    }
}

/// Which rule sets are compared: those of the same title; the only ones of both files whatever their titles.
std::vector<std::pair<std::size_t, std::size_t>> common_rules(const Results& one, const Results& other) {
    if (one.rules.size() == 1 && other.rules.size() == 1) {
        return {{0, 0}};
    }
    std::vector<std::pair<std::size_t, std::size_t>> both;
    for (std::size_t i = 0; i < one.rules.size(); ++i) {
        for (std::size_t j = 0; j < other.rules.size(); ++j) {
            if (one.rules[i].title == other.rules[j].title) {
                both.emplace_back(i, j);
            }
        }
    }
    if (both.empty()) {
        throw InputError(fmt::format("{} and {} are not comparable: they have no rule set in common: {} and {}",
                                     one.file, other.file, some_of(titles_of(one)), some_of(titles_of(other))));
    }
    return both;
}

} // namespace

int FigureChange::real() const {
    if (!p_holm || *p_holm > significance) {
        return 0;
    }
    return change.difference.mean > 0 ? 1 : -1;
}

void adjust_together(std::span<Comparison> comparisons) {
    std::vector<FigureChange*> figures;
    for (Comparison& comparison : comparisons) {
        const std::vector<FigureChange*> its = all_figures(comparison);
        figures.insert(figures.end(), its.begin(), its.end());
    }
    std::erase_if(figures, [](const FigureChange* figure) { return !figure->change.p; });
    std::vector<double> p_values;
    for (const FigureChange* figure : figures) {
        p_values.push_back(*figure->change.p);
    }
    const std::vector<double> adjusted = holm(p_values);
    for (std::size_t i = 0; i < figures.size(); ++i) {
        figures[i]->p_holm = adjusted[i];
    }
    for (Comparison& comparison : comparisons) {
        comparison.tests = figures.size();
        for (RulesChange& change : comparison.changes) {
            guess_deals(change, comparison.tests);
        }
    }
}

Comparison compare(Results results, const std::optional<std::string>& base) {
    Comparison made;
    add_warnings(made, results);
    std::size_t first = 0;
    if (base) {
        const auto found = std::ranges::find(results.rules, *base, &RulesResults::title);
        if (found == results.rules.end()) {
            std::vector<std::string_view> titles;
            for (const RulesResults& rules : results.rules) {
                titles.push_back(rules.title);
            }
            throw InputError(fmt::format("{}: it has no rule set {}, expected {}{}", results.file, io::quoted(*base),
                                         list_of(titles), did_you_mean(*base, titles)));
        }
        first = static_cast<std::size_t>(found - results.rules.begin());
    }
    const RulesResults& one = results.rules[first];
    for (std::size_t i = 0; i < results.rules.size(); ++i) {
        const RulesResults& other = results.rules[i];
        if (i == first) {
            continue;
        }
        if (!same_seats(one, other)) {
            made.warnings.push_back(fmt::format("{}: {} and {} are not compared: they seat {} in {} sides and {} in {}",
                                                results.file, one.title, other.title, one.seats, one.sides, other.seats,
                                                other.sides));
            continue;
        }
        made.changes.push_back(
            compare_rules(results, one, results, other, io::quoted(one.title), io::quoted(other.title)));
    }
    adjust_together({&made, 1});
    made.files.push_back(std::move(results));
    return made;
}

Comparison compare(Results one, Results other) {
    require_same(one, other, "format", one.format, other.format);
    require_same(one, other, "unit", one.unit, other.unit);
    const bool same_name = one.file == other.file;
    const std::string name_one = same_name ? "the first" : one.file;
    const std::string name_other = same_name ? "the second" : other.file;
    Comparison made;
    add_warnings(made, one);
    add_warnings(made, other);
    made.differences = config_differences(one, other, name_one, name_other);

    const auto both = common_rules(one, other);
    std::set<std::string> alone;
    for (const RulesResults& rules : one.rules) {
        alone.insert(rules.title);
    }
    for (const RulesResults& rules : other.rules) {
        alone.insert(rules.title);
    }
    for (const auto& [i, j] : both) {
        alone.erase(one.rules[i].title);
        alone.erase(other.rules[j].title);
        const RulesResults& before = one.rules[i];
        const RulesResults& after = other.rules[j];
        if (!same_seats(before, after)) {
            throw InputError(fmt::format("{} and {} are not comparable: {} seats {} in {} sides, {} seats {} in {}",
                                         one.file, other.file, before.title, before.seats, before.sides, after.title,
                                         after.seats, after.sides));
        }
        RulesChange change = compare_rules(one, before, other, after, name_one, name_other);
        if (change.pairings.empty()) {
            throw InputError(
                fmt::format("{} and {} are not comparable: under {} no two strategies meet in both: {}; {}", one.file,
                            other.file, before.title, some_of(pairing_names(before)), some_of(pairing_names(after))));
        }
        made.changes.push_back(std::move(change));
    }
    if (!alone.empty()) {
        made.warnings.push_back(
            fmt::format("rule sets that are in one file only are left out: {}", some_of({alone.begin(), alone.end()})));
    }
    adjust_together({&made, 1});
    made.files.push_back(std::move(one));
    made.files.push_back(std::move(other));
    return made;
}

} // namespace balak::io
