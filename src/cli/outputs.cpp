#include "cli/outputs.hpp"

#include "cli/user_error.hpp"
#include "io/place.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace balak::cli {
namespace {

using io::is_same_file;

/// Something like /dev/null, where both may go.
bool takes_all(const std::string& name) {
    std::error_code error;
    return name != "-" && std::filesystem::is_character_file(name, error);
}

/// The file beside an output that keeps others off it; empty where there is none.
std::string lock_of(const std::string& output) {
    return output.empty() || !io::place_of(output).is_file() ? "" : io::place_of(output).path + ".lock";
}

} // namespace

std::string checkpoint_of(const std::string& results) {
    return results.empty() || !io::place_of(results).is_file() ? "" : io::place_of(results).path + ".checkpoint";
}

void name_standard_output(io::Config& config) {
    for (std::string* const name : {&config.results, &config.records}) {
        if (!name->empty() && io::place_of(*name).is_stdout()) {
            *name = "-";
        }
    }
}

void require_different(const io::Config& config) {
    const std::string& results = config.results;
    const std::string& records = config.records;
    if (is_same_file(results, records) && !takes_all(results)) {
        throw UserError(fmt::format("{}: results and records cannot both go there; name two files", results));
    }
    if (is_same_file(checkpoint_of(results), records)) {
        throw UserError(
            fmt::format("{}: the checkpoint of the run goes there; name another file for the records", records));
    }
    if (is_same_file(lock_of(results), records) || is_same_file(lock_of(records), results)) {
        throw UserError(fmt::format("{}: a lock of the run goes there; name other files", records));
    }
}

void require_kept(const std::string& file, const io::Config& config, std::string_view sentence) {
    for (const std::string& output : {config.results, config.records}) {
        if (is_same_file(file, output) && !takes_all(output)) {
            throw UserError(fmt::format("{}: {}; name another file", output, sentence));
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
