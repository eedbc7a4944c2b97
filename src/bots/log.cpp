#include "bots/log.hpp"

#include "io/input_error.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iterator>

namespace balak::bots {

namespace {

std::FILE* open(const io::Place& place) {
    // What is open already keeps its place: opened by name it would be written from its beginning.
    return place.kind == io::Place::Kind::descriptor ? fdopen(dup(place.descriptor), "wb")
                                                     : std::fopen(place.path.c_str(), "wbe");
}

} // namespace

Log::Log(const std::string& file) : output_(file), file_(open(output_.place()), &std::fclose) {
    if (!file_) {
        throw io::InputError(fmt::format("{}: cannot be written: {}", file, std::strerror(errno)));
    }
}

void Log::sent(double seconds, std::string_view who, std::string_view lines) {
    while (!lines.empty()) {
        const std::size_t end = lines.find('\n');
        fmt::print(file_.get(), "{:.6f} {} > {}\n", seconds, who, lines.substr(0, end));
        lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 1);
    }
}

void Log::received(double seconds, std::string_view who, std::string_view line) {
    std::string text;
    for (const char c : line) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7F) {
            fmt::format_to(std::back_inserter(text), "\\x{:02x}", byte);
        } else {
            text += c;
        }
    }
    fmt::print(file_.get(), "{:.6f} {} < {}\n", seconds, who, text);
}

} // namespace balak::bots
