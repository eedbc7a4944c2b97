// Choosing names by a regular expression that a user has typed.
#pragma once

#include <re2/re2.h>

#include <string>

namespace balak::cli {

/// RE2 finds in time linear in the name, whatever the expression is, and refuses what would take too much memory.
class NameFilter {
public:
    /// Throws UserError if it is no regular expression.
    explicit NameFilter(const std::string& pattern);

    bool finds(const std::string& name) const { return RE2::PartialMatch(name, pattern_); }

private:
    RE2 pattern_;
};

} // namespace balak::cli
