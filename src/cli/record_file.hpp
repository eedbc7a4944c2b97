// Reading a file of records line by line.
#pragma once

#include "io/judge.hpp"

#include <fstream>
#include <optional>
#include <string>

namespace balak::cli {

/// A file of records, or standard input for the name `-`, with its judge.
class RecordFile {
public:
    /// Throws UserError if the file cannot be read.
    RecordFile(const std::string& name, bool presets);

    /// The next line, judged; nothing at the end. Throws UserError if the file cannot be read on.
    std::optional<io::Judged> next();
    const io::Judge& judge() const { return judge_; }
    /// The name for messages.
    const std::string& name() const { return name_; }

private:
    bool read_line();

    std::string name_;
    std::ifstream file_;
    std::istream* stream_;
    io::Judge judge_;
    std::string line_;
    std::size_t lines_ = 0; ///< that were begun
};

} // namespace balak::cli
