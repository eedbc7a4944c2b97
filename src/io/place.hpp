// Where the name of a file leads to, links and all.
#pragma once

#include <string>

namespace balak::io {

struct Place {
    enum class Kind {
        descriptor, ///< one that this process has open, for `-` standard output
        special,    ///< a device, a pipe: written to, never replaced
        file,       ///< a file, there or not yet
        folder,
    };

    Kind kind = Kind::file;
    int descriptor = -1; ///< for Kind::descriptor
    std::string path;    ///< all links of the name followed, be there something or not; empty for Kind::descriptor

    bool is_file() const { return kind == Kind::file; }
    bool is_stdout() const;
};

/// Where a name leads. `-`, /dev/stdout and /dev/fd/1 are all standard output: opened by name it would be written from
/// its beginning. Throws InputError if the links have no end.
Place place_of(const std::string& name);

/// Whether two names lead to the same file, there or not: through links, hard links, or standard output's own file.
/// A name whose links have no end is the same as no other.
bool is_same_file(const std::string& one, const std::string& other);

/// Whether a name leads to a file that standard output or standard error writes to under another name.
bool is_stream(const std::string& name);

} // namespace balak::io
