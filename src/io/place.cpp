#include "io/place.hpp"

#include "io/input_error.hpp"

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <cstring>
#include <filesystem>
#include <optional>

namespace balak::io {
namespace {

namespace fs = std::filesystem;

/// The number in `/dev/fd/7` and its other names, if this process has that open.
std::optional<int> descriptor_of(const fs::path& path) {
    std::error_code error;
    // The folder is a link to one that has the number of the process in its name.
    const fs::path folder = fs::canonical(path.parent_path(), error);
    const fs::path own = fs::canonical("/proc/self/fd", error);
    if (error || folder != own) {
        return std::nullopt;
    }
    const std::string name = path.filename().string();
    int number = -1;
    const auto parsed = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool whole = parsed.ec == std::errc() && parsed.ptr == name.data() + name.size() && number >= 0;
    return whole ? std::optional(number) : std::nullopt;
}

struct Followed {
    std::optional<int> descriptor;
    fs::path path;
    bool endless = false;
};

Followed follow(const std::string& name) {
    constexpr int most_links = 40; // as many as Linux follows
    if (name == "-") {
        return {STDOUT_FILENO, {}};
    }
    std::error_code error;
    fs::path path(name);
    for (int links = 0; links < most_links; ++links) {
        if (const std::optional<int> descriptor = descriptor_of(path)) {
            return {descriptor, {}};
        }
        if (!fs::is_symlink(path, error)) {
            return {std::nullopt, path};
        }
        path = path.parent_path() / fs::read_symlink(path, error);
    }
    return {std::nullopt, path, true};
}

bool same(const struct stat& one, const struct stat& other) {
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

} // namespace

bool Place::is_stdout() const {
    return kind == Kind::descriptor && descriptor == STDOUT_FILENO;
}

Place place_of(const std::string& name) {
    const Followed followed = follow(name);
    if (followed.endless) {
        throw InputError(fmt::format("{}: cannot be written: its links have no end", name));
    }
    if (followed.descriptor) {
        return {Place::Kind::descriptor, *followed.descriptor, {}};
    }
    std::error_code error;
    const fs::file_status status = fs::status(followed.path, error);
    const Place::Kind kind = !fs::exists(status) || fs::is_regular_file(status) ? Place::Kind::file
                             : fs::is_directory(status)                         ? Place::Kind::folder
                                                                                : Place::Kind::special;
    return {kind, -1, followed.path.string()};
}

bool is_same_file(const std::string& one, const std::string& other) {
    if (one.empty() || other.empty()) {
        return false;
    }
    const Followed first = follow(one);
    const Followed second = follow(other);
    if (first.endless || second.endless) {
        return false;
    }
    const auto status = [](const Followed& followed, struct stat& found) {
        return (followed.descriptor ? fstat(*followed.descriptor, &found) : stat(followed.path.c_str(), &found)) == 0;
    };
    struct stat there {};
    struct stat here {};
    const bool is_there = status(first, there);
    const bool is_here = status(second, here);
    if (is_there && is_here) {
        return same(there, here);
    }
    if (is_there || is_here || first.descriptor || second.descriptor) {
        return false;
    }
    std::error_code error;
    const auto whole = [&](const fs::path& path) { return fs::weakly_canonical(fs::absolute(path, error), error); };
    return whole(first.path) == whole(second.path);
}

bool is_stream(const std::string& name) {
    struct stat file {};
    if (name.empty() || place_of(name).kind != Place::Kind::file || stat(name.c_str(), &file) != 0) {
        return false;
    }
    struct stat stream {};
    return (fstat(STDOUT_FILENO, &stream) == 0 && same(file, stream)) ||
           (fstat(STDERR_FILENO, &stream) == 0 && same(file, stream));
}

} // namespace balak::io
