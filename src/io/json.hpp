// The JSON type, declared only: who reads or writes values includes <nlohmann/json.hpp>, which takes long to compile.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace balak::io {

/// Objects keep the order in which they were written.
using Json = nlohmann::ordered_json;

/// A value as text, each level indented by so many blanks, on one line for -1. What is no UTF-8 is replaced.
std::string json_text(const Json& json, int indent);

} // namespace balak::io
