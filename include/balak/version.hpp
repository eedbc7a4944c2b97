// Which balak this is.
#pragma once

#include <string_view>

namespace balak {

/// `1.2.3`
std::string_view version();

} // namespace balak
