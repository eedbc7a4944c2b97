#include "cli/record_file.hpp"

#include "cli/user_error.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>

namespace balak::cli {

RecordFile::RecordFile(const std::string& name, bool presets)
    : name_(name == "-" ? "(standard input)" : printable(name)), stream_(&std::cin), judge_(presets) {
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
    if (!std::getline(*stream_, line_)) {
        if (stream_->bad()) {
            throw UserError(fmt::format("{}: cannot be read to its end", name_));
        }
        return std::nullopt;
    }
    // The last line may lack its line feed, which is a fault.
    if (!stream_->eof()) {
        line_ += '\n';
    }
    return judge_.judge(line_);
}

std::string printable(const std::string& text) {
    std::string clean = text;
    for (std::size_t i = 0; i < clean.size(); ++i) {
        const auto byte = static_cast<unsigned char>(clean[i]);
        const bool control = byte < 0x20 || byte == 0x7F;
        // U+0080 to U+009F, control characters too, are C2 80 to C2 9F.
        const bool high_control =
            i > 0 && static_cast<unsigned char>(clean[i - 1]) == 0xC2 && byte >= 0x80 && byte < 0xA0;
        if (control || high_control) {
            clean[i] = '?';
            clean[high_control ? i - 1 : i] = '?';
        }
    }
    return clean;
}

} // namespace balak::cli
