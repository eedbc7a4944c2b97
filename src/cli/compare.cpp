#include "cli/commands.hpp"
#include "cli/compare_report.hpp"
#include "cli/options.hpp"
#include "cli/terminal.hpp"
#include "cli/user_error.hpp"
#include "io/comparison.hpp"
#include "io/output_file.hpp"
#include "io/shown.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace balak::cli {
namespace {

constexpr std::array<std::string_view, 3> formats{"text", "json", "markdown"};

std::string written(const io::Comparison& comparison, std::string_view format) {
    if (format == "json") {
        return io::json_text(to_json(comparison), 2) + '\n';
    }
    return comparison_page(comparison, format == "markdown" ? PageStyle::markdown : PageStyle::text);
}

} // namespace

int compare(const std::vector<std::string>& arguments) {
    const Page page{
        "balak compare", "RESULTS.json [OTHER.json] [options]",
        "Says which differences are real, by how much, and how sure that is.\n\n"
        "One file: which strategies differ under each of its rule sets, and what the rule sets change against the\n"
        "first of them (or --base): who wins, by how much, the opener's edge and other figures of the rules.\n\n"
        "Two files, of two builds, two versions of a strategy under one name, or two rule sets: what changed from the\n"
        "first to the second, for each pairing of the same names. Runs of the same seed have the same deals: their\n"
        "difference is taken deal by deal, which needs fewer of them. Otherwise the errors of both add up. The page\n"
        "says which of the two was done. Files that are not comparable are refused (exit code 2).\n\n"
        "Intervals are 95 %, p-values adjusted by Holm's method over all that is compared."};
    po::options_description options("Options");
    options.add_options()("format", po::value<std::string>()->value_name("NAME"),
                          "text (the default), json or markdown")(
        "base", po::value<std::string>()->value_name("RULES"),
        "one file: the rule set that the others are compared with, by its title in the results")(
        "output", po::value<std::string>()->value_name("FILE"), "write to this file instead of standard output");
    const auto values = parse(page, arguments, options, {{"results", -1}});
    if (!values) {
        return 0;
    }
    const auto files =
        values->count("results") > 0 ? (*values)["results"].as<std::vector<std::string>>() : std::vector<std::string>();
    if (files.empty() || files.size() > 2) {
        throw UserError(fmt::format("one or two results files are expected, {} given: balak compare RESULTS.json "
                                    "[OTHER.json]",
                                    files.size()));
    }
    const std::string format = text_option(*values, "format").value_or("text");
    if (std::ranges::find(formats, format) == formats.end()) {
        throw UserError(fmt::format("--format is {}, expected {}{}", io::quoted(format), io::list_of(formats),
                                    io::did_you_mean(format, formats)));
    }
    const auto base = text_option(*values, "base");
    if (base && files.size() > 1) {
        throw UserError("--base is given, but there are two files: it names one of the rule sets of one file");
    }
    const std::string output = text_option(*values, "output").value_or("-");
    if (std::ranges::any_of(files, [&](const std::string& file) { return io::is_same_file(file, output); })) {
        throw UserError(fmt::format("{}: the output would overwrite the results; name another file", output));
    }
    const io::Comparison comparison = files.size() == 1
                                          ? io::compare(io::read_results(files[0]), base)
                                          : io::compare(io::read_results(files[0]), io::read_results(files[1]));
    const io::OutputFile target(output);
    const std::string text = io::plain(written(comparison, format), true);
    for (const std::string& warning : comparison.warnings) {
        say("{}", warning);
    }
    try {
        target.write(text);
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(fmt::format(
            "{} cannot be written: {}", target.place().is_stdout() ? "standard output" : output + ":", error.what()));
    }
    return 0;
}

} // namespace balak::cli
