#include "bots/templates.hpp"
#include "cli/bot.hpp"
#include "cli/options.hpp"
#include "cli/terminal.hpp"
#include "cli/user_error.hpp"
#include "io/output_file.hpp"
#include "io/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace balak::cli {
namespace {

namespace fs = std::filesystem;

const bots::Template& template_of(const std::string& language) {
    const auto known = bots::templates();
    const auto found = std::ranges::find(known, language, &bots::Template::language);
    if (found == known.end()) {
        std::vector<std::string_view> names;
        for (const bots::Template& each : known) {
            names.push_back(each.language);
        }
        throw UserError(fmt::format("new: there is no bot in {}, expected {}{}", io::quoted(language),
                                    io::list_of(names), io::did_you_mean(language, names)));
    }
    return *found;
}

/// Nothing that is there may be written over.
void require_new(const std::string& folder) {
    std::error_code error;
    if (fs::exists(folder, error) && !(fs::is_directory(folder, error) && fs::is_empty(folder, error))) {
        throw UserError(
            fmt::format("new: {} is there already, expected a new folder or an empty one", io::quoted(folder)));
    }
}

} // namespace

int bot_new(const std::vector<std::string>& arguments) {
    const Page page{"balak bot new", "LANGUAGE FOLDER",
                    "Writes a bot that works into a new folder, with a README.md that says how to go on. LANGUAGE is\n"
                    "python or javascript, which speak the line protocol, or c or cpp, which make a shared library.\n"
                    "Example: balak bot new python mybot"};
    const auto values = parse(page, arguments, po::options_description("Options"), {{"words", -1}});
    if (!values) {
        return 0;
    }
    const auto words =
        values->count("words") > 0 ? (*values)["words"].as<std::vector<std::string>>() : std::vector<std::string>();
    if (words.size() != 2) {
        throw UserError(fmt::format("new: a language and a folder are expected, {} words given: "
                                    "balak bot new LANGUAGE FOLDER",
                                    words.size()));
    }
    const bots::Template& chosen = template_of(words[0]);
    require_new(words[1]);
    for (const bots::TemplateFile& file : chosen.files) {
        const std::string path = (fs::path(words[1]) / file.name).string();
        io::OutputFile(path).write(file.text);
    }
    print("{} has a bot: its README.md says how to play it and where to make it better\n", io::quoted(words[1]));
    return 0;
}

} // namespace balak::cli
