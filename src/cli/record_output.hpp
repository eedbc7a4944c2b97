// Where game records go while they are played.
#pragma once

#include "io/digest.hpp"
#include "io/output_file.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace balak::cli {

/// Records that are there already: the first bytes of a file and their digest.
struct WrittenRecords {
    std::uint64_t bytes = 0;
    std::string digest;
};

/// Writes records as they come, for they may be many. What is in the file stays until the first of them is there.
class RecordOutput {
public:
    /// A pipe's reader is waited for. Throws io::InputError, or io::Interrupted.
    RecordOutput(std::string name, const std::atomic<bool>& stop);
    /// Goes on after the records that are in the file, which must be these. Throws io::InputError, the file as it was.
    RecordOutput(std::string name, const std::atomic<bool>& stop, const WrittenRecords& before);
    RecordOutput(const RecordOutput&) = delete;
    RecordOutput& operator=(const RecordOutput&) = delete;
    ~RecordOutput();

    /// Throws std::runtime_error.
    void write(std::string_view lines);
    /// Puts all that was written on the disk. Throws std::runtime_error.
    void sync();
    /// At the end of a run: nothing else is in the file. Throws std::runtime_error.
    void finish();

    /// What was written without an error, what was there before included.
    WrittenRecords written() const { return {bytes_, digest_.text()}; }
    bool is_file() const { return output_.place().is_file(); }
    /// Whether the user did not want to wait for the reader any longer.
    bool interrupted() const { return interrupted_; }

private:
    void require_before(const WrittenRecords& before);
    void begin();
    [[noreturn]] void fail(std::string_view why) const;

    io::OutputFile output_;
    const std::atomic<bool>& stop_;
    int descriptor_ = -1;
    bool begun_ = false; ///< whether the file holds nothing but what was written
    bool interrupted_ = false;
    std::uint64_t bytes_ = 0;
    io::Digest digest_;
};

} // namespace balak::cli
