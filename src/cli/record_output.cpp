#include "cli/record_output.hpp"

#include "io/input_error.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <utility>
#include <vector>

namespace balak::cli {

using io::Place;

RecordOutput::RecordOutput(std::string name, const std::atomic<bool>& stop)
    : output_(std::move(name), &stop), stop_(stop) {
    const Place& place = output_.place();
    if (place.kind == Place::Kind::descriptor) {
        std::fflush(stdout);
        descriptor_ = place.descriptor;
    } else if (place.kind == Place::Kind::special) {
        try {
            descriptor_ = io::open_special(place.path, &stop);
        } catch (const io::Interrupted& why) {
            throw io::Interrupted(fmt::format("{}: {}", output_.name(), why.what()));
        } catch (const std::runtime_error& error) {
            throw io::InputError(fmt::format("{}: cannot be written: {}", output_.name(), error.what()));
        }
    }
}

RecordOutput::RecordOutput(std::string name, const std::atomic<bool>& stop, const WrittenRecords& before)
    : output_(std::move(name), &stop), stop_(stop) {
    require_before(before);
}

RecordOutput::~RecordOutput() {
    if (output_.place().kind != Place::Kind::descriptor && descriptor_ >= 0) {
        close(descriptor_);
    }
}

/// Throws io::InputError unless the file begins with these records, and goes on after them.
void RecordOutput::require_before(const WrittenRecords& before) {
    if (before.bytes == 0) {
        return;
    }
    const auto refuse = [&](const std::string& why) {
        throw io::InputError(fmt::format("{}: the records cannot be gone on with: {}", output_.name(), why));
    };
    struct stat status {};
    descriptor_ = open(output_.place().path.c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor_ < 0 || fstat(descriptor_, &status) != 0) {
        refuse(std::strerror(errno));
    }
    if (static_cast<std::uint64_t>(status.st_size) < before.bytes) {
        refuse(fmt::format("it has {} bytes, the checkpoint is of {}", status.st_size, before.bytes));
    }
    std::vector<char> piece(1U << 20U);
    while (bytes_ < before.bytes) {
        const std::size_t most = std::min<std::uint64_t>(piece.size(), before.bytes - bytes_);
        const ssize_t count = read(descriptor_, piece.data(), most);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            refuse(count < 0 ? std::strerror(errno) : "it has become shorter");
        }
        digest_.add({piece.data(), static_cast<std::size_t>(count)});
        bytes_ += static_cast<std::uint64_t>(count);
    }
    if (digest_.text() != before.digest) {
        refuse("these are not the records of the checkpoint, or they were changed");
    }
}

/// What is beyond the records is of no run, or was recorded after the checkpoint and is played again.
void RecordOutput::begin() {
    if (std::exchange(begun_, true) || !is_file()) {
        return;
    }
    if (descriptor_ < 0) {
        descriptor_ = open(output_.place().path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    }
    const auto end = static_cast<off_t>(bytes_);
    if (descriptor_ < 0 || ftruncate(descriptor_, end) != 0 || lseek(descriptor_, end, SEEK_SET) != end) {
        fail(std::strerror(errno));
    }
}

void RecordOutput::write(std::string_view lines) {
    begin();
    try {
        io::write_all(descriptor_, lines, &stop_);
    } catch (const std::runtime_error& error) {
        interrupted_ = dynamic_cast<const io::Interrupted*>(&error) != nullptr;
        // No half record stays at the end.
        [[maybe_unused]] const bool cut = is_file() && ftruncate(descriptor_, static_cast<off_t>(bytes_)) == 0;
        fail(error.what());
    }
    bytes_ += lines.size();
    digest_.add(lines);
}

void RecordOutput::sync() {
    // Pipes and devices cannot be synced, and need not be.
    if (is_file() && descriptor_ >= 0 && fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) {
        fail(std::strerror(errno));
    }
}

void RecordOutput::finish() {
    begin();
}

void RecordOutput::fail(std::string_view why) const {
    throw std::runtime_error(fmt::format("{}: records cannot be written: {}", output_.name(), why));
}

} // namespace balak::cli
