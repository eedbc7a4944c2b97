#include "cli/report.hpp"

#include "cli/text_table.hpp"
#include "io/bot_results.hpp"
#include "io/comparison_words.hpp"
#include "io/results.hpp"
#include "io/standings.hpp"
#include "io/stop_config.hpp"
#include "tournament/adjusted.hpp"
#include "tournament/design.hpp"
#include "tournament/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace balak::cli {
namespace {

using namespace tournament;

/// `1,234,567`
std::string grouped(std::int64_t number) {
    return number < 1000 ? fmt::format("{}", number) : fmt::format("{},{:03}", grouped(number / 1000), number % 1000);
}

/// `56.12 % ± 0.40`: the mean and half the width of its 95 % interval.
std::string percent(const Estimate& estimate) {
    const std::string mean = fmt::format("{:.2f} %", 100 * estimate.mean);
    return estimate.interval ? fmt::format("{} ± {:.2f}", mean, 50 * (estimate.interval->high - estimate.interval->low))
                             : mean;
}

/// `+1.203 ± 0.029`
std::string points(const Estimate& estimate) {
    const std::string mean = fmt::format("{:+.3f}", estimate.mean);
    return estimate.interval ? fmt::format("{} ± {:.3f}", mean, (estimate.interval->high - estimate.interval->low) / 2)
                             : mean;
}

/// `+123 ± 12`
std::string elo(const Rating& rating) {
    const std::string mean = fmt::format("{:+.0f}", std::round(rating.elo) + 0.0); // no -0
    return rating.interval ? fmt::format("{} ± {:.0f}", mean, (rating.interval->high - rating.interval->low) / 2)
                           : mean;
}

/// The groups of an entrant: `a`, `bc`, beyond z `y,z,aa`.
std::string groups(const std::vector<std::size_t>& numbers) {
    std::vector<std::string> names;
    bool single = true;
    for (const std::size_t number : numbers) {
        names.push_back(group_name(number));
        single = single && names.back().size() == 1;
    }
    return fmt::format("{}", fmt::join(names, single ? "" : ","));
}

std::string ladder(const Tournament& tournament, const RuleSet& rules, const Tally& tally,
                   const io::Standings& standings) {
    Table table;
    table.add({"strategy", "group", "matches", "win rate", "Elo", "points a round", "points a match"});
    const int others = rules.side_count() - 1;
    const std::vector<tournament::EntrantTally> entrants = tally.entrants();
    for (const std::size_t number : standings.order) {
        const CentredSums& sums = entrants[number].deals;
        const tournament::Entrant& entrant = tournament.entrants[number];
        table.add({entrant.sees_all ? entrant.name + " (sees all)" : entrant.name,
                   groups(standings.comparisons.groups[number]), grouped(sums.matches), percent(win_rate(sums)),
                   elo(standings.ratings.entrants[number]), points(margin_per_round(sums, others)),
                   points(margin_per_match(sums, others))});
    }
    return table.text();
}

/// `1.52`, or nothing.
std::string factor(std::optional<double> value) {
    return value ? fmt::format("{:.2f}", *value) : "-";
}

std::string pairings(const Tournament& tournament, const RuleSet& rules, const Tally& tally) {
    Table table;
    std::vector<std::string> titles{
        "pairing, seen from the first", "won", "drawn", "lost", "win rate", "points a round", "gain"};
    if (tournament.adjust) {
        titles.insert(titles.end(), {"adjusted win rate", "points a round", "gain"});
    }
    table.add(std::move(titles));
    const Schedule schedule = make_schedule(tournament.format, rules, tournament.entrants.size());
    for (std::size_t number = 0; number < tally.pairings().size(); ++number) {
        const PairingTally& pairing = tally.pairings()[number];
        const auto [a, b] = schedule.pairings[number];
        const int scale = schedule.scale;
        std::vector<std::string> row{fmt::format("{} - {}", tournament.entrants[a].name, tournament.entrants[b].name),
                                     grouped(pairing.wins),
                                     grouped(pairing.draws),
                                     grouped(pairing.losses),
                                     percent(win_rate(pairing.deals)),
                                     points(margin_per_round(pairing.deals, scale)),
                                     factor(duplication_gain(pairing.deals, pairing.match_margin_squared, scale))};
        if (const std::optional<Adjusted> estimates = adjusted(pairing, scale)) {
            row.insert(row.end(),
                       {percent(estimates->win_rate), points(estimates->margin_per_round),
                        factor(gain(pairing.deals, pairing.match_margin_squared, scale, estimates->margin_per_match))});
        }
        table.add(std::move(row));
    }
    return table.text();
}

/// A sentence for each pairing: what the stopping rule came to.
std::string decisions(const Tournament& tournament, const Schedule& schedule, const std::vector<PairingStop>& stops) {
    std::string text;
    for (std::size_t i = 0; i < schedule.pairings.size(); ++i) {
        const auto [a, b] = schedule.pairings[i];
        text += io::stop_sentence(*tournament.stop, i < stops.size() ? stops[i] : PairingStop(),
                                  tournament.entrants[a].name, tournament.entrants[b].name) +
                '\n';
    }
    return text +
           "The run was free to stop early: the plain means above lean away from even, and p does not know of the "
           "looks.\n\n";
}

/// `: a above b above c`, where every two have met, all are separated, and there is no circle; else nothing.
std::string order_in_words(const Tournament& tournament, const Schedule& schedule, const Comparisons& tests) {
    const std::size_t entrants = tournament.entrants.size();
    if (tests.cycle || schedule.pairings.size() != entrants * (entrants - 1) / 2) {
        return "";
    }
    std::vector<std::string_view> order(entrants);
    std::vector<std::size_t> above(entrants, 0); // how many are above each
    for (std::size_t i = 0; i < schedule.pairings.size(); ++i) {
        const auto [a, b] = schedule.pairings[i];
        ++above[tests.separated[i] > 0 ? b : a];
    }
    for (std::size_t entrant = 0; entrant < entrants; ++entrant) {
        order[above[entrant]] = tournament.entrants[entrant].name;
    }
    return fmt::format(": {}", fmt::join(order, " above "));
}

/// In words: which strategies are separated, and which are not.
std::string separations(const Tournament& tournament, const Schedule& schedule, const Tally& tally,
                        const io::Standings& standings) {
    const Comparisons& tests = standings.comparisons;
    const auto name = [&](std::size_t entrant) { return std::string_view(tournament.entrants[entrant].name); };
    constexpr std::size_t most_listed = 6;
    std::vector<std::string> apart;
    std::vector<std::string> open;
    for (std::size_t i = 0; i < schedule.pairings.size(); ++i) {
        const auto [a, b] = schedule.pairings[i];
        const std::optional<double>& p = tests.win_rate[i].adjusted;
        if (!p) {
            return "Fewer than two deals: nothing can be told apart.\n";
        }
        if (tests.separated[i] != 0) {
            apart.push_back(
                fmt::format("{} above {}", name(tests.separated[i] > 0 ? a : b), name(tests.separated[i] > 0 ? b : a)));
        } else {
            open.push_back(fmt::format("{} and {} ({})", name(a), name(b), io::p_text(*p)));
        }
    }
    const auto list = [&](std::vector<std::string>& items) {
        const std::size_t all = items.size();
        items.resize(std::min(all, most_listed));
        std::string text = fmt::format("{}", fmt::join(items, "; "));
        return all > most_listed ? fmt::format("{}; and {} more", text, all - most_listed) : text;
    };
    const std::size_t count = schedule.pairings.size();
    std::string text;
    if (count == 1 && open.empty()) {
        text = fmt::format("Separated: {} (win rate, {}).\n", apart.front(), io::p_text(*tests.win_rate[0].adjusted));
    } else if (count == 1) {
        text = fmt::format("Not separated: {}, win rate.\n", open.front());
    } else if (open.empty()) {
        text = fmt::format("All {} pairings are separated by win rate (p < 0.05 after Holm's correction){}.\n", count,
                           order_in_words(tournament, schedule, tests));
    } else if (apart.empty()) {
        text = "No two strategies are separated by win rate (p < 0.05 after Holm's correction): play more matches, or "
               "they are equal.\n";
    } else if (open.size() <= apart.size()) {
        text = fmt::format(
            "{} of {} pairings are separated by win rate (p < 0.05 after Holm's correction). Not separated: "
            "{}.\n",
            apart.size(), count, list(open));
    } else {
        text = fmt::format(
            "{} of {} pairings are separated by win rate (p < 0.05 after Holm's correction): {}. The others "
            "are not.\n",
            apart.size(), count, list(apart));
    }
    if (tests.cycle) {
        const auto [first, second, third] = *tests.cycle;
        text += fmt::format("No ladder tells it all: {} beats {}, {} beats {}, and {} beats {}.\n", name(first),
                            name(second), name(second), name(third), name(third), name(first));
    }
    if (!standings.ratings.finite && tally.deals() > 1) {
        text += "Some won or lost everything: their Elo is held by the prior alone, of one virtual match a pairing.\n";
    }
    return text;
}

/// What the rule sets are like, side by side: a column each, with half of each interval.
std::string designs(const Tournament& tournament, const Outcome& outcome) {
    std::vector<std::vector<std::string>> rows{{"rules"}};
    for (std::size_t i = 0; i < outcome.tallies.size(); ++i) {
        rows[0].push_back(describe(tournament.rules[i]));
        std::size_t row = 1;
        for (const DesignFigure& figure : design_figures(tournament.rules[i], outcome.tallies[i])) {
            if (rows.size() == row) {
                rows.push_back({std::string(figure.title)});
            }
            const Estimate& value = figure.estimate;
            const double reach = value.interval ? (value.interval->high - value.interval->low) / 2 : 0;
            rows[row++].push_back(figure.is_rate ? fmt::format("{:.2f} % ± {:.2f}", 100 * value.mean, 100 * reach)
                                                 : fmt::format("{:.2f} ± {:.2f}", value.mean, reach));
        }
    }
    Table table;
    for (std::vector<std::string>& row : rows) {
        table.add(std::move(row));
    }
    return table.text();
}

} // namespace

