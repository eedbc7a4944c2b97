// The records of the parts of a run, joined.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace balak::cli {

/// The records of a shard: a file and its length.
struct RecordPart {
    std::string file;
    std::uint64_t bytes = 0;
};

/// Writes the records of all shards of a run to a file, in the order of their matches: as the whole run would have
/// written them. Throws UserError if a part is not what it should be; the file is then as it was.
void join_records(const std::vector<RecordPart>& parts, const std::string& file);

} // namespace balak::cli
