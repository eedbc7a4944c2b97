// The one way in which balak writes files: nobody ever sees half of one, and nobody else's is touched.
#pragma once

#include "io/file_lock.hpp"
#include "io/place.hpp"

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace balak::io {

/// The user did not want to wait for a pipe any longer.
class Interrupted : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Writes all of it to a descriptor. Where a pipe takes nothing, it is waited for until `stop`. Throws
/// std::runtime_error, Interrupted once `stop` is set.
void write_all(int descriptor, std::string_view text, const std::atomic<bool>* stop);

/// Opens a device or a pipe for writing. A pipe's reader is waited for until `stop`. Throws as write_all() does.
int open_special(const std::string& path, const std::atomic<bool>* stop);

/// Where output goes, and nobody else's output as long as this is there. A file is locked.
class OutputFile {
public:
    /// Makes the folder if need be and sees that the file can be written, which stays as it is. `stop` ends waiting for
    /// pipes and may be null. Throws InputError.
    explicit OutputFile(std::string name, const std::atomic<bool>* stop = nullptr);

    const std::string& name() const { return name_; }
    const Place& place() const { return place_; }

    /// Writes it there; a file is replaced in one step and keeps its mode and owner. Throws std::runtime_error, a file
    /// as it was before.
    void write(std::string_view text) const;
    /// Replaces another file in the same way, in the folder of this one, which must be a file.
    void write_beside(const std::string& path, std::string_view text) const;

private:
    friend class Replacement;

    std::string name_;
    Place place_;
    std::unique_ptr<FileLock> lock_;
    const std::atomic<bool>* stop_;
};

/// What an output's file is replaced by, written bit by bit to a temporary name; unless commit() is called nothing
/// happens. Other places are written to at once. All functions throw std::runtime_error.
class Replacement {
public:
    explicit Replacement(const OutputFile& output) : Replacement(output, output.place_.path) {}
    Replacement(const OutputFile& output, const std::string& path);
    Replacement(const Replacement&) = delete;
    Replacement& operator=(const Replacement&) = delete;
    ~Replacement();

    void write(std::string_view text) { write_all(descriptor_, text, output_.stop_); }
    /// Syncs it to the disk and gives it the file's name.
    void commit();

private:
    void create();
    void keep_owner_and_mode() const;

    const OutputFile& output_;
    std::string path_; // empty: written to at once
    std::string temporary_;
    int descriptor_ = -1;
    bool own_descriptor_ = true;
};

} // namespace balak::io