std::string report(const io::Config& config, const Outcome& outcome) {
    const Tournament& tournament = config.tournament;
    std::string text;
    const auto out = std::back_inserter(text);
    for (std::size_t i = 0; i < outcome.tallies.size(); ++i) {
        const RuleSet& rules = tournament.rules[i];
        const Tally& tally = outcome.tallies[i];
        const TableTally& table = tally.table();
        const auto rounds = static_cast<double>(std::max<std::int64_t>(table.rounds, 1));
        fmt::format_to(out, "{}: {} deals, {} matches, {} rounds ({:.1f} % blocked, {:.1f} turns a round)\n",
                       describe(rules), grouped(tally.deals()), grouped(table.matches), grouped(table.rounds),
                       100 * static_cast<double>(table.blocked) / rounds, static_cast<double>(table.turns) / rounds);
        const Schedule schedule = make_schedule(tournament.format, rules, tournament.entrants.size());
        const io::Standings standings = io::standings(tournament, rules, schedule, tally);
        text += ladder(tournament, rules, tally, standings) + separations(tournament, schedule, tally, standings) +
                '\n' + pairings(tournament, rules, tally) + '\n';
        if (tournament.stop) {
            text += decisions(tournament, schedule, outcome.stops[i]);
        }
    }
    if (outcome.tallies.size() > 1) {
        text += "The rule sets side by side:\n" + designs(tournament, outcome) + '\n';
    }
    text += "gain: so many times as many unpaired matches, each with a deal of its own, would give points a match as "
            "surely.\n";
    if (tournament.adjust) {
        text += "Adjusted: with the luck of draws and hands taken off, by coefficients learnt from other deals, of "
                "which it takes 100.\n";
    }
    if (tournament.format == Format::free_for_all) {
        text +=
            "Free-for-all: a ladder's win rate is the share of tables won; a pairing is won by who of the two scored "
            "more.\n";
    }
    text += io::fault_sentences(tournament, outcome) + io::irreproducible(tournament, outcome);
    text +=
        "± is half of a 95 % interval over deals; a draw is half a win; strategies that share a group's letter are not "
        "separated or have not met.\n";
    if (outcome.matches_before > 0) {
        fmt::format_to(out, "{} matches were played by an earlier run. ", grouped(outcome.matches_before));
    }
    const std::uint64_t rounds = outcome.rounds() - outcome.rounds_before;
    fmt::format_to(out, "{} matches, {} rounds in {:.1f} s on {} thread{}: {} rounds/s.\n",
                   grouped(outcome.matches() - outcome.matches_before), grouped(rounds), outcome.seconds,
                   outcome.threads, outcome.threads == 1 ? "" : "s",
                   grouped(static_cast<std::uint64_t>(static_cast<double>(rounds) / std::max(outcome.seconds, 1e-9))));
    return text;
}

} // namespace balak::cli
