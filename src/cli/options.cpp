#include "cli/options.hpp"

#include "cli/terminal.hpp"
#include "cli/user_error.hpp"
#include "io/reader.hpp"

#include <fmt/format.h>

#include <charconv>
#include <sstream>

namespace balak::cli {

std::optional<po::variables_map> parse(const Page& page, const std::vector<std::string>& arguments,
                                       po::options_description visible,
                                       const std::vector<std::pair<std::string, int>>& positional) {
    visible.add_options()("help,h", "show this page");
    po::options_description all;
    all.add(visible);
    po::positional_options_description places;
    for (const auto& [name, most] : positional) {
        all.add_options()(name.c_str(), po::value<std::vector<std::string>>());
        places.add(name.c_str(), most);
    }
    po::variables_map values;
    try {
        using namespace po::command_line_style;
        po::store(po::command_line_parser(arguments)
                      .options(all)
                      .positional(places)
                      .style(unix_style & ~allow_guessing)
                      .run(),
                  values);
        po::notify(values);
    } catch (const po::unknown_option& error) {
        std::vector<std::string> names;
        for (const auto& option : visible.options()) {
            names.push_back("--" + option->long_name());
        }
        const std::string suggestion =
            io::did_you_mean(error.get_option_name(), std::vector<std::string_view>(names.begin(), names.end()));
        throw UserError(fmt::format("unknown option {}{}", io::quoted(error.get_option_name()),
                                    suggestion.empty() ? fmt::format("; see {} --help", page.command) : suggestion));
    } catch (const po::error& error) {
        throw UserError(fmt::format("{}; see {} --help", error.what(), page.command));
    }
    if (values.count("help") > 0) {
        std::ostringstream text;
        text << "Usage: " << page.command << ' ' << page.usage << "\n\n" << page.about << "\n\n" << visible;
        put(stdout, text.str());
        return std::nullopt;
    }
    return values;
}

std::optional<std::string> only_argument(const po::variables_map& values, const std::string& name,
                                         std::string_view what) {
    if (values.count(name) == 0) {
        return std::nullopt;
    }
    const auto& given = values[name].as<std::vector<std::string>>();
    if (given.size() > 1) {
        throw UserError(fmt::format("one {} at a time: \"{}\" is one too many", what, given[1]));
    }
    return given.front();
}

std::optional<std::string> text_option(const po::variables_map& values, const std::string& name) {
    return values.count(name) > 0 ? std::optional(values[name].as<std::string>()) : std::nullopt;
}

std::optional<std::uint64_t> integer_option(const po::variables_map& values, const std::string& name,
                                            std::uint64_t least, std::uint64_t most) {
    const std::optional<std::string> text = text_option(values, name);
    if (!text) {
        return std::nullopt;
    }
    std::uint64_t value = 0;
    const char* end = text->data() + text->size();
    const auto parsed = std::from_chars(text->data(), end, value);
    if (parsed.ec != std::errc() || parsed.ptr != end || value < least || value > most) {
        throw UserError(fmt::format("--{} is \"{}\", expected an integer from {} to {}", name, *text, least, most));
    }
    return value;
}

void require_seconds(const std::string& name, const std::string& text) {
    double value = 0;
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, value);
    if (parsed.ec != std::errc() || parsed.ptr != end || !(value > 0) || value > 3600) {
        throw UserError(fmt::format("--{} is \"{}\", expected seconds, above 0 and up to 3600", name, text));
    }
}

} // namespace balak::cli
