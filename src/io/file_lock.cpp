#include "io/file_lock.hpp"

#include "io/input_error.hpp"
#include "io/shown.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <random>
#include <string_view>

namespace balak::io {
namespace {

constexpr std::string_view beginning = "balak runs here: ";
constexpr std::string_view temporary_line = "It writes to: ";

/// The beginning of a file: a lock is short.
std::string text_of(int descriptor) {
    std::array<char, 8192> text{};
    const ssize_t count = pread(descriptor, text.data(), text.size(), 0);
    return {text.data(), count > 0 ? static_cast<std::size_t>(count) : 0};
}

std::string host() {
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "?";
}

/// The rest of the line that begins so, or nothing.
std::string line_after(std::string_view text, std::string_view start) {
    const std::size_t at = text.find(start);
    if (at == std::string_view::npos) {
        return "";
    }
    const std::string_view rest = text.substr(at + start.size());
    return std::string(rest.substr(0, rest.find('\n')));
}

std::string random_part() {
    std::random_device device;
    return fmt::format("{:08x}{:08x}", device(), device());
}

} // namespace

FileLock::FileLock(const std::string& file)
    : name_(file + ".lock"), temporary_(fmt::format("{}.{}.tmp", file, random_part())) {
    take(file);
    const std::string before = text_of(descriptor_);
    own_ = own_ || before.starts_with(beginning);
    if (!own_) {
        return;
    }
    // Who wrote this is dead: what it names was its own, if it lies where such things lie.
    const std::string left = line_after(before, temporary_line);
    const std::string folder = std::filesystem::path(file).parent_path();
    const std::string name = std::filesystem::path(file).filename();
    if (left.starts_with(name + '.') && left.ends_with(".tmp") && left.find('/') == std::string::npos) {
        unlink((std::filesystem::path(folder) / left).c_str());
    }
    note();
}

FileLock::~FileLock() {
    if (descriptor_ < 0) {
        return;
    }
    if (own_) {
        // While it is held: who waits for it sees that it is another file.
        unlink(name_.c_str());
    }
    close(descriptor_);
}

void FileLock::take(const std::string& file) {
    while (true) {
        constexpr int flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
        descriptor_ = open(name_.c_str(), flags | O_CREAT | O_EXCL, 0666);
        own_ = descriptor_ >= 0;
        if (!own_ && errno == EEXIST) {
            descriptor_ = open(name_.c_str(), flags);
            if (descriptor_ < 0 && errno == ENOENT) {
                continue; // its holder has just removed it
            }
        }
        if (descriptor_ < 0 && errno != ELOOP) {
            throw InputError(fmt::format("{}: cannot be written: {}", file, std::strerror(errno)));
        }
        struct stat held {};
        if (descriptor_ < 0 || fstat(descriptor_, &held) != 0 || !S_ISREG(held.st_mode)) {
            close(descriptor_);
            throw InputError(fmt::format("{}: cannot be written: its lock goes to {}, which is no file", file, name_));
        }
        if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
            const std::string who = line_after(text_of(descriptor_), beginning);
            close(descriptor_);
            descriptor_ = -1;
            throw InputError(fmt::format("{}: another run is writing to it{}; wait for it, or name another file", file,
                                         who.empty() ? "" : fmt::format(" ({})", who)));
        }
        // Where the file system knows no locks, there is none to take.
        struct stat there {};
        if (stat(name_.c_str(), &there) == 0 && there.st_ino == held.st_ino && there.st_dev == held.st_dev) {
            return;
        }
        close(descriptor_); // its holder has removed it meanwhile
    }
}

void FileLock::note() {
    const std::string text = fmt::format("{}process {} on {}\n{}{}\n", beginning, getpid(), host(), temporary_line,
                                         std::filesystem::path(temporary_).filename().string());
    // On a full disk it stays empty. Killed in between, the lines come first in what was there.
    [[maybe_unused]] const bool written = pwrite(descriptor_, text.data(), text.size(), 0) > 0 &&
                                          ftruncate(descriptor_, static_cast<off_t>(text.size())) == 0;
}

} // namespace balak::io
