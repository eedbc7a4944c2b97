// What is wrong with something a user wrote.
#pragma once

#include <stdexcept>

namespace balak::io {

/// Its text is a sentence that names the file and place, what was found and what was expected.
class InputError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

} // namespace balak::io
