// The records of the parts of a run, joined.
#pragma once

#include "io/output_file.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace balak::cli {

/// The records of a shard: a file, its length and its digest.
struct RecordPart {
    std::string file;
    std::uint64_t bytes = 0;
    std::string digest;
};

/// Writes the records of all shards of a run, in the order of their matches: as the whole run would have written them.
/// One part is open at a time. Throws UserError if a part is not what it should be, std::runtime_error if it cannot be
/// written; a file is then as it was.
void join_records(const std::vector<RecordPart>& parts, const io::OutputFile& output);

} // namespace balak::cli
