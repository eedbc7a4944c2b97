#include "report/report.hpp"

#include "balak/version.hpp"
#include "io/comparison.hpp"
#include "io/comparison_words.hpp"
#include "io/input_error.hpp"
#include "report/changes.hpp"
#include "report/design.hpp"
#include "report/limits.hpp"
#include "report/page_text.hpp"
#include "report/resources.hpp"
#include "report/standings.hpp"
#include "report/template.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <span>

namespace balak::report {
namespace {

using io::Comparison;
using io::Json;
using io::Results;

/// Everything that a page tells of.
struct Contents {
    std::vector<Results> results;
    std::vector<std::vector<io::RulesStandings>> standings; ///< of each file
    std::vector<Comparison> comparisons;
    std::vector<std::string> warnings;
};

void add_warnings(Contents& contents, const std::vector<std::string>& warnings) {
    for (const std::string& warning : warnings) {
        if (std::ranges::find(contents.warnings, warning) == contents.warnings.end()) {
            contents.warnings.push_back(warning);
        }
    }
}

/// Compares the first file with each other, or the rule sets of the only one.
void compare_all(Contents& contents) {
    const Results& first = contents.results.front();
    if (contents.results.size() == 1) {
        contents.comparisons.push_back(io::compare(first, std::nullopt));
    }
    for (const Results& other : std::span(contents.results).subspan(1)) {
        try {
            contents.comparisons.push_back(io::compare(first, other));
        } catch (const io::InputError& error) {
            contents.warnings.emplace_back(error.what());
        }
    }
    for (const Comparison& comparison : contents.comparisons) {
        add_warnings(contents, comparison.warnings);
    }
    if (contents.comparisons.size() > 1) {
        io::adjust_together(contents.comparisons);
    }
}

/// Every text from outside, so that whatever is made of it is fit for a page.
void make_fit(Results& results) {
    for (std::string* const text : {&results.file, &results.name, &results.version}) {
        *text = page_text(*text);
    }
    results.stop = page_json(results.stop);
    results.strategies = page_json(results.strategies);
    for (io::RulesResults& rules : results.rules) {
        rules.title = page_text(rules.title);
        rules.options = page_json(rules.options);
        for (io::PairingResults& pairing : rules.pairings) {
            pairing.a = page_text(pairing.a);
            pairing.b = page_text(pairing.b);
        }
    }
}

void make_fit(io::RulesStandings& rules) {
    rules.title = page_text(rules.title);
    for (io::LadderRow& row : rules.ladder) {
        row.name = page_text(row.name);
        std::ranges::transform(row.groups, row.groups.begin(), page_text);
    }
    for (io::PairingStandings& pairing : rules.pairings) {
        pairing.a = page_text(pairing.a);
        pairing.b = page_text(pairing.b);
        if (pairing.decision) {
            *pairing.decision = page_text(*pairing.decision);
        }
    }
}

Contents read(const std::vector<Source>& sources) {
    Contents contents;
    for (const Source& source : sources) {
        contents.results.push_back(io::read_results(source.json, source.file));
        contents.standings.push_back(io::read_standings(source.json, source.file));
        make_fit(contents.results.back());
        std::ranges::for_each(contents.standings.back(), [](io::RulesStandings& rules) { make_fit(rules); });
    }
    compare_all(contents);
    return contents;
}

/// The rule sets of all files, named so that each name is another one.
std::vector<Section> sections_of(const Contents& contents) {
    std::vector<Section> sections;
    for (std::size_t i = 0; i < contents.results.size(); ++i) {
        const Results& results = contents.results[i];
        const auto same = [&](const Results& other) { return other.file == results.file; };
        const bool twice = std::ranges::count_if(contents.results, same) > 1;
        for (std::size_t j = 0; j < results.rules.size(); ++j) {
            std::string title = results.rules[j].title;
            if (contents.results.size() > 1) {
                title = fmt::format("{}{}: {}", results.file, twice ? fmt::format(" ({})", i + 1) : "", title);
            }
            sections.push_back({&results, &results.rules[j], &contents.standings[i][j], std::move(title)});
        }
    }
    return sections;
}

/// Gives sections and charts their ids, and returns the contents.
Json number(Json& sections) {
    Json contents = Json::array();
    std::size_t chart = 0;
    for (Json& section : sections) {
        section["id"] = fmt::format("section-{}", contents.size() + 1);
        contents.push_back({{"id", section["id"]}, {"title", section["title"]}});
        for (Json& part : section["parts"]) {
            for (Json& figure : part["figures"]) {
                figure["id"] = fmt::format("chart-{}", ++chart);
            }
        }
    }
    return contents;
}

Json make_sections(Contents& contents, const std::vector<Section>& all) {
    Json sections = Json::array();
    const std::size_t shown = std::min(all.size(), limits::sections);
    if (all.size() > shown) {
        contents.warnings.push_back(fmt::format("{} rule sets are here, {} have a section of their own; the results "
                                                "files have all.",
                                                all.size(), shown));
    }
    for (std::size_t i = 0; i < shown; ++i) {
        sections.push_back(standings_section(all[i], shown));
    }
    sections.push_back(design_section(all));
    std::vector<const io::RulesChange*> changes;
    for (const Comparison& comparison : contents.comparisons) {
        for (const io::RulesChange& change : comparison.changes) {
            changes.push_back(&change);
        }
    }
    if (changes.size() > limits::changes) {
        contents.warnings.push_back(fmt::format("{} rule sets are compared, {} changes are shown; balak compare shows "
                                                "all.",
                                                changes.size() + 1, limits::changes));
        changes.resize(limits::changes);
    }
    for (const io::RulesChange* change : changes) {
        sections.push_back(change_section(*change, changes.size()));
    }
    return sections;
}

/// What was played, a line a file, and what the configs do not have in common.
Json facts(const Contents& contents) {
    Json list = Json::array();
    for (const Results& results : contents.results) {
        list.push_back(io::title(results));
    }
    for (const Comparison& comparison : contents.comparisons) {
        if (!comparison.differences.empty()) {
            list.push_back(fmt::format("{} and {} differ: {}.", comparison.files.front().file,
                                       comparison.files.back().file, fmt::join(comparison.differences, "; ")));
        }
    }
    return list;
}

Json legend(const Contents& contents) {
    Json list = Json::array({std::string(io::pairings_legend)});
    if (!contents.comparisons.empty() && contents.comparisons.front().tests > 0) {
        list.push_back(io::legend(contents.comparisons.front()));
    }
    return list;
}

/// The specifications of all charts, by name.
std::string specifications() {
    std::string text;
    for (const std::string_view name : {"histogram", "intervals", "matrix"}) {
        text += fmt::format("{}\"{}\":{}", text.empty() ? "{" : ",", name, resource(fmt::format("{}.json", name)));
    }
    return text + "}";
}

} // namespace

Report make_report(const std::vector<Source>& sources) {
    Contents contents = read(sources);
    const std::vector<Section> all = sections_of(contents);
    Json sections = make_sections(contents, all);
    const Json list = number(sections);
    Report made;
    const std::string first_words = lead(all, contents.comparisons);
    made.lead = terminal_text(first_words);
    std::ranges::transform(contents.warnings, std::back_inserter(made.warnings), terminal_text);
    const Results& first = contents.results.front();
    const std::string title =
        contents.results.size() == 1 || first.name.empty() ? first.name : first.name + " and others";
    made.html = fill_template({{"title", title.empty() ? "Results" : title},
                               {"version", version()},
                               {"lead", first_words},
                               {"warnings", contents.warnings},
                               {"facts", facts(contents)},
                               {"has_contents", list.size() > 2},
                               {"contents", list},
                               {"sections", std::move(sections)},
                               {"legend", legend(contents)},
                               {"style", resource("page.css")},
                               {"script", resource("page.js")},
                               {"charts", specifications()},
                               {"vega", resource("vega.js")}});
    return made;
}

} // namespace balak::report
