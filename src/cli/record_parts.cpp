#include "cli/record_parts.hpp"

#include "cli/user_error.hpp"
#include "io/digest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <functional>
#include <optional>
#include <queue>
#include <string_view>
#include <utility>

namespace balak::cli {
namespace {

/// A part, line by line, from where it was left.
class Part {
public:
    explicit Part(const RecordPart& part) : file_(part.file) {
        require_unchanged(part);
        open();
        next();
        close();
    }

    bool at_end() const { return line_.empty(); }
    std::uint64_t match() const { return match_; }
    const std::string& line() const { return line_; }

    void open() {
        stream_.emplace(file_, std::ios::binary);
        stream_->seekg(static_cast<std::streamoff>(at_));
        if (!*stream_) {
            throw UserError(fmt::format("{}: the records of a shard cannot be read: {}", file_, std::strerror(errno)));
        }
    }
    void close() { stream_.reset(); }

    /// It has to be open.
    void next() {
        if (!std::getline(*stream_, line_)) {
            line_.clear();
            return;
        }
        line_ += '\n';
        at_ += line_.size();
        constexpr std::string_view beginning = R"({"match":)";
        const char* const end = line_.data() + line_.size();
        if (!line_.starts_with(beginning) ||
            std::from_chars(line_.data() + beginning.size(), end, match_).ec != std::errc()) {
            throw UserError(fmt::format("{}: there is a line that is no record", file_));
        }
    }

private:
    void require_unchanged(const RecordPart& part) {
        open();
        io::Digest digest;
        std::uint64_t size = 0;
        std::vector<char> piece(1U << 20U);
        do {
            stream_->read(piece.data(), static_cast<std::streamsize>(piece.size()));
            const auto count = static_cast<std::size_t>(stream_->gcount());
            digest.add({piece.data(), count});
            size += count;
        } while (*stream_);
        close();
        if (size != part.bytes) {
            throw UserError(fmt::format("{}: it has {} bytes, the shard has recorded {}", file_, size, part.bytes));
        }
        if (digest.text() != part.digest) {
            throw UserError(fmt::format("{}: these are not the records of the shard, or they were changed", file_));
        }
    }

    std::string file_;
    std::optional<std::ifstream> stream_;
    std::uint64_t at_ = 0; // where the next line begins
    std::string line_;
    std::uint64_t match_ = 0;
};

} // namespace

void join_records(const std::vector<RecordPart>& parts, const io::OutputFile& output) {
    constexpr std::size_t enough = 1U << 20U;
    std::vector<Part> all;
    all.reserve(parts.size());
    using Waiting = std::pair<std::uint64_t, std::size_t>; // the match that a part is at, the part
    std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting;
    const auto wait = [&](std::size_t number) {
        if (!all[number].at_end()) {
            waiting.emplace(all[number].match(), number);
        }
    };
    for (const RecordPart& part : parts) {
        all.emplace_back(part);
        wait(all.size() - 1);
    }
    io::Replacement out(output);
    std::string lines;
    while (!waiting.empty()) {
        const std::size_t number = waiting.top().second;
        waiting.pop();
        // Under each rule set the shards follow one another: a part goes on for long.
        Part& part = all[number];
        part.open();
        for (; !part.at_end() && (waiting.empty() || Waiting(part.match(), number) < waiting.top()); part.next()) {
            lines += part.line();
            if (lines.size() >= enough) {
                out.write(lines);
                lines.clear();
            }
        }
        part.close();
        wait(number);
    }
    out.write(lines);
    out.commit();
}

} // namespace balak::cli
