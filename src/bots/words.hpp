// What bots wrote to their standard error, in sentences.
#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <string_view>

namespace balak::bots {

/// The last three lines, cut at the front where they are long: a JSON string in plain ASCII.
inline std::string shown_end(std::string_view words) {
    constexpr std::size_t longest = 400;
    words = words.substr(0, words.find_last_not_of(" \t\r\n") + 1);
    std::size_t begin = words.size();
    for (int line = 0; line < 3 && begin != 0 && begin != std::string_view::npos; ++line) {
        begin = words.rfind('\n', begin - 1);
    }
    words = begin == std::string_view::npos || begin == 0 ? words : words.substr(begin + 1);
    const bool cut = words.size() > longest;
    words.remove_prefix(words.size() - std::min(words.size(), longest));
    using Json = nlohmann::json;
    return (cut ? "..." : "") + Json(std::string(words)).dump(-1, ' ', true, Json::error_handler_t::replace);
}

} // namespace balak::bots
