#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/terminal.hpp"
#include "cli/user_error.hpp"
#include "export/tables.hpp"
#include "io/output_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <list>
#include <stdexcept>

namespace balak::cli {
namespace {

/// Writes a table with the rows of all rule sets. Returns the number of rows.
std::size_t write_table(const io::OutputFile& output, const exports::CsvTable& table, const io::Results& results,
                        const std::vector<io::RulesStandings>& standings) {
    try {
        io::Replacement file(output);
        exports::CsvWriter csv([&](std::string_view text) { file.write(text); }, table.columns);
        for (std::size_t i = 0; i < results.rules.size(); ++i) {
            table.add_rows(csv, {results.rules[i], standings[i]});
        }
        const std::size_t rows = csv.finish();
        file.commit();
        return rows;
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(fmt::format("{}: cannot be written: {}", output.name(), error.what()));
    }
}

} // namespace

int export_tables(const std::vector<std::string>& arguments) {
    const Page page{
        "balak export", "RESULTS.json --csv FOLDER",
        "Writes results as tables for R, pandas and spreadsheets: files of comma-separated values with a row for each\n"
        "observation. docs/export.md says what each column holds.\n\n"
        "ladder.csv           the strategies\n"
        "pairings.csv         the pairings\n"
        "spreads.csv          how the points of single matches and rounds were spread\n"
        "design.csv           what the rule sets are like to play\n"
        "pairing-blocks.csv   exact counts of the pairings for each block of deals\n"
        "rules-blocks.csv     exact counts of the rule sets for each block of deals"};
    po::options_description options("Options");
    options.add_options()("csv", po::value<std::string>()->value_name("FOLDER"), "write the files into this folder");
    const auto values = parse(page, arguments, options, {{"results", -1}});
    if (!values) {
        return 0;
    }
    const auto file = only_argument(*values, "results", "results file");
    const auto folder = text_option(*values, "csv");
    if (!file || !folder || folder->empty()) {
        throw UserError("a results file and a folder are expected: balak export RESULTS.json --csv FOLDER");
    }
    const io::Json json = io::parse_json(io::read_own_file(*file), *file);
    const io::Results results = io::read_results(json, *file);
    const std::vector<io::RulesStandings> standings = io::read_standings(json, *file);
    std::list<io::OutputFile> outputs; // all are there, and locked, before the first is written
    for (const exports::CsvTable& table : exports::csv_tables()) {
        outputs.emplace_back(fmt::format("{}/{}", *folder, table.file));
        if (io::is_same_file(*file, outputs.back().name())) {
            throw UserError(fmt::format("{}: the tables would overwrite the results; name another folder", *file));
        }
    }
    auto output = outputs.begin();
    for (const exports::CsvTable& table : exports::csv_tables()) {
        const std::size_t rows = write_table(*output, table, results, standings);
        print("{}: {} rows\n", output->name(), rows);
        ++output;
    }
    return 0;
}

} // namespace balak::cli
