#include "report/words.hpp"

#include "io/comparison_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace balak::report {
namespace {

using io::LadderRow;
using Unit = io::FigureChange::Unit;

/// How one stands to the others that it has met.
struct Meetings {
    std::vector<std::string> above; ///< those that it is separated above
    std::vector<std::string> below;
    std::vector<std::string> open;
};

/// Those of `field` that a strategy has met.
Meetings meetings(const io::RulesResults& rules, const std::string& name, const std::vector<const LadderRow*>& field) {
    Meetings made;
    for (const io::PairingResults& pairing : rules.pairings) {
        if (pairing.a != name && pairing.b != name) {
            continue;
        }
        const std::string& other = pairing.a == name ? pairing.b : pairing.a;
        if (std::ranges::find(field, other, [](const LadderRow* row) { return row->name; }) == field.end()) {
            continue;
        }
        const int side = pairing.a == name ? pairing.separated() : -pairing.separated();
        (side > 0 ? made.above : side < 0 ? made.below : made.open).push_back(other);
    }
    return made;
}

std::string others(const std::vector<std::string>& names) {
    return names.size() == 1 ? names.front() : fmt::format("each of the {} others that it met", names.size());
}

/// About the top of several.
Verdict verdict_of(const Section& section, const std::vector<const LadderRow*>& field) {
    const LadderRow& top = *field.front();
    Verdict made{.winner = top.name, .is_real = false, .sentence = ""};
    const std::string head = fmt::format("{}{}", top.name, top.sees_all ? ", which sees all hands," : "");
    const std::string rate =
        fmt::format("{} of its {}", io::estimate_text(top.win_rate, Unit::share), unit_word(*section.results));
    if (section.rules->deals < 2) {
        made.sentence =
            fmt::format("{} won {}, but fewer than two deals were played: nothing can be told.", head, rate);
        return made;
    }
    const Meetings met = meetings(*section.rules, top.name, field);
    made.is_real = met.below.empty() && met.open.empty() && !met.above.empty();
    if (made.is_real) {
        made.sentence =
            fmt::format("{} wins: it takes {} and is the better one against {}. That is real (p up to 0.05 after "
                        "Holm's correction).",
                        head, rate, others(met.above));
    } else if (!met.below.empty()) {
        made.sentence = fmt::format("{} takes the largest share, {}, but loses to {}: no ladder tells it all.", head,
                                    rate, listed(met.below));
    } else {
        made.sentence = fmt::format("{} leads with {}, but it is not shown that it is better than {}.", head, rate,
                                    listed(met.open));
    }
    return made;
}

} // namespace

std::string_view unit_word(const io::Results& results) {
    return results.unit == "round" ? "rounds" : "matches";
}

std::string listed(const std::vector<std::string>& names, std::size_t most) {
    if (names.size() <= most) {
        return fmt::format("{}", fmt::join(names, ", "));
    }
    const std::vector<std::string> first(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(most));
    return fmt::format("{} and {} more", fmt::join(first, ", "), names.size() - most);
}

Verdict verdict(const Section& section) {
    const std::vector<LadderRow>& ladder = section.standings->ladder;
    std::vector<const LadderRow*> field;
    for (const LadderRow& row : ladder) {
        field.push_back(&row);
    }
    Verdict made = verdict_of(section, field);
    if (ladder.size() == 2 && section.rules->pairings.size() == 1) {
        made.sentence = sentence(section.rules->pairings.front(), *section.rules, section.results->unit);
    }
    if (std::erase_if(field, [](const LadderRow* row) { return row->sees_all; }) > 0 && field.size() > 1) {
        made.sentence +=
            fmt::format(" Among those that see only what a player may see: {}", verdict_of(section, field).sentence);
    }
    return made;
}

std::string lead(const std::vector<Section>& sections, const std::vector<io::Comparison>& comparisons) {
    std::vector<Verdict> verdicts;
    for (const Section& section : sections) {
        verdicts.push_back(verdict(section));
    }
    const std::string& winner = verdicts.front().winner;
    const auto real = std::ranges::count_if(verdicts, &Verdict::is_real);
    const bool same = std::ranges::all_of(verdicts, [&](const Verdict& one) { return one.winner == winner; });
    const std::string all = verdicts.size() == 2 ? "both" : fmt::format("all {}", verdicts.size());
    std::string text;
    if (verdicts.size() == 1) {
        text = verdicts.front().sentence;
    } else if (same && real == std::ssize(verdicts)) {
        text = fmt::format("{} wins {} ladders of this page, and each time that is real.", winner, all);
    } else if (same) {
        text = fmt::format("{} leads {} ladders of this page; in {} of them that is real.", winner, all, real);
    } else {
        std::vector<std::string> words;
        for (std::size_t i = 0; i < verdicts.size(); ++i) {
            words.push_back(fmt::format("{} under {} ({})", verdicts[i].winner, sections[i].title,
                                        verdicts[i].is_real ? "real" : "not shown to be real"));
        }
        text = fmt::format("Who wins depends on the ladder: {}.", listed(words, 4));
    }
    std::size_t changed = 0;
    const auto count = [&](const io::FigureChange& figure) { changed += figure.real() != 0 ? 1 : 0; };
    for (const io::Comparison& comparison : comparisons) {
        for (const io::RulesChange& change : comparison.changes) {
            for (const io::PairingChange& pairing : change.pairings) {
                std::ranges::for_each(pairing.figures, count);
            }
            std::ranges::for_each(change.table, count);
        }
    }
    if (!comparisons.empty() && comparisons.front().tests > 0) {
        text += fmt::format(" Of {} figures that are compared, {} changed by more than chance.",
                            comparisons.front().tests, changed);
    }
    return text;
}

} // namespace balak::report
