#include "io/shown.hpp"

#include <fmt/format.h>
#include <utf8.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace balak::io {
namespace {

struct Range {
    char32_t first;
    char32_t last;

    bool contains(char32_t c) const { return c >= first && c <= last; }
};

/// What a terminal or an eye takes for something else than a character that stands there (Unicode 15, categories Cc,
/// Cf, Zl and Zp, as far as they are no letters' marks).
constexpr std::array unseen{
    Range{0x0000, 0x001F}, Range{0x007F, 0x009F}, Range{0x00AD, 0x00AD},   Range{0x061C, 0x061C},
    Range{0x180E, 0x180E}, Range{0x200B, 0x200F}, Range{0x2028, 0x202E},   Range{0x2060, 0x206F},
    Range{0xFEFF, 0xFEFF}, Range{0xFFF9, 0xFFFB}, Range{0xE0000, 0xE007F},
};

/// Blanks that are no space (category Zs).
constexpr std::array other_blanks{
    Range{0x00A0, 0x00A0}, Range{0x1680, 0x1680}, Range{0x2000, 0x200A},
    Range{0x202F, 0x202F}, Range{0x205F, 0x205F}, Range{0x3000, 0x3000},
};

bool is_unseen(char32_t c) {
    return std::ranges::any_of(unseen, [&](const Range& range) { return range.contains(c); });
}

std::string valid(std::string_view text) {
    std::string out;
    utf8::replace_invalid(text.begin(), text.end(), std::back_inserter(out));
    return out;
}

/// f(character, its bytes) for each of a text, until it returns false.
template <class F>
void each_character(std::string_view text, const F& f) {
    const std::string good = valid(text);
    for (auto at = good.begin(); at != good.end();) {
        const auto begin = at;
        const char32_t c = utf8::next(at, good.end());
        if (!f(c, std::string_view(begin, at))) {
            return;
        }
    }
}

void append_escaped(std::string& out, char32_t c) {
    const auto number = static_cast<std::uint32_t>(c);
    if (number <= 0xFFFF) {
        fmt::format_to(std::back_inserter(out), "\\u{:04X}", number);
    } else {
        fmt::format_to(std::back_inserter(out), "\\u{:04X}\\u{:04X}", 0xD7C0 + (number >> 10U),
                       0xDC00 + (number & 0x3FFU));
    }
}

} // namespace

std::string plain(std::string_view text, bool keeps_lines) {
    const bool is_plain_ascii =
        std::ranges::all_of(text, [&](char c) { return (c >= ' ' && c < '\x7F') || (keeps_lines && c == '\n'); });
    if (is_plain_ascii) {
        return std::string(text); // nearly always, and results can be long
    }
    std::string out;
    each_character(text, [&](char32_t c, std::string_view bytes) {
        if (is_unseen(c) && !(keeps_lines && c == U'\n')) {
            append_escaped(out, c);
        } else {
            out += bytes;
        }
        return true;
    });
    return out;
}

std::string plain_beginning(std::string_view text, std::size_t most) {
    std::string out;
    std::size_t count = 0;
    each_character(text, [&](char32_t, std::string_view bytes) {
        out += count < most ? bytes : "";
        return ++count < most;
    });
    return plain(out);
}

std::string plain_json(std::string_view json) {
    return plain(json, true);
}

bool is_name(std::string_view text) {
    const bool ends_blank = text.empty() || text.front() == ' ' || text.back() == ' ';
    if (ends_blank || text.find("  ") != std::string_view::npos || !utf8::is_valid(text.begin(), text.end())) {
        return false;
    }
    bool good = true;
    each_character(text, [&](char32_t c, std::string_view) {
        good =
            !is_unseen(c) && std::ranges::none_of(other_blanks, [&](const Range& range) { return range.contains(c); });
        return good;
    });
    return good;
}

} // namespace balak::io
