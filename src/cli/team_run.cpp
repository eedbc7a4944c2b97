#include "cli/team_run.hpp"

#include "cli/outputs.hpp"
#include "cli/part_run.hpp"
#include "cli/play.hpp"
#include "cli/record_parts.hpp"
#include "cli/signals.hpp"
#include "cli/terminal.hpp"
#include "cli/user_error.hpp"
#include "io/checkpoint.hpp"
#include "io/reader.hpp"
#include "io/results.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace balak::cli {
namespace {

using tournament::Outcome;

/// What the whole run writes. Process 0 alone has it.
struct WholeOutput {
    std::optional<io::OutputFile> results;
    std::optional<io::OutputFile> records;

    explicit WholeOutput(const io::Config& config) {
        if (!config.results.empty()) {
            results.emplace(config.results, &stop_requested());
        }
        if (!config.records.empty() && io::place_of(config.records).is_file()) {
            records.emplace(config.records, &stop_requested());
        }
    }
};

/// Process 0 of several: joins what all have played. Returns the exit code.
int join_team(const io::Config& config, const Team& team, const WholeOutput& output,
              const std::vector<std::string>& texts) {
    std::vector<io::ShardRun> shards;
    std::vector<RecordPart> parts;
    Outcome whole;
    whole.complete = true;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::string name = fmt::format("process {}", i);
        const std::string records = part_of(config.records, {i, texts.size()});
        shards.push_back(io::read_shard(io::parse_json(texts[i], name), config, name, records));
        const io::SavedRun& run = shards.back().run;
        parts.push_back({records, run.record_bytes, run.record_digest});
        whole.complete = whole.complete && run.outcome.complete;
        whole.failure = whole.failure.empty() ? run.outcome.failure : whole.failure;
    }
    if (!whole.complete) {
        // The parts do not begin at the same deal: there is nothing whole to report.
        say("the run of {} processes is not complete; --resume with as many goes on with it", team.size());
        return whole.failure.empty() ? interrupted_status : 1;
    }
    shards = io::ordered_shards(std::move(shards));
    if (output.records) {
        join_records(parts, *output.records);
    }
    const Outcome outcome = io::merged(shards);
    io::Json json = io::results_json(config, outcome);
    io::add_counts(json, config, outcome, shards.front().run.identity["signature"].get<std::string>());
    return present(json, config, outcome, output.results ? &*output.results : nullptr) ? 0 : 1;
}

} // namespace

int play_in_team(const io::Config& config, const StrategyTable& strategies, RunMode mode, const Team& team) {
    if (config.records == "-") {
        throw UserError("several processes cannot record to standard output; name a file with --records FILE");
    }
    mode.shard = {static_cast<std::uint64_t>(team.number()), static_cast<std::uint64_t>(team.size())};
    io::Config own = config;
    own.results = part_of(config.results, mode.shard);
    own.records = part_of(config.records, mode.shard);
    std::optional<WholeOutput> output;
    if (team.number() == 0) {
        output.emplace(config);
    }
    PartRun part(own, strategies, mode);
    const Outcome outcome = part.play(team.number() == 0);
    if (!outcome.failure.empty()) {
        say("process {}: {}", team.number(), outcome.failure);
    }
    // From here on process 0 may fail.
    part.saving().finish(outcome, false);
    const std::string text = io::json_text(to_json(part.saving().saved_run(outcome), io::shard_schema), -1);
    const std::vector<std::string> texts = team.gather(text);
    const int status = team.broadcast(output ? join_team(config, team, *output, texts) : 0);
    if (status == 0) {
        part.saving().finish(outcome, true);
        if (!own.records.empty() && own.records != config.records) {
            std::error_code error;
            std::filesystem::remove(own.records, error);
        }
    }
    return status;
}

} // namespace balak::cli
