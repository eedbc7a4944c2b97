#include "report/parts.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace balak::report {

using io::Json;

Json part(const std::string& heading, Json figures, Json tables, Json list) {
    const bool has_figures = !figures.empty();
    const bool has_list = !list.empty();
    return {{"heading", heading},          {"has_figures", has_figures}, {"figures", std::move(figures)},
            {"tables", std::move(tables)}, {"has_list", has_list},       {"list", std::move(list)}};
}

std::string first_of(std::size_t shown, std::size_t all) {
    return shown < all ? fmt::format("the first {} of {}", shown, all) : fmt::format("all {}", all);
}

} // namespace balak::report
