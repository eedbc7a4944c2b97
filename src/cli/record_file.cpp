#include "cli/record_file.hpp"

#include "cli/user_error.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>

namespace balak::cli {

RecordFile::RecordFile(const std::string& name, bool presets)
    : name_(name == "-" ? "(standard input)" : name), stream_(&std::cin), judge_(presets) {
    if (name == "-") {
        std::ios::sync_with_stdio(false);
        return;
    }
    if (std::error_code none; std::filesystem::is_directory(name, none)) {
        throw UserError(fmt::format("{}: a file of records is expected, this is a directory", name_));
    }
    errno = 0;
    file_.open(name, std::ios::binary);
    if (!file_) {
        throw UserError(fmt::format("{}: cannot be read: {}", name_, std::strerror(errno)));
    }
    stream_ = &file_;
}

std::optional<io::Judged> RecordFile::next() {
    return read_line() ? std::optional(judge_.judge(line_)) : std::nullopt;
}

/// Reads a line with its line feed, which the last one may lack: that is a fault. Returns whether there was one.
bool RecordFile::read_line() {
    constexpr std::size_t most = 16U << 20U; // no record is as long; a device might never end
    constexpr int end = std::char_traits<char>::eof();
    line_.clear();
    ++lines_;
    try {
        for (int c = stream_->rdbuf()->sbumpc(); c != end; c = stream_->rdbuf()->sbumpc()) {
            line_ += std::char_traits<char>::to_char_type(c);
            if (c == '\n') {
                return true;
            }
            if (line_.size() > most) {
                throw UserError(
                    fmt::format("{}: line {} is longer than {} MiB, which no record is", name_, lines_, most >> 20U));
            }
        }
    } catch (const std::ios_base::failure&) {
        throw UserError(fmt::format("{}: cannot be read to its end", name_));
    }
    return !line_.empty();
}

} // namespace balak::cli
