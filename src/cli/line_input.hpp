// Lines that a person types.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>

namespace balak::cli {

/// Reads lines from standard input: at a terminal with editing and history, by libedit; else as they come.
class LineInput {
public:
    /// `stop` must outlive it.
    explicit LineInput(const std::atomic<bool>& stop);
    ~LineInput();

    /// The next line without its line feed; nothing at the end of the input, and as soon as `stop` is set.
    std::optional<std::string> read(const std::string& prompt);

private:
    class Bytes;
    class Editor;
    std::unique_ptr<Bytes> bytes_;
    std::unique_ptr<Editor> editor_; // null: no terminal
};

} // namespace balak::cli
