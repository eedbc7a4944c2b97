// Files and JSON, read strictly.
#include "io/reader.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <set>
#include <utility>

namespace balak::io {
namespace {

constexpr std::uint64_t mebi = 1U << 20U;
constexpr std::uint64_t most_bytes = 64 * mebi; // no config is as long
constexpr std::uint64_t most_own_bytes =
    65'536 * mebi;                      // more than any run comes to; still, no device may go on for ever
constexpr std::size_t most_depth = 100; // no config is as deep

/// `line 2, column 7: unexpected '}'; ...` from the parser's words, which are
/// `[json.exception.parse_error.101] parse error at line 2, column 7: syntax error while parsing value - unexpected
/// '}'; last read: '...'; expected ...`. What was read last is left out: it may be long, and of any bytes.
std::string syntax_fault(std::string_view words) {
    const std::size_t at = words.find(" at line ");
    const std::size_t colon = words.find(": ", at == std::string_view::npos ? 0 : at);
    const std::size_t dash = words.find(" - ");
    if (at == std::string_view::npos || colon == std::string_view::npos || dash == std::string_view::npos) {
        return std::string(words);
    }
    std::string what(words.substr(dash + 3));
    const std::size_t read = what.find("; last read: '");
    if (read != std::string::npos) {
        const std::size_t after = what.rfind("'; expected ");
        what = what.substr(0, read) + (after == std::string::npos ? "" : what.substr(after + 1));
    }
    return fmt::format("{}: {}", words.substr(at + 4, colon - at - 4), what);
}

/// Builds a document from the parser's events, and refuses what the parser would take: a key that is there twice in one
/// object, a document so deep that walking it could exhaust the stack, and an integer that it would round.
class Builder {
public:
    explicit Builder(std::string file) : file_(std::move(file)) {}

    Json take() { return std::move(root_); }

    bool null() { return add(nullptr); }
    bool boolean(bool value) { return add(value); }
    /// The parser calls -0 this too.
    bool number_integer(std::int64_t value) { return value < 0 ? add(value) : add(static_cast<std::uint64_t>(value)); }
    bool number_unsigned(std::uint64_t value) { return add(value); }
    /// The parser also calls an integer that exceeds 64 bits a float.
    bool number_float(double value, const std::string& text) {
        if (text.find_first_not_of("-0123456789") == std::string::npos) {
            constexpr std::size_t most = 60;
            throw InputError(fmt::format("{}: {} is {}{}, expected an integer from -9223372036854775808 to "
                                         "18446744073709551615",
                                         file_, open_.empty() ? "the document" : path(false), text.substr(0, most),
                                         text.size() > most ? "..." : ""));
        }
        return add(value);
    }
    bool string(std::string& text) { return add(std::move(text)); }
    bool binary(Json::binary_t& /*bytes*/) { return false; }

    bool start_object(std::size_t /*size*/) { return open(Json::object()); }
    bool key(std::string& name) {
        Level& level = open_.back();
        level.key = std::move(name);
        if (!level.keys.insert(level.key).second) {
            const std::string twice = io::quoted(level.key);
            open_.pop_back();
            const std::string place = path(true);
            throw InputError(
                fmt::format("{}: {}the key {} is there twice", file_, place.empty() ? "" : place + ": ", twice));
        }
        return true;
    }
    bool end_object() { return close(); }
    bool start_array(std::size_t /*size*/) { return open(Json::array()); }
    bool end_array() { return close(); }

    bool parse_error(std::size_t /*position*/, const std::string& /*token*/, const Json::exception& error) {
        constexpr int number_overflow = 406;
        throw InputError(
            fmt::format("{}: is not valid JSON: {}", file_,
                        error.id == number_overflow ? "a number in it is too large" : syntax_fault(error.what())));
    }

private:
    struct Level {
        Json* value;
        std::string key; ///< of the member being read
        std::set<std::string> keys{};
    };

    /// Puts a value where the next one goes.
    Json& place(Json value) {
        if (open_.empty()) {
            root_ = std::move(value);
            return root_;
        }
        Level& level = open_.back();
        if (level.value->is_array()) {
            return level.value->get_ref<Json::array_t&>().emplace_back(std::move(value));
        }
        // Not emplace(), which looks through all keys: they are known to differ.
        auto& object = level.value->get_ref<Json::object_t&>();
        static_cast<Json::object_t::Container&>(object).emplace_back(level.key, std::move(value));
        return object.back().second;
    }
    template <class T>
    bool add(T&& value) {
        place(Json(std::forward<T>(value)));
        return true;
    }
    bool open(Json value) {
        if (open_.size() == most_depth) {
            throw InputError(fmt::format("{}: is nested deeper than {} objects and lists", file_, most_depth));
        }
        Json& placed = place(std::move(value));
        open_.push_back({&placed, {}});
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }
    /// Where a value stands: the last one if it is `placed`, else the next one.
    std::string path(bool placed) const {
        std::string path;
        for (const Level& level : open_) {
            const bool holds_it = placed || &level != &open_.back();
            path += level.value->is_array() ? fmt::format("[{}]", level.value->size() - (holds_it ? 1 : 0))
                                            : (path.empty() ? "" : ".") + level.key;
        }
        return path;
    }

    std::string file_;
    Json root_;
    std::vector<Level> open_;
};

std::string read_file(const std::string& file, std::uint64_t most) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "rb"), &std::fclose);
    if (!stream) {
        throw InputError(fmt::format("{}: cannot be read: {}", file, std::strerror(errno)));
    }
    struct stat status {};
    if (fstat(fileno(stream.get()), &status) == 0 && !S_ISREG(status.st_mode)) {
        most = most_bytes;
    }
    std::string text;
    std::array<char, 65536> buffer{};
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), stream.get())) {
        text.append(buffer.data(), count);
        if (text.size() > most) {
            throw InputError(fmt::format("{}: is longer than {} MiB", file, most / mebi));
        }
    }
    if (std::ferror(stream.get()) != 0) {
        throw InputError(fmt::format("{}: cannot be read: {}", file, std::strerror(errno)));
    }
    return text;
}

} // namespace

std::string read_file(const std::string& file) {
    return read_file(file, most_bytes);
}

std::string read_own_file(const std::string& file) {
    return read_file(file, most_own_bytes);
}

Json parse_json(const std::string& text, const std::string& file) {
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
        throw InputError(fmt::format("{}: is empty, expected a JSON object", file));
    }
    // The parser would take it for the end.
    if (const std::size_t zero = text.find('\0'); zero != std::string::npos) {
        const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(zero), '\n');
        throw InputError(fmt::format("{}: is not valid JSON: line {}: there is a zero byte", file, line));
    }
    Builder builder(file);
    Json::sax_parse(text, &builder);
    return builder.take();
}

} // namespace balak::io
