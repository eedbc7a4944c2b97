// One run at a time on a file.
#pragma once

#include <string>

namespace balak::io {

/// Held, no other balak writes to a file. It is a lock of the system on `FILE.lock`, so death releases it; the text in
/// there is for people. Released in order the file goes, too. A file of that name that is somebody else's is locked,
/// but neither written to nor removed.
class FileLock {
public:
    /// Throws InputError if another process holds it, naming that, or if there can be no lock. What a dead holder left
    /// half written is removed.
    explicit FileLock(const std::string& file);
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;
    ~FileLock();

    /// A name beside the file for what is being written. It is noted in the lock, for who comes after a death.
    const std::string& temporary() const { return temporary_; }

private:
    void take(const std::string& file);
    void note();

    std::string name_;
    std::string temporary_;
    int descriptor_ = -1;
    bool own_ = false; ///< the file of the lock is balak's
};

} // namespace balak::io
