#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/record_file.hpp"
#include "cli/terminal.hpp"
#include "cli/user_error.hpp"
#include "io/reader.hpp"

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
    bool empty = false; // one of the files
    Findings findings(values->count("json") > 0);
    for (const std::string& name : (*values)["file"].as<std::vector<std::string>>()) {
        RecordFile file(name, values->count("presets") > 0);
        while (const std::optional<io::Judged> judged = file.next()) {
            findings.add(file.name(), judged->faults);
        }
        if (values->count("complete") > 0) {
            findings.add(file.name(), file.judge().incomplete());
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
