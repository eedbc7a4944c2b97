// Pages from templates in the language Mustache (https://mustache.github.io).
#pragma once

#include "io/json.hpp"

#include <string>

namespace balak::report {

/// The template `report.mustache` with the values of an object put in. Texts are escaped for HTML wherever the template
/// does not ask for them as they are.
std::string fill_template(const io::Json& values);

} // namespace balak::report
