#include "cli/line_input.hpp"

#include "cli/terminal.hpp"

#include <histedit.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>

namespace balak::cli {

/// Standard input, byte by byte.
class LineInput::Bytes {
public:
    explicit Bytes(const std::atomic<bool>& stop) : stop_(stop) {}

    /// The next byte; nothing at the end, and as soon as it shall stop.
    std::optional<char> next() {
        if (at_ == size_ && !fill()) {
            return std::nullopt;
        }
        return buffer_[at_++];
    }

private:
    bool fill() {
        // A signal may come just before the wait for input, which then would not end: it is short.
        constexpr int wait_ms = 100;
        while (!stop_.load()) {
            pollfd input{STDIN_FILENO, POLLIN, 0};
            const int ready = poll(&input, 1, wait_ms);
            if (ready == 0 || (ready < 0 && errno == EINTR)) {
                continue;
            }
            const ssize_t count = ::read(STDIN_FILENO, buffer_.data(), buffer_.size());
            if (count < 0 && (errno == EINTR || errno == EAGAIN)) {
                continue;
            }
            at_ = 0;
            size_ = count > 0 ? static_cast<std::size_t>(count) : 0;
            return size_ > 0;
        }
        return false;
    }

    const std::atomic<bool>& stop_;
    std::array<char, 4096> buffer_{};
    std::size_t at_ = 0;
    std::size_t size_ = 0;
};

/// A line of the terminal, edited.
class LineInput::Editor {
public:
    explicit Editor(Bytes& bytes)
        : bytes_(bytes), line_(el_init("balak", stdin, stdout, stderr)), history_(history_init()) {
        HistEvent event;
        history(history_, &event, H_SETSIZE, 100);
        history(history_, &event, H_SETUNIQUE, 1);
        el_set(line_, EL_CLIENTDATA, this);
        el_set(line_, EL_SIGNAL, 0);
        el_set(line_, EL_EDITOR, "emacs");
        el_set(line_, EL_PROMPT, &Editor::prompt_of);
        el_set(line_, EL_GETCFN, &Editor::next_of);
        el_set(line_, EL_HIST, history, history_);
    }
    Editor(const Editor&) = delete;
    Editor& operator=(const Editor&) = delete;
    ~Editor() {
        history_end(history_);
        el_end(line_);
    }

    std::optional<std::string> read(const std::string& prompt) {
        prompt_ = prompt;
        int size = 0;
        const char* const text = el_gets(line_, &size);
        if (text == nullptr || size <= 0) {
            return std::nullopt;
        }
        std::string line(text, static_cast<std::size_t>(size));
        if (line.size() > 1) {
            HistEvent event;
            history(history_, &event, H_ENTER, line.c_str());
        }
        if (line.ends_with('\n')) {
            line.pop_back();
        }
        return line;
    }

private:
    static Editor& of(EditLine* line) {
        void* editor = nullptr;
        el_get(line, EL_CLIENTDATA, &editor);
        return *static_cast<Editor*>(editor);
    }
    static char* prompt_of(EditLine* line) { return of(line).prompt_.data(); }
    /// All that is typed here is ASCII; anything else is read as it comes, byte by byte, and refused later. Ctrl-D that
    /// was typed before libedit took the keys over comes as a zero byte.
    static int next_of(EditLine* line, wchar_t* character) {
        constexpr unsigned end = 'D' - '@';
        const std::optional<char> next = of(line).bytes_.next();
        const unsigned byte = next ? static_cast<unsigned char>(*next) & 0x7FU : 0U;
        *character = static_cast<wchar_t>(byte == 0 ? end : byte);
        return next ? 1 : 0;
    }

    Bytes& bytes_;
    EditLine* line_;
    History* history_;
    std::string prompt_;
};

LineInput::LineInput(const std::atomic<bool>& stop) : bytes_(std::make_unique<Bytes>(stop)) {
    if (isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0) {
        editor_ = std::make_unique<Editor>(*bytes_);
    }
}

LineInput::~LineInput() = default;

std::optional<std::string> LineInput::read(const std::string& prompt) {
    std::fflush(stdout);
    if (editor_) {
        return editor_->read(prompt);
    }
    print("{}", prompt);
    std::fflush(stdout);
    std::string line;
    constexpr std::size_t longest = 4096; // more is no move
    for (;;) {
        const std::optional<char> next = bytes_->next();
        if (!next && line.empty()) {
            return std::nullopt;
        }
        if (!next || *next == '\n') {
            break;
        }
        if (line.size() < longest) {
            line += *next;
        }
    }
    if (isatty(STDIN_FILENO) == 0) {
        print("\n");
    }
    return line;
}

} // namespace balak::cli
