// Where game records go while they are played.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace balak::cli {

/// A file, or standard output for `-`. Records are written as they come, for they may be many.
class RecordOutput {
public:
    /// A new file, or one that is gone on with after its first `kept` bytes. Throws UserError.
    explicit RecordOutput(const std::string& file);
    RecordOutput(const std::string& file, std::uint64_t kept);
    RecordOutput(const RecordOutput&) = delete;
    RecordOutput& operator=(const RecordOutput&) = delete;
    ~RecordOutput();

    /// Throws std::runtime_error.
    void write(std::string_view lines);
    /// Puts all that was written on the disk. Throws std::runtime_error.
    void sync();
    /// What was written without an error, what was kept included.
    std::uint64_t bytes() const { return bytes_; }

private:
    [[noreturn]] void fail() const;

    std::string file_;
    int descriptor_ = -1;
    std::uint64_t bytes_ = 0;
};

} // namespace balak::cli
