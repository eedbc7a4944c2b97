#include "report/page_text.hpp"

#include "io/shown.hpp"

#include <boost/algorithm/string/erase.hpp>
#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utf8.h>

#include <iterator>

namespace balak::report {
namespace {

std::string utf8_of(char32_t c) {
    std::string text;
    utf8::append(c, std::back_inserter(text));
    return text;
}

// As code points, for they are not seen.
const std::string isolate = utf8_of(0x2068);     // the first strong isolate
const std::string isolate_end = utf8_of(0x2069); // the end of an isolate

/// The blocks of scripts that are written from right to left.
bool is_right_to_left(char32_t c) {
    return (c >= 0x0590 && c <= 0x08FF) || (c >= 0xFB1D && c <= 0xFDFF) || (c >= 0xFE70 && c <= 0xFEFE) ||
           (c >= 0x10800 && c <= 0x10FFF) || (c >= 0x1E800 && c <= 0x1EFFF);
}

} // namespace

std::string page_text(std::string_view text) {
    std::string made = io::plain(text);
    for (auto at = made.begin(); at != made.end();) {
        if (is_right_to_left(utf8::next(at, made.end()))) {
            return fmt::format("{}{}{}", isolate, made, isolate_end);
        }
    }
    return made;
}

io::Json page_json(const io::Json& json) {
    if (json.is_string()) {
        return page_text(json.get_ref<const std::string&>());
    }
    if (json.is_array()) {
        io::Json made = io::Json::array();
        for (const io::Json& item : json) {
            made.push_back(page_json(item));
        }
        return made;
    }
    if (json.is_object()) {
        io::Json made = io::Json::object();
        for (const auto& [key, value] : json.items()) {
            made[page_text(key)] = page_json(value);
        }
        return made;
    }
    return json;
}

std::string terminal_text(std::string text) {
    boost::algorithm::erase_all(text, isolate);
    boost::algorithm::erase_all(text, isolate_end);
    return text;
}

std::string script_json(const io::Json& json) {
    // Outside of ASCII everything is escaped, U+2028 and U+2029 too. In JSON the three others stand only in texts.
    std::string text = json.dump(-1, ' ', true, io::Json::error_handler_t::replace);
    boost::algorithm::replace_all(text, "&", "\\u0026");
    boost::algorithm::replace_all(text, "<", "\\u003c");
    boost::algorithm::replace_all(text, ">", "\\u003e");
    return text;
}

} // namespace balak::report
