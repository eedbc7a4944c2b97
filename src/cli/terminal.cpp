#include "cli/terminal.hpp"

#include "io/shown.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iostream>

namespace balak::cli {
namespace {

/// Why standard output did not take something first; 0: it took all.
int output_error = 0;

void note_error(bool good) {
    if (!good && output_error == 0) {
        output_error = errno;
    }
}

} // namespace

void put(std::FILE* stream, std::string_view text) {
    const std::string shown = io::plain(text, true);
    const bool good = std::fwrite(shown.data(), 1, shown.size(), stream) == shown.size();
    if (stream == stdout) {
        note_error(good);
    }
}

void put_in_place(const std::string& line) {
    const std::string text = "\r\x1b[K" + io::plain(line);
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

std::size_t text_width() {
    winsize size{};
    if (isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20) {
        return size.ws_col;
    }
    return 80;
}

bool finish_output() {
    note_error(static_cast<bool>(std::cout.flush()));
    note_error(std::fflush(stdout) == 0);
    if (output_error == 0) {
        return true;
    }
    say("standard output cannot be written: {}", std::strerror(output_error));
    return false;
}

} // namespace balak::cli
