// What a run has counted so far, written down exactly: checkpoints to resume from, shards to be merged.
#pragma once

#include "io/config.hpp"
#include "tournament/runner.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace balak::io {

inline constexpr std::string_view checkpoint_schema = "balak.checkpoint/3";
inline constexpr std::string_view shard_schema = "balak.shard/3";
/// Of what a whole run has counted, kept in its results to be extended.
inline constexpr std::string_view counts_schema = "balak.counts/1";

/// A run as far as it has come, and which run it is.
// NOLINTNEXTLINE(bugprone-exception-escape): clang-tidy sees assertions in the move of a Json
struct SavedRun {
    Json identity;
    tournament::Outcome outcome;    ///< its tallies refer to the rule sets of the config it was read for
    std::uint64_t record_bytes = 0; ///< of the records file, for what is in the outcome
    std::string record_digest{};    ///< of those bytes; empty without records
    std::uint64_t note_bytes = 0;   ///< of the notes file
    std::string note_digest{};      ///< of those bytes; empty without notes
};

/// A digest of all counts of a tally. That of a run's very first deal tells whether another balak plays the same.
std::string digest(const tournament::Tally& tally);

/// Which run it is: all that its counts and records depend on, and nothing else. `signature`: the digest of the first
/// deal under the first rule set. `extends`: the digest of the counts of an earlier run that it takes from; empty:
/// none.
Json run_identity(const Config& config, const tournament::Shard& shard, const std::string& signature,
                  const std::string& extends = "");

/// `seed is 1 there and 2 here`: the first thing in which two identities differ; empty if they do not.
std::string difference(const Json& there, const Json& here);

/// A run under a schema, with a checksum.
Json to_json(const SavedRun& run, std::string_view schema);

/// Adds `counts` to the results of a whole run, for others to go on from, unless its config does not want them or it is
/// not complete. `signature`: as in run_identity().
void add_counts(Json& results, const Config& config, const tournament::Outcome& outcome, const std::string& signature);

/// Reads what to_json() has made for a run of this config. Throws InputError, whose text begins with `file`, if it is
/// torn, changed, none at all or of another version; whether it is of the same run is for the caller to compare.
SavedRun read_saved_run(const Json& json, std::string_view schema, const Config& config, const std::string& file);

/// Whether a file begins as a checkpoint does, of any version.
bool is_checkpoint(const std::string& file);

/// The checkpoint in a file, which must be of this run. Throws InputError.
SavedRun read_checkpoint(const std::string& file, const Config& config, const Json& identity);

/// A shard and what to call it in messages.
struct ShardRun {
    std::string file;
    SavedRun run;
    std::string records; ///< file; empty: none
    std::string notes{}; ///< file; empty: none
};

/// The shard in an object of a results file. Throws InputError.
ShardRun read_shard(const Json& json, const Config& config, const std::string& file, const std::string& records);

/// The shards of one run in their order. Throws InputError if one is missing, there twice, incomplete, or of another
/// run.
std::vector<ShardRun> ordered_shards(std::vector<ShardRun> shards);

/// What the whole run has counted, from all its shards.
tournament::Outcome merged(const std::vector<ShardRun>& shards);

} // namespace balak::io
