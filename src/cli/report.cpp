#include "cli/report.hpp"

#include "io/results.hpp"
#include "tournament/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
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

/// Rows of cells, the first column to the left, the others to the right.
class Table {
public:
    void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
    std::string text() const {
        std::string out;
        for (const auto& row : rows_) {
            for (std::size_t column = 0; column < row.size(); ++column) {
                const std::size_t width = width_of(column);
                if (column == 0) {
                    fmt::format_to(std::back_inserter(out), "  {:<{}}", row[column], width);
                } else {
                    fmt::format_to(std::back_inserter(out), "   {:>{}}", row[column], width);
                }
            }
            out += '\n';
        }
        return out;
    }

private:
    std::size_t width_of(std::size_t column) const {
        std::size_t width = 0;
        for (const auto& row : rows_) {
            width =
                std::max(width, column < row.size() ? fmt::formatted_size("{}", row[column]) - extra(row[column]) : 0);
        }
        return width;
    }
    /// Bytes of a UTF-8 text that are no characters of their own.
    static std::size_t extra(const std::string& text) {
        return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) == 0x80; }));
    }

    std::vector<std::vector<std::string>> rows_;
};

std::string ladder(const Tournament& tournament, const RuleSet& rules, const Tally& tally) {
    Table table;
    table.add({"strategy", "matches", "win rate", "points a round", "points a match"});
    const int others = rules.side_count() - 1;
    for (const std::size_t number : io::ladder_order(tally)) {
        const DealSums& sums = tally.entrants()[number].deals;
        table.add({tournament.entrants[number].name, grouped(sums.matches), percent(win_rate(sums)),
                   points(margin_per_round(sums, others)), points(margin_per_match(sums, others))});
    }
    return table.text();
}

std::string pairings(const Tournament& tournament, const RuleSet& rules, const Tally& tally) {
    Table table;
    table.add({"pairing, seen from the first", "won", "drawn", "lost", "win rate", "points a round"});
    const Schedule schedule = make_schedule(tournament.format, rules, tournament.entrants.size());
    for (std::size_t number = 0; number < tally.pairings().size(); ++number) {
        const PairingTally& pairing = tally.pairings()[number];
        const auto [a, b] = schedule.pairings[number];
        table.add({fmt::format("{} - {}", tournament.entrants[a].name, tournament.entrants[b].name),
                   grouped(pairing.wins), grouped(pairing.draws), grouped(pairing.losses),
                   percent(win_rate(pairing.deals)), points(margin_per_round(pairing.deals, schedule.scale))});
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
        text += ladder(tournament, rules, tally) + '\n' + pairings(tournament, rules, tally) + '\n';
    }
    if (tournament.format == Format::free_for_all) {
        text +=
            "Free-for-all: a ladder's win rate is the share of tables won; a pairing is won by who of the two scored "
            "more.\n";
    }
    text += "± is half of a 95 % interval over deals; a draw is half a win.\n";
    fmt::format_to(
        out, "{} matches, {} rounds in {:.1f} s on {} thread{}: {} rounds/s.\n",
        grouped(static_cast<std::int64_t>(outcome.matches())), grouped(static_cast<std::int64_t>(outcome.rounds())),
        outcome.seconds, outcome.threads, outcome.threads == 1 ? "" : "s",
        grouped(static_cast<std::int64_t>(static_cast<double>(outcome.rounds()) / std::max(outcome.seconds, 1e-9))));
    return text;
}

} // namespace balak::cli
