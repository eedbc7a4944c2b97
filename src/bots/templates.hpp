// The bots that `balak bot new` writes: the files of examples/bots/ and balak/bot.h, as they were when balak was built.
#pragma once

#include <span>
#include <string_view>

namespace balak::bots {

/// A file of a new bot.
struct TemplateFile {
    std::string_view name; ///< its path in the bot's folder
    std::string_view text;
};

/// A bot in a language.
struct Template {
    std::string_view language;
    std::span<const TemplateFile> files;
};

std::span<const Template> templates();

} // namespace balak::bots
