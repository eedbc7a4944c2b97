#include "cli/outputs.hpp"

#include "cli/user_error.hpp"
#include "io/place.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <vector>

namespace balak::cli {
namespace {

using io::is_same_file;

/// Something that a run writes, in words, and the name that the user has given it.
struct Output {
    std::string_view what;
    std::string name;
};

/// All of what a run writes under names that its user gives.
std::vector<Output> outputs_of(const io::Config& config, const std::string& log) {
    std::vector<Output> outputs;
    for (const Output& output : {Output{"results", config.results}, Output{"records", config.records},
                                 Output{"notes", config.notes}, Output{"the log", log}}) {
        if (!output.name.empty()) {
            outputs.push_back(output);
        }
    }
    return outputs;
}

/// Something like /dev/null, where both may go.
bool takes_all(const std::string& name) {
    std::error_code error;
    return name != "-" && std::filesystem::is_character_file(name, error);
}

/// A file that balak itself puts beside an output; empty where there is none.
std::string beside(const std::string& output, std::string_view ending) {
    return output.empty() || !io::place_of(output).is_file() ? "" : io::place_of(output).path + std::string(ending);
}

} // namespace

std::string checkpoint_of(const std::string& results) {
    return beside(results, ".checkpoint");
}

std::string question_of(const std::string& results) {
    const std::string question = beside(results, ".question");
    return question.empty() ? "bot.question" : question;
}

void name_standard_output(io::Config& config) {
    for (std::string* const name : {&config.results, &config.records, &config.notes}) {
        if (!name->empty() && io::place_of(*name).is_stdout()) {
            *name = "-";
        }
    }
}

void require_different(const io::Config& config, const std::string& log) {
    const std::vector<Output> outputs = outputs_of(config, log);
    for (const Output& one : outputs) {
        for (const Output* other = &one + 1; other != outputs.data() + outputs.size(); ++other) {
            if (is_same_file(one.name, other->name) && !takes_all(one.name)) {
                throw UserError(
                    fmt::format("{}: {} and {} cannot both go there; name two files", one.name, one.what, other->what));
            }
        }
        if (is_same_file(checkpoint_of(config.results), one.name)) {
            throw UserError(
                fmt::format("{}: the checkpoint of the run goes there; name another file for {}", one.name, one.what));
        }
        for (const Output& locked : outputs) {
            if (&locked != &one && is_same_file(beside(locked.name, ".lock"), one.name)) {
                throw UserError(fmt::format("{}: a lock of the run goes there; name other files", one.name));
            }
        }
    }
}

void require_kept(const std::string& file, const io::Config& config, const std::string& log,
                  std::string_view sentence) {
    for (const Output& output : outputs_of(config, log)) {
        if (is_same_file(file, output.name) && !takes_all(output.name)) {
            throw UserError(fmt::format("{}: {}; name another file", output.name, sentence));
        }
    }
}

std::string part_of(const std::string& file, const tournament::Shard& shard) {
    if (file.empty() || !io::place_of(file).is_file()) {
        return file;
    }
    const std::filesystem::path path(file);
    const std::string name =
        fmt::format("{}.{}-of-{}{}", path.stem().string(), shard.number + 1, shard.count, path.extension().string());
    return (path.parent_path() / name).string();
}

} // namespace balak::cli
