#include "report/template.hpp"

#include "report/resources.hpp"

#include <kainjow/mustache.hpp>
#include <nlohmann/json.hpp>

#include <stdexcept>

namespace balak::report {
namespace {

namespace mustache = kainjow::mustache;

mustache::data data_of(const io::Json& json) {
    if (json.is_object()) {
        mustache::data made(mustache::data::type::object);
        for (const auto& [key, value] : json.items()) {
            made.set(key, data_of(value));
        }
        return made;
    }
    if (json.is_array()) {
        mustache::data made(mustache::data::type::list);
        for (const io::Json& item : json) {
            made.push_back(data_of(item));
        }
        return made;
    }
    if (json.is_boolean() || json.is_null()) {
        return mustache::data(!json.is_null() && json.get<bool>());
    }
    return mustache::data(json.is_string() ? json.get<std::string>() : json.dump());
}

} // namespace

std::string fill_template(const io::Json& values) {
    mustache::data data = data_of(values);
    for (const char* const part : {"figure", "table"}) {
        data.set(part, mustache::partial([part] { return std::string(resource(std::string(part) + ".mustache")); }));
    }
    mustache::mustache page{std::string(resource("report.mustache"))};
    std::string text = page.render(data);
    if (!page.error_message().empty()) {
        throw std::logic_error("the template of the report is broken: " + page.error_message());
    }
    return text;
}

} // namespace balak::report
