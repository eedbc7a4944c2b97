#include "cli/record_parts.hpp"

#include "cli/record_output.hpp"
#include "cli/user_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace balak::cli {
namespace {

/// A part, line by line.
class Part {
public:
    explicit Part(const RecordPart& part) : file_(part.file), stream_(part.file, std::ios::binary) {
        std::error_code error;
        const std::uintmax_t size = std::filesystem::file_size(file_, error);
        if (error || !stream_) {
            throw UserError(fmt::format("{}: the records of a shard cannot be read: {}", file_,
                                        error ? error.message() : std::strerror(errno)));
        }
        if (size != part.bytes) {
            throw UserError(fmt::format("{}: it has {} bytes, the shard has recorded {}", file_, size, part.bytes));
        }
        next();
    }

    bool at_end() const { return line_.empty(); }
    std::uint64_t match() const { return match_; }
    const std::string& line() const { return line_; }

    void next() {
        if (!std::getline(stream_, line_)) {
            line_.clear();
            return;
        }
        line_ += '\n';
        constexpr std::string_view beginning = R"({"match":)";
        const char* const end = line_.data() + line_.size();
        if (!line_.starts_with(beginning) ||
            std::from_chars(line_.data() + beginning.size(), end, match_).ec != std::errc()) {
            throw UserError(fmt::format("{}: there is a line that is no record", file_));
        }
    }

private:
    std::string file_;
    std::ifstream stream_;
    std::string line_;
    std::uint64_t match_ = 0;
};

} // namespace

void join_records(const std::vector<RecordPart>& parts, const std::string& file) {
    constexpr std::size_t enough = 1U << 20U;
    std::deque<Part> open;
    for (const RecordPart& part : parts) {
        open.emplace_back(part);
    }
    RecordOutput out(file);
    std::string lines;
    while (true) {
        // Under each rule set the shards follow one another.
        Part* first = nullptr;
        for (Part& part : open) {
            if (!part.at_end() && (first == nullptr || part.match() < first->match())) {
                first = &part;
            }
        }
        if (first == nullptr) {
            break;
        }
        const std::uint64_t match = first->match();
        for (; !first->at_end() && first->match() == match; first->next()) {
            lines += first->line();
        }
        if (lines.size() >= enough) {
            out.write(lines);
            lines.clear();
        }
    }
    out.write(lines);
}

} // namespace balak::cli
