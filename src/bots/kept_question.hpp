// Questions that runs keep: the one in which a bot broke the protocol.
#pragma once

#include "io/json.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace balak::bots {

/// A `hello` and a `choose` message.
struct KeptQuestion {
    io::Json hello;
    io::Json choose;
};

/// Whether a text begins with a line that is a `hello`.
bool is_kept_question(std::string_view text);

/// Reads two lines: `hello` and `choose`. Throws io::InputError, whose text begins with `file`.
KeptQuestion read_kept_question(const std::string& text, const std::string& file);

} // namespace balak::bots
