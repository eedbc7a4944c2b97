// Text from outside, made fit to be shown.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace balak::io {

/// A text that does nothing but stand there, on a terminal as on a page: control characters, what changes the direction
/// of the text after it, and what cannot be seen are written as `\u009B`, bytes that are no UTF-8 as U+FFFD.
/// `keeps_lines`: line feeds stay.
std::string plain(std::string_view text, bool keeps_lines = false);

/// The first `most` characters of a text, plain.
std::string plain_beginning(std::string_view text, std::size_t most);

/// JSON text in UTF-8, such characters escaped in JSON's way: it says the same.
std::string plain_json(std::string_view json);

/// Whether a text can be told from every other such text where it stands in a line: all of it can be seen, and its only
/// blanks are single spaces inside.
bool is_name(std::string_view text);

} // namespace balak::io
