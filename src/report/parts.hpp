// The parts that sections of a page are made of.
#pragma once

#include "io/json.hpp"

#include <cstddef>
#include <string>

namespace balak::report {

/// A part of a section: a heading (or none, for an empty text), then lists of charts, of tables and of sentences.
io::Json part(const std::string& heading, io::Json figures, io::Json tables, io::Json list);

/// `the first 40 of 5001`, or `all 7`
std::string first_of(std::size_t shown, std::size_t all);

} // namespace balak::report
