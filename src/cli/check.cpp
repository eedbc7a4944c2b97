#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/record_file.hpp"
#include "cli/terminal.hpp"
#include "cli/user_error.hpp"
#include "io/reader.hpp"
#include "io/rules_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace balak::cli {
namespace {

using io::Json;

Json number_or_null(const std::optional<io::Integer>& number) {
    if (!number) {
        return nullptr;
    }
    // A number beyond what JSON readers take for exact goes as a text.
    if (*number > std::numeric_limits<std::int64_t>::max()) {
        return number->str();
    }
    return static_cast<std::int64_t>(*number);
}

Json to_json(const std::string& file, const io::Fault& fault) {
    return {{"file", file},
            {"line", fault.line},
            {"match", number_or_null(fault.match)},
            {"round", number_or_null(fault.round)},
            {"move", fault.move ? Json(*fault.move) : Json(nullptr)},
            {"what", fault.what},
            {"rule", fault.rule}};
}

/// The recorded matches that were lost by faults of bots, from a results file.
io::Judge::Forfeits read_forfeits(const std::string& file) {
    const Json json = io::parse_json(io::read_file(file), file);
    const io::Node root(json, file);
    if (!root.is_object() || !root.has("run") || !root.at("run").is_object()) {
        throw UserError(fmt::format("{}: it is no results file of balak", file));
    }
    io::Judge::Forfeits forfeits;
    if (root.at("run").has("forfeits")) {
        constexpr std::int64_t most = std::int64_t{1} << 53;
        for (const io::Node& one : root.at("run").at("forfeits").items()) {
            if (!one.is_object() || !one.has("match") || !one.has("rounds")) {
                one.expected("an object with a \"match\" and \"rounds\"");
            }
            forfeits.emplace(one.at("match").integer(0, most), one.at("rounds").integer(0, most));
        }
    }
    return forfeits;
}

/// Faults as they are found, for a reader or a program.
class Findings {
public:
    explicit Findings(bool json) : json_(json) {}

    void add(const std::string& file, const std::vector<io::Fault>& faults) {
        for (const io::Fault& fault : faults) {
            ++violations_;
            if (json_) {
                list_.push_back(to_json(file, fault));
            } else {
                cli::print("{}:{} {}\n", file, fault.line, to_string(fault));
            }
        }
    }
    void count(const io::Judge& judge) {
        rounds_ += judge.rounds();
        matches_ += judge.matches();
    }
    void print() const {
        if (json_) {
            const Json all = {
                {"rounds", rounds_}, {"matches", matches_}, {"violations", violations_}, {"faults", list_}};
            put(stdout, io::json_text(all, 2) + '\n');
        } else {
            cli::print("{} rounds, {} matches, {} violations\n", rounds_, matches_, violations_);
        }
    }
    bool good() const { return violations_ == 0; }

private:
    bool json_;
    Json list_ = Json::array();
    std::size_t rounds_ = 0;
    std::size_t matches_ = 0;
    std::size_t violations_ = 0;
};

} // namespace

int check(const std::vector<std::string>& arguments) {
    const Page page{
        "balak check", "FILE... [options]",
        "Judges records of games (JSON Lines), from balak or any other program, by the rules, and names the\n"
        "line, match, round, move and rule of each fault. Each file is a run of its own; the file - is\n"
        "standard input. Exit code: 0 without a fault, 1 with faults or a file without any record."};
    po::options_description options("Options");
    options.add_options()("complete", "every match must be whole, and the matches numbered from 0 without a gap");
    options.add_options()("results", po::value<std::string>()->value_name("FILE"),
                          "of the run that made the records: matches that it says were forfeited may break off; with "
                          "--complete");
    options.add_options()("presets",
                          "rules must be those of the preset that they are named after (playboard, la-plaza-1v1, "
                          "la-plaza-pairs or four-rounds; the target of the la-plaza presets is free)");
    options.add_options()("json", "print the faults as JSON");
    const auto values = parse(page, arguments, options, {{"file", -1}});
    if (!values) {
        return 0;
    }
    if (values->count("file") == 0) {
        throw UserError("a file of records is expected: balak check FILE; see balak check --help");
    }
    const auto results = text_option(*values, "results");
    if (results && values->count("complete") == 0) {
        throw UserError("--results is given, but --complete is not: without it any match may break off");
    }
    const io::Judge::Forfeits forfeits = results ? read_forfeits(*results) : io::Judge::Forfeits();
    bool empty = false; // one of the files
    Findings findings(values->count("json") > 0);
    for (const std::string& name : (*values)["file"].as<std::vector<std::string>>()) {
        RecordFile file(name, values->count("presets") > 0);
        while (const std::optional<io::Judged> judged = file.next()) {
            findings.add(file.name(), judged->faults);
        }
        if (values->count("complete") > 0) {
            findings.add(file.name(), file.judge().incomplete(forfeits));
        }
        findings.count(file.judge());
        if (file.judge().rounds() == 0) {
            say("{}: there is no record in it", file.name());
            empty = true;
        }
    }
    findings.print();
    return findings.good() && !empty ? 0 : 1;
}

} // namespace balak::cli
