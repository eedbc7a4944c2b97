// Everything that balak prints goes through here.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

namespace balak::cli {

/// Prints lines. Whatever of it came from outside is shown, and does nothing (io::plain()). That it did not arrive is
/// no reason to lose anything: finish_output() says so at the end.
void put(std::FILE* stream, std::string_view text);

/// Prints to standard output.
template <class... T>
void print(fmt::format_string<T...> format, T&&... values) {
    put(stdout, fmt::format(format, std::forward<T>(values)...));
}

/// A sentence on standard error, or nothing where that is closed or full.
template <class... T>
void say(fmt::format_string<T...> format, T&&... values) {
    put(stderr, "balak: " + fmt::format(format, std::forward<T>(values)...) + '\n');
}

/// Puts a line in the place of the last one on a terminal; an empty one clears it.
void put_in_place(const std::string& line);

/// Columns of the terminal that standard output is, or 80 where the text goes elsewhere.
std::size_t text_width();

/// Whether all that was printed has arrived; says so if not.
bool finish_output();

} // namespace balak::cli
