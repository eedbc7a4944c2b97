#include "cli/record_output.hpp"

#include "cli/user_error.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace balak::cli {

RecordOutput::RecordOutput(const std::string& file)
    : file_(file),
      descriptor_(file == "-" ? STDOUT_FILENO : open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
    if (descriptor_ < 0) {
        throw UserError(fmt::format("{}: cannot be written: {}", file, std::strerror(errno)));
    }
}

RecordOutput::RecordOutput(const std::string& file, std::uint64_t kept)
    : file_(file), descriptor_(open(file.c_str(), O_WRONLY | O_CLOEXEC)), bytes_(kept) {
    struct stat status {};
    if (descriptor_ < 0 || fstat(descriptor_, &status) != 0) {
        throw UserError(fmt::format("{}: the records cannot be gone on with: {}", file, std::strerror(errno)));
    }
    if (!S_ISREG(status.st_mode)) {
        throw UserError(fmt::format("{}: the records cannot be gone on with: it is no file", file));
    }
    if (static_cast<std::uint64_t>(status.st_size) < kept) {
        throw UserError(fmt::format("{}: the records cannot be gone on with: it has {} bytes, the checkpoint is of {}",
                                    file, status.st_size, kept));
    }
    // What was recorded after the checkpoint is played again.
    const auto end = static_cast<off_t>(kept);
    if (ftruncate(descriptor_, end) != 0 || lseek(descriptor_, end, SEEK_SET) != end) {
        throw UserError(fmt::format("{}: the records cannot be gone on with: {}", file, std::strerror(errno)));
    }
}

RecordOutput::~RecordOutput() {
    if (descriptor_ > STDOUT_FILENO) {
        close(descriptor_);
    }
}

void RecordOutput::write(std::string_view lines) {
    std::string_view left = lines;
    while (!left.empty()) {
        const ssize_t count = ::write(descriptor_, left.data(), left.size());
        if (count < 0 && errno != EINTR) {
            fail();
        }
        left.remove_prefix(count > 0 ? static_cast<std::size_t>(count) : 0);
    }
    bytes_ += lines.size();
}

void RecordOutput::sync() {
    // Pipes and devices cannot be synced, and need not be.
    if (fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) {
        fail();
    }
}

void RecordOutput::fail() const {
    throw std::runtime_error(fmt::format("{}: records cannot be written: {}", file_, std::strerror(errno)));
}

} // namespace balak::cli
