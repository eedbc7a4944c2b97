#include "cli/name_filter.hpp"

#include "cli/user_error.hpp"
#include "io/reader.hpp"

#include <fmt/format.h>

namespace balak::cli {

NameFilter::NameFilter(const std::string& pattern) : pattern_(pattern, RE2::Quiet) {
    if (!pattern_.ok()) {
        const std::string why =
            pattern_.error_code() == RE2::ErrorPatternTooLarge ? "it is too large" : pattern_.error();
        throw UserError(fmt::format("{} is no regular expression: {}", io::quoted(pattern), io::quoted(why)));
    }
}

} // namespace balak::cli
