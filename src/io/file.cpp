#include "io/file.hpp"

#include "io/input_error.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace balak::io {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail() {
    throw std::runtime_error(std::strerror(errno));
}

void write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = ::write(descriptor, text.data(), text.size());
        if (count < 0 && errno != EINTR) {
            fail();
        }
        text.remove_prefix(count > 0 ? static_cast<std::size_t>(count) : 0);
    }
}

/// The file that a chain of links leads to, be it there or not: the links stay, what they lead to is replaced.
std::string resolved(const std::string& file) {
    constexpr int most_links = 40; // a circle of links is left to fail where it is opened
    std::error_code error;
    fs::path target(file);
    for (int links = 0; links < most_links && fs::is_symlink(target, error); ++links) {
        target = target.parent_path() / fs::read_symlink(target, error);
    }
    return target.string();
}

/// A new file beside `file`, removed again unless it is renamed.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::string& file)
        : name_(fmt::format("{}.{}.tmp", file, getpid())), descriptor_(create(name_)) {}
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile() {
        if (descriptor_ >= 0) {
            close(descriptor_);
            unlink(name_.c_str());
        }
    }

    void write(std::string_view text) const { write_all(descriptor_, text); }

    void rename_to(const std::string& file) {
        if (fsync(descriptor_) != 0 || std::rename(name_.c_str(), file.c_str()) != 0) {
            fail();
        }
        close(descriptor_);
        descriptor_ = -1;
        // The new name lasts once the folder is on the disk too.
        const fs::path folder = fs::path(file).parent_path();
        const int handle = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (handle >= 0) {
            fsync(handle);
            close(handle);
        }
    }

private:
    static int create(const std::string& name) {
        constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
        int descriptor = open(name.c_str(), flags, 0666);
        if (descriptor < 0 && errno == EEXIST) {
            // Left by a process of this number that died.
            unlink(name.c_str());
            descriptor = open(name.c_str(), flags, 0666);
        }
        if (descriptor < 0) {
            fail();
        }
        return descriptor;
    }

    std::string name_;
    int descriptor_;
};

} // namespace

bool is_same_file(const std::string& one, const std::string& other) {
    std::error_code error;
    const auto whole = [&](const std::string& file) { return fs::weakly_canonical(fs::absolute(file, error), error); };
    return !one.empty() && !other.empty() && (one == other || whole(one) == whole(other));
}

bool is_special(const std::string& file) {
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    return fs::exists(status) && !fs::is_regular_file(status);
}

void remove_leftovers(const std::string& file) {
    const fs::path target(resolved(file));
    const std::string beginning = target.filename().string() + '.';
    std::error_code error;
    for (const fs::directory_entry& entry :
         fs::directory_iterator(target.has_parent_path() ? target.parent_path() : ".", error)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with(beginning) && name.ends_with(".tmp") &&
            name.find_first_not_of("0123456789", beginning.size()) == name.size() - 4) {
            fs::remove(entry.path(), error);
        }
    }
}

void require_writable(const std::string& file) {
    const fs::path path(file);
    std::error_code error;
    if (!path.has_filename() || fs::is_directory(path, error)) {
        throw InputError(fmt::format("{}: cannot be written: it names a folder, expected a file", file));
    }
    if (path.has_parent_path()) {
        fs::create_directories(path.parent_path(), error);
        if (error) {
            throw InputError(
                fmt::format("{}: cannot be written: its folder cannot be made: {}", file, error.message()));
        }
    }
    try {
        if (is_special(file)) {
            return;
        }
        const TemporaryFile attempt(resolved(file));
    } catch (const std::runtime_error& failure) {
        throw InputError(fmt::format("{}: cannot be written: {}", file, failure.what()));
    }
}

void write_file(const std::string& file, std::string_view text) {
    if (is_special(file)) {
        const int descriptor = open(file.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor < 0) {
            fail();
        }
        write_all(descriptor, text);
        close(descriptor);
        return;
    }
    const std::string target = resolved(file);
    TemporaryFile temporary(target);
    temporary.write(text);
    temporary.rename_to(target);
}

} // namespace balak::io
