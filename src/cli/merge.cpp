#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/play.hpp"
#include "cli/record_parts.hpp"
#include "cli/user_error.hpp"
#include "io/bot_config.hpp"
#include "io/checkpoint.hpp"
#include "io/file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <deque>

namespace balak::cli {
namespace {

/// A results file of a shard. What was counted refers to the config, so that must stay where it is.
struct ShardFile {
    io::Config config;
    io::Json shard;
};

ShardFile read_shard_file(const std::string& file, const StrategyTable& strategies) {
    const io::Json json = io::parse_json(io::read_file(file), file);
    if (!json.is_object() || !json.contains("config") || !json.contains("statistics")) {
        throw UserError(fmt::format("{}: it is no results file of balak", file));
    }
    if (!json.contains("shard")) {
        throw UserError(fmt::format("{}: it is no shard: these are the results of a run without --shard", file));
    }
    return {io::read_config(json["config"], file, strategies), json["shard"]};
}

/// Throws UserError if the whole run would overwrite a file of a shard.
void require_kept(const std::string& file, const io::Config& config) {
    for (const std::string& output : {config.results, config.records, config.notes}) {
        if (!file.empty() && output != "-" && io::is_same_file(file, output)) {
            throw UserError(
                fmt::format("{}: it belongs to a shard and would be overwritten; name another file", output));
        }
    }
}

} // namespace

int merge(const std::vector<std::string>& arguments) {
    const Page page{
        "balak merge", "SHARD.json... [options]",
        "Joins the results of all shards of a run (balak tournament CONFIG --shard 1/3, 2/3, 3/3) into those of\n"
        "the whole run: the statistics are the same, byte for byte. Prints the tables as the run would have."};
    po::options_description options("Options");
    options.add_options()("output", po::value<std::string>()->value_name("FILE"),
                          "write results JSON here; -: to standard output")(
        "records", po::value<std::string>()->value_name("FILE"),
        "join the records of the shards here; they are read from where the shards have written them")(
        "notes", po::value<std::string>()->value_name("FILE"), "join what bots said in recorded matches here");
    const auto values = parse(page, arguments, options, {{"shards", -1}});
    if (!values) {
        return 0;
    }
    if (values->count("shards") == 0) {
        throw UserError("the shards are missing: balak merge SHARD.json... --output FILE");
    }
    const StrategyTable strategies = StrategyTable::builtin();
    std::deque<ShardFile> files;
    std::vector<io::ShardRun> shards;
    for (const std::string& file : (*values)["shards"].as<std::vector<std::string>>()) {
        const ShardFile& read = files.emplace_back(read_shard_file(file, strategies));
        shards.push_back(io::read_shard(read.shard, read.config, file, read.config.records));
        shards.back().notes = read.config.notes;
    }
    shards = io::ordered_shards(std::move(shards));

    io::Config config = files.front().config;
    config.results = text_option(*values, "output").value_or("");
    config.records = text_option(*values, "records").value_or("");
    config.notes = text_option(*values, "notes").value_or("");
    io::read_introductions(shards.front().run.identity, config.tournament);
    for (const io::ShardRun& shard : shards) {
        require_kept(shard.file, config);
        require_kept(shard.records, config);
        require_kept(shard.notes, config);
    }
    require_outputs(config);
    if (!config.records.empty()) {
        std::vector<RecordPart> parts;
        for (const io::ShardRun& shard : shards) {
            if (shard.records.empty() || shard.records == "-") {
                throw UserError(fmt::format("{}: the shard has recorded to no file", shard.file));
            }
            parts.push_back({shard.records, shard.run.record_bytes});
        }
        join_records(parts, config.records);
    }
    if (!config.notes.empty()) {
        std::vector<RecordPart> parts;
        for (const io::ShardRun& shard : shards) {
            if (shard.notes.empty() || shard.notes == "-") {
                throw UserError(fmt::format("{}: the shard has kept no notes in a file", shard.file));
            }
            parts.push_back({shard.notes, shard.run.note_bytes});
        }
        join_records(parts, config.notes);
    }
    return present(config, io::merged(shards));
}

} // namespace balak::cli
