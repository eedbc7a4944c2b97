// Every line that goes to a bot or comes from it, for who looks for a fault.
#pragma once

#include "io/output_file.hpp"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace balak::bots {

/// A file of lines `1.234567 mine seat 0 #1 > LINE`: seconds, the bot, its seat, which of its processes, and `>` for
/// a line to it, `<` for one from it, where control characters are written as \xNN. Used by one thread.
class Log {
public:
    /// Empties the file, which is locked as long as this is there. Throws io::InputError if it cannot be written.
    explicit Log(const std::string& file);

    void sent(double seconds, std::string_view who, std::string_view lines);
    void received(double seconds, std::string_view who, std::string_view line);

private:
    io::OutputFile output_;
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

} // namespace balak::bots
