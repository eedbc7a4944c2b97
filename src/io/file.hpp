// Writing files so that nobody ever sees half of one.
#pragma once

#include <string>
#include <string_view>

namespace balak::io {

/// Makes sure that a file can be written where `file` says: makes its folder if need be and tries. Throws InputError.
void require_writable(const std::string& file);

/// Writes to a temporary name beside the file, syncs it to the disk and renames it. Throws std::runtime_error, the file
/// as it was before.
void write_file(const std::string& file, std::string_view text);

/// Removes the temporary files beside a file that were left by runs that were killed.
void remove_leftovers(const std::string& file);

/// Whether two paths lead to the same file, there or not.
bool is_same_file(const std::string& one, const std::string& other);

/// Whether something stands there that is no file to be replaced: a device, a pipe.
bool is_special(const std::string& file);

} // namespace balak::io
