// The files that a page is made of; cmake/resources.cmake compiles them in.
#pragma once

#include <string_view>

namespace balak::report {

/// The text of a file of src/report/page or src/report/charts, or of the script that draws charts: `page.css`. Throws
/// std::logic_error if there is none of this name.
std::string_view resource(std::string_view name);

} // namespace balak::report
