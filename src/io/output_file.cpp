#include "io/output_file.hpp"

#include "io/input_error.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <thread>
#include <utility>

namespace balak::io {
namespace {

namespace fs = std::filesystem;

constexpr int pause = 50; // milliseconds between looks whether to stop

[[noreturn]] void fail() {
    throw std::runtime_error(std::strerror(errno));
}

/// Whether to give up waiting: half a second after the user wants to stop, for a reader may just be slow.
class Patience {
public:
    explicit Patience(const std::atomic<bool>* stop) : stop_(stop) {}

    bool is_over() { return stop_ != nullptr && stop_->load() && ++looks_ > 10; }
    void renew() { looks_ = 0; }

private:
    const std::atomic<bool>* stop_;
    int looks_ = 0;
};

bool is_pipe(int descriptor) {
    struct stat status {};
    return fstat(descriptor, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

/// Until a pipe takes something, or has no reader any more.
void wait_for_room(int descriptor, Patience& patience) {
    pollfd wanted{descriptor, POLLOUT, 0};
    patience.renew();
    while (poll(&wanted, 1, pause) == 0 || wanted.revents == 0) {
        if (patience.is_over()) {
            throw Interrupted("interrupted while nobody reads it");
        }
    }
}

} // namespace

void write_all(int descriptor, std::string_view text, const std::atomic<bool>* stop) {
    // Once the user has asked, the next signal ends the program: what is still to be written may take its time.
    const bool waits = stop != nullptr && !stop->load() && is_pipe(descriptor);
    Patience patience(stop);
    while (!text.empty()) {
        if (waits) {
            wait_for_room(descriptor, patience);
        }
        // A pipe with room takes so much without blocking.
        const std::size_t most = waits ? PIPE_BUF : text.size();
        const ssize_t count = ::write(descriptor, text.data(), std::min(most, text.size()));
        if (count < 0 && errno != EINTR) {
            if (errno != EAGAIN) {
                fail();
            }
            // Whoever shares the descriptor does not want to block; balak does.
            pollfd wanted{descriptor, POLLOUT, 0};
            poll(&wanted, 1, pause);
        }
        text.remove_prefix(count > 0 ? static_cast<std::size_t>(count) : 0);
    }
}

int open_special(const std::string& path, const std::atomic<bool>* stop) {
    Patience patience(stop);
    while (true) {
        const int descriptor = open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
        if (descriptor >= 0) {
            fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
            return descriptor;
        }
        std::error_code error;
        if (errno != ENXIO || !fs::is_fifo(path, error)) {
            fail();
        }
        if (patience.is_over()) {
            throw Interrupted("interrupted before anybody read it");
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(pause));
    }
}

OutputFile::OutputFile(std::string name, const std::atomic<bool>* stop)
    : name_(std::move(name)), place_(place_of(name_)), stop_(stop) {
    const auto refuse = [&](const std::string& why) {
        throw InputError(fmt::format("{}: cannot be written: {}", name_, why));
    };
    if (place_.kind == Place::Kind::descriptor) {
        const int flags = fcntl(place_.descriptor, F_GETFL);
        // Standard output may be closed: that is said when it is written to.
        if (!place_.is_stdout() && (flags < 0 || (flags & O_ACCMODE) == O_RDONLY)) {
            refuse("it is not open for that");
        }
        return;
    }
    const fs::path path(place_.path);
    if (place_.kind == Place::Kind::folder || !path.has_filename()) {
        refuse("it names a folder, expected a file");
    }
    if (!place_.is_file()) {
        return;
    }
    if (is_stream(name_)) {
        refuse("standard output or standard error goes there already; name another file, or -");
    }
    std::error_code error;
    if (path.has_parent_path()) {
        fs::create_directories(path.parent_path(), error);
        if (error) {
            refuse(fmt::format("its folder cannot be made: {}", error.message()));
        }
    }
    if (fs::exists(path, error) && faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) {
        refuse(std::strerror(errno));
    }
    lock_ = std::make_unique<FileLock>(place_.path);
    try {
        const Replacement attempt(*this);
    } catch (const std::runtime_error& failure) {
        refuse(failure.what());
    }
}

void OutputFile::write(std::string_view text) const {
    Replacement replacement(*this);
    replacement.write(text);
    replacement.commit();
}

void OutputFile::write_beside(const std::string& path, std::string_view text) const {
    Replacement replacement(*this, path);
    replacement.write(text);
    replacement.commit();
}

Replacement::Replacement(const OutputFile& output, const std::string& path) : output_(output) {
    switch (output.place_.kind) {
    case Place::Kind::descriptor:
        std::fflush(stdout);
        descriptor_ = output.place_.descriptor;
        own_descriptor_ = false;
        return;
    case Place::Kind::special:
        descriptor_ = open_special(output.place_.path, output.stop_);
        return;
    case Place::Kind::file:
    case Place::Kind::folder:
        path_ = path;
        temporary_ = output.lock_->temporary();
        create();
    }
}

Replacement::~Replacement() {
    if (own_descriptor_ && descriptor_ >= 0) {
        close(descriptor_);
        if (!path_.empty()) {
            unlink(temporary_.c_str());
        }
    }
}

void Replacement::create() {
    // What is there may be private: nobody else may read what is to replace it before it has that one's mode.
    std::error_code error;
    const mode_t mode = fs::exists(path_, error) ? 0600 : 0666;
    descriptor_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (descriptor_ < 0) {
        fail();
    }
}

void Replacement::keep_owner_and_mode() const {
    struct stat old {};
    if (stat(path_.c_str(), &old) != 0) {
        return;
    }
    // Only root may give a file away; the group is kept where it may be.
    if (fchown(descriptor_, old.st_uid, old.st_gid) != 0) {
        [[maybe_unused]] const int ignored = fchown(descriptor_, static_cast<uid_t>(-1), old.st_gid);
    }
    if (fchmod(descriptor_, old.st_mode & 0777U) != 0) {
        fail();
    }
}

void Replacement::commit() {
    if (path_.empty()) {
        return;
    }
    keep_owner_and_mode();
    if (fsync(descriptor_) != 0 || std::rename(temporary_.c_str(), path_.c_str()) != 0) {
        fail();
    }
    close(descriptor_);
    descriptor_ = -1;
    // The new name lasts once the folder is on the disk too.
    const fs::path folder = fs::path(path_).parent_path();
    const int handle = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle >= 0) {
        fsync(handle);
        close(handle);
    }
}

} // namespace balak::io
