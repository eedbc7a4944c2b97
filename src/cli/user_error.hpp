// What the user got wrong: a bad option, a file that is not there.
#pragma once

#include "io/input_error.hpp"

namespace balak::cli {

/// Its text is one sentence for the user. It ends the program with exit code 2.
using UserError = io::InputError;

} // namespace balak::cli
