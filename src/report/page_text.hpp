// Texts from outside, made fit for a page.
#pragma once

#include "io/json.hpp"

#include <string>
#include <string_view>

namespace balak::report {

/// A text that changes nothing around it: plain (io::plain), and where it is written from right to left it keeps to
/// itself (Unicode's standard annex 9: between U+2068 and U+2069). HTML has no part in it: the template escapes.
std::string page_text(std::string_view text);

/// The same of all texts and keys of a document.
io::Json page_json(const io::Json& json);

/// What was made of such texts as a terminal is to have it, where a line has one direction.
std::string terminal_text(std::string text);

/// A value as JSON in a `script` element of a page: no text in it can end the element, or the line.
std::string script_json(const io::Json& json);

} // namespace balak::report
