#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/outputs.hpp"
#include "cli/play.hpp"
#include "cli/record_parts.hpp"
#include "cli/user_error.hpp"
#include "io/bot_config.hpp"
#include "io/checkpoint.hpp"
#include "io/output_file.hpp"
#include "io/results.hpp"
#include "io/results_reader.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace balak::cli {
namespace {

/// A results file of a shard. What was counted refers to the config, so that must stay where it is.
struct ShardFile {
    io::Config config;
    io::Json shard;
};

ShardFile read_shard_file(const std::string& file, const StrategyTable& strategies) {
    const io::Json json = io::parse_json(io::read_own_file(file), file);
    io::require_results_schema(json, file);
    if (!json.contains("config")) {
        throw UserError(fmt::format("{}: it has no config", file));
    }
    if (!json.contains("shard")) {
        throw UserError(fmt::format("{}: it is no shard: these are the results of a run without --shard", file));
    }
    return {io::read_config(json["config"], file, strategies), json["shard"]};
}

/// Throws UserError if what a shard has written went to no file. `what`: in words.
void require_file(const io::ShardRun& shard, const std::string& file, std::string_view what) {
    if (file.empty() || !io::place_of(file).is_file()) {
        throw UserError(fmt::format("{}: the shard has {} no file", shard.file, what));
    }
}

std::vector<RecordPart> record_parts(const std::vector<io::ShardRun>& shards) {
    std::vector<RecordPart> parts;
    for (const io::ShardRun& shard : shards) {
        require_file(shard, shard.records, "recorded to");
        parts.push_back({shard.records, shard.run.record_bytes, shard.run.record_digest});
    }
    return parts;
}

std::vector<RecordPart> note_parts(const std::vector<io::ShardRun>& shards) {
    std::vector<RecordPart> parts;
    for (const io::ShardRun& shard : shards) {
        require_file(shard, shard.notes, "kept notes in");
        parts.push_back({shard.notes, shard.run.note_bytes, shard.run.note_digest});
    }
    return parts;
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
    name_standard_output(config);
    for (const io::ShardRun& shard : shards) {
        for (const std::string& file : {shard.file, shard.records, shard.notes}) {
            require_kept(file, config, "", "it belongs to a shard and would be overwritten");
        }
    }
    require_different(config, "");
    std::optional<io::OutputFile> results;
    if (!config.results.empty()) {
        results.emplace(config.results);
    }
    if (!config.records.empty()) {
        join_records(record_parts(shards), io::OutputFile(config.records));
    }
    if (!config.notes.empty()) {
        join_records(note_parts(shards), io::OutputFile(config.notes));
    }
    const tournament::Outcome outcome = io::merged(shards);
    io::Json json = io::results_json(config, outcome);
    io::add_counts(json, config, outcome, shards.front().run.identity["signature"].get<std::string>());
    return present(json, config, outcome, results ? &*results : nullptr) ? 0 : 1;
}

} // namespace balak::cli
