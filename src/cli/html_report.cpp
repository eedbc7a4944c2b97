#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/terminal.hpp"
#include "cli/user_error.hpp"
#include "io/output_file.hpp"
#include "io/reader.hpp"
#include "report/report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <stdexcept>

namespace balak::cli {
namespace {

constexpr std::size_t most_files = 20; // that are read at once

} // namespace

int report(const std::vector<std::string>& arguments) {
    const Page page{
        "balak report", "RESULTS.json [OTHER.json ...] [options]",
        "Makes a page of results for a browser: one file, which needs no network and can be mailed. It says what won\n"
        "and whether that is real, and draws the ladder with intervals, who beats whom, how points were spread, and\n"
        "what the rule sets are like to play. Of one file with several rule sets it tells what they change against "
        "the\n"
        "first, of several files what changed from the first to each other, as balak compare does.\n\n"
        "All figures are in tables, too, which can be sorted and are there without JavaScript. The page prints, and "
        "is\n"
        "dark where the reader's other pages are."};
    po::options_description options("Options");
    options.add_options()("output", po::value<std::string>()->value_name("FILE"),
                          "write to this file, - for standard output; by default report.html");
    const auto values = parse(page, arguments, options, {{"results", -1}});
    if (!values) {
        return 0;
    }
    const auto files =
        values->count("results") > 0 ? (*values)["results"].as<std::vector<std::string>>() : std::vector<std::string>();
    if (files.empty() || files.size() > most_files) {
        throw UserError(fmt::format("1 to {} results files are expected, {} given: balak report RESULTS.json "
                                    "[OTHER.json ...] --output report.html",
                                    most_files, files.size()));
    }
    const std::string output = text_option(*values, "output").value_or("report.html");
    if (std::ranges::any_of(files, [&](const std::string& file) { return io::is_same_file(file, output); })) {
        throw UserError(fmt::format("{}: the output would overwrite the results; name another file", output));
    }
    std::vector<report::Source> sources;
    for (const std::string& file : files) {
        sources.push_back({file, io::parse_json(io::read_own_file(file), file)});
    }
    const report::Report made = report::make_report(sources);
    const io::OutputFile target(output);
    for (const std::string& warning : made.warnings) {
        say("{}", warning);
    }
    const bool is_stdout = target.place().is_stdout();
    try {
        target.write(made.html);
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(
            fmt::format("{} cannot be written: {}", is_stdout ? "standard output" : output + ":", error.what()));
    }
    if (!is_stdout) {
        print("{}\n", made.lead);
    }
    return 0;
}

} // namespace balak::cli
