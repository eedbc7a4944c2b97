#include "cli/compare_report.hpp"

#include "cli/text_table.hpp"
#include "io/comparison_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace balak::cli {
namespace {

using io::Comparison;
using io::FigureChange;
using io::PairingChange;
using io::PairingResults;
using io::Results;
using io::RulesChange;
using io::RulesResults;

/// Puts the parts of a page one below the other.
class Page {
public:
    explicit Page(PageStyle style) : style_(style) {}

    void heading(const std::string& text, int level) {
        begin_part();
        page_ += is_markdown() ? std::string(static_cast<std::size_t>(level), '#') + ' ' + markdown_text(text) : text;
        page_ += '\n';
        after_heading_ = !is_markdown();
    }
    void paragraph(const std::string& text) {
        begin_part();
        page_ += (is_markdown() ? markdown_text(text) : text) + '\n';
    }
    void list(const std::vector<std::string>& sentences) {
        if (sentences.empty()) {
            return;
        }
        begin_part();
        for (const std::string& sentence : sentences) {
            page_ += "- " + (is_markdown() ? markdown_text(sentence) : sentence) + '\n';
        }
    }
    void table(const Table& table) {
        begin_part();
        page_ += is_markdown() ? table.markdown() : table.text();
    }
    const std::string& text() const { return page_; }

private:
    bool is_markdown() const { return style_ == PageStyle::markdown; }
    void begin_part() {
        if (!page_.empty() && !after_heading_) {
            page_ += '\n';
        }
        after_heading_ = false;
    }

    PageStyle style_;
    std::string page_;
    bool after_heading_ = false;
};

void add_rules(Page& page, const Results& results, const RulesResults& rules) {
    page.heading(fmt::format("{}: {} deals", rules.title, rules.deals), 2);
    Table table;
    table.add({"pairing, seen from the first", "win rate", "p (Holm)", "points a round", "p (Holm)"});
    std::vector<std::string> sentences;
    for (const PairingResults& pairing : rules.pairings) {
        table.add({fmt::format("{} - {}", pairing.a, pairing.b),
                   io::estimate_text(pairing.win_rate, FigureChange::Unit::share), io::p_cell(pairing.p_win_rate),
                   io::estimate_text(pairing.points_per_round, FigureChange::Unit::points),
                   io::p_cell(pairing.p_points_per_round)});
        sentences.push_back(sentence(pairing, rules, results.unit));
    }
    page.table(table);
    page.list(sentences);
}

void add_row(Table& table, const FigureChange& figure, const std::string& indent) {
    table.add({indent + std::string(figure.title), io::value_text(figure, figure.change.one),
               io::value_text(figure, figure.change.other), io::difference_text(figure), io::p_cell(figure.change.p),
               io::p_cell(figure.p_holm),
               figure.change.variance_factor ? fmt::format("{:.2g}", *figure.change.variance_factor) : ""});
}

void add_change(Page& page, const RulesChange& change) {
    page.heading(
        change.rules_one == change.rules_other
            ? change.rules_one
            : fmt::format("{}, compared with {}", io::quoted(change.rules_other), io::quoted(change.rules_one)),
        2);
    page.paragraph(change.matching);
    if (!change.differences.empty()) {
        page.paragraph(fmt::format("The rules differ: {}.", fmt::join(change.differences, "; ")));
    }
    page.list(change.notes);
    Table table;
    table.add({"", change.one, change.other, "change", "p", "p (Holm)", change.matched ? "matching" : ""});
    std::vector<std::string> sentences;
    for (const PairingChange& pairing : change.pairings) {
        table.add({fmt::format("{} - {}", pairing.a, pairing.b)});
        for (const FigureChange& figure : pairing.figures) {
            add_row(table, figure, "  ");
        }
        sentences.push_back(sentence(pairing, change));
    }
    if (!change.table.empty()) {
        table.add({"figures of the rules"});
        for (const FigureChange& figure : change.table) {
            add_row(table, figure, "  ");
        }
    }
    page.table(table);
    const std::vector<std::string> of_table = table_sentences(change);
    sentences.insert(sentences.end(), of_table.begin(), of_table.end());
    page.list(sentences);
}

} // namespace

std::string comparison_page(const Comparison& comparison, PageStyle style) {
    Page page(style);
    const bool single = comparison.files.size() == 1;
    if (single) {
        page.heading(io::title(comparison.files.front()), 1);
    } else {
        page.heading("Comparison", 1);
        std::vector<std::string> titles;
        for (const Results& results : comparison.files) {
            titles.push_back(io::title(results));
        }
        page.list(titles);
        const bool same_rules = std::ranges::all_of(
            comparison.changes, [](const RulesChange& change) { return change.differences.empty(); });
        if (!comparison.differences.empty()) {
            page.paragraph(fmt::format("They differ: {}.", fmt::join(comparison.differences, "; ")));
        } else if (same_rules) {
            page.paragraph("The configs say the same: two builds, or the same run twice.");
        }
    }
    page.list(comparison.warnings);
    if (single) {
        for (const RulesResults& rules : comparison.files.front().rules) {
            add_rules(page, comparison.files.front(), rules);
        }
        page.paragraph(std::string(io::pairings_legend));
    }
    for (const RulesChange& change : comparison.changes) {
        add_change(page, change);
    }
    if (!comparison.changes.empty()) {
        page.paragraph(io::legend(comparison));
    }
    return page.text();
}

} // namespace balak::cli
