#include "bots/kept_question.hpp"

#include "bots/messages.hpp"
#include "io/input_error.hpp"
#include "io/reader.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace balak::bots {

bool is_kept_question(std::string_view text) {
    const std::optional<io::Json> first = read_object(text.substr(0, text.find('\n')));
    return first && first->contains("type") && (*first)["type"] == "hello";
}

KeptQuestion read_kept_question(const std::string& text, const std::string& file) {
    const auto refuse = [&] {
        throw io::InputError(fmt::format("{}: expected two lines: `hello` and `choose`", file));
    };
    const std::size_t first = text.find('\n');
    const std::size_t second = first == std::string::npos ? first : text.find('\n', first + 1);
    if (second == std::string::npos || second + 1 != text.size()) {
        refuse();
    }
    KeptQuestion kept{io::parse_json(text.substr(0, first), file + ": line 1"),
                      io::parse_json(text.substr(first + 1, second - first - 1), file + ": line 2")};
    for (const auto& [json, type] : {std::pair(&kept.hello, "hello"), std::pair(&kept.choose, "choose")}) {
        if (!json->is_object() || !json->contains("type") || (*json)["type"] != type) {
            refuse();
        }
    }
    return kept;
}

} // namespace balak::bots
