#include "report/spreads.hpp"

#include "io/comparison_words.hpp"
#include "report/chart.hpp"
#include "report/limits.hpp"
#include "report/parts.hpp"
#include "report/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace balak::report {
namespace {

using io::Json;
using io::LadderRow;
using io::PairingStandings;
using io::Spread;
using Unit = io::FigureChange::Unit;

/// Spreads of points of one kind: of matches or of rounds.
struct Kind {
    std::string_view word;
    Spread PairingStandings::*spread;
};

/// The pairings whose spreads are drawn, those at the top of the ladder first.
std::vector<const PairingStandings*> drawn_pairings(const Section& section, std::size_t most) {
    std::map<std::string_view, std::size_t> ranks;
    for (const LadderRow& row : section.standings->ladder) {
        ranks.emplace(row.name, ranks.size());
    }
    std::vector<const PairingStandings*> pairings;
    for (const PairingStandings& pairing : section.standings->pairings) {
        pairings.push_back(&pairing);
    }
    std::ranges::stable_sort(pairings, {}, [&](const PairingStandings* pairing) {
        return std::minmax(ranks[pairing->a], ranks[pairing->b]);
    });
    pairings.resize(std::min(pairings.size(), most));
    return pairings;
}

/// From which to which points all of these reach.
std::pair<double, double> reach(const std::vector<const PairingStandings*>& pairings, Spread PairingStandings::*kind) {
    double from = -1;
    double to = 1;
    for (const PairingStandings* pairing : pairings) {
        const Spread& spread = pairing->*kind;
        if (!spread.bins.empty()) {
            const double half = static_cast<double>(spread.bin_width) / 2;
            from = std::min(from, static_cast<double>(spread.bins.front().first) - half);
            to = std::max(to, static_cast<double>(spread.bins.back().first) + half);
        }
    }
    return {from, to};
}

std::string spread_caption(const PairingStandings& pairing, const Kind& kind) {
    const Spread& spread = pairing.*kind.spread;
    if (spread.bins.empty()) {
        return fmt::format("{} against {}: no {} was played.", pairing.a, pairing.b, kind.word);
    }
    const auto most = std::ranges::max_element(spread.bins, {}, [](const auto& bin) { return bin.second; });
    return fmt::format("{} against {}, points a {}: {} on average (the broken line){}; from {:+} to {:+}, most often "
                       "{:+} ({} of them). Bins are {} point{} wide; blue is {}'s side.",
                       pairing.a, pairing.b, kind.word, io::estimate_text(spread.mean, Unit::points),
                       spread.sd ? fmt::format(", {:.1f} the standard deviation of one", *spread.sd) : "",
                       spread.bins.front().first, spread.bins.back().first, most->first, grouped(most->second),
                       spread.bin_width, spread.bin_width == 1 ? "" : "s", pairing.a);
}

} // namespace

Json spreads_part(const Section& section, std::size_t sections) {
    std::vector<Kind> kinds;
    if (section.results->unit != "round") {
        kinds.push_back({"match", &PairingStandings::match_points});
    }
    kinds.push_back({"round", &PairingStandings::round_points});
    const std::size_t most = std::clamp<std::size_t>(limits::spreads / sections, 1, limits::section_spreads);
    const auto pairings = drawn_pairings(section, std::max<std::size_t>(most / kinds.size(), 1));
    Json figures = Json::array();
    Table table("All bins of these histograms",
                {"pairing, seen from the first", "of a", "points in the middle", "count"},
                limits::table_rows / sections);
    table.fold();
    for (const Kind& kind : kinds) {
        const std::pair<double, double> points = reach(pairings, kind.spread);
        for (const PairingStandings* pairing : pairings) {
            const Spread& spread = pairing->*kind.spread;
            const std::string counted = std::string(kind.word) + (kind.word == "match" ? "es" : "s");
            figures.push_back(histogram_chart(spread_caption(*pairing, kind), counted, spread, points));
            for (const auto& [middle, count] : spread.bins) {
                table.add(fmt::format("{} - {}", pairing->a, pairing->b),
                          {cell(std::string(kind.word)), cell(static_cast<double>(middle), fmt::format("{:+}", middle)),
                           cell(count)});
            }
        }
    }
    Json list = Json::array();
    if (pairings.size() < section.standings->pairings.size()) {
        list.push_back(fmt::format("Drawn are {} of {} pairings, from the top of the ladder.", pairings.size(),
                                   section.standings->pairings.size()));
    }
    return part("Spread of points", std::move(figures), Json::array({table.json()}), std::move(list));
}

} // namespace balak::report
